"""What the rules page and the rules sheet of a record say."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from django.db import connection
from django.db.models import OuterRef, QuerySet, Subquery

from catalogue.models import Category, Component, Copy, Library, Record
from catalogue.models.authority import Family
from ludotheque.typeset import Block, blocks

# all that a sheet says of its record, besides the parts of the box
SHOWN = [
    "pk",
    "slug",
    "title",
    "parallel_title",
    "publisher__name",
    "min_players",
    "max_players",
    "min_age",
    "max_age",
    "duration",
    "description",
    "contents",
    "rules_text",
    "source",
    "completed",
    "game",
    "game_options",
    "motif",
    "call_number",
    "family",
    "house",
]
ANY_SLUG = "\x00any"  # stands in the prepared statements for the slug asked for


@dataclass(frozen=True, slots=True)
class Sheet:
    """The record, the parts of its box, where it stands, and the library it stands in."""

    record: Record
    pieces: list[Component]
    call_number: str
    family: str
    house: str

    @property
    def publisher(self) -> str:
        return str(self.record.publisher or "")

    @property
    def completed(self) -> list[str]:
        """Which figures at the head of the sheet come from the published rules, in words."""
        words = {"max_players": "joueurs", "min_age": "âge", "duration": "durée"}
        return [word for name, word in words.items() if name in self.record.completed]

    @property
    def description(self) -> list[Block]:
        return blocks(self.record.description)

    @property
    def contents(self) -> list[Block]:
        return blocks(self.record.contents)

    @property
    def rules(self) -> list[Block]:
        return blocks(self.record.rules_text)


def sheet(slug: str) -> Sheet | None:
    """The sheet of a record in two queries, or None if there is no such record."""
    record = _records(slug).select_related("publisher").first()
    if record is None:
        return None
    return Sheet(
        record=record,
        pieces=list(record.components.all()),
        call_number=record.call_number or "",
        family=record.motif or record.family or Family.OTHER.value,
        house=record.house or "Ludothèque",
    )


@dataclass(frozen=True, slots=True)
class Key:
    """A hash of all that a sheet says of its record; the record's game; whether it has a text of its own."""

    hash: str
    game: str
    has_text: bool


def key(slug: str) -> Key | None:
    """What tells one content of a sheet from another; None if there is no such record.

    Asked at each request for a sheet that is there already; so its two statements are made once, which
    would take several times as long as running them.
    """
    said = []
    with connection.cursor() as cursor:
        for sql, params in _statements():
            cursor.execute(sql, [slug if value == ANY_SLUG else value for value in params])
            said.append(cursor.fetchall())
    if not said[0]:
        return None
    row = dict(zip(SHOWN, said[0][0], strict=True))
    values = [str(value) for rows in said for row in rows for value in row]
    whole = blake2b("\x1f".join(values).encode(), digest_size=12).hexdigest()
    return Key(hash=whole, game=row["game"], has_text=bool(row["rules_text"].strip()))


@lru_cache(maxsize=1)
def _statements() -> list[tuple[str, tuple]]:
    pieces = Component.objects.filter(record__slug=ANY_SLUG).values_list("name", "quantity")
    return [
        found.query.sql_with_params() for found in (_records(ANY_SLUG).values_list(*SHOWN).order_by(), pieces)
    ]


def _records(slug: str) -> QuerySet[Record]:
    """The record of that slug, with what its sheet says besides."""
    copies = Copy.objects.shown().filter(record=OuterRef("pk")).exclude(call_number="")
    families = Category.objects.filter(records=OuterRef("pk")).exclude(family=Family.OTHER)
    return Record.objects.filter(slug=slug).annotate(
        call_number=Subquery(copies.order_by("call_number").values("call_number")[:1]),
        family=Subquery(families.order_by("scheme", "code").values("family")[:1]),
        house=Subquery(Library.objects.values("name")[:1]),
    )
