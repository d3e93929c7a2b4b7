"""What each kind of scan at the desk costs in queries: at most ten for a loan, and twelve for a return."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from catalogue import desk_site
from catalogue.models import Copy, Hold, Library, Loan, Transit
from catalogue.services.parts import Part
from tests.make import (
    make_copy,
    make_hold,
    make_household,
    make_library,
    make_loan,
    make_member,
    make_missing,
    make_record,
    make_section,
    make_site,
)

pytestmark = pytest.mark.django_db
PART = {"HTTP_HX_REQUEST": "true"}
DAY = datetime.timedelta(days=1)


@pytest.fixture
def desk(login, volunteer, monkeypatch, settings):
    """At one of two sites of a library that has all that costs a query, and sends mails."""
    monkeypatch.setattr("catalogue.search.index.random.random", lambda: 1.0)  # no tidying by chance
    settings.SITE_URL = "https://ludo.example.org"
    make_library(open_on=(1, 2, 3, 4, 5), late_cents=20, email="ludo@example.org")
    client = login(volunteer)
    session = client.session
    session[desk_site.KEY] = make_site("École").pk
    session.save()
    return client


@pytest.fixture
def box():
    record = make_record("Uno", components=[Part("dé", 2, True, 3), Part("pion rouge", 4, False, 0)])
    return make_copy(record, barcode="90199", site=make_site("École"), section=make_section())


def waits(box, name="Famille Petit", site="École"):
    household = make_household(name, email="petit@example.org")
    return make_hold(box.record, household, site=make_site(site) if site else None)


def lacks(box):
    make_missing(box, "dé", important=False)
    make_missing(box, "pion", 2, important=False)


# --- returns: of a box that is late and costs a fee, or is not


def plain(box):
    pass


def counted_first(box):
    Library.objects.update(count_first=True)


def set_aside(box):
    waits(box, "Famille Roux")
    waits(box)


def set_aside_where_it_is(box):
    waits(box, site=None)


def sent_for_a_family(box):
    waits(box, site="Mairie")


def sent_home(box):
    Copy.objects.filter(pk=box.pk).update(site=make_site("Mairie"))


def sent_home_to_be_counted(box):
    counted_first(box)
    sent_home(box)


RETURNS = [
    plain,
    lacks,
    counted_first,
    set_aside,
    set_aside_where_it_is,
    sent_for_a_family,
    sent_home,
    sent_home_to_be_counted,
]


@pytest.mark.parametrize("late", [0, 9])
@pytest.mark.parametrize("kind", RETURNS)
def test_a_return_asks_no_more_than_it_may(desk, box, kind, late, budget):
    loan = make_loan(box, make_member(make_household("Famille Benali")))
    kind(box)
    Loan.objects.filter(pk=loan.pk).update(due_on=timezone.localdate() - late * DAY)
    with budget("checkin"):
        page = desk.post(reverse("checkin"), {"code": box.barcode}, **PART)
    assert page.status_code == 200
    assert Loan.objects.get(pk=loan.pk).returned_at
    assert ("au compte de la famille" in page.text) == bool(late)


def test_a_long_queue_costs_a_return_no_more_than_a_short_one(desk, box, budget):
    loan = make_loan(box)
    waits(box, site="École")
    with budget("checkin") as short:
        desk.post(reverse("checkin"), {"code": box.barcode}, **PART)
    returned = Loan.objects.get(pk=loan.pk)
    assert returned.returned_at
    other = make_loan(make_copy(box.record, site=box.site)).copy
    families = [make_household(f"Famille {n}", email="f@example.org") for n in range(20)]
    now = timezone.now()
    Hold.objects.bulk_create(
        Hold(record=box.record, household=one, placed_at=now, pickup_site=box.site) for one in families
    )
    with budget("checkin") as long:
        desk.post(reverse("checkin"), {"code": other.barcode}, **PART)
    assert Hold.objects.ready().count() == 2
    assert len(long) == len(short)


# --- loans: of a box that has a price


def nothing_special(box, member):
    pass


def with_missing_pieces(box, member):
    lacks(box)


def set_aside_for_this_family(box, member):
    make_hold(ready=box, household=member.household)


def taken_from_the_shelf_by_who_waited(box, member):
    make_hold(box.record, member.household)


def others_wait_and_this_family_does_not(box, member):
    make_copy(box.record)
    waits(box)


def just_arrived_from_another_site(box, member):
    here, there = make_site("École"), make_site("Mairie")
    Transit.objects.create(copy=box, to_site=here, from_site=there, sent_at=timezone.now())


LOANS = [
    nothing_special,
    with_missing_pieces,
    set_aside_for_this_family,
    taken_from_the_shelf_by_who_waited,
    others_wait_and_this_family_does_not,
    just_arrived_from_another_site,
]


@pytest.mark.parametrize("kind", LOANS)
def test_a_loan_asks_no_more_than_it_may(desk, box, kind, budget):
    member = make_member(make_household("Famille Benali"))
    make_loan(member=member)
    kind(box, member)
    Library.objects.update(price_cents=100)
    with budget("checkout"):
        page = desk.post(reverse("checkout"), {"code": box.barcode, "adherent": member.pk}, **PART)
    assert page.status_code == 200
    assert "de plus au compte" in page.text
    assert box.open_loan
