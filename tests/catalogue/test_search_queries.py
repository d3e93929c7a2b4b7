"""Sixty queries on both databases: what is expected, what is found, and the page that shows it.

The table is `docs/search-queries.md`; stale, it is written anew by `SEARCH_QUERIES=write pytest` of this
module, once on each database.
"""

import json
import os
import tomllib
from pathlib import Path

import pytest
from django.db import connection

from catalogue.search import Query, search
from tests import make

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "search-queries.md"
FOUND = HERE / "search_found.json"  # by database, in the order of the queries
DATA = tomllib.loads((HERE / "search_queries.toml").read_text(encoding="utf-8"))
WRITING = os.environ.get("SEARCH_QUERIES") == "write"


def typed(one: dict) -> str:
    return one["q"] * one.get("times", 1)


def tell(titles: list[str], *, meant=None, opens=None, understood=None) -> str:
    """A finding in a cell of the table."""
    said = ", ".join(titles) or "–"
    for word, value in (("meant", meant), ("opens", opens), ("understood", understood)):
        if value:
            said += f"; {word} `{value}`"
    return said


def expected(one: dict) -> str:
    return tell(one["finds"], **{name: one.get(name) for name in ("meant", "opens", "understood")})


def found(one: dict) -> str:
    results = search(Query(text=typed(one)[:200], sort=one.get("sort")))
    question = results.question
    return tell(
        [record.title for record in results.records],
        meant=results.did_you_mean,
        opens=results.exact.title if results.exact else None,
        understood=question.instead.params(sort=None) if question and question.taken else None,
    )


def fill() -> None:
    for values in DATA["records"]:
        values = dict(values)
        boxes = values.pop("copies", [])
        forms = tuple(values.pop("forms", ()))
        if "publisher" in values:
            values["publisher"] = make.make_publisher(values["publisher"], forms=forms)
        record = make.make_record(**values)
        for box in boxes:
            box = dict(box)
            lent = box.pop("lent", False)
            copy = make.make_copy(record, **box)
            if lent:
                make.make_loan(copy)


@pytest.mark.django_db
def test_every_query_finds_what_is_expected_on_this_database():
    fill()
    here = [found(one) for one in DATA["queries"]]
    wrong = [
        (typed(one)[:60], expected(one), got)
        for one, got in zip(DATA["queries"], here, strict=True)
        if expected(one) != got
    ]
    assert not wrong
    kept = json.loads(FOUND.read_text(encoding="utf-8")) if FOUND.exists() else {}
    if WRITING:
        kept[connection.vendor] = here
        FOUND.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(page(kept), encoding="utf-8")
    assert kept[connection.vendor] == here


def page(kept: dict[str, list[str]]) -> str:
    lines = [
        "# Sixty queries on both databases",
        "",
        "What people type, what is expected, and what each database found: titles in their order, what was",
        "searched instead (`meant`), the box it leads to (`opens`), what a question means (`understood`).",
        "The catalogue of these queries is `tests/catalogue/search_queries.toml`; its test writes this page.",
        "",
        "| | typed | what it tries | expected | SQLite | PostgreSQL |",
        "|--:|---|---|---|---|---|",
    ]
    for number, one in enumerate(DATA["queries"]):
        cells = [kept.get(vendor, [""] * (number + 1))[number] for vendor in ("sqlite", "postgresql")]
        same = ["the same" if cell == expected(one) else cell for cell in cells]
        text = one["q"].replace("|", "\\|") + (f" × {one['times']}" if "times" in one else "")
        lines.append(
            f"| {number + 1} | `{text or ' '}` | {one['note']} | {expected(one)} | {' | '.join(same)} |"
        )
    return "\n".join(lines) + "\n"


def test_the_page_shows_these_queries_as_both_databases_answered_them():
    kept = json.loads(FOUND.read_text(encoding="utf-8"))
    assert set(kept) == {"sqlite", "postgresql"}
    assert all(len(answers) == len(DATA["queries"]) >= 60 for answers in kept.values())
    assert PAGE.read_text(encoding="utf-8") == page(kept)
