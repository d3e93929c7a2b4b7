"""Which rules hold for whom, overriding them, renewing, and taking a renewal back."""

import datetime

import pytest
from django.utils import timezone

from catalogue.models import (
    Closure,
    ExceptionalOpening,
    Hold,
    JournalEntry,
    Loan,
    LoanPolicy,
    MemberCategory,
    OpeningPeriod,
    Role,
)
from catalogue.policy import Refused
from catalogue.services import loans, returns
from tests.make import (
    make_copy,
    make_household,
    make_library,
    make_loan,
    make_member,
    make_record,
    make_section,
    make_site,
    make_user,
)

pytestmark = pytest.mark.django_db

SATURDAY = datetime.date(2026, 3, 14)
WEEK = datetime.timedelta(days=7)
DAY = datetime.timedelta(days=1)


def lend(copy=None, member=None, *, today=SATURDAY, **values):
    copy, member = copy or make_copy(), member or make_member()
    values = {
        "actor": None,
        "now": timezone.make_aware(datetime.datetime.combine(today, datetime.time(10))),
    } | (values)
    return loans.checkout(copy_id=copy.pk, member_id=member.pk, today=today, **values)


def refused(act, *args, **kwargs):
    with pytest.raises(Refused) as why:
        act(*args, **kwargs)
    return why.value.codes


def renew(loan, *, today, actor=None, **values):
    return loans.renew(loan_id=loan.pk, actor=actor, today=today, **values)


# --- which rule holds


def test_each_field_comes_from_the_weightiest_rule_that_says_something():
    make_library(loan_days=21, max_loans=9)
    nurseries = MemberCategory.objects.create(name="Assistantes maternelles")
    big = make_section("Grands jeux")
    LoanPolicy.objects.create(category=nurseries, loan_days=42, max_loans=12)
    LoanPolicy.objects.create(section=big, loan_days=7)
    LoanPolicy.objects.create(category=nurseries, section=big, max_renewals=0)
    family, nursery = make_member(), make_member(make_household("Crèche", category=nurseries))
    big_box = make_copy(section=big)
    assert lend(make_copy(), family).due_on == SATURDAY + 3 * WEEK
    assert lend(big_box, family).due_on == SATURDAY + WEEK
    assert lend(make_copy(), nursery).due_on == SATURDAY + 6 * WEEK
    loan = lend(make_copy(section=big), nursery)
    assert loan.due_on == SATURDAY + 6 * WEEK  # category before section, where both name one thing
    assert "renewed-enough" in refused(renew, loan, today=SATURDAY + DAY)


def test_a_limit_of_a_section_counts_its_boxes_and_holds_within_that_of_the_family():
    make_library(max_loans=3)
    big = make_section("Grands jeux")
    LoanPolicy.objects.create(section=big, max_loans=1)
    member = make_member()
    lend(make_copy(), member)
    lend(make_copy(section=big), member)
    assert refused(lend, make_copy(section=big), member) == ("too-many-here",)
    lend(make_copy(), member)
    assert refused(lend, make_copy(section=big), member) == ("too-many", "too-many-here")


def test_a_limit_of_a_place_counts_what_was_lent_there():
    make_library()
    north, south = make_site("Nord"), make_site("Sud")
    LoanPolicy.objects.create(site=north, max_loans=1)
    member = make_member()
    lend(make_copy(site=south), member, site_id=north.pk)  # a box of the south, lent at the north
    assert refused(lend, make_copy(site=north), member) == ("too-many-here",)
    assert lend(make_copy(site=north), member, site_id=south.pk).site == south


# --- the calendar of each place


def test_a_place_has_its_own_week_closures_and_openings():
    library = make_library(open_on=(5,), closed_on_holidays=True)  # Saturdays
    north = make_site("Nord")
    OpeningPeriod.objects.create(
        library=library, site=north, weekday=2, opens_at=datetime.time(9), closes_at=datetime.time(12)
    )
    due = SATURDAY + 3 * WEEK
    Closure.objects.create(starts_on=due, ends_on=due)  # everywhere
    Closure.objects.create(site=north, starts_on=due, ends_on=due + 2 * WEEK)
    ExceptionalOpening.objects.create(
        site=north, on=due + 6 * DAY, opens_at=datetime.time(9), closes_at=datetime.time(12)
    )
    assert lend(make_copy()).due_on == due + WEEK
    assert lend(make_copy(site=north), make_member()).due_on == due + 6 * DAY
    # lent where it does not stand: the place where one borrows counts
    assert lend(make_copy(), make_member(), site_id=north.pk).due_on == due + 6 * DAY


