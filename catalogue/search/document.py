"""What the index keeps of a record, built from the record and all that hangs on it."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch

from catalogue.models import Copy, Person, Record, SearchEntry
from catalogue.search import letters, words
from ludotheque.languages import named


@dataclass(frozen=True, slots=True)
class Text:
    """The texts of a record by what they weigh, and what names it exactly."""

    identifiers: list[str]
    title: str
    names: str
    rest: str

    def by_weight(self) -> tuple[tuple[int, str], ...]:
        """As the vocabulary weighs words: 3 for a title, 2 for a name, 1 for the rest."""
        return (3, self.title), (2, self.names), (1, self.rest)


def records(record_ids: Iterable[int]) -> list[Record]:
    """The records with everything that `text` and `entry` read, in a dozen queries for any number."""
    return list(
        Record.objects.filter(pk__in=record_ids)
        .select_related("publisher")
        .prefetch_related(
            "publisher__variants",
            Prefetch("people", Person.objects.prefetch_related("variants").distinct()),
            "categories",
            "components",
            "documents",
            "links",
            Prefetch(
                "copies", Copy.objects.shown().select_related("section", "site"), to_attr="shown_copies"
            ),
        )
    )


def text(record: Record) -> Text:
    copies = record.shown_copies
    categories = record.categories.all()
    names = [record.responsibility]
    if record.publisher:
        names += [record.publisher.name, *(variant.form for variant in record.publisher.variants.all())]
    for person in record.people.all():
        names += [person.name, *(variant.form for variant in person.variants.all())]
    for category in categories:
        names += [category.scheme, category.notation, category.code, category.label, category.facet]
    for copy in copies:
        names += [copy.call_number, copy.section.name if copy.section else ""]
    rest = [
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
        *(component.name for component in record.components.all()),
        *(f"{document.name} {document.media_type}" for document in record.documents.all()),
        *(f"{link.label} {link.url}" for link in record.links.all()),
        *{copy.site.name for copy in copies if copy.site},
    ]
    return Text(
        identifiers=[
            record.ean,
            *(copy.barcode for copy in copies),
            *{copy.call_number for copy in copies},
            *(category.notation for category in categories),
            *(category.code for category in categories),
        ],
        title=f"{record.title}\n{record.parallel_title}",
        names="\n".join(names),
        rest="\n".join(rest),
    )


def tokens(record: Record, said: Text) -> set[str]:
    """The words of a record as the index has them: every word, and again with a mark where it weighs more."""
    title = {words.stem(word) for word in words.words_of(said.title)}
    names = title | {words.stem(word) for word in words.words_of(said.names)}
    identifiers = {words.joined(one) for one in said.identifiers} - {""}
    rest = {words.stem(word) for word in words.words_of(said.rest)}
    whole = {words.joined(one) for one in (record.title, record.parallel_title, record.sort_key)} - {""}
    return (
        rest
        | names
        | identifiers
        | {words.NAME + word for word in names}
        | {words.TITLE + word for word in title}
        | {words.WHOLE_TITLE + one for one in whole}
        | {words.IDENTIFIER + one for one in identifiers}
    )


def entry(record: Record, available_count: int) -> SearchEntry:
    """The record's row; `available_count` is counted by the caller, under its lock."""
    return SearchEntry(
        record_id=record.pk,
        min_players=record.min_players,
        max_players=record.max_players,
        min_age=record.min_age,
        max_age=record.max_age,
        duration=record.duration,
        copy_count=len(record.shown_copies),
        available_count=available_count,
        created_at=record.created_at,
        title_key=record.sort_key.encode(),
        letters=_letters(record),
    )


def _letters(record: Record) -> str:
    facts = [
        letters.RECORD,
        letters.players(record.min_players, record.max_players),
        letters.ages(record.min_age, record.max_age),
        letters.duration(record.duration),
        letters.publisher(record.publisher_id),
        letters.game(record.game),
        *sorted(letters.category(category.pk) for category in record.categories.all()),
        *sorted({letters.section(copy.section_id) for copy in record.shown_copies if copy.section_id}),
    ]
    return "".join(facts)
