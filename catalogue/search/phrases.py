"""Words between quotes: they must stand in the record one after the other, as typed.

The index knows which words a record has, not where. So the records that have all of them are read: the
best and newest of them, as many as are read in a moment.
"""

from collections.abc import Iterable

from catalogue.models import Contribution, Record
from catalogue.search.words import stem
from ludotheque.text import fold

MOST_READ = 500  # records in which a phrase is looked for
TEXTS = (
    "title",
    "parallel_title",
    "responsibility",
    "publisher__name",
    "description",
    "contents",
    "rules_text",
    "notes",
    "source",
    "place",
    "date_text",
)


def having(phrases: Iterable[str], record_ids: Iterable[int]) -> tuple[int, ...]:
    """Those of the records that have every phrase in one of their texts."""
    ids = list(record_ids)
    texts: dict[int, list[str]] = {pk: [] for pk in ids}
    for pk, *found in Record.objects.filter(pk__in=ids).values_list("pk", *TEXTS):
        texts[pk] += [text for text in found if text]
    people = Contribution.objects.filter(record__in=ids).order_by()
    for pk, name in people.values_list("record_id", "person__name"):
        texts[pk].append(name)
    labels = Record.categories.through.objects.filter(record__in=ids)
    for pk, label in labels.values_list("record_id", "category__label"):
        texts[pk].append(label)
    sought = [_singular(phrase) for phrase in phrases]
    return tuple(
        pk
        for pk, found in texts.items()
        if all(any(phrase in _singular(text) for text in found) for phrase in sought)
    )


def _singular(text: str) -> str:
    """Its words as the index compares them, with a space on both sides."""
    return f" {' '.join(stem(word) for word in fold(text).split())} "
