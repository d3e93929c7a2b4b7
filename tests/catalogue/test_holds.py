"""Holds: who waits, who is next, and what becomes of the box."""

import datetime

import pytest
import time_machine
from django.utils import timezone

from catalogue import policy
from catalogue.kinds import KINDS
from catalogue.models import (
    Copy,
    CopyState,
    Errand,
    Hold,
    HoldState,
    JournalEntry,
    Loan,
    Mail,
    MailKind,
    PieceCount,
    Role,
    SearchEntry,
    Transit,
)
from catalogue.models.copy import Status
from catalogue.services import copies, counts, holds, loans, merging, records, returns, states
from catalogue.services.parts import Part
from tests.make import (
    make_copy,
    make_hold,
    make_household,
    make_library,
    make_loan,
    make_member,
    make_record,
    make_site,
    make_user,
)

pytestmark = pytest.mark.django_db
DAY = datetime.timedelta(days=1)
SATURDAY = datetime.datetime(2026, 3, 14, 10, tzinfo=datetime.UTC)


def scan(copy, site=None):
    """A copy that nobody has is scanned in."""
    return holds.scan_in(copy_id=copy.pk, actor=None, now=timezone.now(), site=site)


def take_back(copy, site=None):
    return returns.checkin(copy_id=copy.pk, actor=None, now=timezone.now(), site=site).arrival


def lend(copy, household, **values):
    member = household.members.first() or make_member(household)
    return loans.checkout(
        copy_id=copy.pk, member_id=member.pk, actor=None, today=timezone.localdate(), **values
    )


def cancel(hold, **values):
    return holds.cancel(hold_id=hold.pk, actor=None, now=timezone.now(), **values)


def state(hold):
    hold.refresh_from_db()
    return hold.state


def status(copy):
    return Copy.objects.at_desk(pk=copy.pk).status


def on_shelf(record):
    return SearchEntry.objects.get(pk=record.pk).available_count


# --- who may


def test_every_reason_against_a_hold_is_told_at_once():
    make_library(max_holds=1, subscription_required=False)
    record = make_record("Uno")
    family = make_household()
    make_hold(make_copy("Odin").record, family)
    make_copy(record, on_site_only=True)
    with pytest.raises(policy.Refused) as refused:
        make_hold(record, family)
    assert refused.value.codes == ("no-copy", "too-many-holds")


def test_a_family_waits_once_for_a_title_and_not_for_what_it_has_at_home():
    hold = make_hold()
    with pytest.raises(policy.Refused) as refused:
        make_hold(hold.record, hold.household)
    assert refused.value.codes == ("already-waits",)
    loan = make_loan()
    with pytest.raises(policy.Refused) as refused:
        make_hold(loan.copy.record, loan.member.household)
    assert refused.value.codes == ("has-it",)


def test_a_librarian_passes_over_rules_with_a_note_and_never_over_facts():
    make_library(max_holds=0)
    record, family, nadia = make_copy("Uno").record, make_household(), make_user(role=Role.LIBRARIAN)
    ask = {"record_id": record.pk, "household_id": family.pk, "now": timezone.now()}
    for who, note in ((nadia, ""), (nadia, " \0 "), (make_user("yann", role=Role.VOLUNTEER), "anniversaire")):
        with pytest.raises(policy.Refused):
            holds.place(actor=who, override_note=note, **ask)
    hold = holds.place(actor=nadia, override_note="anniversaire", **ask)
    noted = JournalEntry.objects.get(subject_type="hold", subject_id=hold.pk)
    assert (noted.after["override"], noted.after["over"]) == ("anniversaire", ["too-many-holds"])
    with pytest.raises(policy.Refused) as refused:
        holds.place(actor=nadia, override_note="anniversaire", **ask)
    assert refused.value.codes == ("already-waits",)


# --- a box comes in


