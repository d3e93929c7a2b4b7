"""What lending a box means to those who wait for the title: in the transaction of the loan, record locked."""

import datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

from catalogue import policy
from catalogue.models import Copy, CopyState, Errand, Hold, HoldState, JournalEntry, Loan, Transit, User
from catalogue.models.hold import Line
from catalogue.services.holds import queue


def claims(*, copy: Copy, line: Line, household_id: int, site_id: int | None) -> policy.Claims:
    """Who has a claim on the box, by the `line` that was read under the lock.

    A box that has just arrived where it was going needs no scan of its own: its way ends with the loan.
    """
    kept, going = copy.ready_hold, copy.open_transit
    if kept and kept.household_id == household_id:
        return policy.Claims()
    going_to = str(going.to_site) if going and going.to_site_id != site_id else ""
    if kept:
        return policy.Claims(kept_for=kept.household.name, until=kept.expires_on, going_to=going_to)
    return policy.Claims(going_to=going_to, ahead=line.ahead, free=line.free)


def served(*, copy: Copy, loan: Loan, line: Line, actor: User | None) -> int | None:
    """The family has a box of the title: its own hold is served, by this box or by any other; the key of it.

    What lay aside for it is passed on; whose box it was instead (lent against the rules) waits again.
    """
    if line.way and copy.open_transit:
        queue.receive(copy.open_transit, actor=actor, now=loan.lent_at)
    if line.kept and line.kept != line.own:
        _taken_from(line.kept, copy, loan, actor)
    if line.to_put_back:
        Hold.objects.filter(copy=copy, errand=Errand.RESHELVE).update(errand="")
    if line.own is None:
        return None
    served = {"state": HoldState.SERVED, "closed_at": loan.lent_at, "loan": loan, "errand": ""}
    Hold.objects.filter(pk=line.own).update(**served)
    if line.own_way:
        Transit.objects.filter(pk=line.own_way).update(hold=None)
    if line.own_box not in (None, copy.pk):
        other = Hold.objects.select_related("record", "copy", "pickup_site").get(pk=line.own)
        queue.pass_on(other, actor=actor, now=loan.lent_at)
    return line.own


def _taken_from(hold_id: int, copy: Copy, loan: Loan, actor: User | None) -> None:
    """The box lies aside for another family: it waits again, if the desk knew that when it lent the box."""
    hold = Hold.objects.select_related("record", "household").get(pk=hold_id)
    if copy.ready_hold is None:  # set aside a moment ago, after the box was read
        assert hold.household is not None
        now_kept = policy.Claims(kept_for=hold.household.name, until=hold.expires_on)
        raise policy.Refused(*policy.claims_on(copy.record.title, now_kept))
    until = hold.expires_on.isoformat() if hold.expires_on else None
    queue.back_in_line(hold, actor=actor, why="prêté à une autre famille", loan=loan.pk, until=until)


def shelf_changed(*, copy: Copy, line: Line) -> bool:
    """Whether a loan leaves more or fewer boxes that others may come for: not where the box lay aside, was on
    its way or kept in, nor where it was promised to this family, which waits no more."""
    stood = not (line.kept or line.way) and copy.state == CopyState.IN_SERVICE and not copy.on_site_only
    moved = line.own_box not in (None, copy.pk) or (line.kept and line.kept != line.own)
    promised = line.own is not None and line.own_box is None and line.own_way is None
    return bool(stood != promised or moved)


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
