"""How each game is laid on the table: a module `games/tables/<game>` with a TABLE (see `base.py`)."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from games import registry
from games.tables.base import Table


@cache
def offered(slug: str) -> bool:
    """Whether that game can be laid on the table at all."""
    return slug in registry.GAMES and find_spec(_module(slug)) is not None


@cache
def of(slug: str) -> Table:
    """The table of a game that offers one."""
    table: Table = import_module(_module(slug)).TABLE
    return table


def _module(slug: str) -> str:
    return f"games.tables.{slug.replace('-', '_')}"
