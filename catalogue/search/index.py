"""The index that search reads; services write it in the transaction of the change itself.

Deleting a record removes all that the index has of it: its entry by cascade, the rest by triggers.
"""

import random
from collections.abc import Iterable, Iterator

from django.db import connection, transaction
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from catalogue.models import Copy, Record, SearchCounter, SearchEntry
from catalogue.search import document, vocabulary
from catalogue.search.backend import backend
from catalogue.search.letters import AVAILABLE, Tally

BATCH = 500
COMPACT_EVERY = 300  # rows of counters, about


def update(record_ids: Iterable[int]) -> None:
    """Writes the index of these records anew; keys of records that are gone are passed over."""
    for batch in _batches(record_ids):
        with transaction.atomic():
            _lock(batch)
            _write(batch)
            _compact_now_and_then(len(batch))


def update_availability(record_ids: Iterable[int]) -> None:
    """Counts anew the copies on the shelf of these records; cheaper than `update`."""
    for batch in _batches(record_ids):
        with transaction.atomic():
            _lock(batch)
            on_shelf = (
                Copy.objects.on_shelf()
                .filter(record=OuterRef("record"))
                .order_by()
                .values("record")
                .annotate(count=Count("pk"))
                .values("count")
            )
            counted = SearchEntry.objects.filter(pk__in=batch).update(
                available_count=Coalesce(Subquery(on_shelf), 0)
            )
            if counted < len(batch):
                there = set(SearchEntry.objects.filter(pk__in=batch).values_list("pk", flat=True))
                _write([pk for pk in batch if pk not in there])
            _compact_now_and_then(len(batch))


def compact() -> None:
    """Adds up the rows of counters: after it there is one for each letter."""
    with transaction.atomic():
        gone = list(
            SearchCounter.objects.select_for_update(skip_locked=True).values_list("pk", "letters", "delta")
        )
        tally = Tally.of_rows((letters, delta) for _, letters, delta in gone)
        for keys in _batches(pk for pk, _, _ in gone):
            SearchCounter.objects.filter(pk__in=keys).delete()
        SearchCounter.objects.bulk_create(
            SearchCounter(letters=letter, delta=times) for letter, times in tally.counted.items()
        )


def rebuild_counters() -> None:
    """Counts from the entries themselves, whatever the counters said; writers wait meanwhile."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE catalogue_searchentry IN SHARE ROW EXCLUSIVE MODE")
        SearchCounter.objects.all().delete()
        tally = Tally.of_rows(
            (letters + (AVAILABLE if available else ""), 1)
            for letters, available in SearchEntry.objects.values_list("letters", "available_count").iterator()
        )
        SearchCounter.objects.bulk_create(
            SearchCounter(letters=letter, delta=times) for letter, times in tally.counted.items()
        )


def tidy() -> None:
    """After very many writes: what makes the database search fast again."""
    backend().tidy()


def _write(batch: list[int]) -> None:
    found = document.records(batch)
    if not found:
        return
    available = _available(batch)
    texts = [(record, document.text(record)) for record in found]
    SearchEntry.objects.bulk_create(
        [document.entry(record, available.get(record.pk, 0)) for record in found],
        update_conflicts=True,
        unique_fields=["record"],
        update_fields=[field.name for field in SearchEntry._meta.fields if not field.primary_key],
    )
    backend().write((record.pk, document.tokens(record, said)) for record, said in texts)
    vocabulary.learn(said for _, said in texts)


def _available(batch: list[int]) -> dict[int, int]:
    """Record → copies on the shelf, where there are any."""
    return dict(
        Copy.objects.on_shelf()
        .filter(record__in=batch)
        .order_by()
        .values_list("record")
        .annotate(count=Count("pk"))
    )


def _lock(batch: list[int]) -> None:
    """Two transactions that lend two boxes of one game count one after the other."""
    if connection.features.has_select_for_update:
        list(
            Record.objects.select_for_update(no_key=True)
            .filter(pk__in=batch)
            .order_by("pk")
            .values_list("pk", flat=True)
        )


def _compact_now_and_then(written: int) -> None:
    # by chance, so that nobody needs to count the rows first
    if random.random() < written / COMPACT_EVERY:
        compact()


def _batches(keys: Iterable[int]) -> Iterator[list[int]]:
    ordered = sorted(set(keys))
    for start in range(0, len(ordered), BATCH):
        yield ordered[start : start + BATCH]
