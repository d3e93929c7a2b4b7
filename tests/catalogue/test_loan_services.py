"""Lending, taking back, and taking either back."""

import datetime
from unittest import mock

import pytest
from django.utils import timezone

from catalogue import policy
from catalogue.models import Copy, CopyState, JournalEntry, Loan
from catalogue.models.copy import Status
from catalogue.policy import Refused
from catalogue.services import loans, returns
from tests.make import make_copy, make_household, make_library, make_loan, make_member, make_record

pytestmark = pytest.mark.django_db


def lend(copy, member, *, actor=None, today=None):
    return loans.checkout(
        copy_id=copy.pk, member_id=member.pk, actor=actor, today=today or timezone.localdate()
    )


def take_back(copy, *, actor=None, now=None):
    return returns.checkin(copy_id=copy.pk, actor=actor, now=now or timezone.now()).loan


def test_it_lends_until_an_open_day_and_notes_who_did_it(librarian):
    make_library(open_on=(2, 5))
    copy, member = make_copy("Uno", barcode="0090199"), make_member()
    loan = lend(copy, member, actor=librarian, today=datetime.date(2026, 3, 12))
    assert loan.due_on == datetime.date(2026, 4, 4)
    assert Copy.objects.get().status == Status.ON_LOAN
    entry = JournalEntry.objects.first()
    assert (entry.actor, entry.verb, entry.subject_name) == (librarian, "checkout", "Uno (0090199)")
    assert entry.after == {"loan": loan.pk, "due_on": "2026-04-04"}


def test_it_refuses_a_copy_already_on_loan_and_tells_families_apart():
    copy, member = make_copy(), make_member()
    brother = make_member(member.household, first_name="Sami")
    stranger = make_member(make_household("Famille Durand"))
    lend(copy, member)
    for other, code in ((member, "already-theirs"), (brother, "already-theirs"), (stranger, "already-lent")):
        with pytest.raises(Refused) as refused:
            lend(copy, other)
        assert refused.value.codes == (code,)
    assert Loan.objects.count() == 1
    assert JournalEntry.objects.filter(verb="checkout").count() == 1


def test_the_database_refuses_what_the_check_has_missed():
    copy = make_copy()
    lend(copy, make_member())
    with mock.patch.object(policy, "refusals", return_value=()), pytest.raises(Refused) as refused:
        lend(copy, make_member(make_household("Famille Durand")))
    assert refused.value.codes == ("already-lent",)
    assert Loan.objects.open().count() == 1


def test_the_number_of_boxes_counts_for_the_whole_family():
    make_library(max_loans=2)
    member = make_member()
    brother = make_member(member.household, first_name="Sami")
    lend(make_copy(), member)
    lend(make_copy(), brother)
    with pytest.raises(Refused) as refused:
        lend(make_copy(), member)
    assert refused.value.codes == ("too-many",)
    assert lend(make_copy(), make_member(make_household("Famille Durand")))


def test_it_takes_back_and_the_box_is_on_the_shelf(volunteer):
    copy = make_copy()
    loan = make_loan(copy)
    back = take_back(copy, actor=volunteer)
    assert back.pk == loan.pk
    assert back.returned_by == volunteer
    assert list(Copy.objects.on_shelf()) == [copy]
    with pytest.raises(Refused) as refused:
        take_back(copy)
    assert refused.value.codes == ("not-on-loan",)
    assert JournalEntry.objects.filter(verb="checkin").count() == 1


def test_a_clock_set_back_does_not_keep_a_box_from_coming_home():
    copy = make_copy()
    loan = make_loan(copy)
    assert take_back(copy, now=loan.lent_at - datetime.timedelta(days=400)).returned_at == loan.lent_at


def test_a_mistaken_loan_is_cancelled_once_and_only_on_its_day():
    copy = make_copy()
    loan, today = make_loan(copy), timezone.localdate()
    with pytest.raises(Refused, match="pas d’aujourd’hui"):
        loans.undo_checkout(loan_id=loan.pk, actor=None, today=today + datetime.timedelta(days=1))
    loans.undo_checkout(loan_id=loan.pk, actor=None, today=today)
    assert not Loan.objects.exists()
    assert JournalEntry.objects.first().verb == "undo-checkout"
    with pytest.raises(Refused, match="déjà rendu ou annulé"):
        loans.undo_checkout(loan_id=loan.pk, actor=None, today=today)


def test_a_loan_that_came_back_is_not_cancelled_any_more():
    loan = make_loan(returned=True)
    with pytest.raises(Refused, match="déjà rendu ou annulé"):
        loans.undo_checkout(loan_id=loan.pk, actor=None, today=timezone.localdate())
    assert Loan.objects.count() == 1


def test_a_mistaken_return_is_reopened_with_its_due_date():
    day = datetime.date(2026, 4, 4)
    loan = make_loan(due_on=day, returned=True)
    returns.undo_checkin(loan_id=loan.pk, actor=None, today=timezone.localdate())
    again = Loan.objects.get()
    assert (again.returned_at, again.returned_by, again.due_on) == (None, None, day)
    with pytest.raises(Refused, match="déjà annulé"):
        returns.undo_checkin(loan_id=loan.pk, actor=None, today=timezone.localdate())


def test_a_return_stays_when_the_box_has_gone_to_somebody_since():
    copy = make_copy()
    loan = make_loan(copy, returned=True)
    make_loan(copy, make_member(make_household("Famille Durand")))
    for still_out in (1, 0):
        with pytest.raises(Refused, match="prêtée depuis"):
            returns.undo_checkin(loan_id=loan.pk, actor=None, today=timezone.localdate())
        assert Loan.objects.open().count() == still_out
        if still_out:
            returns.checkin(copy_id=copy.pk, actor=None, now=timezone.now())


def test_a_copy_that_is_not_in_service_stays():
    copy = make_copy(make_record("Uno"), state=CopyState.REPAIR)
    with pytest.raises(Refused) as refused:
        lend(copy, make_member())
    assert refused.value.codes == ("state-reparation",)
