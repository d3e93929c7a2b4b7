"""Counting pieces, and what becomes of those that are missing."""

import datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from catalogue.models import Copy, CopyState, JournalEntry, Library, Loan, MissingPiece, PieceCount
from catalogue.models.copy import Status
from catalogue.models.piece import TAKEN_FOR, lacking
from catalogue.policy import Refused
from catalogue.queries import ledger as ledger_of
from catalogue.services import copies, counts, missing, piece_charges, records, returns, states
from catalogue.services.parts import Part
from tests.make import make_copy, make_library, make_loan, make_member, make_record, make_user

pytestmark = pytest.mark.django_db
DIE, PAWN, RULES = "dé", "pion rouge", "règle"


@pytest.fixture
def box():
    """Two dice one needs, of which three lie in reserve, four pawns one does not, and rules of no number."""
    parts = [Part(DIE, 2, True, 3), Part(PAWN, 4, False, 0), Part(RULES, None, False, 0)]
    return make_copy(make_record("Uno", components=parts), barcode="0090199")


def now():
    return timezone.now()


def part(box, name):
    return box.record.components.get(name=name)


def come_back(box):
    loan = make_loan(box)
    return returns.checkin(copy_id=box.pk, actor=None, now=now()).loan or loan


def count(box, *, seen=0, actor=None, **found):
    """Counts; `dice=1`, `pawns=4`, `rules=0`."""
    names = {"dice": DIE, "pawns": PAWN, "rules": RULES}
    told = {part(box, names[name]).pk: number for name, number in found.items()}
    return counts.finish(copy_id=box.pk, found=told, seen=seen, actor=actor, now=now())


def miss(box, name, quantity=1, **values):
    return missing.note(
        copy_id=box.pk, component_id=part(box, name).pk, quantity=quantity, actor=None, now=now(), **values
    )


def fresh(box):
    return Copy.objects.get(pk=box.pk)


def spare(box, name):
    return part(box, name).spare


def open_pieces(box):
    return {(one.name, one.quantity) for one in box.missing.open()}


# --- count now or later


def test_a_box_that_came_back_stays_in_until_counted_if_the_library_says_so(box, volunteer):
    make_library(count_first=True)
    back = returns.checkin(copy_id=make_loan(box).copy_id, actor=volunteer, now=now())
    assert back.count == PieceCount.objects.get()
    assert fresh(box).state == CopyState.TO_COUNT
    assert fresh(box).state_since == timezone.localdate()
    with pytest.raises(Refused) as refused:
        make_loan(box)
    assert "state-compter" in refused.value.codes
    told = count(box, dice=2, pawns=4, rules=1, actor=volunteer)
    assert (told.lacks, told.back) == ([], [])
    assert fresh(box).status == Status.AVAILABLE
    assert PieceCount.objects.get().done_by == volunteer


def test_a_box_goes_back_on_the_shelf_where_the_library_does_not_count_first(box):
    make_library()
    come_back(box)
    assert fresh(box).status == Status.AVAILABLE
    counts.later(copy_id=box.pk, actor=None, now=now())
    counts.later(copy_id=box.pk, actor=None, now=now())
    assert PieceCount.objects.count() == 1
    assert fresh(box).status == Status.AVAILABLE


def test_a_box_of_which_no_parts_are_known_does_not_wait(db):
    make_library(count_first=True)
    copy = make_copy("Odin")
    assert returns.checkin(copy_id=make_loan(copy).copy_id, actor=None, now=now()).count is None
    assert fresh(copy).status == Status.AVAILABLE


def test_a_box_waits_once(box):
    PieceCount.objects.create(copy=box, asked_at=now())
    with pytest.raises(IntegrityError), transaction.atomic():
        PieceCount.objects.create(copy=box, asked_at=now())


def test_what_a_box_that_was_out_twice_uncounted_lacks_is_of_no_loan(box):
    make_library()
    first = come_back(box)
    counts.later(copy_id=box.pk, loan_id=first.pk, actor=None, now=now())
    assert PieceCount.objects.get().loan == first
    Library.objects.update(count_first=True)
    come_back(box)
    assert PieceCount.objects.get().loan is None
    assert count(box, dice=1).lacks[0].since_loan is None


