"""How SQLite searches: FTS5."""

from collections.abc import Iterable

from django.db import connection

from catalogue.search.words import Conjunction

HITS = "catalogue_searchtext f CROSS JOIN catalogue_searchentry e ON e.record_id = f.rowid"
MATCHES = "f.catalogue_searchtext MATCH %s"
NEWEST = "f.rowid"  # which FTS5 walks backwards by itself
CONCATENATED = "group_concat({}, '')"
HOLDS = "instr({}, {}) > 0"
LETTER = "char({})"


def expression(any_of: Iterable[Conjunction], none_of: Iterable[Conjunction] = ()) -> str:
    """FTS5's own language; tokens are letters, digits and underscores, so quotes are safe."""
    wanted = " OR ".join(map(_all, any_of))
    unwanted = " OR ".join(map(_all, none_of))
    return f"({wanted}) NOT ({unwanted})" if unwanted else wanted


def _all(conjunction: Conjunction) -> str:
    groups = (
        " OR ".join(f'"{token.text}" *' if token.prefix else f'"{token.text}"' for token in group)
        for group in conjunction
    )
    return "(" + " AND ".join(f"({group})" for group in groups) + ")"


def write(rows: Iterable[tuple[int, Iterable[str]]]) -> None:
    """Keeps the tokens of these records; triggers carry them into the FTS5 table."""
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO catalogue_searchtokens (record_id, words) VALUES (%s, %s) "
            "ON CONFLICT (record_id) DO UPDATE SET words = excluded.words WHERE words <> excluded.words",
            [(pk, " ".join(sorted(tokens))) for pk, tokens in rows],
        )


def tidy() -> None:
    """After many writes: one tree instead of many, and fresh statistics."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO catalogue_searchtext (catalogue_searchtext) VALUES ('optimize')")
        cursor.execute("ANALYZE")
