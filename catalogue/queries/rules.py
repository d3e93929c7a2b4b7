"""What the rules page and the rules sheet of a record say."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from django.db import connection
from django.db.models import Aggregate, OuterRef, QuerySet, Subquery, TextField
from django.db.models.functions import Cast, Concat

from catalogue.models import Category, Component, Copy, Library, Record
from catalogue.models.authority import Family
from catalogue.models.summary import PARTS
from catalogue.queries import summaries
from games.summaries import Summary
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
    "draft",
    *(f"summary__{part}" for part in PARTS),
]
_GAME, _RULES_TEXT, _DRAFT = (SHOWN.index(name) for name in ("game", "rules_text", "draft"))
_PARTS = slice(len(SHOWN) - len(PARTS), len(SHOWN))
ANY_SLUG = "\x00any"  # stands in the prepared statement for the slug asked for


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

    @property
    def parts(self) -> Summary | None:
        """What a librarian wrote, as the games have rules printed."""
        return summaries.printed(self.record.summary.texts) if self.record.has_summary else None


def sheet(slug: str) -> Sheet | None:
    """The sheet of a record in two queries, or None if there is no such record."""
    record = _records(slug).select_related("publisher", "summary").first()
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
    """A hash of all that a sheet says of its record; the record's game; whether it has a text of its own, and
    a librarian's summary; whether it is a draft."""

    hash: str
    game: str
    has_text: bool
    has_parts: bool
    draft: bool


def key(slug: str) -> Key | None:
    """What tells one content of a sheet from another; None if there is no such record.

    Asked at each request for a sheet that is there already; so it is one statement, made once, which takes
    several times as long as running it.
    """
    sql, others = _statement()
    with connection.cursor() as cursor:
        cursor.execute(sql, {**others, "slug": slug})
        row = cursor.fetchone()
    if row is None:
        return None
    whole = blake2b(repr(row).encode(), digest_size=12).hexdigest()
    return Key(
        whole,
        game=row[_GAME],
        has_text=bool(row[_RULES_TEXT].strip()),
        has_parts=any(row[_PARTS]),
        draft=bool(row[_DRAFT]),
    )


class _Joined(Aggregate):
    """All values as one text, in no order that one could rely on."""

    function = "STRING_AGG"
    template = "%(function)s(%(expressions)s, ' ')"
    output_field = TextField()

    def as_sqlite(self, compiler, connection, **context):
        return self.as_sql(compiler, connection, function="GROUP_CONCAT", **context)


@lru_cache(maxsize=1)
def _statement() -> tuple[str, dict[str, Any]]:
    """The SQL with its parameters by name, `slug` for the one that is missing."""
    one = Concat(
        Cast("position", TextField()), "name", Cast("quantity", TextField()), output_field=TextField()
    )
    pieces = Component.objects.filter(record=OuterRef("pk")).order_by().values("record")
    said = _records(ANY_SLUG).annotate(pieces=Subquery(pieces.annotate(all=_Joined(one)).values("all")))
    sql, params = said.values_list(*SHOWN, "pieces").order_by().query.sql_with_params()
    names = ["slug" if value == ANY_SLUG else f"p{place}" for place, value in enumerate(params)]
    # plain texts: databases look long at members of an enumeration
    plain = [str(value) if isinstance(value, str) else value for value in params]
    others = {name: value for name, value in zip(names, plain, strict=True) if name != "slug"}
    # by name, since Django reads a whole SQLite statement anew for parameters in order
    return sql % tuple(f"%({name})s" for name in names), others


def _records(slug: str) -> QuerySet[Record]:
    """The record of that slug, with what its sheet says besides."""
    copies = Copy.objects.shown().filter(record=OuterRef("pk")).exclude(call_number="")
    families = Category.objects.filter(records=OuterRef("pk")).exclude(family=Family.OTHER)
    return Record.objects.filter(slug=slug).annotate(
        call_number=Subquery(copies.order_by("call_number").values("call_number")[:1]),
        family=Subquery(families.order_by("scheme", "code").values("family")[:1]),
        house=Subquery(Library.objects.values("name")[:1]),
    )
