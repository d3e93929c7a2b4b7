"""What a seat may know of a position: all of it, since hands lie open and the bag holds what is left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from ..kernel import Seat
from ..kernel.bags import Bag
from .position import Laid, Options, Owed, Position, to_dict


class View(NamedTuple):
    """A seat, and the fields of the position in their order."""

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

    def to_dict(self) -> dict[str, Any]:
        """As JSON: what `to_dict` of the position has, and the seat."""
        return {"seat": self.seat, **to_dict(Position(*self[1:]))}


_view_of: Callable[[tuple[object, ...]], View] = partial(tuple.__new__, View)


def view(p: Position, seat: Seat) -> View:
    return _view_of((seat, *p))