def test_a_second_volunteer_is_told_and_may_count_all_the_same(box, volunteer, librarian):
    counts.later(copy_id=box.pk, actor=None, now=now())
    counts.take(copy_id=box.pk, actor=volunteer, now=now())
    counts.take(copy_id=box.pk, actor=volunteer, now=now())
    with pytest.raises(Refused, match="compte la boîte depuis"):
        counts.take(copy_id=box.pk, actor=librarian, now=now())
    counts.take(copy_id=box.pk, actor=librarian, now=now() + TAKEN_FOR)
    counts.take(copy_id=box.pk, actor=volunteer, now=now(), anyway=True)
    assert PieceCount.objects.get().taken_by == volunteer


def test_who_finishes_second_is_told_and_changes_nothing(box, volunteer):
    counts.later(copy_id=box.pk, actor=None, now=now())
    count(box, dice=2, actor=volunteer)
    with pytest.raises(Refused, match="déjà été compté") as refused:
        count(box, dice=1)
    assert str(volunteer) in str(refused.value)
    assert not MissingPiece.objects.exists()
    assert count(box, dice=1, seen=PieceCount.objects.get().pk).lacks


def test_a_box_on_loan_is_not_counted(box):
    make_loan(box)
    for act in (lambda: count(box, dice=2), lambda: counts.later(copy_id=box.pk, actor=None, now=now())):
        with pytest.raises(Refused, match="prêtée"):
            act()


# --- what is missing


def test_what_a_count_does_not_find_is_missing_since_that_loan(box, volunteer):
    make_library(count_first=True)
    loan = come_back(box)
    told = count(box, dice=1, pawns=2, rules=0, actor=volunteer)
    assert lacking(told.lacks) == "Il manque 1 dé, 2 pions rouges et 1 règle."
    assert {one.since_loan for one in told.lacks} == {loan}
    assert (fresh(box).state, fresh(box).state_reason) == (CopyState.INCOMPLETE, "Il manque 1 dé.")
    seen = PieceCount.objects.get().pk
    assert count(box, seen=seen, dice=1, pawns=2, rules=0).lacks == []  # known already
    assert open_pieces(box) == {(DIE, 1), (PAWN, 2), (RULES, 1)}


def test_a_piece_that_a_later_count_finds_is_no_longer_missing_and_the_box_is_back(box):
    count(box, dice=0)
    seen = PieceCount.objects.get().pk
    told = count(box, seen=seen, dice=1)
    assert lacking(told.back) == "Il manque 1 dé."
    assert open_pieces(box) == {(DIE, 1)}
    assert fresh(box).state == CopyState.INCOMPLETE
    count(box, seen=PieceCount.objects.latest("pk").pk, dice=2)
    assert open_pieces(box) == set()
    assert fresh(box).status == Status.AVAILABLE


def test_an_unimportant_piece_keeps_no_box_in(box):
    count(box, pawns=3)
    assert fresh(box).status == Status.AVAILABLE
    piece = box.missing.open().get()
    missing.playable(piece_id=piece.pk, important=True, actor=None, now=now())
    assert fresh(box).state == CopyState.INCOMPLETE
    missing.playable(piece_id=piece.pk, important=False, actor=None, now=now())
    assert fresh(box).status == Status.AVAILABLE


def test_a_piece_is_replaced_from_the_spares_and_they_never_go_below_none(box):
    piece = miss(box, DIE, 2)
    missing.replace(piece_id=piece.pk, quantity=1, actor=None, now=now())
    assert (spare(box, DIE), open_pieces(box)) == (2, {(DIE, 1)})
    missing.replace(piece_id=piece.pk, actor=None, now=now())
    assert (spare(box, DIE), fresh(box).state) == (1, CopyState.IN_SERVICE)
    other = miss(box, DIE, 2)
    with pytest.raises(Refused, match="réserve n’en a que 1"):
        missing.replace(piece_id=other.pk, actor=None, now=now())
    with pytest.raises(Refused, match="réserve n’en a pas"):
        missing.replace(piece_id=miss(box, PAWN).pk, actor=None, now=now())
    assert spare(box, DIE) == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        box.record.components.update(spare=-1)


def test_a_replacement_taken_back_gives_the_spare_back(box):
    piece = miss(box, DIE)
    missing.replace(piece_id=piece.pk, actor=None, now=now())
    missing.reopen(piece_id=piece.pk, actor=None, now=now())
    assert spare(box, DIE) == 3
    assert fresh(box).state == CopyState.INCOMPLETE
    with pytest.raises(Refused):
        missing.reopen(piece_id=piece.pk, actor=None, now=now())


