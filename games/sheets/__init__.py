"""How each game is drawn in its rules: a module `games/sheets/<game>` with a SHEET (see `base.py`).

A game without one is shown in words."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from games.sheets.base import Sheet


@cache
def drawn(slug: str) -> bool:
    """Whether somebody has drawn that game."""
    return find_spec(_module(slug)) is not None


@cache
def of(slug: str) -> Sheet:
    """How that game, which has a rulebook, is drawn."""
    if not drawn(slug):
        return Sheet(slug)
    sheet: Sheet = import_module(_module(slug)).SHEET
    return sheet


def _module(slug: str) -> str:
    return f"games.sheets.{slug.replace('-', '_')}"
