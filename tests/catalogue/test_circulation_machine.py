"""Months of a library's life in any order: whatever happens, what must always hold does."""

import datetime
import itertools
from collections import Counter

import pytest
import time_machine
from django.db import transaction
from django.db.models import Count, F
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from catalogue.models import (
    Closure,
    Copy,
    CopyState,
    Hold,
    HoldState,
    LedgerEntry,
    LedgerKind,
    Library,
    Loan,
    LoanPolicy,
    MissingPiece,
    Record,
    Subscription,
)
from catalogue.models.copy import Status
from catalogue.policy import Refused
from catalogue.search import Query, search
from catalogue.services import copies, counts, forgetting, holds, loans, missing, returns, subscriptions
from tests.make import make_copy, make_household, make_library, make_member, make_record

BEGIN = datetime.datetime(2028, 2, 26, 10, tzinfo=datetime.UTC)  # a Saturday, three days before a 29th
OPEN = (2, 5)
TITLES, BOXES, FAMILIES, MOST = 3, 5, 3, 2
box, family, title = st.integers(0, BOXES - 1), st.integers(0, FAMILIES - 1), st.integers(0, TITLES - 1)


class Year(RuleBasedStateMachine):
    """The services of the desk on a clock of its own."""

    @initialize()
    def open(self):
        self.clock = time_machine.travel(BEGIN, tick=False)
        self.time = self.clock.start()
        make_library(
            open_on=OPEN,
            max_loans=MOST,
            max_renewals=1,
            closed_on_holidays=False,
            price_cents=50,
            late_cents=20,
        )
        self.records = [make_record(f"Jeu {n}") for n in range(TITLES)]
        for record in self.records:
            record.components.create(name="dé", quantity=2, important=True)
        self.boxes = [make_copy(self.records[n % TITLES]) for n in range(BOXES)]
        self.let_out: set[int] = set()
        self.members = [make_member(make_household(f"Famille {n}")) for n in range(FAMILIES)]

    @property
    def today(self) -> datetime.date:
        return timezone.localdate()

    def attempt(self, act, **values):
        """What the act gave, or None if it was refused, with reasons and nothing changed."""
        before, reasons = self.facts(), ()
        try:
            return act(actor=None, **values)
        except Refused as refused:
            reasons = refused.refusals
        assert reasons
        assert all(one.code and one.what for one in reasons)
        assert self.facts() == before
        return None

    def facts(self):
        return [
            list(model.objects.order_by("pk").values_list())
            for model in (Loan, Hold, Copy, LedgerEntry, MissingPiece, Subscription)
        ]

    # --- what people do

    @rule(box=box, family=family)
    def lend(self, box, family):
        loan = self.attempt(
            loans.checkout, copy_id=self.boxes[box].pk, member_id=self.members[family].pk, today=self.today
        )
        if loan:
            assert loan.due_on > self.today
            assert self.is_open(loan.due_on)

    @rule(box=box)
    def take_back(self, box):
        queue = list(Hold.objects.waiting().filter(record=self.boxes[box].record_id))
        back = self.attempt(returns.checkin, copy_id=self.boxes[box].pk, now=timezone.now())
        ready = back.arrival.hold if back else None
        if ready:
            assert ready.pk == queue[0].pk, "the first in the queue comes first"
            assert self.is_open(ready.expires_on)

    @rule(box=box)
    def scan_in(self, box):
        self.attempt(holds.scan_in, copy_id=self.boxes[box].pk, now=timezone.now())

    @rule(box=box)
    def renew(self, box):
        loan = Loan.objects.open().filter(copy=self.boxes[box]).first()
        if loan:
            renewed = self.attempt(loans.renew, loan_id=loan.pk, today=self.today)
            if renewed:
                assert renewed.due_on >= max(loan.due_on, self.today)
                assert self.is_open(renewed.due_on)
                assert renewed.renewals == loan.renewals + 1 == 1

    @rule(box=box, what=st.sampled_from(["loan", "return", "renewal"]))
    def undo(self, box, what):
        loan = Loan.objects.filter(copy=self.boxes[box]).order_by("-pk").first()
        if loan:
            act = {
                "loan": loans.undo_checkout,
                "return": returns.undo_checkin,
                "renewal": loans.undo_renew,
            }[what]
            self.attempt(act, loan_id=loan.pk, today=self.today)

    @rule(family=family, title=title)
    def reserve(self, family, title):
        household = self.members[family].household_id
        self.attempt(
            holds.place, record_id=self.records[title].pk, household_id=household, now=timezone.now()
        )

    @rule(family=family, title=title, back=st.booleans())
    def give_up(self, family, title, back):
        mine = Hold.objects.active().filter(
            record=self.records[title], household=self.members[family].household_id
        )
        hold = mine.first()
        if hold and self.attempt(holds.cancel, hold_id=hold.pk, now=timezone.now()) and back:
            self.attempt(holds.restore, hold_id=hold.pk, now=timezone.now())

    @rule(box=box, state=st.sampled_from([CopyState.IN_SERVICE, CopyState.REPAIR, CopyState.LOST]))
    def note_state(self, box, state):
        copy = self.attempt(copies.update, copy_id=self.boxes[box].pk, state=state)
        if copy and state == CopyState.IN_SERVICE:
            self.let_out.add(copy.pk)  # somebody has decided that it may go out as it is

    @rule(box=box, found=st.integers(0, 2))
    def count(self, box, found):
        copy = self.boxes[box]
        part = copy.record.components.get()
        seen = copy.missing.filter(outcome="manque").count()
        self.attempt(counts.finish, copy_id=copy.pk, found={part.pk: found}, seen=seen, now=timezone.now())

    @rule(box=box)
    def find_a_piece(self, box):
        piece = MissingPiece.objects.open().filter(copy=self.boxes[box]).first()
        if piece:
            self.attempt(missing.found, piece_id=piece.pk, now=timezone.now())

    @rule(family=family, days=st.integers(1, 60))
    def subscribe(self, family, days):
        """A time after the last one; never two at once."""
        household = self.members[family].household
        last = household.subscriptions.order_by("-ends_on").first()
        begins = max(self.today, last.ends_on + datetime.timedelta(days=1)) if last else self.today
        ends = begins + datetime.timedelta(days=days)
        self.attempt(subscriptions.grant, household_id=household.pk, starts_on=begins, ends_on=ends)

    # --- what time does

    @rule(days=st.integers(1, 30))
    def days_pass(self, days):
        self.time.shift(datetime.timedelta(days=days))
        holds.expire(now=timezone.now())
        forgetting.forget(now=timezone.now())

    @rule(ahead=st.integers(0, 20), days=st.integers(0, 15))
    def close(self, ahead, days):
        first = self.today + datetime.timedelta(days=ahead)
        Closure.objects.create(starts_on=first, ends_on=first + datetime.timedelta(days=days))

    @rule(first=st.booleans(), most=st.sampled_from([None, 1, 2]))
    def change_the_rules(self, first, most):
        Library.objects.update(count_first=first)
        LoanPolicy.objects.all().delete()
        LoanPolicy.objects.create(max_loans=most, loan_days=14)

    # --- what always holds

    def is_open(self, day: datetime.date) -> bool:
        closed = Closure.objects.filter(starts_on__lte=day, ends_on__gte=day).exists()
        return day.weekday() in OPEN and not closed

    @invariant()
    def a_box_is_at_one_place(self):
        for copy in Copy.objects.prefetch_related("loans", "holds"):
            out = [loan for loan in copy.loans.all() if loan.returned_at is None]
            kept = [hold for hold in copy.holds.all() if hold.state == HoldState.READY]
            assert len(out) + len(kept) <= 1
            assert not kept or copy.state == CopyState.IN_SERVICE
            assert not kept or kept[0].record_id == copy.record_id
            assert (copy.status == Status.ON_LOAN) == bool(out)

    @invariant()
    def nobody_waits_for_what_one_has(self):
        has = set(Loan.objects.open().values_list("member__household", "copy__record"))
        waits = set(Hold.objects.active().values_list("household", "record"))
        assert not has & waits

    @invariant()
    def no_family_has_more_than_it_may(self):
        most = Loan.objects.open().values("member__household").annotate(n=Count("pk")).order_by("-n").first()
        assert not most or most["n"] <= MOST

    @invariant()
    def what_is_over_is_nobodys_after_a_time(self):
        long_ago = timezone.now() - datetime.timedelta(days=155)
        assert not Loan.objects.filter(returned_at__lt=long_ago, member__isnull=False).exclude(
            missing__outcome="manque"
        )
        assert not Hold.objects.filter(closed_at__lt=long_ago, household__isnull=False).exists()

    @invariant()
    def the_ledger_adds_up(self):
        wrong = LedgerEntry.objects.filter(corrects__isnull=False).exclude(
            amount_cents=-F("corrects__amount_cents")
        )
        assert not wrong.exists()
        charged = LedgerEntry.objects.filter(kind=LedgerKind.LOAN, corrected_by=None)
        for loan in Loan.objects.open():
            assert charged.get(loan=loan).amount_cents == 50

    @invariant()
    def subscriptions_lie_apart(self):
        times = list(Subscription.objects.order_by("household", "starts_on"))
        for one, then in itertools.pairwise(times):
            assert one.household_id != then.household_id or one.ends_on < then.starts_on

    @invariant()
    def an_important_piece_that_is_missing_keeps_its_box_in(self):
        lacking = Copy.objects.filter(missing__outcome="manque", missing__important=True)
        lacking = lacking.exclude(pk__in=getattr(self, "let_out", ()))
        assert not lacking.filter(state=CopyState.IN_SERVICE).exists()

    @invariant()
    def search_counts_what_stands_there(self):
        shelf = Counter(Copy.objects.on_shelf().values_list("record", flat=True))
        shelf.subtract(Hold.objects.without_box().values_list("record", flat=True))
        free = {record for record, number in shelf.items() if number > 0}
        found = search(Query.from_params({"dispo": "1"}))
        assert {record.pk for record in found.records} == free
        assert Record.objects.filter(pk__in=free).count() == found.total

    def teardown(self):
        if hasattr(self, "clock"):
            self.clock.stop()


@pytest.mark.django_db
def test_any_months_of_lending_reserving_counting_and_closing_keep_everything_true():
    class Fresh(Year):
        def __init__(self):
            self.undoing = transaction.atomic()
            self.undoing.__enter__()
            super().__init__()

        def teardown(self):
            super().teardown()
            transaction.set_rollback(True)
            self.undoing.__exit__(None, None, None)

    run_state_machine_as_test(
        Fresh,
        settings=settings(
            max_examples=10,
            stateful_step_count=25,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
