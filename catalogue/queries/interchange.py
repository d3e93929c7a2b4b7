"""The games of the catalogue as a file says them, read in chunks whatever their number."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone

from catalogue.interchange.columns import COPY_FIELDS, RECORD_FIELDS
from catalogue.interchange.item import Item
from catalogue.interchange.unimarc import OWN
from catalogue.models import Contribution, Copy, Record

CHUNK = 500


def items(keys: Iterable[int] | None = None) -> Iterator[Item]:
    """The records of these keys, or all: base games before their extensions, then as they came."""
    number = 0
    for batch in _batches(keys):
        found = {record.pk: record for record in _with_all().filter(pk__in=batch)}
        for pk in batch:
            if pk in found:
                number += 1
                yield _item(found[pk], number)


def _batches(keys: Iterable[int] | None) -> Iterator[list[int]]:
    if keys is not None:
        ordered = sorted(set(keys))
        for start in range(0, len(ordered), CHUNK):
            yield ordered[start : start + CHUNK]
        return
    for of_base in (True, False):
        last = 0
        records = Record.objects.filter(base_game__isnull=of_base).order_by("pk")
        while batch := list(records.filter(pk__gt=last).values_list("pk", flat=True)[:CHUNK]):
            yield batch
            last = batch[-1]


def _with_all():
    return Record.objects.select_related("publisher", "base_game").prefetch_related(
        Prefetch("contributions", Contribution.objects.select_related("person")),
        "categories",
        "components",
        "documents",
        "links",
        "identifiers",
        Prefetch("copies", Copy.objects.select_related("section", "site").order_by("pk")),
    )


def _item(record: Record, number: int) -> Item:
    values: dict[str, Any] = {name: getattr(record, name) for name in RECORD_FIELDS}
    values |= {
        "created": f"{timezone.localdate(record.created_at):%Y%m%d}",
        "publisher": record.publisher.name if record.publisher else "",
        "base_game": record.base_game.slug if record.base_game else "",
        "people": [(one.person.name, one.role) for one in record.contributions.all()],
        "categories": [category.line for category in record.categories.all()],
        "components": [(one.name, one.quantity, one.important, one.spare) for one in record.components.all()],
        "documents": [(one.name, one.media_type) for one in record.documents.all()],
        "links": [(one.label, one.url, one.kind) for one in record.links.all()],
    }
    return Item(
        number=number,
        place="",
        values=values,
        copies=[_box(copy) for copy in record.copies.all()],
        identifiers=[(OWN, record.slug), *((one.system, one.value) for one in record.identifiers.all())],
    )


def _box(copy: Copy) -> dict[str, Any]:
    return {name: getattr(copy, name) for name in ("barcode", *COPY_FIELDS)} | {
        "section": copy.section.name if copy.section else "",
        "site": copy.site.name if copy.site else "",
    }