def test_public_and_school_holidays_close_where_the_settings_say_so():
    library = make_library(open_on=range(7), loan_days=1, closed_on_holidays=True)
    eve = datetime.date(2026, 12, 24)
    assert lend(today=eve).due_on == datetime.date(2026, 12, 26)
    library.holiday_region = "57"
    library.save()
    assert lend(today=eve).due_on == datetime.date(2026, 12, 27)  # Saint-Étienne in Alsace and Moselle
    library.school_zone, library.closed_in_school_holidays = "B", True
    library.save()
    assert lend(today=eve).due_on == datetime.date(2027, 1, 4)
    # open on one day of the holidays all the same
    ExceptionalOpening.objects.create(
        on=datetime.date(2026, 12, 30), opens_at=datetime.time(9), closes_at=datetime.time(12)
    )
    assert lend(today=eve).due_on == datetime.date(2026, 12, 30)
    library.closed_on_holidays = library.closed_in_school_holidays = False
    library.save()
    assert lend(today=eve).due_on == datetime.date(2026, 12, 25)


# --- the subscription


def test_a_box_comes_back_before_the_subscription_ends_and_the_answer_says_so():
    make_library(open_on=(2, 5))
    until = SATURDAY + 10 * DAY
    loan = lend(member=make_member(make_household(subscribed_until=until)))
    assert loan.due_on == SATURDAY + WEEK
    assert loan.term.sentence == "L’adhésion finit le 24 mars 2026 : le retour est avancé."
    # no open day is left before the end: the usual term, and it is said
    last = lend(member=make_member(make_household(subscribed_until=SATURDAY)))
    assert last.due_on == SATURDAY + 3 * WEEK
    assert "avant le retour" in last.term.sentence


# --- against the rules


def test_a_librarian_lends_against_the_rules_with_a_note_and_a_volunteer_does_not(librarian, volunteer):
    make_library(max_loans=0)
    copy, member = make_copy(), make_member(make_household(subscribed_until=SATURDAY - DAY))
    both = ("subscription-ended", "too-many")
    assert refused(lend, copy, member, actor=librarian) == both
    assert refused(lend, copy, member, actor=librarian, override_note="  ") == both
    assert refused(lend, copy, member, actor=volunteer, override_note="accord de Nadia") == both
    loan = lend(copy, member, actor=librarian, override_note="accord de Nadia")
    assert loan.override_note == "accord de Nadia"
    assert JournalEntry.objects.first().after["over"] == list(both)


def test_no_note_lends_what_somebody_has(librarian):
    make_library()
    loan = lend()
    other = make_member(make_household("Famille Durand"))
    assert refused(lend, loan.copy, other, actor=librarian, override_note="si") == ("already-lent",)


def test_a_note_that_was_not_needed_is_not_kept(librarian):
    make_library()
    assert lend(actor=librarian, override_note="au cas où").override_note == ""


# --- renewing


def test_a_renewal_is_due_as_a_loan_of_that_day_would_be():
    make_library(open_on=(5,), max_renewals=2)
    loan = lend()
    again = renew(loan, today=SATURDAY + 10 * DAY)
    assert again.due_on == SATURDAY + 5 * WEEK  # ten days and three weeks later, then the next Saturday
    assert again.renewals == 1
    entry = JournalEntry.objects.first()
    assert (entry.verb, entry.before["due_on"], entry.after["due_on"]) == (
        "renew",
        "2026-04-04",
        "2026-04-18",
    )


def test_a_second_click_renews_nothing():
    make_library(max_renewals=None)
    loan = lend()
    renew(loan, today=SATURDAY + WEEK)
    assert refused(renew, loan, today=SATURDAY + WEEK) == ("no-later",)
    assert Loan.objects.get().renewals == 1


def test_every_reason_not_to_renew_is_said_at_once():
    make_library(max_renewals=0)
    family = make_household(subscribed_until=SATURDAY + WEEK)
    account = make_user("martin", role=Role.MEMBER, household=family)
    loan = lend(member=make_member(family))
    Hold.objects.create(
        record=loan.copy.record, household=make_household("Famille Durand"), placed_at=timezone.now()
    )
    late = SATURDAY + 4 * WEEK
    assert refused(renew, loan, today=late, actor=account) == (
        "awaited",
        "renewed-enough",
        "subscription-ended",
        "late",
    )


def test_a_family_s_own_hold_keeps_it_from_nothing():
    make_library()
    loan = lend()
    Hold.objects.create(record=loan.copy.record, household=loan.member.household, placed_at=timezone.now())
    assert renew(loan, today=SATURDAY + WEEK).renewals == 1


def test_the_desk_renews_what_is_late_and_the_family_does_not(volunteer):
    make_library()
    loan = lend()
    account = make_user("martin", role=Role.MEMBER, household=loan.member.household)
    late = SATURDAY + 4 * WEEK
    assert refused(renew, loan, today=late, actor=account) == ("late",)
    assert renew(loan, today=late, actor=volunteer).due_on == late + 3 * WEEK


def test_a_family_renews_nothing_of_another_family(family):
    make_library()
    loan = lend(member=make_member(make_household("Famille Durand")))
    with pytest.raises(Loan.DoesNotExist):
        renew(loan, today=SATURDAY + WEEK, actor=family)


