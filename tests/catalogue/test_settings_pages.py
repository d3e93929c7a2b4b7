"""The manager's settings: one page a subject, checked, journalled, and never written over silently."""

import datetime

import pytest
from django.utils import timezone

from catalogue.models import (
    Closure,
    ExceptionalOpening,
    JournalEntry,
    Library,
    LoanPolicy,
    MemberCategory,
    OpeningPeriod,
)
from ludotheque import french_days
from tests.filling import filled
from tests.make import make_library, make_loan, make_section, make_site

pytestmark = pytest.mark.django_db

HOME = "/gestion/reglages/"


@pytest.fixture
def staff(login, manager):
    return login(manager)


def row(weekday: int, opens: str, closes: str, number: int = 0) -> dict:
    return {
        f"horaires-{number}-weekday": str(weekday),
        f"horaires-{number}-opens_at": opens,
        f"horaires-{number}-closes_at": closes,
    }


def test_every_subject_is_one_step_from_the_index(staff):
    make_library()
    page = staff.get(HOME)
    for subject in page.context["subjects"]:
        assert subject.href in page.text
        assert staff.get(subject.href).status_code == 200


def test_an_installation_without_a_library_can_be_set(staff):
    page = staff.get(f"{HOME}ludotheque/")
    assert staff.post(f"{HOME}ludotheque/", filled(page, name="Ludo d'Èze")).status_code == 302
    assert Library.objects.get().name == "Ludo d'Èze"


def test_each_page_sets_its_own_part_and_leaves_its_line(staff):
    make_library(max_holds=2)
    lending = f"{HOME}prets/ailleurs/"
    answer = staff.post(
        lending, filled(staff.get(lending), loan_days="14", late_cents="0,25 €", max_loans="")
    )
    assert answer.status_code == 302
    library = Library.objects.get()
    assert (library.loan_days, library.late_cents, library.max_loans, library.max_holds) == (14, 25, None, 2)
    assert JournalEntry.objects.first().after == {"loan_days": 14, "late_cents": 25}
    page = staff.get(lending)
    assert 'value="0,25"' in page.text
    for name, value in (
        ("loan_days", "0"),
        ("max_renewals", "100"),
        ("late_cents", "douze"),
        ("price_cents", "-1"),
    ):
        answer = staff.post(lending, filled(page, **{name: value}))
        assert answer.status_code == 422, name
        assert name in answer.context["form"].errors
    assert Library.objects.get().loan_days == 14


def test_two_tabs_on_one_page_never_overwrite_each_other_silently(staff):
    make_library()
    address = f"{HOME}ludotheque/"
    mine, theirs = filled(staff.get(address), name="Ma ludo"), filled(staff.get(address), phone="0102")
    other = filled(staff.get(f"{HOME}accueil/"), hold_days="9")
    assert staff.post(address, theirs).status_code == 302
    answer = staff.post(address, mine)
    assert answer.status_code == 409
    assert "quelqu’un a modifié les réglages" in answer.text
    assert "Ma ludo" in answer.text
    assert Library.objects.get().phone == "0102"
    assert staff.post(address, filled(answer)).status_code == 302
    assert Library.objects.get().name == "Ma ludo"
    # another subject is nobody's conflict
    assert staff.post(f"{HOME}accueil/", other).status_code == 302


def test_closing_in_school_holidays_asks_for_their_zone(staff):
    make_library()
    address = f"{HOME}calendrier/"
    answer = staff.post(address, filled(staff.get(address), closed_in_school_holidays="on"))
    assert answer.status_code == 422
    values = filled(staff.get(address), closed_in_school_holidays="on", school_zone="B", holiday_region="57")
    assert staff.post(address, values).status_code == 302
    page = staff.get(address)
    assert "Saint-Étienne" in page.text
    assert "connues jusqu’au" in page.text


