"""What becomes of a box that is in hand, and of who waits for it when it can no longer be had."""

import datetime
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import F, Q

from catalogue import policy
from catalogue.house_rules import HouseRules
from catalogue.models import Copy, CopyState, Errand, Hold, HoldState, Site, Transit, User
from catalogue.models.copy import GONE
from catalogue.models.hold import first_of
from catalogue.search import index
from catalogue.services import journal
from catalogue.services.holds import queue
from ludotheque.writing import writing


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where a box goes that came in: aside for `hold`, or off by `transit`; neither: to its shelf.

    `received`: the way between sites that ended here. `again`: it lay aside for the hold already. `left`:
    the hold that it lay aside for until now, which waits again.
    """

    hold: Hold | None = None
    transit: Transit | None = None
    received: Transit | None = None
    again: bool = False
    left: Hold | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """Who waits, as it was read with the box: the first in the queue, whether a hold that is over may still
    say to put the box back, and the rules, where they were asked for."""

    first: Hold | None = None
    to_put_back: bool = False
    rules: HouseRules | None = None


def box_came_in(
    *,
    copy: Copy,
    actor: User | None,
    now: datetime.datetime,
    site: Site | None = None,
    seen: Seen | None = None,
) -> Arrival:
    """The box, locked by the caller, is in hand at `site`, in the state it bears.

    The first in the queue gets it; if that family fetches it elsewhere, or nobody waits and the box lives
    elsewhere, it is sent there. Where no site is told, a box is where it should be, or still on its way.
    `seen`: what the caller has read of who waits, together with the box and under its record's lock.
    """
    received = copy.open_transit
    if received and site is None:
        return Arrival(transit=received)
    here = site or copy.site
    if received:
        queue.receive(received, actor=actor, now=now)
    if copy.state == CopyState.TO_COUNT and seen and seen.first and seen.first.pickup_site in (None, here):
        return Arrival(received=received)  # counted here, it need not travel twice
    if copy.state != CopyState.IN_SERVICE or copy.on_site_only:  # at home one sees to it
        return Arrival(transit=_home(copy, here, actor, now), received=received)
    if seen is None and copy.wanted:
        queue.lock(copy.record_id)
        seen = Seen(first=queue.first(copy.record_id), to_put_back=True)
    if seen:
        if copy.ready_hold:
            return Arrival(hold=copy.ready_hold, received=received, again=True)
        if seen.to_put_back:
            Hold.objects.filter(copy=copy, errand=Errand.RESHELVE).update(errand="")
        hold = _whose(received, copy) or seen.first
        act: dict[str, Any] = {"here": here, "rules": seen.rules, "actor": actor, "now": now}
        there = _towards(hold, copy, **act)
        if hold and not there:  # another box was faster by a moment
            there = _towards(queue.first(copy.record_id), copy, **act)
        if there:
            return replace(there, received=received)
    return Arrival(transit=_home(copy, here, actor, now), received=received)


def _towards(
    hold: Hold | None,
    copy: Copy,
    *,
    here: Site | None,
    rules: HouseRules | None,
    actor: User | None,
    now: datetime.datetime,
) -> Arrival | None:
    """Aside for the hold, or on the way to where it is fetched; None where it waits for a box no more."""
    if hold is None:
        return None
    to = hold.pickup_site
    if to is None or to == here:
        aside = queue.set_aside(hold, copy, site=here, actor=actor, now=now, rules=rules)
        return Arrival(hold=hold) if aside else None
    if not Hold.objects.without_box().filter(pk=hold.pk).exists():
        return None
    return Arrival(transit=queue.send(copy, from_site=here, to=to, hold=hold, actor=actor, now=now))


def _home(copy: Copy, here: Site | None, actor: User | None, now: datetime.datetime) -> Transit | None:
    """The way to where the box lives, if that is not here."""
    if copy.site is None or here == copy.site or copy.state in GONE:
        return None
    return queue.send(copy, from_site=here, to=copy.site, hold=None, actor=actor, now=now)


def _whose(received: Transit | None, copy: Copy) -> Hold | None:
    """For whom it travelled, if that family still waits."""
    hold = received.hold if received else None
    if hold is None or hold.state != HoldState.WAITING or hold.record_id != copy.record_id:
        return None
    hold.record = copy.record
    return hold


def scan_in(*, copy_id: int, actor: User | None, now: datetime.datetime, site: Site | None = None) -> Arrival:
    """A box that nobody has is scanned in: found on the shelf, or arrived from another site.

    Where the desk has not said its site, a box that was on its way has arrived."""
    with writing(), journal.in_one():
        boxes = Copy.objects.select_for_update(of=("self", "record"), no_key=True)
        copy = Hold.objects.next_in_line(boxes, "record").at_desk(pk=copy_id)
        if copy is None:
            raise Copy.DoesNotExist
        if copy.open_loan is not None:
            raise policy.Refused(policy.still_lent(copy.record.title))
        if site is None and copy.open_transit:
            site = copy.open_transit.to_site
        seen = Seen(first_of(copy, copy.record), to_put_back=True) if copy.wanted else Seen()
        arrival = box_came_in(copy=copy, actor=actor, now=now, site=site, seen=seen)
        index.update_availability([copy.record_id])
    return arrival


def box_left(*, copy: Copy, actor: User | None, now: datetime.datetime, why: str = "") -> Hold | None:
    """The box, locked by the caller, can no longer be had: who it lay aside for waits again, ahead."""
    hold = Hold.objects.ready().filter(copy=copy).select_related("record", "household").first()
    if hold:
        queue.lock(hold.record_id)
        queue.back_in_line(hold, actor=actor, why=why or copy.get_state_display())
    Hold.objects.filter(copy=copy).exclude(errand="").update(errand="")
    gone, _ = Transit.objects.open().filter(copy=copy).delete()
    if gone:
        journal.write(actor=actor, verb="send-off", subject=copy)
    for name in ("ready_hold", "open_transit", "aside", "wanted"):
        copy.__dict__.pop(name, None)
    return hold


def boxes_changed(*, copy_ids: Collection[int], actor: User | None, now: datetime.datetime) -> None:
    """After a change of these boxes, locked and saved: those that can no longer lie aside do so no more."""
    fit = Q(copy__state=CopyState.IN_SERVICE, copy__on_site_only=False, copy__record=F("record"))
    unfit = Hold.objects.ready().filter(~fit, copy__in=copy_ids).values_list("copy_id", flat=True)
    lost = Transit.objects.open().filter(copy__in=copy_ids, copy__state__in=GONE)
    left = {*unfit, *lost.values_list("copy_id", flat=True)}
    for copy in Copy.objects.filter(pk__in=left).select_related("record").order_by("record_id", "pk"):
        box_left(copy=copy, actor=actor, now=now)
