"""Any sequence of acts on holds: a box for one family, a queue in order, counters that agree."""

import datetime

import pytest
from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from catalogue.models import Copy, CopyState, Errand, Hold, HoldState, Loan, SearchEntry, Transit
from catalogue.models.standing import standings
from catalogue.policy import Refused
from catalogue.services import copies, holds, loans, returns
from tests.make import make_copy, make_household, make_library, make_member, make_record, make_site

BOXES, FAMILIES, SITES = st.integers(0, 2), st.integers(0, 2), st.sampled_from([None, 0, 1])
DAY = datetime.timedelta(days=1)


class Queue(RuleBasedStateMachine):
    """One title of three boxes, three families, two sites, and a clock that goes on."""

    @initialize()
    def open(self):
        self.now = timezone.now()
        make_library(hold_days=2, max_holds=None, closed_on_holidays=False)
        self.sites = [make_site("Centre"), make_site("Gare")]
        self.record = make_record("Uno")
        self.boxes = [make_copy(self.record, site=self.sites[n % 2]) for n in range(3)]
        self.members = [make_member(make_household(f"Famille {n}")) for n in range(3)]

    def site(self, number):
        return None if number is None else self.sites[number]

    def active(self, family):
        return Hold.objects.active().filter(household=self.members[family].household_id).first()

    @rule(family=FAMILIES, site=SITES)
    def reserve(self, family, site):
        place = self.site(site)
        self.now += datetime.timedelta(minutes=1)
        try:
            holds.place(
                record_id=self.record.pk,
                household_id=self.members[family].household_id,
                actor=None,
                now=self.now,
                site_id=place.pk if place else None,
            )
        except Refused:
            return

    @rule(family=FAMILIES, again=st.booleans())
    def give_up(self, family, again):
        hold = self.active(family)
        if hold is None:
            return
        holds.cancel(hold_id=hold.pk, actor=None, now=self.now)
        if again:
            holds.restore(hold_id=hold.pk, actor=None, now=self.now)
            hold.refresh_from_db()
            assert hold.state in (HoldState.WAITING, HoldState.READY)

    @rule(box=BOXES, site=SITES)
    def scan(self, box, site):
        act = {"copy_id": self.boxes[box].pk, "actor": None, "now": self.now, "site": self.site(site)}
        try:
            if Loan.objects.open().filter(copy=self.boxes[box]).exists():
                returns.checkin(**act)
            else:
                holds.scan_in(**act)
        except Refused:
            return

    @rule(box=BOXES, family=FAMILIES, undo=st.booleans())
    def lend(self, box, family, undo):
        copy, member = Copy.objects.at_desk(pk=self.boxes[box].pk), self.members[family]
        kept = copy.ready_hold
        try:
            loan = loans.checkout(
                copy=copy, member_id=member.pk, actor=None, today=timezone.localdate(self.now), now=self.now
            )
        except Refused:
            return
        assert kept is None or kept.household_id == member.household_id
        assert self.active(family) is None
        if undo:
            loans.undo_checkout(loan_id=loan.pk, actor=None, today=timezone.localdate(self.now))

    @rule(box=BOXES, state=st.sampled_from([CopyState.IN_SERVICE, CopyState.REPAIR, CopyState.LOST]))
    def note(self, box, state):
        copies.update(copy_id=self.boxes[box].pk, actor=None, state=state)

    @rule(days=st.integers(1, 4))
    def nights_pass(self, days):
        self.now += days * DAY
        holds.expire(now=self.now)
        assert not Hold.objects.ready().filter(expires_on__lt=timezone.localdate(self.now)).exists()

    @invariant()
    def every_box_is_in_one_place(self):
        ready = Hold.objects.ready().select_related("copy")
        for hold in ready:
            assert hold.copy.state == CopyState.IN_SERVICE
            assert not Loan.objects.open().filter(copy=hold.copy).exists()
            assert not Transit.objects.open().filter(copy=hold.copy).exists()
        put_back = Hold.objects.filter(errand=Errand.RESHELVE).values("copy")
        assert not ready.filter(copy__in=put_back).exists()
        assert not Transit.objects.open().filter(copy__in=Loan.objects.open().values("copy")).exists()

    @invariant()
    def a_family_waits_once(self):
        each = Hold.objects.active().values("household", "record").annotate(n=Count("pk"))
        assert all(row["n"] == 1 for row in each)

    @invariant()
    def the_search_counts_what_is_on_the_shelf(self):
        entry = SearchEntry.objects.get(pk=self.record.pk)
        on_shelf = Copy.objects.on_shelf().filter(record=self.record).count()
        waiting = Hold.objects.without_box().filter(record=self.record).count()
        assert entry.available_count == max(0, on_shelf - waiting)
        assert entry.available_count == standings([self.record.pk])[self.record.pk].available_count


class Undone(Queue):
    """Each example in a transaction that is taken back."""

    def __init__(self):
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()

    def teardown(self):
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)


@pytest.mark.django_db
def test_no_sequence_of_acts_gives_a_box_to_two_or_breaks_the_queue():
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much]
    run_state_machine_as_test(
        Undone,
        settings=settings(
            max_examples=8,
            stateful_step_count=12,
            deadline=None,
            derandomize=True,
            suppress_health_check=checks,
        ),
    )
