"""The corners of the room, which a phone shows large."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Final

from games.engines.cafe_international.board import board as cafe
from games.engines.cafe_international.view import View
from games.tables.base import Parts

ALL: Final = "tout"
QUARTERS: Final = {
    "no": "en haut à gauche",
    "ne": "en haut à droite",
    "so": "en bas à gauche",
    "se": "en bas à droite",
}
"""The corners of the room that a phone shows large: seven squares each, the middle belongs to all."""
MIDDLE: Final = 6
EDGE: Final = 5
"""Of a corner, a lesson in which nothing happens beyond shows so many rows: the hand stays in sight."""


@dataclass(frozen=True, slots=True)
class Zoom:
    value: str
    label: str
    ticked: bool


def zooms_of(view: View, sitters: dict[int, str], parts: Parts, alone: bool) -> tuple[Zoom, ...]:
    """What a narrow screen shows: what was asked for; else where the first card lies; a position to learn
    from, if all its guests sit in one corner, shows that corner."""
    asked = parts.one("zoom")
    if asked != ALL and asked not in QUARTERS:
        asked = ALL
        if view.laid is not None:
            asked = _corner({view.laid.chair}) or ALL
        elif alone and sitters:
            asked = _corner(set(sitters)) or ALL
    return tuple(
        Zoom(value, label, value == asked)
        for value, label in {
            ALL: "Tout le café",
            **{key: f"Le coin {text}" for key, text in QUARTERS.items()},
        }.items()
    )


def edge_of(chairs: Set[int]) -> str:
    """Whether all those chairs stand in the five rows at the top ("n") or at the bottom ("s") of the room."""
    rows = {cafe().chairs[chair].row for chair in chairs}
    if not rows:
        return ""
    return "n" if max(rows) < EDGE else "s" if min(rows) > 2 * MIDDLE - EDGE else ""


def _corner(chairs: Set[int]) -> str:
    """The corner in which all those chairs stand, if there is one."""
    spots = [cafe().chairs[chair] for chair in chairs]
    for corner in QUARTERS:
        north, west = corner[0] == "n", corner[1] == "o"
        if all(
            (spot.row <= MIDDLE if north else spot.row >= MIDDLE)
            and (spot.column <= MIDDLE if west else spot.column >= MIDDLE)
            for spot in spots
        ):
            return corner
    return ""