def test_it_warns_half_a_year_before_the_school_holidays_run_out(staff, monkeypatch):
    make_library(school_zone="A")
    for days, said in ((200, False), (100, True)):
        last = timezone.localdate() + datetime.timedelta(days=days)
        monkeypatch.setattr(french_days, "school_holidays_known_until", lambda last=last: last)
        for address in (HOME, f"{HOME}calendrier/"):
            assert ("ne sont connues que jusqu’au" in staff.get(address).text) == said


# --- hours


def test_a_site_has_its_own_week_or_that_of_all(staff):
    library, north = make_library(open_on=(2,)), make_site("Nord")
    make_site("Sud")
    kept = library.opening_periods.get()
    address = f"{HOME}horaires/{north.pk}/"
    page = staff.get(address)
    assert "mercredi de 14" in page.text
    assert staff.post(address, filled(page) | row(5, "10:00", "12:00")).status_code == 302
    assert [str(one) for one in OpeningPeriod.objects.filter(site=north)] == ["samedi 10:00-12:00"]
    assert OpeningPeriod.objects.get(site=None) == kept
    assert JournalEntry.objects.first().after["hours"] == ["samedi 10:00-12:00"]
    common = f"{HOME}horaires/"
    page = staff.get(common)
    assert "les siennes remplacent celles-ci" in page.text
    assert staff.post(common, filled(page) | row(4, "16:00", "18:00", 1)).status_code == 302
    assert OpeningPeriod.objects.filter(site=None, pk=kept.pk).exists(), "the row stays the same row"
    assert staff.post(address, filled(staff.get(address), **{"horaires-0-DELETE": "on"})).status_code == 302
    assert not OpeningPeriod.objects.filter(site=north).exists()


def test_hours_that_cross_or_overlap_are_refused_and_those_of_another_tab_are_shown(staff):
    make_library(open_on=(2,))
    address = f"{HOME}horaires/"
    page = staff.get(address)
    assert "/gestion/autorites/sites/" in page.text
    for opens, closes, words in (
        ("12:00", "10:00", "avant d’ouvrir"),
        ("17:00", "19:00", "en recouvre une autre"),
    ):
        answer = staff.post(address, filled(page) | row(2, opens, closes, 1))
        assert answer.status_code == 422
        assert words in answer.text
    assert staff.post(address, filled(page) | row(5, "10:00", "12:00", 1)).status_code == 302
    answer = staff.post(address, filled(page) | row(6, "10:00", "12:00", 1))
    assert answer.status_code == 409
    assert "samedi 10:00-12:00" in answer.text
    assert staff.post(address, filled(answer)).status_code == 302
    assert sorted(OpeningPeriod.objects.values_list("weekday", flat=True)) == [2, 6]


# --- days unlike the others


def test_a_closure_noted_twice_is_refused_and_a_long_one_asked_about(staff):
    make_library()
    add = f"{HOME}jours/fermeture/"
    values = {"starts_on": "2027-08-01", "ends_on": "2027-08-15", "reason": "Congés d’été"}
    assert staff.post(add, filled(staff.get(add), **values)).status_code == 302
    again = staff.post(add, filled(staff.get(add), **values))
    assert again.status_code == 422
    assert "déjà notée" in again.text
    long = {"starts_on": "2027-08-16", "ends_on": "2028-02-29"}
    asked = staff.post(add, filled(staff.get(add), **long))
    assert asked.status_code == 422
    assert "Plus de trois mois" in asked.text
    assert Closure.objects.count() == 1
    assert staff.post(add, filled(asked, sure="on")).status_code == 302
    assert Closure.objects.count() == 2


COVERED = [
    (
        "fermeture",
        {"starts_on": "2027-08-15", "ends_on": "2027-08-20"},
        "du 1er août 2027 au 15 août 2027 (Été)",
    ),
    ("fermeture", {"starts_on": "2027-07-01", "ends_on": "2027-09-01"}, "Il y a déjà une fermeture"),
    ("fermeture", {"starts_on": "2027-08-16", "ends_on": "2027-08-20"}, None),
    (
        "fermeture",
        {"starts_on": "2027-08-03", "ends_on": "2027-08-04", "site": True},
        "Il y a déjà une fermeture",
    ),
    (
        "fermeture",
        {"starts_on": "2027-08-10", "ends_on": "2027-08-31", "site": True},
        None,
    ),  # longer than all
    ("ouverture", {"on": "2027-08-08", "opens_at": "11:00", "closes_at": "15:00"}, "de 10:00 à 12:00"),
    ("ouverture", {"on": "2027-08-08", "opens_at": "14:00", "closes_at": "15:00"}, None),
    ("ouverture", {"on": "2027-08-08", "opens_at": "10:00", "closes_at": "12:00", "site": True}, None),
]


