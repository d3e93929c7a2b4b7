"""The columns of a table, each knowing its headings, how its cell is read and how it is written.

UNIMARC uses the same readers for what local fields say, so that a fact is understood alike in every file.
"""

import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from catalogue.interchange import cells, texts
from catalogue.models import Acquisition, CopyState, Wear
from catalogue.models.authority import Family
from catalogue.models.record import ContributionRole
from ludotheque.text import fold

RECORD, COPY = "record", "copy"


@dataclass(frozen=True, slots=True)
class Column:
    """`read` gives the value, or nothing (None, "", []), or a dict of values of several columns."""

    name: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    of: str = RECORD
    exported: bool = True

    @property
    def label(self) -> str:
        """The heading that we write."""
        return _headings()[self.name]["label"]


COLUMNS: tuple[Column, ...] = (
    Column("slug", cells.slug),
    Column("foreign_id", texts.line(80), exported=False),
    Column("title", texts.line(300)),
    Column("parallel_title", texts.line(300)),
    Column("responsibility", texts.line(300)),
    Column("authors", *cells.of_role(ContributionRole.AUTHOR)),
    Column("illustrators", *cells.of_role(ContributionRole.ILLUSTRATOR)),
    Column("translators", *cells.of_role(ContributionRole.TRANSLATOR)),
    Column("contributors", *cells.of_role(ContributionRole.OTHER)),
    Column("publisher", texts.line(200)),
    Column("place", texts.line(120)),
    Column("date_text", texts.line(80)),
    Column("year", texts.year, cells.maybe),
    Column("ean", texts.ean),
    Column("languages", texts.language_codes, texts.language_names),
    Column("document_type", texts.line(120)),
    Column("designation", texts.line(120)),
    Column("categories", texts.several, texts.listed),
    Column("players", texts.players, exported=False),
    Column("min_players", texts.number("min_players"), cells.maybe),
    Column("max_players", texts.number("max_players"), cells.maybe),
    Column("ages", texts.ages, exported=False),
    Column("min_age", texts.number("min_age"), cells.maybe),
    Column("max_age", texts.number("max_age"), cells.maybe),
    Column("duration", texts.duration, cells.maybe),
    Column("warnings", cells.warnings, cells.warning_labels),
    Column("base_game", texts.line(300)),
    Column("contents", texts.long_text),
    Column("components", cells.components, cells.components_text),
    Column("description", texts.long_text),
    Column("rules_text", texts.long_text),
    Column("notes", texts.long_text),
    Column("source", texts.long_text),
    Column("documents", cells.documents, cells.documents_text),
    Column("links", cells.links, cells.links_text),
    Column("motif", texts.choice(Family, {})),
    Column("game", cells.slug),
    Column("game_options", cells.options, cells.options_text),
    Column("completed", cells.comma_list, ", ".join),
    Column("draft", texts.yes_or_no, cells.yes),
    Column("barcode", texts.barcode, of=COPY),
    Column("call_number", texts.line(60), of=COPY),
    Column("section", texts.line(120), of=COPY),
    Column("site", texts.line(120), of=COPY),
    Column("state", texts.choice(CopyState, cells.STATES), cells.label_of(CopyState), of=COPY),
    Column("on_site_only", texts.yes_or_no, cells.yes, of=COPY),
    Column("wear", texts.choice(Wear, cells.WEARS), cells.label_of(Wear), of=COPY),
    Column("condition", texts.long_text, of=COPY),
    Column("acquired_how", texts.choice(Acquisition, cells.WAYS), cells.label_of(Acquisition), of=COPY),
    Column("acquired_on", texts.date, cells.maybe, of=COPY),
    Column("supplier", texts.line(160), of=COPY),
    Column("price_cents", texts.price, cells.price_text, of=COPY),
    Column("withdrawn_reason", texts.line(200), of=COPY),
    Column("withdrawn_on", texts.date, cells.maybe, of=COPY),
)

BY_NAME = {column.name: column for column in COLUMNS}
EXPORTED = tuple(column for column in COLUMNS if column.exported)
# those whose values are a field of the row itself, under the same name
RECORD_FIELDS = (
    "draft",
    "title",
    "parallel_title",
    "responsibility",
    "place",
    "date_text",
    "year",
    "document_type",
    "designation",
    "languages",
    "ean",
    "min_players",
    "max_players",
    "min_age",
    "max_age",
    "duration",
    "warnings",
    "description",
    "contents",
    "rules_text",
    "notes",
    "source",
    "completed",
    "motif",
    "game",
    "game_options",
)
COPY_FIELDS = (
    "call_number",
    "state",
    "on_site_only",
    "wear",
    "condition",
    "acquired_how",
    "acquired_on",
    "supplier",
    "price_cents",
    "withdrawn_reason",
    "withdrawn_on",
)
# columns that are kept together: the people of a record are one list
PEOPLE = ("authors", "illustrators", "translators", "contributors")


def label(name: str) -> str:
    """What a person calls the values of that name."""
    return "Personnes" if name == "people" else BY_NAME[name].label if name in BY_NAME else name


def key(heading: str) -> str:
    return fold(heading).replace(" ", "")


@cache
def _headings() -> dict[str, dict[str, Any]]:
    text = Path(__file__).with_name("headings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _by_heading() -> dict[str, str]:
    found: dict[str, str] = {}
    for name, said in _headings().items():
        found.setdefault(key(said["label"]), name)
        found.setdefault(key(name), name)
    for name, said in _headings().items():
        for heading in said.get("headings", ()):
            found.setdefault(key(heading), name)
    return found


def named(heading: str) -> str | None:
    """The column that a heading means: accents, case, signs and a plural do not matter."""
    known, wanted = _by_heading(), key(heading)
    return (
        known.get(wanted) or known.get(wanted.removesuffix("s")) or known.get(re.sub(r"s(?=$)", "", wanted))
    )


def likely(headings: Iterable[str]) -> dict[str, str]:
    """Heading → column, each column once but for those that may be several."""
    mapping: dict[str, str] = {}
    taken: set[str] = set()
    for heading in headings:
        name = named(heading)
        if name and (name not in taken or isinstance(_empty(name), list)):
            mapping[heading] = name
            taken.add(name)
    return mapping


def _empty(name: str) -> Any:
    return [] if name in (*PEOPLE, "categories", "components", "documents", "links") else ""
