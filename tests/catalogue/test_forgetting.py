"""Who had a box is known for a while after it came back, then nobody can tell."""

import datetime

import pytest
from django.utils import timezone

from catalogue.models import HoldState, JournalEntry, LedgerKind, Library, Mail, MissingPiece, Role
from catalogue.policy import Refused
from catalogue.services import forgetting, holds, households, ledger, loans, removals
from catalogue.tasks import housekeeping
from tests.make import (
    make_copy,
    make_household,
    make_library,
    make_loan,
    make_mail,
    make_member,
    make_subscription,
    make_user,
)

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2026, 6, 30, 4, tzinfo=datetime.UTC)
BACK = datetime.datetime(2026, 2, 27, 15, tzinfo=datetime.UTC)


def returned(at=BACK, member=None):
    loan = make_loan(member=member)
    loan.lent_at, loan.returned_at = at - datetime.timedelta(days=20), at
    loan.save()
    return loan


def test_a_loan_is_cut_from_its_family_four_months_after_its_return():
    make_library()
    old, fresh, running = returned(), returned(BACK + datetime.timedelta(days=2)), make_loan()
    assert forgetting.forget(now=NOW) == 1
    for loan in (old, fresh, running):
        loan.refresh_from_db()
    assert old.member is None
    assert fresh.member
    assert running.member
    assert forgetting.forget(now=NOW) == 0


def test_whose_a_loan_was_that_was_undone_is_cut_out_of_the_journal_as_late():
    make_library()
    loan = make_loan()
    family = loan.member.household_id
    loans.undo_checkout(loan_id=loan.pk, actor=None, today=timezone.localdate())
    line = JournalEntry.objects.get(verb="undo-checkout")
    forgetting.forget(now=line.at)
    line.refresh_from_db()
    assert line.before["household"] == family
    forgetting.forget(now=line.at + datetime.timedelta(days=200))
    line.refresh_from_db()
    assert "household" not in line.before


def test_the_journal_says_what_was_done_and_no_longer_by_whom_of_a_family_nor_why():
    make_library(price_cents=50)
    account = make_user("samira", role=Role.MEMBER, household=make_household("Famille Benali"))
    member, nadia = make_member(account.household), make_user("nadia", role=Role.LIBRARIAN)
    loan = make_loan(member=member)
    loans.renew(loan_id=loan.pk, actor=account, today=timezone.localdate() + datetime.timedelta(days=1))
    hold = holds.place(
        record_id=make_copy().record_id,
        household_id=account.household_id,
        actor=account,
        now=timezone.now(),
    )
    make_subscription(account.household, starts_on=BACK.date(), ends_on=BACK.date())
    box = make_copy()
    note = {"override_note": "la mère de Zoé a promis"}
    loans.checkout(copy_id=box.pk, member_id=member.pk, actor=nadia, today=timezone.localdate(), **note)
    said = JournalEntry.objects.filter(subject_type__in=["copy", "hold"])
    assert "Benali" not in said.get(subject_type="hold", subject_id=hold.pk).subject_name
    last = said.order_by("at").last().at
    forgetting.forget(now=last)
    assert said.filter(actor=account).count() == 2
    forgetting.forget(now=last + datetime.timedelta(days=200))
    assert not said.filter(actor=account).exists()
    assert said.filter(actor=nadia).exists()
    assert {line.actor_name for line in said.filter(verb__in=["renew", "hold"])} == {"une famille"}
    kept = {name for line in said for name in (*line.before, *line.after)}
    assert kept.isdisjoint(forgetting.PERSONAL)
    assert "due_on" in kept
    assert "samira" not in str([line.__dict__ for line in said])


def test_no_mail_outlives_the_loans_it_tells_of():
    make_library(history_months=1)
    old = {"queued_at": NOW - datetime.timedelta(days=40), "next_try_at": None}
    fresh, waits, gone = (make_mail(make_household()) for _ in range(3))
    for mail, said in ((fresh, {"queued_at": NOW}), (waits, {"next_try_at": NOW}), (gone, {})):
        Mail.objects.filter(pk=mail.pk).update(**old | said)
    forgetting.forget(now=NOW)
    assert set(Mail.objects.all()) == {fresh, waits}


def test_the_accounts_keep_the_amount_and_lose_what_it_was_for():
    make_library()
    loan = returned()
    line = ledger.charge(
        household_id=loan.member.household_id,
        kind=LedgerKind.LATE,
        amount_cents=150,
        actor=None,
        note="Uno, 3 jours de retard",
        loan_id=loan.pk,
    )
    forgetting.forget(now=NOW)
    line.refresh_from_db()
    assert (line.amount_cents, line.note, line.loan) == (150, "", None)
    assert line.household


def test_a_loan_of_which_a_piece_is_missing_still_waits():
    make_library()
    loan = returned()
    piece = MissingPiece.objects.create(copy=loan.copy, name="dé", since_loan=loan, noted_at=BACK)
    assert forgetting.forget(now=NOW) == 0
    piece.outcome, piece.closed_at = "retrouvee", NOW
    piece.charge = ledger.charge(
        household_id=loan.member.household_id, kind=LedgerKind.PIECE, amount_cents=200, actor=None
    )
    piece.save()
    assert forgetting.forget(now=NOW) == 1
    piece.refresh_from_db()
    assert piece.charge is None  # its line in the account names the family


def test_a_hold_that_is_over_is_cut_and_one_that_waits_is_not():
    make_library()
    copy, family = make_copy(), make_household()
    over = copy.record.holds.create(
        household=family, state=HoldState.CANCELLED, placed_at=BACK, closed_at=BACK
    )
    waits = copy.record.holds.create(household=family, placed_at=BACK)
    assert forgetting.forget(now=NOW) == 1
    over.refresh_from_db()
    waits.refresh_from_db()
    assert (over.household, waits.household) == (None, family)


def test_a_library_that_keeps_its_history_keeps_it_and_one_that_keeps_none_cuts_at_once():
    make_library(history_months=None)
    member = make_member()
    returned(member=member)
    assert forgetting.forget(now=NOW) == 0
    Library.objects.update(history_months=0)
    returned(NOW - datetime.timedelta(hours=12), member)
    returned(NOW - datetime.timedelta(hours=1), member)  # of today: one may still take it back
    assert forgetting.forget(now=NOW) == 2


def test_the_night_does_it(django_capture_on_commit_callbacks):
    make_library()
    returned(timezone.now() - datetime.timedelta(days=200))
    assert housekeeping.func()["forgotten"] == 1


def test_of_a_family_removed_long_ago_the_journal_says_only_that_there_was_one():
    make_library()
    family, stays = make_household("Famille Éluard", notes="gentils"), make_household("Famille Char")
    make_member(family, first_name="Zoé")
    households.update(household_id=stays.pk, actor=None, name="Famille Char-Éluard")
    gone = removals.remove(household_id=family.pk, actor=None)
    forgetting.forget(now=gone.at + datetime.timedelta(days=40))
    gone.refresh_from_db()
    assert gone.before["facts"]["notes"] == "gentils"
    forgetting.forget(now=gone.at + datetime.timedelta(days=200))
    gone.refresh_from_db()
    assert (gone.subject_name, gone.before) == ("un foyer retiré", {})
    with pytest.raises(Refused, match="effacé"):
        removals.put_back(entry_id=gone.pk, actor=None)
    assert JournalEntry.objects.get(verb="update").after == {"name": "Famille Char-Éluard"}