def test_a_copy_on_the_shelf_makes_no_hold_ready_until_it_is_scanned():
    copy = make_copy("Uno")
    hold = make_hold(copy.record)
    assert state(hold) == HoldState.WAITING
    assert status(copy) == Status.AVAILABLE
    assert scan(copy).hold == hold
    assert state(hold) == HoldState.READY
    assert status(copy) == Status.ON_HOLD
    assert on_shelf(copy.record) == 0


def test_a_return_goes_to_the_first_in_the_queue_who_is_told_by_mail():
    make_library(hold_days=2, open_on=(2, 5))
    copy = make_loan().copy
    with time_machine.travel(SATURDAY, tick=False):
        first = make_hold(copy.record, make_household("Famille Petit", email="petit@example.org"))
        make_hold(copy.record)
        loan_day = timezone.now()
        Loan.objects.update(lent_at=loan_day)
        assert take_back(copy).hold == first
    assert state(first) == HoldState.READY
    assert first.expires_on == datetime.date(2026, 3, 21)  # Wednesday, then Saturday
    mail = Mail.objects.get(kind=MailKind.HOLD_READY)
    assert mail.to == "petit@example.org"
    assert "21 mars 2026" in mail.body
    assert timezone.localtime(mail.until).date() == first.expires_on  # then it is not sent any more


def test_two_copies_back_serve_two_families_and_a_third_goes_to_its_shelf():
    record = make_record("Uno")
    boxes = [make_loan(make_copy(record)).copy for _ in range(3)]
    queue = [make_hold(record), make_hold(record)]
    assert [take_back(box).hold for box in boxes] == [*queue, None]
    assert on_shelf(record) == 1


def test_a_set_aside_box_scanned_again_says_for_whom():
    copy = make_copy("Uno")
    hold = make_hold(ready=copy)
    arrival = scan(copy)
    assert arrival.again
    assert arrival.hold == hold
    assert Mail.objects.count() == 0  # the family has no address


def test_a_box_to_be_repaired_is_set_aside_for_nobody():
    copy = make_copy("Uno", state=CopyState.REPAIR)
    hold = make_hold(copy.record)
    assert scan(copy).hold is None
    assert state(hold) == HoldState.WAITING


def test_a_box_that_is_lent_is_not_set_aside():
    loan = make_loan()
    make_hold(loan.copy.record)
    with pytest.raises(policy.Refused) as refused:
        scan(loan.copy)
    assert refused.value.codes == ("still-lent",)


def test_an_undone_return_puts_the_hold_back_in_its_place():
    copy = make_loan().copy
    hold = make_hold(copy.record)
    loan = returns.checkin(copy_id=copy.pk, actor=None, now=timezone.now()).loan
    returns.undo_checkin(loan_id=loan.pk, actor=None, today=timezone.localdate())
    assert state(hold) == HoldState.WAITING
    assert hold.copy is None
    assert status(copy) == Status.ON_LOAN


# --- a box goes out


def test_lending_the_box_set_aside_to_its_family_serves_the_hold():
    copy = make_copy("Uno")
    hold = make_hold(ready=copy)
    loan = lend(copy, hold.household)
    assert state(hold) == HoldState.SERVED
    assert hold.loan == loan
    loans.undo_checkout(loan_id=loan.pk, actor=None, today=timezone.localdate())
    assert state(hold) == HoldState.READY
    assert status(copy) == Status.ON_HOLD


def test_a_box_set_aside_is_refused_to_others_who_are_told_for_whom_it_is():
    copy = make_copy("Uno")
    hold = make_hold(household=make_household("Famille Petit"), ready=copy)
    with pytest.raises(policy.Refused) as refused:
        lend(copy, make_household("Famille Roux"))
    assert refused.value.codes == ("kept",)
    assert "réservé pour Famille Petit" in str(refused.value)
    assert state(hold) == HoldState.READY


