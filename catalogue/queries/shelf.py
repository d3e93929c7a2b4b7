"""Records as boxes on a shelf: what is drawn on a box and written under it, in a fixed number of queries."""

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from catalogue.models import Category, Copy, Loan, Record
from catalogue.models.authority import Family

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


def by_title(records: QuerySet[Record]) -> QuerySet[Record]:
    return boxes(records).order_by("sort_key", "id")


def newest() -> QuerySet[Record]:
    """The latest in the catalogue first."""
    return boxes(Record.objects.shown()).order_by("-created_at", "-id")


def _count(copies: QuerySet) -> Coalesce:
    counted = copies.filter(record=_OF).order_by().values("record").annotate(n=Count("pk"))
    return Coalesce(Subquery(counted.values("n"), output_field=IntegerField()), 0)
