"""What lending a box means to those who wait for the title: in the transaction of the loan, record locked."""

import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from catalogue import policy
from catalogue.models import Copy, CopyState, Errand, Hold, HoldState, JournalEntry, Loan, Transit, User
from catalogue.models.hold import ACTIVE
from catalogue.services.holds import queue


def claims(*, copy: Copy, household_id: int, site_id: int | None) -> policy.Claims:
    """Who has a claim on the box; costs no query for a box that `at_desk()` says nobody waits for.

    A box that has just arrived where it was going needs no scan of its own: its way ends with the loan.
    """
    kept, going = copy.ready_hold, copy.open_transit
    if kept and kept.household_id == household_id:
        return policy.Claims()
    going_to = str(going.to_site) if going and going.to_site_id != site_id else ""
    if kept:
        return policy.Claims(kept_for=kept.household.name, until=kept.expires_on, going_to=going_to)
    if not copy.wanted:
        return policy.Claims(going_to=going_to)
    # what `served` would otherwise ask: whether anything of it is this family's, or this box's
    ahead, free, copy.wanted = Hold.objects.line(household_id, copy.record_id, copy.pk)
    return policy.Claims(going_to=going_to, ahead=ahead, free=free)


def served(*, copy: Copy, loan: Loan, household_id: int, actor: User | None) -> Hold | None:
    """The family has a box of the title: its own hold is served, by this box or by any other.

    What lay aside for it is passed on; whose box it was instead (lent against the rules) waits again.
    """
    if copy.open_transit:
        queue.receive(copy.open_transit, actor=actor, now=loan.lent_at)
    if not copy.wanted:
        return None
    if copy.ready_hold and copy.ready_hold.household_id == household_id and _fetched(copy, loan):
        return copy.ready_hold
    theirs = Q(record=copy.record_id, household=household_id, state__in=ACTIVE)
    this = Q(copy=copy) & (Q(state=HoldState.READY) | Q(errand=Errand.RESHELVE))
    mine = None
    for hold in Hold.objects.filter(theirs | this).select_related("record", "household", "copy"):
        if hold.state in ACTIVE and hold.household_id == household_id:
            mine = hold
        elif hold.state == HoldState.READY:
            if copy.ready_hold is None:  # set aside a moment ago, after the box was read
                assert hold.household is not None
                now_kept = policy.Claims(kept_for=hold.household.name, until=hold.expires_on)
                raise policy.Refused(*policy.claims_on(copy.record.title, now_kept))
            until = hold.expires_on.isoformat() if hold.expires_on else None
            why = "prêté à une autre famille"
            queue.back_in_line(hold, actor=actor, why=why, loan=loan.pk, until=until)
        else:
            hold.errand = ""
            hold.save(update_fields=["errand"])
    if mine is None:
        return None
    was_ready = mine.state == HoldState.READY
    mine.state, mine.closed_at, mine.loan, mine.errand = HoldState.SERVED, loan.lent_at, loan, ""
    mine.save(update_fields=["state", "closed_at", "loan", "errand"])
    if not was_ready:
        Transit.objects.open().filter(hold=mine).update(hold=None)
    elif mine.copy_id != copy.pk:
        queue.pass_on(mine, actor=actor, now=loan.lent_at)
    return mine


def _fetched(copy: Copy, loan: Loan) -> bool:
    """The family has come for the box that lay aside for it: as it mostly goes, and in one statement."""
    ready = Hold.objects.ready().filter(pk=copy.ready_hold.pk, copy=copy)
    served = {"state": HoldState.SERVED, "closed_at": loan.lent_at, "loan": loan, "errand": ""}
    return bool(ready.update(**served))


def unserved(*, loan: Loan, actor: User | None, now: datetime.datetime) -> None:
    """The loan is taken back: the hold that it served waits again, for the box if that is still free; so does
    the one from which it took the box."""
    hold = Hold.objects.filter(loan=loan, state=HoldState.SERVED).select_related("record", "copy").first()
    if hold and hold.household_id:
        reopened(hold, verb="hold-unserved", actor=actor, now=now, box=loan.copy_id)
    _aside_again(loan=loan, actor=actor, now=now)


def _aside_again(*, loan: Loan, actor: User | None, now: datetime.datetime) -> None:
    """The box that lay aside for a family and was lent to another against the rules lies aside again, if that
    family still waits for one and the box may still go to it."""
    copy = loan.copy
    if copy.state != CopyState.IN_SERVICE or copy.on_site_only:
        return
    waiting = {hold.pk: hold for hold in Hold.objects.without_box().filter(record=copy.record_id)}
    if not waiting or Hold.objects.ready().filter(copy=copy).exists():
        return
    taken_from = JournalEntry.objects.filter(
        subject_type="hold", subject_id__in=waiting, verb="hold-back", after__loan=loan.pk
    )
    line = taken_from.first()
    if line is None:
        return
    hold = waiting[line.subject_id]
    today = timezone.localdate(now)
    until = datetime.date.fromisoformat(line.after["until"]) if line.after["until"] else today
    hold.state, hold.copy, hold.ready_at, hold.expires_on = HoldState.READY, copy, now, max(until, today)
    hold.save(update_fields=["state", "copy", "ready_at", "expires_on"])
    queue.note(hold, "hold-ready", actor, copy=copy.barcode, until=hold.expires_on.isoformat())


def reopened(
    hold: Hold, *, verb: str, actor: User | None, now: datetime.datetime, box: int | None = None
) -> bool:
    """A closed hold waits again where it stood; false if the family has reserved the title anew since.

    Its box is set aside again if it still is: it waits to be put back, or is `box`, which is in hand.
    """
    there = hold.copy_id is not None and (hold.errand == Errand.RESHELVE or hold.copy_id == box)
    hold.state = HoldState.READY if there else HoldState.WAITING
    hold.closed_at, hold.loan, hold.errand = None, None, ""
    if there:
        hold.expires_on = max(hold.expires_on or timezone.localdate(now), timezone.localdate(now))
    else:
        hold.copy, hold.ready_at, hold.expires_on = None, None, None
    try:
        with transaction.atomic():
            hold.save()
    except IntegrityError:  # one active hold for family and title, one family for a box
        return False
    queue.note(hold, verb, actor)
    return True
