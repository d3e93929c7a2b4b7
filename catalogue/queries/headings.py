"""Names that many share as the staff lists them: searched in all their forms, counted, ordered."""

from collections.abc import Sequence

from django.db.models import Count, Q, QuerySet

from catalogue.kinds import KINDS, Kind
from catalogue.models import Category
from catalogue.models.authority import Authority
from ludotheque.text import fold

ORDERS = {"": "Par nom", "emplois": "Par nombre d’emplois", "sans": "Sans emploi"}


def counts() -> list[tuple[Kind, int]]:
    """Each kind with how many there are."""
    return [(kind, kind.model._default_manager.count()) for kind in KINDS.values()]


def found(kind: Kind, text: str, order: str = "") -> QuerySet | Sequence:
    """The names that hold all the words in one of their forms, each with `use_count`."""
    rows = kind.model._default_manager.annotate(use_count=Count(kind.relation, distinct=True))
    if order == "sans":
        rows = rows.filter(use_count=0)
    if issubclass(kind.model, Authority):
        for word in fold(text).split():
            matching = kind.model._default_manager.filter(
                Q(sort_key__contains=word) | Q(variants__folded__contains=word)
            )
            rows = rows.filter(pk__in=matching.values("pk"))
        return rows.order_by(*(["-use_count"] if order == "emplois" else []), "sort_key", "pk")
    # sections, sites and classes have no folded key, and there are a few dozen of them
    words = fold(text).split()
    some = [row for row in rows.prefetch_related("variants") if _holds(row, words)]
    by_name = sorted(some, key=lambda row: _key(row))
    return sorted(by_name, key=lambda row: -row.use_count) if order == "emplois" else by_name


def _key(row) -> tuple:
    return (row.scheme, row.code) if isinstance(row, Category) else (fold(row.name),)


def _holds(row, words: list[str]) -> bool:
    forms = [str(row), *(variant.form for variant in row.variants.all())]
    said = " ".join(fold(form) for form in forms)
    if isinstance(row, Category):
        said += f" {row.scheme} {row.code}"
    return all(word in said for word in words)


def uses(kind: Kind, row) -> QuerySet:
    """The records or the boxes that bear the name, in the order of titles."""
    rows = kind.uses(row)
    if kind.of_copies:
        return rows.select_related("record").order_by("record__sort_key", "record_id", "barcode")
    return rows.select_related("publisher").order_by("sort_key", "pk")
