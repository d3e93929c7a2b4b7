"""One record with all that its page tells."""

import datetime
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.db.models import CharField, IntegerField, Prefetch, Q, Value
from django.db.models.functions import Cast
from django.utils import timezone

from catalogue.models import Contribution, Document, JournalEntry, Record
from catalogue.models.authority import Family
from catalogue.models.record import LinkKind
from catalogue.queries import similar
from catalogue.search.shown import Shown
from ludotheque.text import sort_key


@dataclass(frozen=True, slots=True)
class Piece:
    """A countable part of the box."""

    name: str
    quantity: int | None


@dataclass(frozen=True, slots=True)
class File:
    """A digital document; `stored` tells whether this site has the file itself."""

    id: int
    name: str
    media_type: str
    stored: bool


@dataclass(frozen=True, slots=True)
class Address:
    """A link out of the catalogue."""

    label: str
    url: str
    is_video: bool

    @property
    def host(self) -> str:
        """Whose site it leads to."""
        return (urlsplit(self.url).hostname or "").removeprefix("www.")


@dataclass(frozen=True, slots=True)
class Relative:
    """A game that belongs with the record: its base game or an extension of it."""

    slug: str
    title: str


@dataclass(slots=True)
class Attachments:
    """What hangs on a record in lists of its own."""

    pieces: list[Piece] = field(default_factory=list)
    documents: list[File] = field(default_factory=list)
    links: list[Address] = field(default_factory=list)
    base_game: Relative | None = None
    extensions: list[Relative] = field(default_factory=list)
    similar: list[Shown] = field(default_factory=list)


def find(slug: str) -> Record | None:
    """The record with its publisher, categories and people."""
    people = Contribution.objects.select_related("person")
    return (
        Record.objects.select_related("publisher")
        .prefetch_related("categories", Prefetch("contributions", queryset=people))
        .filter(slug=slug)
        .first()
    )


def attachments(record: Record) -> Attachments:
    """Pieces, documents, links and other games by one query: short lists of the same shape."""
    nothing, no_text = Value(None, output_field=IntegerField()), Value("", CharField())

    def rows(among, of, position, name, detail, more, quantity):
        named = {
            "of": Value(of, output_field=CharField()),
            "rank": Cast(position, IntegerField()),
            "text": Cast(name, CharField()),
            "detail": Cast(detail, CharField()),
            "more": Cast(more, CharField()),
            "number": quantity,
        }
        found = among.order_by().annotate(**named)
        return found.values_list("of", "rank", "id", "text", "detail", "more", "number")

    pieces = rows(
        record.components, "piece", "position", "name", no_text, no_text, Cast("quantity", IntegerField())
    )
    documents = rows(record.documents, "document", Value(0), "name", "media_type", "file", nothing)
    links = rows(record.links, "link", Value(0), "label", "url", "kind", nothing)

    together = Record.objects.shown().filter(Q(base_game=record) | Q(pk=record.base_game_id))
    games = rows(together, "game", Value(0), "title", "slug", no_text, nothing)

    alike = rows(similar.like(record), "similar", Value(0), "title", "slug", similar.facts(), nothing)

    found = Attachments()
    families = [one.family for one in record.categories.all() if one.family != Family.OTHER]
    family = families[0] if families else Family.OTHER.value
    for of, _, pk, text, detail, more, number in sorted(
        pieces.union(documents, links, games, alike, all=True), key=lambda row: row[:3]
    ):
        if of == "piece":
            found.pieces.append(Piece(text, number))
        elif of == "document":
            found.documents.append(File(pk, text, detail, bool(more)))
        elif of == "link":
            found.links.append(Address(text, detail, more == LinkKind.VIDEO))
        elif of == "similar":
            found.similar.append(similar.shown(pk, text, detail, more, family))
        elif pk == record.base_game_id:
            found.base_game = Relative(detail, text)
        else:
            found.extensions.append(Relative(detail, text))
    found.similar.sort(key=lambda game: (not game.available_count, sort_key(game.title)))
    found.extensions.sort(key=lambda game: sort_key(game.title))
    return found


@dataclass(frozen=True, slots=True)
class Change:
    """The last change of a record: its line of the journal, and what it changed in words."""

    entry: JournalEntry
    what: list[str]

    @property
    def at(self) -> datetime.datetime:
        """When, by the library's clock."""
        return timezone.localtime(self.entry.at)


_HANGING = {
    "people": "personnes",
    "categories": "catégories",
    "components": "pièces",
    "documents": "documents",
    "links": "liens",
}


def last_change(record: Record) -> Change | None:
    """What was changed last, while nothing else has been done to the record since."""
    lines = JournalEntry.objects.filter(subject_type="record", subject_id=record.pk)
    entry = lines.order_by("-id").first()
    if entry is None or entry.verb != "update":
        return None
    return Change(entry, [_in_words(name) for name in entry.after])


def _in_words(name: str) -> str:
    own = {field.name: str(field.verbose_name) for field in Record._meta.concrete_fields}
    return (own | _HANGING).get(name, name)


def document(*, slug: str, pk: int) -> Document | None:
    """A document of that record whose file is here, with its record, or None."""
    with_file = Document.objects.select_related("record").exclude(file="")
    return with_file.filter(record__slug=slug, pk=pk).first()
