"""Records as boxes on a shelf, as lists of the public pages show them."""

from django.db.models import OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from catalogue.models import Category, Record
from catalogue.models.authority import Family

PER_PAGE = 20


def boxes(records: QuerySet[Record]) -> QuerySet[Record]:
    """With the `family` of the first category that has one; how the boxes stand is asked once for a page."""
    families = Category.objects.filter(records=OuterRef("pk")).exclude(family=Family.OTHER)
    first = families.order_by("scheme", "code").values("family")[:1]
    return (
        records.select_related("publisher")
        .defer("rules_text")
        .annotate(family=Coalesce(Subquery(first), Value(Family.OTHER.value)))
    )


def by_title(records: QuerySet[Record]) -> QuerySet[Record]:
    return boxes(records).order_by("sort_key", "id")


def newest() -> QuerySet[Record]:
    """The latest in the catalogue first."""
    return boxes(Record.objects.shown()).order_by("-created_at", "-id")
