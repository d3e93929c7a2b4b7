"""What a text names outright: a box by its number, a title; asked before searching, in one query."""

from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS

from catalogue.models import Record
from catalogue.models.copy import GONE
from catalogue.search.backend import backend, rows
from catalogue.search.words import (
    IDENTIFIER,
    SMALL,
    TITLE,
    WHOLE_TITLE,
    Conjunction,
    Token,
    joined,
    stem,
    words_of,
)

LONGEST = 40  # letters of a barcode, an EAN or a call number
MOST_BEARERS = 50  # records looked at for a call number


@dataclass(frozen=True, slots=True)
class Named:
    """The one record that a barcode, EAN or call number names, and whether a title has these words."""

    exact: Record | None = None
    whole_title: bool = False
    in_title: bool = False


def named(text: str, *, is_question: bool) -> Named:
    """What the text names. A question may be a title, but is no call number: « à 2 »."""
    code = joined(text)
    short = bool(code) and len(text) <= LONGEST
    parts, params = [], []
    if short and any(c.isdigit() for c in code):
        parts.append(
            "SELECT 'barcode', r.id, r.slug, r.title FROM catalogue_copy c"
            " JOIN catalogue_record r ON r.id = c.record_id"
            " WHERE c.barcode IN (%s, %s) AND c.state NOT IN (%s, %s) AND NOT r.draft"
        )
        params += [text, code, *GONE]
        if code.isdigit():
            parts.append(
                "SELECT 'ean', id, slug, title FROM (SELECT id, slug, title FROM catalogue_record"
                " WHERE ean = %s AND NOT draft LIMIT 2) AS by_ean"
            )
            params.append(code)
    if short and not is_question:
        parts.append(
            "SELECT 'call number', r.id, r.slug, r.title"
            f" FROM ({_hits(MOST_BEARERS)}) AS bearer"
            " JOIN catalogue_copy c ON c.record_id = bearer.record_id"
            " JOIN catalogue_record r ON r.id = bearer.record_id"
            " WHERE REPLACE(REPLACE(LOWER(c.call_number), ' ', ''), '-', '') = %s AND c.state NOT IN (%s, %s)"
        )
        params += [_sought(((Token(IDENTIFIER + code),),)), code, *GONE]
    if code and (short or is_question):
        parts.append(f"SELECT 'title', record_id, '', '' FROM ({_hits(1)}) AS titled")
        params.append(_sought(_all_in_title(text)))
    if code and is_question:
        parts.append(f"SELECT 'whole title', record_id, '', '' FROM ({_hits(1)}) AS whole")
        params.append(_sought(((Token(WHOLE_TITLE + code),),)))
    if not parts:
        return Named()

    found: dict[str, dict[int, tuple]] = {}
    for kind, *record in rows(" UNION ALL ".join(parts), params):
        found.setdefault(kind, {})[record[0]] = tuple(record)
    in_title = "title" in found
    sure = [found.get("barcode"), found.get("ean"), None if in_title else found.get("call number")]
    named_by = next((one for one in sure if one), {})
    exact = None
    if len(named_by) == 1:
        exact = Record.from_db(DEFAULT_DB_ALIAS, ["id", "slug", "title"], next(iter(named_by.values())))
    return Named(exact, "whole title" in found, in_title)


def _hits(most: int) -> str:
    speaks = backend()
    return f"SELECT e.record_id FROM {speaks.HITS} WHERE {speaks.MATCHES} LIMIT {most}"


def _sought(conjunction: Conjunction) -> str:
    return backend().expression([conjunction])


def _all_in_title(text: str) -> Conjunction:
    words = list(dict.fromkeys(words_of(text)))[:12]
    words = [word for word in words if word not in SMALL] or words
    return tuple((Token(TITLE + stem(word)),) for word in words)
