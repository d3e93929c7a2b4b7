"""One record with all that its page tells."""

import datetime
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.utils import timezone

from catalogue.models import (
    Category,
    Contribution,
    Document,
    JournalEntry,
    MissingPiece,
    Person,
    Publisher,
    Record,
    Summary,
)
from catalogue.models.authority import Family
from catalogue.models.piece import lacking
from catalogue.models.record import LinkKind
from catalogue.queries import similar
from catalogue.queries.rows import partial, prefetched
from catalogue.search.backend import rows
from catalogue.search.shown import Shown
from ludotheque.text import sort_key


@dataclass(frozen=True, slots=True)
class Piece:
    """A countable part of the box."""

    name: str
    quantity: int | None
    photo: str  # the name of its picture, if it has one


@dataclass(frozen=True, slots=True)
class File:
    """A digital document; `stored` tells whether this site has the file itself."""

    id: int
    name: str
    media_type: str
    stored: bool
    size: int | None = None  # bytes


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture of the box, and what is on it."""

    name: str
    alt: str


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
    photos: list[Photo] = field(default_factory=list)
    documents: list[File] = field(default_factory=list)
    links: list[Address] = field(default_factory=list)
    base_game: Relative | None = None
    extensions: list[Relative] = field(default_factory=list)
    similar: list[Shown] = field(default_factory=list)
    lacks: dict[int, str] = field(default_factory=dict)  # copy → what it lacks, as one says it


# written out: Django takes three times as long to put these together as the database to answer them
_RECORD = (
    "SELECT r.*, p.name AS publisher_name, p.slug AS publisher_slug, s.id AS summary_id,"
    " EXISTS (SELECT 1 FROM catalogue_question q WHERE q.summary_id = s.id) AS has_quiz"
    " FROM catalogue_record r LEFT JOIN catalogue_publisher p ON p.id = r.publisher_id"
    " LEFT JOIN catalogue_summary s ON s.record_id = r.id WHERE r.slug = %s"
)
_CATEGORIES = (
    "SELECT c.* FROM catalogue_category c JOIN catalogue_record_categories rc ON rc.category_id = c.id"
    " WHERE rc.record_id = %s ORDER BY c.scheme, c.code"
)
_PEOPLE = (
    "SELECT c.*, p.name AS person_name, p.slug AS person_slug FROM catalogue_contribution c"
    " JOIN catalogue_person p ON p.id = c.person_id WHERE c.record_id = %s ORDER BY c.position, c.id"
)


def find(slug: str) -> Record | None:
    """The record with its publisher, categories and people, of publisher and people name and slug; and
    whether it has a summary, and `has_quiz`."""
    found = next(iter(Record.objects.raw(_RECORD, [slug])), None)
    if found is None:
        return None
    if found.publisher_id:
        found.publisher = partial(
            Publisher, id=found.publisher_id, name=found.publisher_name, slug=found.publisher_slug
        )
    summary = partial(Summary, id=found.summary_id) if found.summary_id else None
    Record._meta.get_field("summary").set_cached_value(found, summary)
    prefetched(found, "categories", list(Category.objects.raw(_CATEGORIES, [found.pk])))
    parts = list(Contribution.objects.raw(_PEOPLE, [found.pk]))
    for part in parts:
        part.person = partial(Person, id=part.person_id, name=part.person_name, slug=part.person_slug)
    prefetched(found, "contributions", parts)
    return found


_ATTACHED = (
    "SELECT 'piece', position, id, name, '', '', quantity FROM catalogue_component WHERE record_id = %s"
    " UNION ALL SELECT 'document', 0, id, name, media_type, file, size FROM catalogue_document"
    " WHERE record_id = %s"
    " UNION ALL SELECT 'photo', position, id, name, alt, '', component_id FROM catalogue_picture"
    " WHERE record_id = %s"
    " UNION ALL SELECT 'link', 0, id, label, url, kind, NULL FROM catalogue_link WHERE record_id = %s"
    " UNION ALL SELECT 'lack', 0, m.id, m.name, '', CAST(m.copy_id AS text), m.quantity"
    " FROM catalogue_missingpiece m JOIN catalogue_copy c ON c.id = m.copy_id"
    " WHERE m.outcome = 'manque' AND c.record_id = %s"
    " UNION ALL SELECT 'game', 0, id, title, slug, '', NULL FROM catalogue_record WHERE NOT draft AND id IN"
    # apart: where few games have a base, SQLite takes its index for useless and reads every record
    " (SELECT id FROM catalogue_record WHERE base_game_id = %s UNION ALL SELECT CAST(%s AS bigint))"
)


def attachments(record: Record) -> Attachments:
    """Pieces, photos, documents, links and other games by one query: short lists of the same shape."""
    # written out: Django takes longer to put six queries together than the database to answer them
    sql, params = _ATTACHED, [record.pk] * 6 + [record.base_game_id]
    alike = similar.like(record)
    if alike:
        sql += f" UNION ALL SELECT 'similar', 0, s.*, NULL FROM ({alike[0]}) AS s"
        params += alike[1]

    found = Attachments()
    lacking_of: dict[int, list[MissingPiece]] = {}
    photo_of: dict[int, str] = {}  # of parts: `photo` is sorted before `piece`
    families = [one.family for one in record.categories.all() if one.family != Family.OTHER]
    family = families[0] if families else Family.OTHER.value
    for of, _, pk, text, detail, more, number in sorted(rows(sql, params), key=lambda row: row[:3]):
        if of == "photo" and number:
            photo_of[number] = text
        elif of == "photo":
            found.photos.append(Photo(text, detail))
        elif of == "piece":
            found.pieces.append(Piece(text, number, photo_of.get(pk, "")))
        elif of == "document":
            found.documents.append(File(pk, text, detail, bool(more), number))
        elif of == "lack":
            lacking_of.setdefault(int(more), []).append(
                partial(MissingPiece, id=pk, name=text, quantity=number)
            )
        elif of == "link":
            found.links.append(Address(text, detail, more == LinkKind.VIDEO))
        elif of == "similar":
            found.similar.append(similar.shown(pk, text, detail, more, family))
        elif pk == record.base_game_id:
            found.base_game = Relative(detail, text)
        else:
            found.extensions.append(Relative(detail, text))
    found.lacks = {copy_id: lacking(pieces) for copy_id, pieces in lacking_of.items()}
    found.similar.sort(key=lambda game: (not game.available_count, sort_key(game.title)))
    found.extensions.sort(key=lambda game: sort_key(game.title))
    return found


@dataclass(frozen=True, slots=True)
class Change:
    """The last change of a row: its line of the journal, and what it changed in words."""

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
