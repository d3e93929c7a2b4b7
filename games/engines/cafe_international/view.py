"""What a seat may know of a position: all of it, since hands lie open and the bag holds what is left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from ..kernel import Seat
from ..kernel.bags import Bag
from ..kernel.fields import changed
from .board import board, groups_around
from .cards import CODE, JOKERS
from .groups import BYTE, NO_TABLE
from .moves import CHAIRS
from .position import NOBODY, SLUG, Laid, Options, Owed, Position, seated


class View(NamedTuple):
    """The keys of a position, written as positions are."""

    seat: Seat
    phase: str
    turn: int | str | None
    next: int | None
    chairs: dict[str, str]
    bar: tuple[str, ...]
    bag: Bag
    hands: tuple[Bag, ...]
    scores: tuple[int, ...]
    compatriots: tuple[int, ...]
    out: tuple[int, ...]
    opening: bool
    laid: dict[str, Any] | None
    owed: Owed | None
    options: Options

    def to_dict(self) -> dict[str, Any]:
        """As JSON: what `to_dict` of the position has, and the seat."""
        return {
            "game": SLUG,
            "seats": len(self.hands),
            **self._asdict(),
            "chairs": dict(self.chairs),
            "bar": list(self.bar),
            "bag": list(self.bag),
            "hands": [list(hand) for hand in self.hands],
            "scores": list(self.scores),
            "compatriots": list(self.compatriots),
            "out": list(self.out),
            "owed": self.owed and self.owed._asdict(),
            "options": changed(self.options),
        }


_view_of: Callable[[tuple[object, ...]], View] = partial(tuple.__new__, View)


def view(p: Position, seat: Seat) -> View:
    (phase, turn, after, chairs, _, bar, bag, hands, scores, compatriots, out, opening, laid, owed,
     options) = p  # fmt: skip
    told = None if laid is None else {"chair": CHAIRS[laid.chair], "points": laid.points}
    return _view_of(
        (seat, phase, turn, after, seated(chairs), bar, bag, hands, scores, compatriots, out, opening, told,
         owed, options)
    )  # fmt: skip


class Looked(NamedTuple):
    """A view as the engine counts: chairs by number, and the groups around the tables."""

    seat: Seat
    phase: str
    turn: int | str | None
    next: int | None
    chairs: bytes
    groups: bytes
    bar: tuple[str, ...]
    bag: Bag
    hands: tuple[Bag, ...]
    scores: tuple[int, ...]
    compatriots: tuple[int, ...]
    out: tuple[int, ...]
    opening: bool
    laid: Laid | None
    owed: Owed | None
    options: Options

    @property
    def position(self) -> Position:
        """Nothing is hidden, so a view tells all of it."""
        return Position(*self[1:])


def looked(view: View) -> Looked:
    """What somebody makes of a view who looks around the tables."""
    (seat, phase, turn, after, guests, bar, bag, hands, scores, compatriots, out, opening, told, owed,
     options) = view  # fmt: skip
    chairs = bytearray(NOBODY)
    for name, guest in guests.items():
        chair = CHAIRS.index(name)
        chairs[chair] = CODE[f"{guest}={board().chairs[chair].nations[0]}" if guest in JOKERS else guest]
    groups = bytes([*(BYTE[group] for group in groups_around(chairs)), NO_TABLE])
    laid = None if told is None else Laid(CHAIRS.index(told["chair"]), told["points"])
    return Looked(
        seat, phase, turn, after, bytes(chairs), groups, bar, bag, hands, scores, compatriots, out, opening,
        laid, owed, options,
    )  # fmt: skip