@pytest.mark.parametrize(("kind", "values", "why"), COVERED)
def test_days_that_cover_days_told_already_are_refused(staff, kind, values, why):
    make_library()
    Closure.objects.create(starts_on="2027-08-01", ends_on="2027-08-15", reason="Été")
    ExceptionalOpening.objects.create(on="2027-08-08", opens_at="10:00", closes_at="12:00")
    if "site" in values:
        values = values | {"site": make_site().pk}
    else:
        make_site()
    add = f"{HOME}jours/{kind}/"
    answer = staff.post(add, filled(staff.get(add), **values))
    assert answer.status_code == (422 if why else 302)
    assert not why or why in answer.text


def test_a_closure_is_changed_without_covering_itself(staff):
    make_library()
    row = Closure.objects.create(starts_on="2027-08-01", ends_on="2027-08-15")
    address = f"{HOME}jours/fermeture/{row.pk}/"
    assert staff.post(address, filled(staff.get(address), ends_on="2027-08-16")).status_code == 302


def test_loans_that_fall_due_on_a_closed_day_are_counted_among_the_settings(staff):
    make_library(open_on=(2,))
    wednesday = datetime.date(2027, 8, 4)
    assert "tombe un jour fermé" not in staff.get(f"{HOME}jours/").text
    make_loan(due_on=wednesday)
    make_loan(due_on=wednesday + datetime.timedelta(days=7))
    Closure.objects.create(starts_on=wednesday, ends_on=wednesday)
    page = staff.get(f"{HOME}jours/").text
    assert "1 prêt en cours tombe un jour fermé" in page.replace("\u00a0", " ")


def test_a_closure_is_noted_changed_and_taken_out(staff):
    make_library()
    add = f"{HOME}jours/fermeture/"
    assert "site" not in staff.get(add).context["form"].fields
    north = make_site("Nord")
    values = {"starts_on": "2027-08-01", "ends_on": "2027-08-15", "reason": "Congés d’été", "site": north.pk}
    wrong = staff.post(add, filled(staff.get(add), **values | {"ends_on": "2027-07-01"}))
    assert wrong.status_code == 422
    assert "finirait avant de commencer" in wrong.text
    assert staff.post(add, filled(staff.get(add), **values)).status_code == 302
    closure = Closure.objects.get()
    assert (closure.site, closure.reason) == (north, "Congés d’été")
    page = staff.get(f"{HOME}jours/")
    assert "du 1er\u00a0août\u00a02027 au 15\u00a0août\u00a02027" in page.text
    address = f"{add}{closure.pk}/"
    first, second = (filled(staff.get(address), ends_on=f"2027-08-{day}") for day in (20, 22))
    assert staff.post(address, first).status_code == 302
    answer = staff.post(address, second)
    assert answer.status_code == 409
    assert staff.post(address, filled(answer)).status_code == 302
    assert Closure.objects.get().ends_on == datetime.date(2027, 8, 22)
    assert staff.post(f"{address}supprimer/").status_code == 302
    assert not Closure.objects.exists()
    assert [entry.verb for entry in JournalEntry.objects.filter(subject_type="closure")] == [
        "delete",
        "update",
        "update",
        "create",
    ]
    assert staff.post(f"{address}supprimer/").status_code == 404
    assert staff.get(f"{HOME}jours/rien/").status_code == 404