def test_a_box_is_put_back_when_its_last_important_piece_is_found_or_done_without(box):
    for end in (missing.found, missing.write_off, missing.forget):
        first, second = miss(box, DIE), miss(box, DIE)
        missing.found(piece_id=first.pk, actor=None, now=now())
        assert fresh(box).state == CopyState.INCOMPLETE
        end(piece_id=second.pk, actor=None, now=now())
        assert fresh(box).status == Status.AVAILABLE
        with pytest.raises((Refused, MissingPiece.DoesNotExist)):
            end(piece_id=second.pk, actor=None, now=now())


@pytest.mark.parametrize("quantity", [0, -1, 3, 10**9])
def test_no_more_is_missing_than_the_box_has(box, quantity):
    with pytest.raises(Refused):
        miss(box, DIE, quantity)
    assert not MissingPiece.objects.exists()


def test_a_part_that_leaves_the_record_stays_known_by_its_name(box):
    miss(box, DIE)
    die = part(box, DIE)
    records.update(record_id=box.record_id, actor=None, components=[Part("dé noir", 2, True, 0, die.pk)])
    assert open_pieces(box) == {("dé noir", 1)}
    records.update(record_id=box.record_id, actor=None, components=[])
    assert open_pieces(box) == {("dé noir", 1)}
    missing.found(piece_id=box.missing.get().pk, actor=None, now=now())


# --- states


def test_a_state_has_its_reason_and_its_day_and_its_line(box, volunteer):
    states.put(copy_id=box.pk, state=CopyState.REPAIR, reason=" coin  déchiré ", actor=volunteer, now=now())
    copy = fresh(box)
    assert (copy.state_reason, copy.state_since) == ("coin déchiré", timezone.localdate())
    entry = JournalEntry.objects.first()
    assert (entry.verb, entry.after["state_reason"]) == ("state", "coin déchiré")
    states.put(copy_id=box.pk, state=CopyState.IN_SERVICE, actor=volunteer, now=now())
    copy = fresh(box)
    assert (copy.state_reason, copy.state_since, copy.status) == ("", None, Status.AVAILABLE)


def test_a_box_that_is_repaired_but_lacks_an_important_piece_stays_in(box):
    states.put(copy_id=box.pk, state=CopyState.REPAIR, actor=None, now=now())
    miss(box, DIE)
    assert fresh(box).state == CopyState.REPAIR
    states.put(copy_id=box.pk, state=CopyState.IN_SERVICE, actor=None, now=now())
    assert (fresh(box).state, fresh(box).state_reason) == (CopyState.INCOMPLETE, "Il manque 1 dé.")
    states.put(copy_id=box.pk, state=CopyState.IN_SERVICE, actor=None, now=now())  # it may go out as it is
    assert fresh(box).status == Status.AVAILABLE


def test_a_box_on_loan_may_be_lost_and_nothing_else(box):
    make_loan(box)
    with pytest.raises(Refused, match="prêtée"):
        states.put(copy_id=box.pk, state=CopyState.TO_CLEAN, actor=None, now=now())
    states.put(copy_id=box.pk, state=CopyState.LOST, actor=None, now=now())
    assert fresh(box).state == CopyState.LOST


def test_the_form_of_a_box_dates_its_state_too(box):
    copies.update(copy_id=box.pk, actor=None, state=CopyState.TO_CLEAN, state_reason="confiture")
    assert fresh(box).state_since == timezone.localdate()
    old = datetime.date(2026, 1, 1)
    Copy.objects.filter(pk=box.pk).update(state_since=old)
    copies.update(copy_id=box.pk, actor=None, state_reason="miel")
    assert fresh(box).state_since == old
    copies.update(copy_id=box.pk, actor=None, state=CopyState.IN_SERVICE)
    assert fresh(box).state_reason == ""
    with pytest.raises(IntegrityError), transaction.atomic():
        Copy.objects.filter(pk=box.pk).update(state_reason="miel")


# --- a return that is taken back


def test_a_return_taken_back_leaves_no_trace_in_the_box(box, volunteer):
    make_library(count_first=True)
    old = miss(box, PAWN, 2)
    loan = come_back(box)
    count(box, dice=1, pawns=4, actor=volunteer)
    lost = box.missing.open().get()
    missing.replace(piece_id=lost.pk, actor=None, now=now())
    states.put(copy_id=box.pk, state=CopyState.TO_CLEAN, reason="boue", actor=None, now=now())
    assert (spare(box, DIE), open_pieces(box)) == (2, set())
    returns.undo_checkin(loan_id=loan.pk, actor=None, today=timezone.localdate())
    assert Loan.objects.open().get() == loan
    assert (spare(box, DIE), open_pieces(box)) == (3, {(PAWN, 2)})
    assert box.missing.get() == old
    assert not PieceCount.objects.exists()
    copy = fresh(box)
    assert (copy.state, copy.state_reason, copy.state_since) == (CopyState.IN_SERVICE, "", None)


