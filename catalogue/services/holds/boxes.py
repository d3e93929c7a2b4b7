"""What becomes of a box that is in hand, and of who waits for it when it can no longer be had."""

import datetime
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import F, Q

from catalogue import policy
from catalogue.models import Copy, CopyState, Errand, Hold, HoldState, Site, Transit, User
from catalogue.models.copy import GONE
from catalogue.search import index
from catalogue.services import journal
from catalogue.services.holds import queue
from ludotheque.writing import writing


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where a box goes that came in: aside for `hold`, or off by `transit`; neither: to its shelf.

    `received`: the way between sites that ended here. `again`: it lay aside for the hold already.
    """

    hold: Hold | None = None
    transit: Transit | None = None
    received: Transit | None = None
    again: bool = False


def box_came_in(
    *, copy: Copy, actor: User | None, now: datetime.datetime, site: Site | None = None
) -> Arrival:
    """The box, locked by the caller, is in hand at `site`, in the state it bears.

    The first in the queue gets it; if that family fetches it elsewhere, or nobody waits and the box lives
    elsewhere, it is sent there. Where no site is told, a box is where it should be, or still on its way.
    """
    received = copy.open_transit
    if received and site is None:
        return Arrival(transit=received)
    here = site.pk if site else copy.site_id
    if received:
        queue.receive(received, actor=actor, now=now)
    if copy.state != CopyState.IN_SERVICE or copy.on_site_only:  # at home one sees to it
        return Arrival(transit=_home(copy, here, actor, now), received=received)
    if copy.wanted:
        queue.lock(copy.record_id)
        if copy.ready_hold:
            return Arrival(hold=copy.ready_hold, received=received, again=True)
        Hold.objects.filter(copy=copy, errand=Errand.RESHELVE).update(errand="")
        hold = _whose(copy, received)
        if hold and hold.pickup_site_id in (None, here):
            if queue.set_aside(hold, copy, site_id=here, actor=actor, now=now):
                return Arrival(hold=hold, received=received)
        elif hold and hold.pickup_site_id:
            to = hold.pickup_site_id
            way = queue.send(copy, from_id=here, to_id=to, hold=hold, actor=actor, now=now)
            return Arrival(transit=way, received=received)
    return Arrival(transit=_home(copy, here, actor, now), received=received)


def _home(copy: Copy, here: int | None, actor: User | None, now: datetime.datetime) -> Transit | None:
    """The way to where the box lives, if that is not here."""
    if copy.site_id is None or here == copy.site_id or copy.state in GONE:
        return None
    return queue.send(copy, from_id=here, to_id=copy.site_id, hold=None, actor=actor, now=now)


def _whose(copy: Copy, received: Transit | None) -> Hold | None:
    """For whom it travelled, if that family still waits; else the first in the queue."""
    hold = received.hold if received else None
    if hold and hold.state == HoldState.WAITING:
        return hold
    return queue.first(copy.record_id)


def scan_in(*, copy_id: int, actor: User | None, now: datetime.datetime, site: Site | None = None) -> Arrival:
    """A box that nobody has is scanned in: found on the shelf, or arrived from another site.

    Where the desk has not said its site, a box that was on its way has arrived."""
    with writing():
        copy = (
            Copy.objects.select_related("record").select_for_update(of=("self",), no_key=True).get(pk=copy_id)
        )
        if copy.open_loan is not None:
            raise policy.Refused(policy.still_lent(copy.record.title))
        if site is None and copy.open_transit:
            site = copy.open_transit.to_site
        arrival = box_came_in(copy=copy, actor=actor, now=now, site=site)
        index.update_availability([copy.record_id])
    return arrival


def box_left(*, copy: Copy, actor: User | None, now: datetime.datetime, why: str = "") -> None:
    """The box, locked by the caller, can no longer be had: who it lay aside for waits again, ahead."""
    hold = Hold.objects.ready().filter(copy=copy).select_related("record").first()
    if hold:
        queue.lock(hold.record_id)
        queue.back_in_line(hold, actor=actor, why=why or copy.get_state_display())
    Hold.objects.filter(copy=copy).exclude(errand="").update(errand="")
    gone, _ = Transit.objects.open().filter(copy=copy).delete()
    if gone:
        journal.write(actor=actor, verb="send-off", subject=copy)
    for name in ("ready_hold", "open_transit", "aside", "wanted"):
        copy.__dict__.pop(name, None)


def boxes_changed(*, copy_ids: Collection[int], actor: User | None, now: datetime.datetime) -> None:
    """After a change of these boxes, locked and saved: those that can no longer lie aside do so no more."""
    fit = Q(copy__state=CopyState.IN_SERVICE, copy__on_site_only=False, copy__record=F("record"))
    unfit = Hold.objects.ready().filter(~fit, copy__in=copy_ids).values_list("copy_id", flat=True)
    lost = Transit.objects.open().filter(copy__in=copy_ids, copy__state__in=GONE)
    left = {*unfit, *lost.values_list("copy_id", flat=True)}
    for copy in Copy.objects.filter(pk__in=left).select_related("record").order_by("record_id", "pk"):
        box_left(copy=copy, actor=actor, now=now)
