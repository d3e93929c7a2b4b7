"""The database in use: the module that speaks its language, and what it answers."""

from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

from django.db import connection

from catalogue.search import postgres, sqlite


@cache
def backend() -> ModuleType:
    return {"sqlite": sqlite, "postgresql": postgres}[connection.vendor]


def rows(sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    """All rows of a query that has `%s` for each parameter."""
    # by name: for parameters in order Django reads all of a SQLite query, longer than some answers take
    names = [f"p{place}" for place in range(len(params))]
    with connection.cursor() as cursor:
        named = sql % tuple(f"%({name})s" for name in names)
        cursor.execute(named, dict(zip(names, params, strict=True)))
        return cursor.fetchall()