def test_an_exceptional_opening_has_its_hours(staff):
    make_library()
    add = f"{HOME}jours/ouverture/"
    values = {"on": "2027-05-30", "opens_at": "14:00", "closes_at": "13:00", "reason": "Fête du jeu"}
    assert staff.post(add, filled(staff.get(add), **values)).status_code == 422
    assert staff.post(add, filled(staff.get(add), **values | {"closes_at": "19:00"})).status_code == 302
    assert ExceptionalOpening.objects.get().closes_at == datetime.time(19)
    assert "Fête du jeu" in staff.get(f"{HOME}jours/").text


# --- rules of lending


def test_rules_are_read_as_sentences_also_where_they_meet(staff):
    make_library(max_loans=5, loan_days=21, subscription_required=True)
    nurseries, big = MemberCategory.objects.create(name="Crèches"), make_section("Grands jeux")
    LoanPolicy.objects.create(category=nurseries, max_loans=12, loan_days=42)
    LoanPolicy.objects.create(section=big, max_loans=1, price_cents=200)
    page = staff.get(f"{HOME}prets/")
    assert "adhésion exigée pour emprunter" in page.context["usual"].sentence
    by_rule = {said.whom: said.sentence for said in page.context["by_rule"]}
    rest = "1 prolongation, 3 réservations"
    assert by_rule == {
        "« Crèches »": f"12 jeux, 42 jours, {rest}, gratuit, retard gratuit",
        "Section « Grands jeux »": (
            f"1 jeu de cette sorte, 5 jeux en tout, 21 jours, {rest}, 2,00\u00a0€ le prêt, retard gratuit"
        ),
    }
    (met,) = page.context["meeting"]
    assert met.whom == "« Crèches », section « Grands jeux »"
    assert met.sentence.startswith("1 jeu de cette sorte, 12 jeux en tout, 42 jours")


def test_a_rule_is_written_changed_and_taken_out(staff):
    make_library()
    big = make_section("Grands jeux")
    add = f"{HOME}prets/regles/"
    page = staff.get(add)
    for values, words in (
        ({"loan_days": "7"}, "Partout ailleurs"),
        ({"section": big.pk}, "ne dit rien"),
        ({"section": big.pk, "loan_days": "0"}, "Entre 1 et 365"),
    ):
        answer = staff.post(add, filled(page, **values))
        assert answer.status_code == 422
        assert words in answer.text
    assert staff.post(add, filled(page, section=big.pk, loan_days="7", price_cents="1,5")).status_code == 302
    rule = LoanPolicy.objects.get()
    assert (rule.section, rule.loan_days, rule.price_cents, rule.max_loans) == (big, 7, 150, None)
    again = staff.post(add, filled(page, section=big.pk, loan_days="9"))
    assert again.status_code == 422
    assert "Une règle existe déjà pour ce cas" in again.text
    address = f"{add}{rule.pk}/"
    first, second = (filled(staff.get(address), loan_days=str(days)) for days in (8, 9))
    assert staff.post(address, first).status_code == 302
    assert staff.post(address, second).status_code == 409
    assert LoanPolicy.objects.get().loan_days == 8
    assert staff.post(f"{address}supprimer/").status_code == 302
    assert not LoanPolicy.objects.exists()
    assert staff.post(f"{address}supprimer/").status_code == 404


def test_sixty_rules_cost_no_more_queries_than_two(staff, django_assert_max_num_queries):
    make_library()
    for number in range(60):
        LoanPolicy.objects.create(section=make_section(f"Section {number}"), loan_days=number + 1)
    with django_assert_max_num_queries(6):
        assert staff.get(f"{HOME}prets/").status_code == 200


def test_how_long_loans_say_whose_they_were_is_set_and_told_to_families(staff):
    make_library()
    address = f"{HOME}donnees/"
    assert staff.post(address, filled(staff.get(address), history_months="121")).status_code == 422
    for months, words in (
        ("6", "6 mois après le retour"),
        ("0", "La nuit après le retour"),
        ("", "demandez à l’équipe"),
    ):
        assert staff.post(address, filled(staff.get(address), history_months=months)).status_code == 302
        assert words in staff.get("/donnees-personnelles/").text
