"""Any sequence of acts at the desk: one open loan of a copy at most, each act its line, every state right."""

import datetime

import pytest
from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from catalogue.models import Copy, CopyState, JournalEntry, Loan
from catalogue.models.copy import Status
from catalogue.policy import Refused
from catalogue.services import copies, loans, returns
from tests.make import make_copy, make_household, make_library, make_member

BOXES, FAMILIES, MOST = st.integers(0, 3), st.integers(0, 2), 2


class Desk(RuleBasedStateMachine):
    """The services against the plainest of models: who has which box."""

    @initialize()
    def open(self):
        self.today = timezone.localdate()
        make_library(max_loans=MOST)
        self.boxes = [make_copy(f"Jeu {n}") for n in range(4)]
        self.members = [make_member(make_household(f"Famille {n}")) for n in range(3)]
        self.has: dict[int, int] = {}  # box -> family
        self.out_of_service: set[int] = set()
        self.acts = 0
        self.loans: dict[int, Loan] = {}  # the last loan of each box
        self.last_return: dict[int, tuple[Loan, int]] = {}
        self.reopened: set[int] = set()  # loans whose last return was undone

    @rule(box=BOXES, family=FAMILIES)
    def lend(self, box, family):
        may = (
            box not in self.has
            and box not in self.out_of_service
            and list(self.has.values()).count(family) < MOST
        )
        try:
            loan = loans.checkout(
                copy_id=self.boxes[box].pk, member_id=self.members[family].pk, actor=None, today=self.today
            )
        except Refused:
            assert not may
            return
        assert may
        assert loan.due_on == self.today + datetime.timedelta(days=21)
        self.has[box], self.loans[box] = family, loan
        self.acts += 1

    @rule(box=BOXES)
    def take_back(self, box):
        try:
            loan = returns.checkin(copy_id=self.boxes[box].pk, actor=None, now=timezone.now()).loan
        except Refused:
            assert box not in self.has
            return
        self.last_return[box] = (loan, self.has.pop(box))
        self.reopened.discard(loan.pk)
        self.acts += 1

    @rule(box=BOXES)
    def undo_lending(self, box):
        if box not in self.loans:
            return
        try:
            loans.undo_checkout(loan_id=self.loans[box].pk or 0, actor=None, today=self.today)
        except Refused:
            assert box not in self.has
            return
        del self.has[box]
        self.acts += 1

    @rule(box=BOXES)
    def undo_return(self, box):
        if box not in self.last_return:
            return
        loan, family = self.last_return[box]
        try:
            returns.undo_checkin(loan_id=loan.pk, actor=None, today=self.today)
        except Refused:
            # lent to somebody, or this return was undone before (and then perhaps its lending too)
            assert box in self.has or loan.pk in self.reopened
            return
        assert box not in self.has
        assert loan.pk not in self.reopened
        self.reopened.add(loan.pk)
        self.has[box], self.loans[box] = family, loan
        self.acts += 1

    @rule(box=BOXES, state=st.sampled_from([CopyState.IN_SERVICE, CopyState.REPAIR, CopyState.LOST]))
    def note_state(self, box, state):
        copies.update(copy_id=self.boxes[box].pk, actor=None, state=state)
        (self.out_of_service.discard if state == CopyState.IN_SERVICE else self.out_of_service.add)(box)

    @invariant()
    def a_copy_has_one_open_loan_at_most(self):
        doubled = Loan.objects.open().values("copy").annotate(n=Count("id")).filter(n__gt=1)
        assert not doubled.exists()

    @invariant()
    def each_box_is_where_the_model_has_it(self):
        for number, box in enumerate(getattr(self, "boxes", [])):
            copy = Copy.objects.get(pk=box.pk)
            loan = copy.open_loan
            if number in self.has:
                assert loan.member_id == self.members[self.has[number]].pk
                assert copy.status == Status.ON_LOAN
            else:
                assert loan is None
                assert (copy.status == Status.AVAILABLE) == (number not in self.out_of_service)

    @invariant()
    def every_act_has_its_line(self):
        verbs = ["checkout", "checkin", "undo-checkout", "undo-checkin"]
        assert JournalEntry.objects.filter(verb__in=verbs).count() == getattr(self, "acts", 0)


@pytest.mark.django_db
def test_any_sequence_of_acts_keeps_boxes_loans_and_journal_in_step():
    class Fresh(Desk):
        def __init__(self):
            self.undo = transaction.atomic()
            self.undo.__enter__()
            super().__init__()

        def teardown(self):
            transaction.set_rollback(True)
            self.undo.__exit__(None, None, None)

    run_state_machine_as_test(
        Fresh,
        settings=settings(
            max_examples=12,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.django_db
def test_a_return_once_undone_is_not_undone_again_when_its_lending_was_undone_too():
    desk = Desk()
    desk.open()
    desk.lend(box=3, family=0)
    desk.take_back(box=3)
    desk.undo_return(box=3)
    desk.undo_lending(box=3)
    desk.undo_return(box=3)
    desk.each_box_is_where_the_model_has_it()
    desk.every_act_has_its_line()
