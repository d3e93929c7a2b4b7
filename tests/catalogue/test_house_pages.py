"""What the library says of itself: hours, address, what the law wants, honestly."""

import datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.contrib.messages.storage.cookie import CookieStorage

from catalogue import tasks
from catalogue.models import Closure, ExceptionalOpening, LoanPolicy, OpeningPeriod
from catalogue.models.library import Weekday
from catalogue.queries import hours
from tests import make
from tests.html import assert_valid_html

pytestmark = pytest.mark.django_db

PARIS = ZoneInfo("Europe/Paris")
WEDNESDAY = datetime.date(2026, 3, 11)


def at(hour: int, minute: int = 0, *, days: int = 0) -> datetime.datetime:
    day = WEDNESDAY + datetime.timedelta(days=days)
    return datetime.datetime.combine(day, datetime.time(hour, minute), PARIS)


@pytest.fixture
def library():
    """Open on Wednesdays from 10 to 12.30 and from 14 to 18, and on Saturdays from 10 to 12."""
    library = make.make_library(address="3 rue du Puits\n44000 Nantes", phone="02 40 00 00 00")
    for weekday, opens, closes in ((2, (14, 0), (18, 0)), (2, (10, 0), (12, 30)), (5, (10, 0), (12, 0))):
        OpeningPeriod.objects.create(
            library=library,
            weekday=weekday,
            opens_at=datetime.time(*opens),
            closes_at=datetime.time(*closes),
        )
    return library


def test_open_until_the_end_of_the_period_and_not_a_minute_longer(library):
    assert hours.of(library, at(10)).open_until == datetime.time(12, 30)
    assert hours.of(library, at(12, 29)).open_until == datetime.time(12, 30)
    assert hours.of(library, at(12, 30)).open_until is None


@pytest.mark.parametrize(
    ("now", "day", "time", "today"),
    [
        (at(8), Weekday.WEDNESDAY, datetime.time(10), True),
        (at(13), Weekday.WEDNESDAY, datetime.time(14), True),
        (at(18), Weekday.SATURDAY, datetime.time(10), False),
        (at(12, days=3), Weekday.WEDNESDAY, datetime.time(10), False),
    ],
)
def test_closed_says_when_it_opens_next(library, now, day, time, today):
    found = hours.of(library, now)
    assert (found.open_until, found.next_day, found.next_time, found.next_is_today) == (
        None,
        day,
        time,
        today,
    )


def test_one_opening_a_week_is_found_a_week_later(db):
    library = make.make_library(open_on=(2,))
    found = hours.of(library, at(19))
    assert (found.next_day, found.next_is_today) == (Weekday.WEDNESDAY, False)


def test_infos_show_the_week_and_the_address(client, library):
    with time_machine.travel(at(15), tick=False):
        page = client.get("/infos/").content.decode().replace("\u00a0", " ")
    assert "3 rue du Puits<br>44000 Nantes" in page
    assert "Ouvert</strong> jusqu&#x27;à 18 h" in page or "Ouvert</strong> jusqu’à 18 h" in page
    assert "10 h – 12 h 30<br>14 h – 18 h" in page
    assert "Un jeu se garde 21 jours" in page
    assert 'href="tel:0240000000"' in page


def test_what_is_not_filled_in_is_said(client):
    page = client.get("/infos/").content.decode()
    assert "n’a pas encore indiqué ses horaires" in page
    assert "n’a pas encore indiqué son adresse" in page
    assert "n’a pas encore indiqué ce que coûte l’adhésion" in page
    assert "données d’exemple" not in page


