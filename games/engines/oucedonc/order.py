"""Which cards lie wrong on their line: the comparison of a check (article 4), and the count (article 8)."""

from __future__ import annotations

from typing import Final, NamedTuple

from .moves import SIDES
from .places import Table
from .position import NS, Position
from .view import View

GROWS: Final = {"N": (0, 1), "S": (0, -1), "W": (1, -1), "E": (1, 1)}
"""Side → the coordinate (0: latitude, 1: longitude) of that line, and whether it grows or falls that way."""


def misplaced(table: Table, side: str, other: str, card: str) -> bool:
    """Whether `other`, which lies on that side of `card`, should not; equal coordinates are right
    (article 4)."""
    axis, grows = GROWS[side]
    return (table[other][axis] - table[card][axis]) * grows < 0


def misfit(p: Position, table: Table) -> bool:
    """Whether the newest card is wrong towards one of its neighbours."""
    assert p.laid is not None
    cards, at = p.line(p.laid.line), p.laid.at
    before, after = ("N", "S") if p.laid.line == NS else ("W", "E")
    return (at > 0 and misplaced(table, before, cards[at - 1], cards[at])) or (
        at + 1 < len(cards) and misplaced(table, after, cards[at + 1], cards[at])
    )


class Miss(NamedTuple):
    """A card set aside in the count, and the card kept before it."""

    card: str
    kept: str


def arms(p: Position | View) -> dict[str, tuple[str, ...]]:
    """Side → the cards of that arm, from the start card outwards."""
    assert p.start is not None
    found = {}
    for side, (line, step) in SIDES.items():
        cards = p.ns if line == NS else p.ew
        at = cards.index(p.start)
        found[side] = cards[at + 1 :] if step > 0 else cards[:at][::-1]
    return found


def misses(table: Table, side: str, start: str, arm: tuple[str, ...]) -> list[Miss]:
    """The cards of an arm that are misplaced against the last one kept (article 8)."""
    (axis, grows), kept = GROWS[side], start
    found, last = [], table[start][axis]
    for card in arm:
        here = table[card][axis]
        if (here - last) * grows < 0:
            found.append(Miss(card, kept))
        else:
            kept, last = card, here
    return found


def count(p: Position, table: Table) -> int:
    """How many of the places lying are misplaced."""
    assert p.start is not None
    return sum(len(misses(table, side, p.start, arm)) for side, arm in arms(p).items())