def test_a_return_taken_back_gives_the_box_the_state_it_went_out_with(box):
    make_loan(box)
    states.put(copy_id=box.pk, state=CopyState.LOST, reason="dit perdu", actor=None, now=now())
    loan = returns.checkin(copy_id=box.pk, actor=None, now=now()).loan
    states.put(copy_id=box.pk, state=CopyState.IN_SERVICE, actor=None, now=now())
    returns.undo_checkin(loan_id=loan.pk, actor=None, today=timezone.localdate())
    assert (fresh(box).state, fresh(box).state_reason) == (CopyState.LOST, "dit perdu")


# --- what it costs


def owed(member):
    return ledger_of.balance(member.household_id)


def test_a_missing_piece_is_asked_of_the_family_once_and_may_be_taken_back(box):
    member = make_member()
    make_loan(box, member)
    loan = returns.checkin(copy_id=box.pk, actor=None, now=now()).loan
    piece = miss(box, PAWN, since_loan_id=loan.pk)
    MissingPiece.objects.update(name="pions rouges")  # as a list has it: « 1 pion rouge » all the same
    entry = piece_charges.charge(piece_id=piece.pk, amount_cents=150, actor=None)
    assert (entry.note, owed(member)) == ("1 pion rouge, Uno", 150)
    with pytest.raises(Refused, match="déjà au compte"):
        piece_charges.charge(piece_id=piece.pk, amount_cents=150, actor=None)
    with pytest.raises(Refused, match="Annulez d’abord"):
        missing.forget(piece_id=piece.pk, actor=None, now=now())
    piece_charges.uncharge(piece_id=piece.pk, actor=None)
    assert owed(member) == 0
    with pytest.raises(Refused):
        piece_charges.uncharge(piece_id=piece.pk, actor=None)
    piece_charges.charge(piece_id=piece.pk, amount_cents=200, actor=None)
    returns.undo_checkin(loan_id=loan.pk, actor=None, today=timezone.localdate())
    assert owed(member) == 0
    assert not MissingPiece.objects.exists()


@pytest.mark.parametrize("amount", [0, -5, 10**7])
def test_nobody_is_asked_for_what_nobody_lost_or_for_no_amount(box, amount):
    piece = miss(box, PAWN)
    with pytest.raises(Refused, match="quelle famille"):
        piece_charges.charge(piece_id=piece.pk, amount_cents=150, actor=None)
    other = miss(box, PAWN, since_loan_id=come_back(box).pk)
    with pytest.raises(Refused, match="montant"):
        piece_charges.charge(piece_id=other.pk, amount_cents=amount, actor=None)


def test_a_late_return_costs_what_the_rules_say_and_nothing_when_it_is_taken_back(box):
    make_library(late_cents=20, late_cap_cents=50)
    member, today = make_member(), timezone.localdate()
    make_loan(box, member, due_on=today - datetime.timedelta(days=2))
    back = returns.checkin(copy_id=box.pk, actor=None, now=now())
    assert back.late_fee.amount_cents == owed(member) == 40
    returns.undo_checkin(loan_id=back.loan.pk, actor=None, today=today)
    assert owed(member) == 0
    assert returns.checkin(copy_id=box.pk, actor=None, now=now()).late_fee.amount_cents == 40


# SQLite holds a text of any length; PostgreSQL refuses one that is longer than its column


def test_a_box_that_lacks_more_than_its_reason_can_say_says_what_it_can():
    parts = [Part(f"pion numéro {n} de la grande boîte", 1, True, 0) for n in range(12)]
    box = make_copy(make_record("Uno", components=parts))
    none = {part.pk: 0 for part in box.record.components.all()}
    counts.finish(copy_id=box.pk, found=none, seen=0, actor=None, now=now())
    assert (fresh(box).state, len(fresh(box).state_reason)) == (CopyState.INCOMPLETE, 200)
    assert fresh(box).state_reason.endswith("…")


def test_whoever_has_a_name_that_is_too_long_for_the_journal_works_all_the_same(box):
    somebody = make_user(first_name="Anne-Sophie " * 12, last_name="de la Tour " * 13)
    count(box, actor=somebody, dice=2)
    assert JournalEntry.objects.get(verb="counted").actor_name == str(somebody)[:160]