def test_what_is_lent_against_a_hold_with_a_note_sends_the_family_back_to_the_head_of_the_queue():
    copy = make_copy("Uno")
    first = make_hold(ready=copy)
    second = make_hold(copy.record)
    member = make_member()
    loans.checkout(
        copy_id=copy.pk,
        member_id=member.pk,
        actor=make_user(),
        today=timezone.localdate(),
        override_note="vu avec la famille",
    )
    assert state(first) == HoldState.WAITING
    assert list(Hold.objects.waiting()) == [first, second]


def test_any_copy_of_the_title_serves_and_the_one_set_aside_goes_to_the_next():
    record = make_record("Uno")
    aside, other = make_copy(record), make_copy(record)
    first = make_hold(ready=aside)
    second = make_hold(record)
    Hold.objects.filter(pk=second.pk).update(placed_at=timezone.now() + DAY)
    lend(other, first.household, override_note="")
    assert state(first) == HoldState.SERVED
    assert state(second) == HoldState.READY
    assert second.copy == aside
    assert second.errand == Errand.RELABEL


def test_a_box_on_the_shelf_goes_out_while_one_is_left_for_each_who_waits():
    record = make_record("Uno")
    one, two = make_copy(record), make_copy(record)
    waiting = make_hold(record)
    lend(one, make_household("Famille Roux"))
    with pytest.raises(policy.Refused) as refused:
        lend(two, make_household("Famille Petit"))
    assert refused.value.codes == ("awaited",)
    lend(two, waiting.household)
    assert state(waiting) == HoldState.SERVED


def test_a_loan_is_held_by_another_only_if_no_box_on_the_shelf_can_serve_who_waits():
    record = make_record("Uno")
    loan = make_loan(make_copy(record))
    mine = loan.member.household_id
    assert not Hold.objects.held_by_another(record_id=record.pk, household_id=mine)
    make_hold(record)
    assert Hold.objects.held_by_another(record_id=record.pk, household_id=mine)
    make_copy(record)
    assert not Hold.objects.held_by_another(record_id=record.pk, household_id=mine)


# --- a box can no longer be had


@pytest.mark.parametrize(
    "change",
    [
        {"state": CopyState.REPAIR},
        {"state": CopyState.LOST},
        {"state": CopyState.WITHDRAWN, "withdrawn_reason": "abîmé"},
        {"on_site_only": True},
    ],
)
def test_a_box_that_can_no_longer_be_had_moves_its_hold_to_the_head_of_the_queue(change):
    copy = make_copy("Uno")
    first = make_hold(ready=copy)
    placed = first.placed_at
    second = make_hold(make_copy(copy.record).record)
    copies.update(copy_id=copy.pk, actor=None, **change)
    assert state(first) == HoldState.WAITING
    assert first.placed_at == placed
    assert list(Hold.objects.waiting()) == [first, second]


def test_who_was_told_to_come_is_told_that_the_box_is_not_to_be_had_and_who_was_not_is_not(settings):
    settings.SITE_URL = "https://ludo.example.org"
    make_library()
    box, family = make_copy("Uno"), make_household("Famille Petit", email="petit@example.org")
    hold = make_hold(household=family, ready=box)
    told = Mail.objects.get()
    assert told.hold == hold

    def to_repair():
        return states.put(copy_id=box.pk, state=CopyState.REPAIR, actor=None, now=timezone.now())[1]

    assert to_repair().left == hold
    assert state(hold) == HoldState.WAITING
    told.refresh_from_db()  # nobody had begun to send it
    assert (told.next_try_at, Mail.objects.count()) == (None, 1)
    states.put(copy_id=box.pk, state=CopyState.IN_SERVICE, actor=None, now=timezone.now())
    assert state(hold) == HoldState.READY
    Mail.objects.filter(kind=MailKind.HOLD_READY).update(sent_at=timezone.now(), next_try_at=None)
    to_repair()
    mail = Mail.objects.exclude(kind=MailKind.HOLD_READY).get()
    assert (mail.kind, mail.to) == (MailKind.HOLD_BACK, "petit@example.org")
    assert "ne venez pas la chercher" in mail.body


