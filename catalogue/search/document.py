"""What the index keeps of a record, built from the record and all that hangs on it."""

import datetime
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch
from django.utils import timezone

from catalogue.models import (
    Category,
    CategoryVariant,
    Component,
    Copy,
    CopyState,
    Document,
    Link,
    Person,
    PersonVariant,
    Publisher,
    PublisherVariant,
    Question,
    Record,
)
from catalogue.search import letters, words
from games import registry
from ludotheque.languages import named

Entry = dict[str, Any]  # a row of SearchEntry: column → value


class Text:
    """The texts of a record by what they weigh, and what names it exactly."""

    def __init__(self, *, identifiers: Iterable[str], title: str, names: Iterable[str], rest: Iterable[str]):
        self.identifiers = {words.joined(one) for one in identifiers} - {""}
        # as the vocabulary weighs words: 3 for a title, 2 for a name, 1 for the rest
        self.texts = {3: title, 2: "\n".join(names), 1: "\n".join(rest)}
        self.words = {weight: set(words.words_of(one)) for weight, one in self.texts.items()}


def records(record_ids: Iterable[int]) -> list[Record]:
    """Those that are shown, with all that `text` and `entry` read, in a dozen queries for any number."""

    def listed(relation: str, queryset) -> Prefetch:
        # plain lists: reading a relation of a record again and again would cost more than the rest
        return Prefetch(relation, queryset, to_attr=f"all_{relation}")

    people = Person.objects.distinct().prefetch_related(listed("variants", PersonVariant.objects.all()))
    categories = Category.objects.prefetch_related(listed("variants", CategoryVariant.objects.all()))
    publishers = Publisher.objects.prefetch_related(listed("variants", PublisherVariant.objects.all()))
    return list(
        Record.objects.shown()
        .filter(pk__in=record_ids)
        .select_related("summary")
        .annotate(has_questions=Exists(Question.objects.filter(summary__record=OuterRef("pk"))))
        .prefetch_related(
            Prefetch("publisher", publishers),
            listed("people", people),
            listed("categories", categories),
            listed("components", Component.objects.all()),
            listed("documents", Document.objects.all()),
            listed("links", Link.objects.all()),
            listed("copies", Copy.objects.shown().select_related("section", "site")),
        )
    )


def text(record: Record) -> Text:
    copies = record.all_copies
    categories = record.all_categories
    names = [record.responsibility]
    if record.publisher:
        names += [record.publisher.name, *(variant.form for variant in record.publisher.all_variants)]
    for person in record.all_people:
        names += [person.name, *(variant.form for variant in person.all_variants)]
    for category in categories:
        names += [category.scheme, category.notation, category.code, category.label, category.facet]
        for former in category.all_variants:
            names += [former.form, former.code]
    for copy in copies:
        names += [copy.call_number, copy.section.name if copy.section else ""]
    rest = [
        *(record.summary.texts.values() if record.has_summary else ()),
        record.description,
        record.contents,
        record.rules_text,
        record.notes,
        record.source,
        record.place,
        record.date_text,
        str(record.year or ""),
        record.document_type,
        record.designation,
        *(f"{code} {named(code)}" for code in record.languages),
        *(component.name for component in record.all_components),
        *(f"{document.name} {document.media_type}" for document in record.all_documents),
        *(f"{link.label} {link.url}" for link in record.all_links),
        *{copy.site.name for copy in copies if copy.site},
    ]
    return Text(
        identifiers=[
            record.ean,
            *(copy.barcode for copy in copies),
            *{copy.call_number for copy in copies},
            *(category.notation for category in categories),
            *(category.code for category in categories),
            *(former.code for category in categories for former in category.all_variants),
        ],
        title=f"{record.title}\n{record.parallel_title}",
        names=names,
        rest=rest,
    )


def tokens(record: Record, said: Text) -> list[str]:
    """The words of a record as the index has them: every word, and again with a mark where it weighs more."""
    title, names, rest = ({words.stem(word) for word in said.words[weight]} for weight in (3, 2, 1))
    names |= title
    whole = {words.joined(one) for one in (record.title, record.parallel_title, record.sort_key)} - {""}
    return sorted(
        rest
        | names
        | said.identifiers
        | {words.NAME + word for word in names}
        | {words.TITLE + word for word in title}
        | {words.WHOLE_TITLE + one for one in whole}
        | {words.IDENTIFIER + one for one in said.identifiers}
    )


def entry(record: Record, available_count: int, digest: int, revision: int) -> Entry:
    """The record's row; `available_count` is counted by the caller, under its lock."""
    arrived = timezone.localdate(record.created_at)
    return {
        "record_id": record.pk,
        "min_players": record.min_players,
        "max_players": record.max_players,
        "min_age": record.min_age,
        "max_age": record.max_age,
        "duration": record.duration,
        "copy_count": len(record.all_copies),
        "available_count": available_count,
        "title_key": record.sort_key.encode(),
        "letters": _letters(record, arrived),
        "arrived": letters.day(arrived),
        "digest": digest,
        "revision": revision,
    }


def available(record: Record) -> int:
    """How many of the copies a new record bears, never lent, are on the shelf."""
    return sum(copy.state == CopyState.IN_SERVICE and not copy.on_site_only for copy in record.all_copies)


def digest(words_of_record: list[str]) -> int:
    """A number that differs when the words do."""
    return int.from_bytes(blake2b(" ".join(words_of_record).encode(), digest_size=8).digest(), signed=True)


def _letters(record: Record, arrived: datetime.date) -> str:
    facts = [
        letters.RECORD,
        letters.players(record.min_players, record.max_players),
        letters.ages(record.min_age, record.max_age),
        letters.duration(record.duration),
        letters.publisher(record.publisher_id),
        letters.game(record.game),
        # counted once, by its game, where that is learnt here
        letters.QUIZ if record.has_questions and not registry.is_playable(record.game) else "",
        *sorted(letters.category(category.pk) for category in record.all_categories),
        *sorted({letters.group(category.scheme, category.code) for category in record.all_categories}),
        *sorted({letters.section(copy.section_id) for copy in record.all_copies if copy.section_id}),
        *sorted({letters.site(copy.site_id) for copy in record.all_copies if copy.site_id}),
        *sorted({letters.language(code) for code in record.languages}),
        letters.arrived(arrived),
    ]
    return "".join(facts)
