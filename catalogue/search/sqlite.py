"""How SQLite searches: FTS5."""

from collections.abc import Iterable

from django.db import connection

from catalogue.models import SearchEntry
from catalogue.search.document import Entry
from catalogue.search.words import REVISIONS, Conjunction, Words
from ludotheque import bulk
from ludotheque.writing import writing

# the number of a row of text is made of its record and of the record's revision
SHIFT = (REVISIONS - 1).bit_length()
HITS = (
    "catalogue_searchtext f CROSS JOIN catalogue_searchentry e"
    f" ON e.record_id = (f.rowid >> {SHIFT}) AND e.revision = (f.rowid & {REVISIONS - 1})"
)
NEWEST_HITS = HITS
MERGED_AT_ONCE = 100  # pages, some 30 ms
MATCHES = "f.catalogue_searchtext MATCH %s"
NEWEST = "f.rowid"  # which FTS5 walks backwards by itself
CONCATENATED = "group_concat({}, '')"
HOLDS = "instr({}, {}) > 0"
LETTER = "char({})"


def expression(any_of: Iterable[Conjunction]) -> str:
    """FTS5's own language; tokens are letters, digits and underscores, so quotes are safe."""
    return " OR ".join(map(_all, any_of))


def _all(conjunction: Conjunction) -> str:
    groups = (
        " OR ".join(f'"{token.text}" *' if token.prefix else f'"{token.text}"' for token in group)
        for group in conjunction
    )
    return "(" + " AND ".join(f"({group})" for group in groups) + ")"


def write(entries: list[Entry], changed: list[Words]) -> None:
    """Keeps the entries, and the words of those that have changed."""
    bulk.upsert(SearchEntry, entries, key="record_id")
    _write_text(changed, "catalogue_searchtext")


def _write_text(rows: list[Words], table: str) -> None:
    """Adds the words of these records as their present revision."""
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {table} (rowid, words) VALUES (%s, %s)",
            [((row.record_id << SHIFT) + row.revision, " ".join(row.tokens)) for row in rows],
        )


class Rebuilding:
    """A second table, filled beside the one in use and put in its place at the end."""

    TABLE = "catalogue_searchtext_new"

    def __init__(self) -> None:
        self.revisions: dict[int, int] = {}
        with connection.cursor() as cursor:
            cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'catalogue_searchtext'")
            made_by = cursor.fetchone()[0]
            cursor.execute(f"DROP TABLE IF EXISTS {self.TABLE}")
            cursor.execute(made_by.replace("catalogue_searchtext", self.TABLE, 1))

    def write(self, rows: list[Words]) -> None:
        _write_text(rows, self.TABLE)
        self.revisions.update((row.record_id, row.revision) for row in rows)

    def missed(self, present: dict[int, int]) -> list[int]:
        """Records that have changed since they were written here."""
        return [pk for pk, revision in present.items() if self.revisions.get(pk) != revision]

    def finish(self) -> None:
        with connection.cursor() as cursor:
            # a table cannot take a name that a trigger misses
            cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'catalogue_searchentry_none'")
            trigger = cursor.fetchone()[0]
            cursor.execute("DROP TRIGGER catalogue_searchentry_none")
            cursor.execute("DROP TABLE catalogue_searchtext")
            cursor.execute(f"ALTER TABLE {self.TABLE} RENAME TO catalogue_searchtext")
            cursor.execute(trigger)


def tidy() -> None:
    """After many writes: the words in one piece, and fresh statistics."""
    _merge("catalogue_searchtext")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _merge(table: str) -> None:
    """Puts the pieces together that writing leaves: in each of them every search looks for every word.

    In steps, so that no desk waits for long; the first, negative, says that all is to become one
    (https://sqlite.org/fts5.html#the_merge_command).
    """
    step, changes = -MERGED_AT_ONCE, 2
    while changes > 1:  # a step with nothing to do changes a row at most
        with writing(), connection.cursor() as cursor:
            before = connection.connection.total_changes
            cursor.execute(f"INSERT INTO {table} ({table}, rank) VALUES ('merge', %s)", [step])
            changes = connection.connection.total_changes - before
        step = MERGED_AT_ONCE