def test_a_box_deleted_frees_its_hold_and_its_story():
    record = make_record("Uno")
    copy, _ = make_copy(record), make_copy(record)
    old = make_hold(ready=copy)
    cancel(old)
    hold = make_hold(ready=copy)
    copies.delete(copy_id=copy.pk, actor=None)
    assert state(hold) == HoldState.WAITING
    assert state(old) == HoldState.CANCELLED
    assert old.copy is None


def test_a_record_that_a_family_waits_for_is_not_deleted():
    copy = make_copy("Uno")
    hold = make_hold(copy.record)
    copies.delete(copy_id=copy.pk, actor=None)
    with pytest.raises(policy.Refused) as refused:
        records.delete(record_id=hold.record_id, actor=None)
    assert refused.value.codes == ("has-holds",)
    cancel(hold)
    records.delete(record_id=hold.record_id, actor=None)
    assert not Hold.objects.exists()


# --- giving up


def test_a_cancelled_hold_passes_its_box_on_and_comes_back_first_in_line():
    copy = make_copy("Uno")
    first = make_hold(ready=copy)
    second = make_hold(copy.record)
    cancel(first)
    assert state(second) == HoldState.READY
    assert second.copy == copy
    holds.restore(hold_id=first.pk, actor=None, now=timezone.now())
    assert state(first) == HoldState.WAITING
    assert list(Hold.objects.waiting()) == [first]


def test_a_cancelled_hold_finds_its_box_again_while_nobody_has_put_it_back():
    copy = make_copy("Uno")
    hold = make_hold(ready=copy)
    cancel(hold)
    assert state(hold) == HoldState.CANCELLED
    assert hold.errand == Errand.RESHELVE
    assert status(copy) == Status.AVAILABLE
    assert on_shelf(copy.record) == 1
    holds.restore(hold_id=hold.pk, actor=None, now=timezone.now())
    assert state(hold) == HoldState.READY
    assert status(copy) == Status.ON_HOLD
    assert on_shelf(copy.record) == 0


def test_a_hold_cannot_be_taken_up_again_later_or_beside_a_new_one():
    hold = make_hold()
    cancel(hold)
    make_hold(hold.record, hold.household)
    with pytest.raises(policy.Refused, match="entre-temps"):
        holds.restore(hold_id=hold.pk, actor=None, now=timezone.now())
    with pytest.raises(policy.Refused, match="autre jour"):
        holds.restore(hold_id=hold.pk, actor=None, now=timezone.now() + 2 * DAY)


def test_a_hold_is_not_taken_up_again_where_its_place_was_given_to_another_or_the_game_is_at_home():
    make_library(max_holds=1)
    hold = make_hold()
    make_copy(hold.record)
    cancel(hold)
    other = make_hold(make_copy("Dobble").record, hold.household)
    with pytest.raises(policy.Refused) as refused:
        holds.restore(hold_id=hold.pk, actor=None, now=timezone.now())
    assert refused.value.codes == ("too-many-holds",)
    cancel(other)
    loan = make_loan(make_copy(hold.record), make_member(hold.household))
    with pytest.raises(policy.Refused) as refused:
        holds.restore(hold_id=hold.pk, actor=None, now=timezone.now())
    assert refused.value.codes == ("has-it",)
    loans.undo_checkout(loan_id=loan.pk, actor=None, today=timezone.localdate())
    assert holds.restore(hold_id=hold.pk, actor=None, now=timezone.now()).state == HoldState.WAITING


def test_the_hold_of_another_family_is_as_if_it_did_not_exist():
    hold = make_hold()
    with pytest.raises(Hold.DoesNotExist):
        cancel(hold, household_id=make_household().pk)
    with pytest.raises(policy.Refused):
        cancel(hold), cancel(hold)


# --- by the passing of days


