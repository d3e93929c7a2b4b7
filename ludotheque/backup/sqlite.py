"""A copy of a SQLite database while others write, and back in one step."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from ludotheque.backup.manifest import counted


def dump(to: Path) -> dict[str, int]:
    """Writes the database as it is at one moment; the rows of each table."""
    connection.ensure_connection()
    with closing(sqlite3.connect(to)) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, none beside it
        return counted(copy.cursor(), _tables(copy))


def check(path: Path) -> str:
    """What is wrong with the copy, or nothing."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as copy:
            said = copy.execute("PRAGMA integrity_check").fetchone()[0]
            return "" if said == "ok" else said
    except sqlite3.DatabaseError as error:
        return str(error)


def load(path: Path) -> None:
    """Puts the copy where the database was: all of it, or nothing if it is in use for too long."""
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        copy.backup(connection.connection)
    connection.close()  # the next one sets the journal anew


def rows() -> dict[str, int]:
    """The rows of each table now."""
    connection.ensure_connection()
    with closing(connection.connection.cursor()) as cursor:
        return counted(cursor, _tables(connection.connection))


def _tables(database) -> list[str]:
    found = database.execute(
        # a virtual table cannot always be counted; the tables under it are
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        " AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
    )
    return [name for (name,) in found]
