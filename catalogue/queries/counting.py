"""Boxes that wait to be counted, and what should be in one of them."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now

from catalogue.models import Component, Copy, CopyState, Loan, PieceCount, User
from catalogue.models.copy import GONE
from catalogue.models.piece import TAKEN_FOR
from catalogue.queries import missing


@dataclass
class Part:
    """A part as it should be in the box; `lacks`: how many of it are known to be missing."""

    id: int
    name: str
    quantity: int | None
    important: bool
    photo: str
    lacks: int
    # of a form that was sent: what was typed, and what is wrong with it
    value: object = None
    wrong: str = ""

    @property
    def whole(self) -> int:
        """How many belong in it; of a part of no known number, the part as such."""
        return self.quantity or 1

    @property
    def expected(self) -> int:
        """How many are in it, as far as one knows."""
        return max(0, self.whole - self.lacks)


def waiting() -> QuerySet[Copy]:
    """Boxes at home that wait, the one asked first first: `asked_at`, and who is at it: `taken_at`."""
    counts = PieceCount.objects.filter(copy=OuterRef("pk"), done_at=None)
    parts = Component.objects.filter(record=OuterRef("record")).order_by()
    rows = Copy.objects.annotate(
        asked_at=Subquery(counts.values("asked_at")[:1]),
        taken_at=Subquery(counts.values("taken_at")[:1]),
        taken_by=Subquery(counts.values("taken_by")[:1]),
        part_count=Coalesce(Subquery(parts.values("record").annotate(n=Count("pk")).values("n")), 0),
    )
    lent = Loan.objects.open().filter(copy=OuterRef("pk"))
    rows = rows.filter(Q(asked_at__isnull=False) | Q(state=CopyState.TO_COUNT), ~Exists(lent))
    rows = rows.exclude(state__in=GONE).select_related("record", "section")
    rows = rows.defer("record__rules_text", "record__description", "record__contents", "record__source")
    # one noted by hand as « to count » has waited since nobody knows when: last
    return rows.order_by(Coalesce("asked_at", Now()), "pk")


def next_for(user: User, now: datetime.datetime) -> Copy | None:
    """The box that has waited longest, of those that nobody else is at."""
    free = Q(taken_by=None) | Q(taken_by=user.pk) | Q(taken_at__lt=now - TAKEN_FOR)
    return waiting().filter(free).first()


def parts_of(copy: Copy) -> list[Part]:
    """What should be in the box, in the order of the record."""
    lacks: dict[int | None, int] = {}
    for piece in missing.known([copy.pk]).get(copy.pk, ()):
        lacks[piece.component_id] = lacks.get(piece.component_id, 0) + piece.quantity
    rows = Component.objects.filter(record=copy.record_id).select_related("picture")
    return [
        Part(
            row.pk,
            row.name,
            row.quantity,
            row.important,
            row.picture.name if hasattr(row, "picture") else "",
            lacks.get(row.pk, 0),
        )
        for row in rows
    ]


def names(ids: Iterable[int | None]) -> dict[int | None, str]:
    """Who these are."""
    wanted = {pk for pk in ids if pk}
    return {one.pk: str(one) for one in User.objects.filter(pk__in=wanted)} if wanted else {}


def loans_since(copy: Copy, last: PieceCount | None) -> int:
    """How many loans have ended since that count, or ever."""
    ended = Loan.objects.filter(copy=copy, returned_at__isnull=False)
    if last is not None and last.done_at is not None:
        ended = ended.filter(returned_at__gt=last.done_at)
    return ended.count()


def last_done(copy: Copy) -> PieceCount | None:
    done = PieceCount.objects.filter(copy=copy, done_at__isnull=False)
    return done.select_related("done_by").order_by("-done_at", "-pk").first()