def test_a_box_not_fetched_in_time_goes_to_the_next_who_is_told():
    make_library(hold_days=1, closed_on_holidays=False)
    copy = make_copy("Uno")
    first = make_hold(ready=copy)
    second = make_hold(copy.record, make_household("Famille Roux", email="roux@example.org"))
    assert holds.expire(now=timezone.now() + DAY) == 0  # the last day counts
    assert holds.expire(now=timezone.now() + 2 * DAY) == 1
    assert state(first) == HoldState.EXPIRED
    assert not first.errand
    assert state(second) == HoldState.READY
    assert second.errand == Errand.RELABEL
    assert Mail.objects.get().to == "roux@example.org"
    assert holds.expire(now=timezone.now() + 2 * DAY) == 0


def test_a_box_that_nobody_waits_for_any_more_is_to_be_put_back():
    make_library(hold_days=0, closed_on_holidays=False)
    copy = make_copy("Uno")
    hold = make_hold(household=make_household(email="a@example.org"), ready=copy)
    holds.expire(now=timezone.now() + DAY)
    assert state(hold) == HoldState.EXPIRED
    assert hold.errand == Errand.RESHELVE
    assert set(Mail.objects.values_list("kind", flat=True)) == {MailKind.HOLD_READY, MailKind.HOLD_EXPIRED}
    scan(copy)
    assert state(hold) == HoldState.EXPIRED
    assert hold.errand == ""


def test_a_closing_declared_since_gives_the_family_its_days():
    from catalogue.models import Closure

    make_library(hold_days=1, closed_on_holidays=False)
    hold = make_hold(ready=make_copy("Uno"))
    today = timezone.localdate()
    Closure.objects.create(starts_on=today + DAY, ends_on=today + 3 * DAY)
    assert holds.expire(now=timezone.now() + 2 * DAY) == 0
    assert state(hold) == HoldState.READY
    assert hold.expires_on == today + 4 * DAY


def test_a_box_is_kept_longer_on_request():
    make_library(hold_days=2, closed_on_holidays=False)
    hold = make_hold(ready=make_copy("Uno"))
    until = hold.expires_on
    holds.keep(hold_id=hold.pk, actor=None, now=timezone.now())
    assert state(hold) == HoldState.READY
    assert hold.expires_on == until + 2 * DAY


def test_what_is_over_for_long_no_longer_says_whose_it_was():
    hold, fresh = make_hold(), make_hold()
    cancel(hold), cancel(fresh)
    Hold.objects.filter(pk=hold.pk).update(closed_at=timezone.now() - 200 * DAY)
    assert holds.cut_history(before=timezone.now() - datetime.timedelta(days=120)) == 1
    assert state(hold) == HoldState.CANCELLED
    assert hold.household is None
    assert state(fresh) == HoldState.CANCELLED
    assert fresh.household is not None


def test_a_family_that_leaves_waits_for_nothing():
    hold = make_hold(ready=make_copy("Uno"))
    make_hold(make_copy("Odin").record, hold.household)
    assert holds.cancel_all(household_id=hold.household_id, actor=None, now=timezone.now()) == 2
    assert not Hold.objects.active().exists()


# --- between sites


def test_a_box_back_elsewhere_is_on_its_way_home_until_it_is_scanned_there():
    home, away = make_site("Centre"), make_site("Gare")
    copy = make_loan(make_copy("Uno", site=home)).copy
    arrival = take_back(copy, site=away)
    assert arrival.transit.to_site == home
    assert status(copy) == Status.IN_TRANSIT
    assert on_shelf(copy.record) == 0
    with pytest.raises(policy.Refused) as refused:
        lend(copy, make_household(), site_id=away.pk)
    assert refused.value.codes == ("in-transit",)
    assert scan(copy, site=home).received == arrival.transit
    assert status(copy) == Status.AVAILABLE
    assert on_shelf(copy.record) == 1


