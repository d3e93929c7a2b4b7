"""The corners of the room, which a phone shows large."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Final

from games.engines.cafe_international.board import board as cafe

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
    picks: tuple[int, ...]  # the cards that fit somewhere there


def zooms_of(asked: str, wished: str, fits: Mapping[int, Set[int]]) -> tuple[Zoom, ...]:
    """What one may look at; what was `asked` for is ticked, else what is wished. `fits`: card → chairs."""
    known = {ALL: "Tout le café", **{corner: f"Le coin {text}" for corner, text in QUARTERS.items()}}
    shown = asked if asked in known else wished or ALL
    return tuple(
        Zoom(
            value=value,
            label=label,
            ticked=value == shown,
            picks=tuple(
                pick
                for pick, chairs in fits.items()
                if value != ALL and any(_in(value, chair) for chair in chairs)
            ),
        )
        for value, label in known.items()
    )


def corner_of(chairs: Set[int]) -> str:
    """The corner in which all those chairs stand, if there is one."""
    if not chairs:
        return ""
    return next((corner for corner in QUARTERS if all(_in(corner, chair) for chair in chairs)), "")


def edge_of(chairs: Set[int]) -> str:
    """Whether all those chairs stand in the five rows at the top ("n") or at the bottom ("s") of the room."""
    rows = {cafe().chairs[chair].row for chair in chairs}
    if not rows:
        return ""
    return "n" if max(rows) < EDGE else "s" if min(rows) > 2 * MIDDLE - EDGE else ""


def _in(corner: str, chair: int) -> bool:
    spot = cafe().chairs[chair]
    north, west = corner[0] == "n", corner[1] == "o"
    return (spot.row <= MIDDLE if north else spot.row >= MIDDLE) and (
        spot.column <= MIDDLE if west else spot.column >= MIDDLE
    )
