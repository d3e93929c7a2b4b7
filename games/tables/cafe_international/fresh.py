"""What just happened in the room, for the eye to find: who sat down, and the points at their tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engines.kernel import Event
from games.tables.cafe_international.room import signed, table_at, where

SEATED = {"seated", "joker", "exchanged"}


@dataclass(frozen=True, slots=True)
class Points:
    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Fresh:
    chairs: tuple[tuple[int, int], ...]
    points: tuple[Points, ...]


def fresh(happened: Sequence[Event]) -> Fresh | None:
    """None if nobody sat down."""
    chairs = dict.fromkeys(event.facts["chair"] for event in happened if event.kind in SEATED)
    if not chairs:
        return None
    points: dict[int, int] = {}
    for event in happened:
        if "table" in event.facts and "points" in event.facts:
            table = event.facts["table"]
            points[table] = points.get(table, 0) + event.facts["points"]
    spots = tuple(Points(*table_at(table), signed(number)) for table, number in points.items())
    return Fresh(tuple(map(where, chairs)), spots)
