"""Records as boxes on a shelf: what is drawn on a box and written under it, in a fixed number of queries."""

import datetime
from collections.abc import Sequence

from django.db import connection
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from catalogue.models import Category, Copy, Loan, Record
from catalogue.models.authority import Family
from catalogue.models.copy import GONE

PER_PAGE = 20

_OF = OuterRef("pk")


def boxes(records: QuerySet[Record]) -> QuerySet[Record]:
    """With all that a box shows: the `family` of the first category that has one, the `call_number` on the
    spine, `copy_count`, `available_count`, and `next_due_on`, when the first box should come back."""
    families = Category.objects.filter(records=_OF).exclude(family=Family.OTHER).order_by("scheme", "code")
    called = Copy.objects.shown().filter(record=_OF).exclude(call_number="").order_by("pk")
    back = Loan.objects.open().filter(copy__record=_OF).order_by("due_on")
    return (
        records.select_related("publisher")
        .defer("rules_text")
        .annotate(
            copy_count=_count(Copy.objects.shown()),
            available_count=_count(Copy.objects.on_shelf()),
            family=Coalesce(Subquery(families.values("family")[:1]), Value(Family.OTHER.value)),
            call_number=Coalesce(Subquery(called.values("call_number")[:1]), Value("")),
            next_due_on=Subquery(back.values("due_on")[:1]),
        )
    )


def dress(records: Sequence[Record]) -> None:
    """Adds `call_number` and `next_due_on` to records that a search has found, with family and counts.

    Written out, for building this statement takes Django longer than answering it.
    """
    called: dict[int, str] = {}
    back: dict[int, datetime.date] = {}
    sql = (
        "SELECT copy.record_id, copy.call_number, CAST(loan.due_on AS text) FROM catalogue_copy copy"
        " LEFT JOIN catalogue_loan loan ON loan.copy_id = copy.id AND loan.returned_at IS NULL"
        f" WHERE copy.record_id IN ({', '.join(['%s'] * len(records))}) AND copy.state NOT IN (%s, %s)"
        " ORDER BY copy.id"
    )
    with connection.cursor() as cursor:
        if records:
            cursor.execute(sql, [*(record.pk for record in records), *GONE])
        rows = cursor.fetchall() if records else []
    for pk, call_number, due_on in rows:
        if call_number:
            called.setdefault(pk, call_number)
        if due_on:
            date = datetime.date.fromisoformat(due_on)
            back[pk] = min(date, back.get(pk, date))
    for record in records:
        record.call_number, record.next_due_on = called.get(record.pk, ""), back.get(record.pk)


def by_title(records: QuerySet[Record]) -> QuerySet[Record]:
    return boxes(records).order_by("sort_key", "id")


def newest() -> QuerySet[Record]:
    """The latest in the catalogue first."""
    return boxes(Record.objects.all()).order_by("-created_at", "-id")


def _count(copies: QuerySet) -> Coalesce:
    counted = copies.filter(record=_OF).order_by().values("record").annotate(n=Count("pk"))
    return Coalesce(Subquery(counted.values("n"), output_field=IntegerField()), 0)