def test_a_librarian_renews_against_the_rules_with_a_note(librarian):
    make_library(max_renewals=0)
    loan = lend()
    assert refused(renew, loan, today=SATURDAY + WEEK, actor=librarian) == ("renewed-enough",)
    assert renew(loan, today=SATURDAY + WEEK, actor=librarian, override_note="malade").renewals == 1
    assert Loan.objects.get().override_note == "malade"


def test_what_came_back_is_not_renewed():
    make_library()
    loan = make_loan(make_copy(make_record("Uno")), returned=True)
    assert refused(renew, loan, today=timezone.localdate()) == ("not-on-loan",)


def test_a_renewal_is_taken_back_once_and_only_on_its_day():
    make_library(max_renewals=None)
    today = timezone.localdate()
    loan = make_loan(due_on=today + DAY)
    renew(loan, today=today)
    assert refused(loans.undo_renew, loan_id=loan.pk, actor=None, today=today + DAY) == ("undo-too-late",)
    loans.undo_renew(loan_id=loan.pk, actor=None, today=today)
    again = Loan.objects.get()
    assert (again.due_on, again.renewals) == (today + DAY, 0)
    assert refused(loans.undo_renew, loan_id=loan.pk, actor=None, today=today) == ("undo-too-late",)
    assert renew(loan, today=today).renewals == 1


# --- what it costs


def owed(household) -> list[tuple]:
    return list(household.ledger.order_by("id").values_list("kind", "amount_cents"))


def test_a_loan_costs_its_price_and_cancelling_it_takes_that_back():
    make_library(price_cents=50)
    big = make_section("Grands jeux")
    LoanPolicy.objects.create(section=big, price_cents=200)
    member, today = make_member(), timezone.localdate()
    loan = lend(make_copy(section=big), member, today=today)
    lend(make_copy(), member, today=today)
    assert loan.charge.loan == loan
    assert owed(member.household) == [("pret", 200), ("pret", 50)]
    loans.undo_checkout(loan_id=loan.pk, actor=None, today=today)
    assert owed(member.household) == [("pret", 200), ("pret", 50), ("correction", -200)]


def test_late_open_days_are_paid_up_to_the_cap_and_undoing_the_return_takes_that_back():
    make_library(open_on=(2, 5), late_cents=20, late_cap_cents=50)
    copy, member, now = make_copy(), make_member(), timezone.now()
    loan = lend(copy, member, today=timezone.localdate() - 60 * DAY)
    due = timezone.localdate(now) - 7 * DAY
    Loan.objects.update(due_on=due)
    back = returns.checkin(copy_id=copy.pk, actor=None, now=now)
    assert back.late_fee.amount_cents == 40  # two open days in any week
    assert back.late_fee.note.endswith(", 7 jours de retard, dont 2 d’ouverture")
    returns.undo_checkin(loan_id=loan.pk, actor=None, today=timezone.localdate(now))
    assert owed(member.household) == [("retard", 40), ("correction", -40)]
    Loan.objects.update(due_on=due - 30 * DAY)
    assert returns.checkin(copy_id=copy.pk, actor=None, now=now).late_fee.amount_cents == 50


def test_a_box_back_in_time_costs_nothing_more():
    make_library(late_cents=20)
    copy, now = make_copy(), timezone.now()
    lend(copy, today=timezone.localdate(now) - 21 * DAY)
    assert returns.checkin(copy_id=copy.pk, actor=None, now=now).late_fee is None


def test_renewing_a_late_box_at_the_desk_charges_what_is_late_so_far():
    make_library(late_cents=20, max_renewals=None)
    today = timezone.localdate()
    loan = lend(today=today - 24 * DAY)
    household = loan.member.household
    assert renew(loan, today=today).charge.amount_cents == 60
    loans.undo_renew(loan_id=loan.pk, actor=None, today=today)
    assert owed(household) == [("retard", 60), ("correction", -60)]
    assert Loan.objects.get().due_on == today - 3 * DAY


def test_a_loan_that_costs_and_has_many_rules_is_one_scan_of_few_queries(client, librarian, login, budget):
    library = make_library(open_on=(2, 5), price_cents=50)
    for number in range(30):
        section = make_section(f"Section {number}")
        LoanPolicy.objects.create(section=section, loan_days=number + 1, price_cents=100)
        Closure.objects.create(starts_on=SATURDAY, ends_on=SATURDAY + number * DAY)
    library.refresh_from_db()
    member = make_member(make_household(subscribed_until=datetime.date(2099, 1, 1)))
    box = make_copy(section=section, barcode="0071234")
    lend(make_copy(), member)
    client = login(librarian)
    with budget("checkout"):
        answer = client.post(
            "/gestion/pret/", {"code": "0071234", "adherent": member.pk}, headers={"HX-Request": "true"}
        )
    assert answer.status_code == 200
    assert box.open_loan
    assert owed(member.household)[-1] == ("pret", 100)
