"""Reading holds: the lists of the staff, what a family waits for, and the length of a queue."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from catalogue.models import Copy, Errand, Hold, HoldState, Record, Transit
from ludotheque.days import days_ago
from ludotheque.text import fold

SHOWN = 50  # of one family; far more than it may have
FETCHED = 5  # boxes shown of one title on the pick list
OVER_FOR = datetime.timedelta(days=30)  # how long the list shows what was not fetched


@dataclass(frozen=True, slots=True)
class Counts:
    """How many lines each list of the staff has."""

    fetch: int
    ready: int
    waiting: int
    over: int
    transit: int


def placed() -> QuerySet[Hold]:
    """Holds with their place in the queue, their title, their box, and where that is on its way to."""
    before = Hold.objects.waiting().filter(
        Q(placed_at__lt=OuterRef("placed_at")) | Q(placed_at=OuterRef("placed_at"), pk__lt=OuterRef("pk")),
        record=OuterRef("record"),
    )
    counted = before.order_by().values("record").annotate(n=Count("pk")).values("n")
    going = Transit.objects.open().filter(hold=OuterRef("pk")).values("to_site__name")
    return Hold.objects.select_related("record", "copy", "household", "pickup_site").annotate(
        position=Coalesce(Subquery(counted), 0) + 1, going_to=Subquery(going[:1])
    )


def of_household(household_id: int) -> list[Hold]:
    """What a family waits for, what it can fetch first; then what it gave up today, which it may undo."""
    shown = Q(state__in=(HoldState.WAITING, HoldState.READY)) | Q(
        state=HoldState.CANCELLED, closed_at__gte=days_ago(0)
    )
    found = placed().filter(shown, household=household_id).order_by("placed_at", "id")[:SHOWN]
    ranks = {HoldState.READY: 0, HoldState.WAITING: 1}
    kept = sorted(found, key=lambda hold: ranks.get(HoldState(hold.state), 2))
    active = {hold.record_id for hold in kept if hold.state != HoldState.CANCELLED}
    latest: dict[int, Hold] = {hold.record_id: hold for hold in kept if hold.state == HoldState.CANCELLED}
    # reserved anew since, or given up twice: the last time only can be taken back
    return [
        hold
        for hold in kept
        if hold.state != HoldState.CANCELLED
        or (hold.record_id not in active and latest[hold.record_id] is hold)
    ]


def own(household_id: int, record_id: int) -> Hold | None:
    """The family's hold on a title that is not over."""
    return placed().filter(record=record_id, household=household_id).active().first()


def length(record_id: int) -> int:
    """How many families wait for a title."""
    return Hold.objects.waiting().filter(record=record_id).count()


def counts(*, site_id: int | None, now: datetime.datetime) -> Counts:
    here = Q() if site_id is None else Q(pickup_site=site_id) | Q(pickup_site=None)
    row = Hold.objects.filter(Q(state__in=_LISTED) | ~Q(errand="")).aggregate(
        ready=Count("pk", filter=Q(state=HoldState.READY) & here),
        waiting=Count("pk", filter=Q(state=HoldState.WAITING)),
        over=Count("pk", filter=_over(now)),
    )
    return Counts(fetch=to_fetch(site_id).count(), transit=Transit.objects.open().count(), **row)


_LISTED = (HoldState.READY, HoldState.WAITING, HoldState.EXPIRED)


def to_fetch(site_id: int | None) -> QuerySet[Record]:
    """Titles that somebody waits for, and that stand on the shelf (of the site)."""
    waiting = Hold.objects.without_box().filter(record=OuterRef("pk"))
    return Record.objects.filter(Exists(waiting), Exists(_on_shelf(site_id).filter(record=OuterRef("pk"))))


def with_boxes(records: QuerySet[Record], site_id: int | None) -> QuerySet[Record]:
    """The titles of the pick list with `waiting`, how many wait, and `boxes`, any of which will do."""
    count = Hold.objects.without_box().filter(record=OuterRef("pk")).order_by().values("record")
    boxes = _on_shelf(site_id).select_related("section", "site").order_by("call_number", "pk")
    return (
        records.annotate(waiting=Subquery(count.annotate(n=Count("pk")).values("n")))
        .prefetch_related(Prefetch("copies", queryset=boxes, to_attr="boxes"))
        .defer("rules_text", "description", "contents", "notes", "source")
        .order_by("sort_key", "id")
    )


def by_shelf(page: Iterable) -> list[Record]:
    """The titles of a page in the order in which one walks along the shelves."""
    records = list(page)
    for record in records:
        record.boxes = sorted(record.boxes, key=lambda copy: fold(copy.call_number))[:FETCHED]
    return sorted(records, key=lambda record: fold(record.boxes[0].call_number) if record.boxes else "")


def _on_shelf(site_id: int | None) -> QuerySet[Copy]:
    boxes = Copy.objects.on_shelf()
    return boxes if site_id is None else boxes.filter(Q(site=site_id) | Q(site=None))


def ready(site_id: int | None) -> QuerySet[Hold]:
    """What lies aside (at the site), the next to expire first; labels to be changed before all."""
    found = placed().filter(state=HoldState.READY)
    if site_id is not None:
        found = found.filter(Q(pickup_site=site_id) | Q(pickup_site=None))
    return found.order_by(F("errand").desc(), "expires_on", "id")


def waiting() -> QuerySet[Hold]:
    """The queues, title by title."""
    found = placed().filter(state=HoldState.WAITING)
    return found.order_by("record__sort_key", "record_id", "placed_at", "id")


def over(now: datetime.datetime) -> QuerySet[Hold]:
    """Boxes to be put back, then what was not fetched lately."""
    return placed().filter(_over(now)).order_by(F("errand").desc(), "-closed_at", "-id")


def _over(now: datetime.datetime) -> Q:
    return Q(errand=Errand.RESHELVE) | Q(state=HoldState.EXPIRED, closed_at__gte=now - OVER_FOR)


def under_way() -> QuerySet[Transit]:
    """Boxes between two sites, the longest first."""
    return (
        Transit.objects.open()
        .select_related("copy__record", "from_site", "to_site", "hold__household")
        .order_by("sent_at", "id")
    )
