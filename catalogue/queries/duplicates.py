"""Records that may be the same game as the one that somebody types."""

from dataclasses import dataclass

from django.db.models import Q

from catalogue.models import Publisher, Record
from ludotheque.text import fold, sort_key

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Twin:
    """A record that is there already, and what it shares."""

    record: Record
    why: str


def of(*, title: str, publisher: str, ean: str, but: int | None = None) -> list[Twin]:
    """Those of the same EAN, then those of the same folded title whose publisher is not known to differ."""
    found = Record.objects.select_related("publisher").exclude(pk=but or 0)
    by_ean = list(found.filter(ean=ean).order_by("pk")[:SHOWN]) if ean else []
    twins = [Twin(record, "même EAN") for record in by_ean]
    key = sort_key(title)[:300]
    if key:
        alike = found.filter(sort_key=key).exclude(pk__in=[record.pk for record in by_ean])
        if publisher.strip():
            alike = alike.filter(Q(publisher=None) | Q(publisher__in=_publishers(publisher)))
        for record in alike.order_by("pk")[: SHOWN - len(twins)]:
            same = publisher.strip() and record.publisher_id
            twins.append(Twin(record, "même titre, même éditeur" if same else "même titre"))
    return twins


def _publishers(typed: str):
    folded = fold(typed)
    return Publisher.objects.filter(
        Q(name=typed.strip()) | Q(sort_key=folded) | Q(variants__folded=folded)
    ).values("pk")