def test_subscriptions_that_are_sold_are_listed_with_their_price_and_length(client, library):
    make.make_subscription_type("Famille, un an", price_cents=2500, months=12)
    make.make_subscription_type("Essai", price_cents=0, months=1)
    make.make_subscription_type("Ancienne", price_cents=900, offered=False)
    LoanPolicy.objects.create(category=make.make_member_category("Collectivité"), max_loans=10, loan_days=42)
    page = client.get("/infos/").content.decode().replace("\u00a0", " ").replace("\u202f", " ")
    assert "<b>« Collectivité »</b> : 10 jeux, 42 jours</li>" in page
    assert "n’a pas encore indiqué ce que coûte" not in page
    assert "<b>Famille, un an</b> : 25,00 € pour 12 mois" in page
    assert "<b>Essai</b> : gratuit pour 1 mois" in page
    assert "Ancienne" not in page


def test_a_long_closure_says_until_when(client, library):
    with time_machine.travel(at(15), tick=False):
        Closure.objects.create(starts_on=WEDNESDAY, ends_on=datetime.date(2027, 12, 31))
        page = client.get("/infos/").content.decode().replace("\u00a0", " ")
    assert "jusqu’au 31 décembre 2027" in page
    assert "nouvel ordre" not in page


def test_who_publishes_and_hosts_the_site_is_said_or_said_to_be_missing(client):
    library = make.make_library(email="bonjour@example.org")
    page = client.get("/mentions-legales/").content.decode()
    assert "ne sont pas encore renseignés" in page
    assert "AGPL-3.0-or-later" in page
    assert page.count("mailto:bonjour@example.org") == 2  # to the library, and for the source code
    library.legal = "Éditeur : Les Dés Pipés\nHébergeur : <Nuage & Cie>"
    library.save()
    page = client.get("/mentions-legales/").content.decode()
    assert "Éditeur : Les Dés Pipés<br>Hébergeur : &lt;Nuage &amp; Cie&gt;" in page
    assert "ne sont pas encore renseignés" not in page


def test_sample_data_are_called_so(client):
    make.make_library(sample_data=True)
    for address in ("/infos/", "/mentions-legales/"):
        assert "données d’exemple" in client.get(address).content.decode()


def test_accessibility_is_called_not_audited(client):
    assert "non auditée" in client.get("/accessibilite/").content.decode()


def test_privacy_names_every_cookie_and_how_long_failures_are_kept(client, settings):
    page = client.get("/donnees-personnelles/").content.decode()
    for cookie in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, CookieStorage.cookie_name):
        assert f"<code>{cookie}</code>" in page
    assert datetime.timedelta(days=14).total_seconds() == settings.SESSION_COOKIE_AGE
    assert datetime.timedelta(days=1) >= tasks.FAILURES_KEPT  # and the night after
    assert "dans les deux jours" in page


def test_looking_around_leaves_no_cookie(client):
    for address in ("/", "/catalogue/", "/infos/"):
        assert not client.get(address).cookies, address


@pytest.mark.parametrize(
    "address", ["/mentions-legales/", "/donnees-personnelles/", "/accessibilite/", "/jouer/"]
)
def test_they_cost_one_query(client, django_assert_num_queries, address):
    make.make_library(email="nous@example.org")
    with django_assert_num_queries(1):
        client.get(address)


def test_where_nothing_can_be_played_yet_rules_can_be_read(client, monkeypatch):
    from games import registry

    monkeypatch.setattr(registry, "playable", lambda: ())
    page = client.get("/jouer/").content.decode()
    assert "Les parcours de jeu arrivent" in page
    assert 'href="/catalogue/"' in page
    monkeypatch.setattr(registry, "playable", lambda: (registry.GAMES["uno"],))
    assert 'href="/jouer/uno/"' in client.get("/jouer/").content.decode()


# --- days unlike the others


def test_a_closure_a_holiday_and_an_exceptional_opening_count_now(library):
    day = WEDNESDAY
    closure = Closure.objects.create(starts_on=day, ends_on=day, reason="Inventaire")
    found = hours.of(library, at(11))
    assert (found.open_until, found.next_day) == (None, Weekday.SATURDAY)
    ExceptionalOpening.objects.create(on=day, opens_at=datetime.time(20), closes_at=datetime.time(23))
    assert hours.of(library, at(21)).open_until == datetime.time(23)
    assert hours.of(library, at(11)).next_time == datetime.time(20)
    ExceptionalOpening.objects.all().delete()
    closure.ends_on = day + datetime.timedelta(days=20)
    closure.save()
    found = hours.of(library, at(11))
    assert (found.next_day, found.next_on) == (None, datetime.date(2026, 4, 1))
    closure.ends_on = day + datetime.timedelta(days=900)
    closure.save()
    assert hours.of(library, at(11)).next_on is None


