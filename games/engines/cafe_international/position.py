"""A position of Café International, complete, and its JSON form (which `reading` reads)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from ..kernel import CHANCE
from ..kernel.bags import Bag
from ..kernel.fields import changed
from .board import TABLES, board
from .cards import ALL, CARD, SITTERS
from .groups import EMPTY, NO_TABLE
from .moves import CHAIRS

SLUG: Final = "cafe-international"
SEATS: Final = range(2, 5)

DEAL: Final = "deal"
TURN: Final = "turn"
SECOND: Final = "second"
REFILL: Final = "refill"
OVER: Final = "over"
PHASES: Final = (DEAL, TURN, SECOND, REFILL, OVER)

HAND: Final = 5
KEPT: Final = 4
"""The bag is never drawn below this (article 14)."""
ENOUGH: Final = 5
"""Tables of compatriots that end the game (article 14)."""

ACTION: Final = "action"
GUEST: Final = "guest"


class Options(NamedTuple):
    """The house rules in force."""

    jokers: str = ACTION


class Laid(NamedTuple):
    """The first card of an action that may have a second: on which chair, and what it scored."""

    chair: int
    points: int


class Owed(NamedTuple):
    """Cards that are to be drawn: by whom and how many."""

    seat: int
    number: int


class Position(NamedTuple):
    """Everything there is to know. A tuple, because playouts make thousands; never build on its order."""

    phase: str
    turn: int | str | None
    next: int | None
    chairs: bytes  # who sits on each chair: places in SITTERS
    groups: bytes  # who sits around each table, which follows from the chairs: places in GROUPS
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


position_of: Callable[[tuple[object, ...]], Position] = partial(tuple.__new__, Position)
"""A position from all its fields in order, twice as fast as by its class: for the way of every playout."""

NOBODY: Final = bytes(len(CHAIRS))
EMPTY_CAFE: Final = bytes([EMPTY] * TABLES + [NO_TABLE])
"""The groups when nobody sits; after the tables, « no table », for chairs that have no second one."""


def opening(seats: int, first: int, options: Options) -> Position:
    return Position(
        phase=DEAL,
        turn=CHANCE,
        next=first,
        chairs=NOBODY,
        groups=EMPTY_CAFE,
        bar=(),
        bag=ALL,
        hands=((),) * seats,
        scores=(0,) * seats,
        compatriots=(0,) * seats,
        out=(),
        opening=True,
        laid=None,
        owed=Owed(0, HAND),
        options=options,
    )


def seated(chairs: bytes) -> dict[str, str]:
    """The guests by the name of their chair; a joker names its nation where the chair leaves it open."""
    named = board().chairs
    return {
        CHAIRS[chair]: SITTERS[sitter] if len(named[chair].nations) > 1 else CARD[sitter]
        for chair, sitter in enumerate(chairs)
        if sitter
    }


def to_dict(p: Position) -> dict[str, Any]:
    return {
        "game": SLUG,
        "seats": len(p.hands),
        "turn": p.turn,
        "phase": p.phase,
        "next": p.next,
        "scores": list(p.scores),
        "options": changed(p.options),
        "chairs": seated(p.chairs),
        "bar": list(p.bar),
        "bag": list(p.bag),
        "hands": [list(hand) for hand in p.hands],
        "compatriots": list(p.compatriots),
        "out": list(p.out),
        "opening": p.opening,
        "laid": p.laid and {"chair": CHAIRS[p.laid.chair], "points": p.laid.points},
        "owed": p.owed and p.owed._asdict(),
    }
