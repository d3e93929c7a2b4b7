"""The same by PostgreSQL's own programs, which must be as new as the server."""

import os
import shutil
import subprocess
from pathlib import Path

from django.db import connection, transaction

from ludotheque.backup.manifest import counted

WAIT = "10s"  # for those who still use the tables


class ProgramFailed(Exception):
    """One of PostgreSQL's programs is not there, or refused; says what it said."""


def dump(to: Path) -> dict[str, int]:
    """Writes the database as it is at one moment; the rows of each table at that moment."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        snapshot = cursor.fetchone()[0]
        rows = counted(cursor, _tables(cursor))
        _run("pg_dump", "--format=custom", "--no-owner", "--no-acl", f"--snapshot={snapshot}", f"--file={to}")
    return rows


def check(path: Path) -> str:
    """Reads the whole of the dump; what is wrong with it, or nothing."""
    try:
        _program("pg_restore", f"--file={os.devnull}", str(path))
    except ProgramFailed as error:
        return str(error)
    return ""


def load(path: Path) -> None:
    """Puts the dump where the tables were, in one transaction."""
    script = path.with_suffix(".sql")
    _program("pg_restore", "--no-owner", "--no-acl", "--no-comments", f"--file={script}", str(path))
    connection.close()
    _run(
        "psql",
        "--quiet",
        "--no-psqlrc",
        "--single-transaction",
        "--set=ON_ERROR_STOP=1",
        f"--command=SET lock_timeout = '{WAIT}'",
        "--command=DROP SCHEMA public CASCADE",
        "--command=CREATE SCHEMA public",
        f"--file={script}",
    )


def rows() -> dict[str, int]:
    """The rows of each table now."""
    with connection.cursor() as cursor:
        return counted(cursor, _tables(cursor))


def _tables(cursor) -> list[str]:
    cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")
    return [name for (name,) in cursor.fetchall()]


def _run(program: str, *arguments: str) -> None:
    """With the database of the settings."""
    known, environment = connection.client.settings_to_cmd_args_env(connection.settings_dict, [])
    *where, database = known[1:]
    _program(program, *where, f"--dbname={database}", *arguments, environment=environment)


def _program(program: str, *arguments: str, environment: dict | None = None) -> None:
    found = shutil.which(program) or next(
        (str(path) for path in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), reverse=True)),
        None,
    )
    if found is None:
        raise ProgramFailed(f"{program} manque : installez le paquet postgresql-client")
    done = subprocess.run(
        [found, *arguments],
        env=os.environ | {"LC_ALL": "C.UTF-8"} | (environment or {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ProgramFailed(f"{program} : {done.stderr.strip()[-600:]}")