def test_each_site_shows_its_week_where_one_has_its_own(client, library):
    assert [place.name for place in hours.places(library, at(11))] == [""]
    north, south = make.make_site("Nord"), make.make_site("Sud")
    OpeningPeriod.objects.create(
        library=library, site=north, weekday=3, opens_at=datetime.time(9), closes_at=datetime.time(11)
    )
    Closure.objects.create(site=south, starts_on=WEDNESDAY, ends_on=WEDNESDAY)
    library.refresh_from_db()
    first, second = hours.places(library, at(11))
    assert (first.name, first.hours.next_day) == ("Nord", Weekday.THURSDAY)
    assert (second.name, second.hours.next_day) == ("Sud", Weekday.SATURDAY)
    with time_machine.travel(at(11), tick=False):
        page = client.get("/infos/")
    assert "9\u00a0h – 11\u00a0h" in page.text
    assert_valid_html(page)


def test_a_holiday_on_which_one_site_opens_is_told_of_the_others(library):
    armistice, library.closed_on_holidays = datetime.date(2026, 11, 11), True
    times = {"on": armistice, "opens_at": datetime.time(14), "closes_at": datetime.time(18)}

    def told():
        return [(one.site, bool(one.opens_at)) for one in hours.special(library, armistice)]

    assert told() == [("", False)]
    opening = ExceptionalOpening.objects.create(site=make.make_site("Nord"), **times)
    assert told() == [("", False), ("Nord", True)]
    opening.site = None
    opening.save()
    assert told() == [("", True)]


def test_infos_tell_the_next_days_that_are_unlike_others(client, library):
    ExceptionalOpening.objects.create(
        on=WEDNESDAY + datetime.timedelta(days=4),
        opens_at=datetime.time(14),
        closes_at=datetime.time(18),
        reason="Fête du jeu",
    )
    Closure.objects.create(starts_on=WEDNESDAY, ends_on=datetime.date(2026, 3, 20), reason="Travaux")
    Closure.objects.create(
        starts_on=datetime.date(2026, 1, 1), ends_on=datetime.date(2026, 1, 2), reason="Passé"
    )
    with time_machine.travel(at(11), tick=False):
        page = client.get("/infos/")
    text = page.text.replace("\u00a0", " ")
    assert "Fermé du 11 mars 2026 au 20 mars 2026" in text
    assert "Ouvert le dimanche 15 mars 2026, 14 h – 18 h" in text
    assert "Travaux" in text
    assert "Passé" not in text
    # 1 May 2026 is a Friday, on which it is closed anyway; 8 May too, 14 July lies too far ahead
    assert "Fête du Travail" not in text
    assert_valid_html(page)


def test_infos_cost_the_same_for_two_days_and_sixty(client, library, django_assert_max_num_queries):
    for number in range(60):
        day = WEDNESDAY + datetime.timedelta(days=number)
        Closure.objects.create(site=make.make_site(f"Site {number % 5}"), starts_on=day, ends_on=day)
    with time_machine.travel(at(11), tick=False), django_assert_max_num_queries(9):
        client.get("/infos/")


@pytest.mark.parametrize(
    ("months", "words"),
    [(4, "4 mois après le retour"), (None, "Tant que le foyer existe"), (0, "La nuit après le retour")],
)
def test_the_page_on_personal_data_says_how_long_a_loan_says_whose_it_was(client, months, words):
    make.make_library(history_months=months)
    assert words in client.get("/donnees-personnelles/").text