def test_a_box_goes_first_to_where_the_family_fetches_it():
    home, away = make_site("Centre"), make_site("Gare")
    copy = make_loan(make_copy("Uno", site=home)).copy
    hold = make_hold(copy.record, site=away)
    arrival = take_back(copy, site=home)
    assert arrival.transit.to_site == away
    assert arrival.transit.hold == hold
    assert state(hold) == HoldState.WAITING
    other = make_loan(make_copy(copy.record, site=home)).copy
    assert take_back(other, site=home).hold is None  # one box is on its way already
    assert scan(copy, site=away).hold == hold
    assert state(hold) == HoldState.READY
    assert lend(copy, hold.household, site_id=away.pk)


def test_a_box_that_turns_up_at_a_third_place_starts_again_from_there():
    home, away, third = make_site("Centre"), make_site("Gare"), make_site("Parc")
    copy = make_loan(make_copy("Uno", site=home)).copy
    take_back(copy, site=away)
    arrival = scan(copy, site=third)
    assert arrival.received
    assert arrival.transit.from_site == third
    assert arrival.transit.to_site == home
    assert Transit.objects.open().count() == 1


def test_lending_a_box_where_it_was_going_ends_its_way():
    home, away = make_site("Centre"), make_site("Gare")
    copy = make_loan(make_copy("Uno", site=home)).copy
    take_back(copy, site=away)
    lend(copy, make_household(), site_id=home.pk)
    assert not Transit.objects.open().exists()
    assert status(copy) == Status.ON_LOAN


def test_a_hold_cancelled_on_the_way_sends_the_box_home_from_there():
    home, away = make_site("Centre"), make_site("Gare")
    copy = make_loan(make_copy("Uno", site=home)).copy
    hold = make_hold(copy.record, site=away)
    take_back(copy, site=home)
    cancel(hold)
    assert scan(copy, site=away).transit.to_site == home


def test_without_a_desk_site_boxes_are_where_they_should_be():
    copy = make_loan(make_copy("Uno", site=make_site("Centre"))).copy
    assert take_back(copy) == holds.Arrival()


def test_a_box_to_be_seen_to_goes_home_and_waits_for_nobody_on_the_way():
    home, away = make_site("Centre"), make_site("Gare")
    copy = make_loan(make_copy("Uno", site=home)).copy
    hold = make_hold(copy.record, site=away)
    Copy.objects.filter(pk=copy.pk).update(state=CopyState.REPAIR)
    assert take_back(copy, site=away).transit.to_site == home
    copies.update(copy_id=copy.pk, actor=None, state=CopyState.IN_SERVICE)
    assert state(hold) == HoldState.WAITING
    assert scan(copy, site=home).transit.to_site == away


def test_a_merged_site_takes_its_holds_and_ways_along():
    home, away = make_site("Centre"), make_site("Gare")
    copy = make_loan(make_copy("Uno", site=home)).copy
    hold = make_hold(copy.record, site=away)
    take_back(copy, site=home)
    merging.merge(kind=KINDS["sites"], source_id=away.pk, target_id=home.pk, actor=None)
    assert state(hold) == HoldState.WAITING
    assert hold.pickup_site == home
    assert not Transit.objects.open().exists()


def test_a_box_that_a_family_waits_for_here_is_counted_here_and_need_not_go_home_first():
    make_library(count_first=True)
    home, here = make_site("Mairie"), make_site("École")
    box = make_copy(make_record("Uno", components=[Part("dé", 2, True)]), site=home)

    def back_and_counted(site):
        arrival = take_back(box, site=here)
        last = PieceCount.objects.filter(done_at__isnull=False).order_by("-pk").first()
        act = {"actor": None, "now": timezone.now(), "site": site}
        counted = counts.finish(copy_id=box.pk, found={}, seen=last.pk if last else 0, **act)
        return arrival, counted.arrival

    make_loan(box)
    away, after = back_and_counted(home)  # nobody waits: it goes home, and is counted there
    assert away.transit.to_site == home
    assert (after.received, after.hold, after.transit) == (away.transit, None, None)
    make_loan(box)
    hold = make_hold(box.record, site=here)
    stays, after = back_and_counted(here)
    assert stays.transit is None
    assert after.hold == hold
    assert not Transit.objects.open().exists()
