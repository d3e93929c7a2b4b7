"""The index that search reads; services write it in the transaction of the change itself.

Deleting a record removes all that the index has of it: its entry by cascade, the rest by triggers.
"""

import random
from collections.abc import Callable, Iterable, Iterator

from django.db import connection, transaction

from catalogue.models import Record, SearchCounter, SearchEntry, SearchPast, SearchWord
from catalogue.models.hold import free_boxes
from catalogue.search import document, vocabulary
from catalogue.search.backend import backend
from catalogue.search.letters import AVAILABLE, Tally
from catalogue.search.words import REVISIONS, Words
from ludotheque import bulk

BATCH = 500
COMPACT_EVERY = 300  # rows of counters, about


def update(record_ids: Iterable[int]) -> None:
    """Writes the index of these records anew; drafts leave it, keys of none are passed over."""
    for batch in _batches(record_ids):
        with transaction.atomic():
            _lock(batch)
            _write(batch)
            _compact_now_and_then(len(batch))


def add(records: list[Record], known_words: dict[str, int]) -> None:
    """Indexes records that have just been made and bear all that `document.records` would read.

    `known_words` spares asking for words again in the next call; it is good until a transaction is undone."""
    found = [record for record in records if not record.draft]
    with transaction.atomic():
        available = {record.pk: document.available(record) for record in found}
        _index(found, available, {}, anew=True, known_words=known_words)
        _compact_now_and_then(len(found))


def update_availability(record_ids: Iterable[int], *, locked: bool = False) -> None:
    """Counts anew the copies that one may come for, of these records; cheaper than `update`.

    `locked`: the caller has their rows locked already.
    """
    for batch in _batches(record_ids):
        with transaction.atomic():
            if not locked:
                _lock(batch)
            counted = SearchEntry.objects.filter(pk__in=batch).update(available_count=free_boxes("record"))
            if counted < len(batch):
                there = set(SearchEntry.objects.filter(pk__in=batch).values_list("pk", flat=True))
                _write([pk for pk in batch if pk not in there])
            _compact_now_and_then(len(batch))


def rebuild(progress: Callable[[int, int], None] = lambda done, total: None) -> int:
    """Writes everything anew while searches and desks go on; gives the number of records."""
    keys = list(Record.objects.order_by("pk").values_list("pk", flat=True))
    # words that no record has any more go; those in use come back with each batch
    SearchWord.objects.all().delete()
    rebuilding = backend().Rebuilding()
    for start in range(0, len(keys), BATCH):
        batch = keys[start : start + BATCH]
        with transaction.atomic():
            _lock(batch)
            rebuilding.write(_write(batch, anew=True))
        progress(start + len(batch), len(keys))
    with transaction.atomic():
        rebuilding.write(_write(rebuilding.missed(_revisions()), anew=True))
        rebuilding.finish()
    rebuild_counters()
    backend().tidy()
    return len(keys)


def compact() -> None:
    """Adds up the rows of counters: after it there is one for each letter."""
    skip_locked = " FOR UPDATE SKIP LOCKED" if connection.features.has_select_for_update_skip_locked else ""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(
                "DELETE FROM catalogue_searchcounter"
                f" WHERE id IN (SELECT id FROM catalogue_searchcounter{skip_locked}) RETURNING letters, delta"
            )
            tally = Tally.of_rows(cursor.fetchall())
        _keep(tally)


def rebuild_counters() -> None:
    """Counts from the entries themselves, whatever the counters said; writers wait meanwhile."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE catalogue_searchentry, catalogue_searchcounter IN EXCLUSIVE MODE")
        SearchCounter.objects.all().delete()
        tally = Tally.of_rows(
            (letters + (AVAILABLE if available else ""), 1)
            for letters, available in SearchEntry.objects.values_list("letters", "available_count").iterator()
        )
        _keep(tally)


def _keep(tally: Tally) -> None:
    bulk.insert_values(
        SearchCounter, [{"letters": letter, "delta": times} for letter, times in tally.counted.items()]
    )


def tidy() -> None:
    """After very many writes: what makes the database search fast again."""
    backend().tidy()


def _write(batch: list[int], *, anew: bool = False) -> list[Words]:
    """Writes entries, and the words that have changed (or all: `anew`), which it gives back."""
    found = document.records(batch)
    _forget(set(batch) - {record.pk for record in found})
    if not found:
        return []
    available = _available(batch)
    before: dict[int, tuple[int | None, int]] = {
        pk: (digest, revision)
        for pk, digest, revision in SearchEntry.objects.filter(pk__in=batch).values_list(
            "pk", "digest", "revision"
        )
    }
    if len(before) < len(found):
        past = SearchPast.objects.filter(pk__in=batch)
        for pk, revision in past.values_list("pk", "revision"):
            before.setdefault(pk, (None, revision))
    return _index(found, available, before, anew=anew)


def _index(
    found: list[Record],
    available: dict[int, int],
    before: dict[int, tuple[int | None, int]],
    *,
    anew: bool = False,
    known_words: dict[str, int] | None = None,
) -> list[Words]:
    entries, changed, texts = [], [], []
    for record in found:
        text = document.text(record)
        tokens = document.tokens(record, text)
        digest = document.digest(tokens)
        old_digest, revision = before.get(record.pk, (None, -1))
        if anew or digest != old_digest:
            revision = (revision + 1) % REVISIONS
            changed.append(Words(record.pk, revision, tokens))
            texts.append(text)
        entries.append(document.entry(record, available.get(record.pk, 0), digest, revision))
    backend().write(entries, changed)
    vocabulary.learn(texts, known_words)
    return changed


def _forget(record_ids: set[int]) -> None:
    """Takes entries out, and remembers under which number their words lie there."""
    leaving = SearchEntry.objects.filter(pk__in=record_ids)
    SearchPast.objects.bulk_create(
        [
            SearchPast(record_id=pk, revision=revision)
            for pk, revision in leaving.values_list("pk", "revision")
        ],
        update_conflicts=True,
        unique_fields=["record"],
        update_fields=["revision"],
    )
    leaving.delete()


def _revisions() -> dict[int, int]:
    return dict(SearchEntry.objects.values_list("record_id", "revision"))


def _available(batch: list[int]) -> dict[int, int]:
    return dict(Record.objects.filter(pk__in=batch).order_by().values_list("pk", free_boxes("pk")))


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
