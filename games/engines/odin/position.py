"""A position of Odin, complete, and its JSON form (which `reading` reads)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from ..kernel import CHANCE
from ..kernel.fields import changed
from .cards import DECK, Cards, names

SLUG: Final = "odin"
SEATS: Final = range(2, 7)

DEAL: Final = "deal"
LEAD: Final = "lead"
FOLLOW: Final = "follow"
TAKING: Final = "take"
OVER: Final = "over"
PHASES: Final = (DEAL, LEAD, FOLLOW, TAKING, OVER)

HAND: Final = 9


class Options(NamedTuple):
    """The house rules in force."""

    colours: int = 6
    limit: int = 15


class Position(NamedTuple):
    """Everything there is to know. A tuple, because playouts make thousands; never build on its order."""

    phase: str
    turn: int | str | None
    next: int | None
    hands: tuple[Cards, ...]
    middle: Cards
    beaten: Cards  # what the middle has just beaten, and is taken from
    discard: Cards
    aside: Cards
    owner: int | None  # who laid the middle
    starter: int
    hand: int
    scores: tuple[int, ...]
    options: Options


position_of: Callable[[tuple[object, ...]], Position] = partial(tuple.__new__, Position)
"""A position from all its fields in order, twice as fast as by its class: for the way of every playout."""


def to_dict(p: Position) -> dict[str, Any]:
    return {
        "game": SLUG,
        "seats": len(p.hands),
        "turn": p.turn,
        "phase": p.phase,
        "next": p.next,
        "scores": list(p.scores),
        "options": changed(p.options),
        "hands": [list(names(hand)) for hand in p.hands],
        "middle": list(names(p.middle)),
        "beaten": list(names(p.beaten)),
        "discard": list(names(p.discard)),
        "aside": list(names(p.aside)),
        "owner": p.owner,
        "starter": p.starter,
        "hand": p.hand,
    }


def opening(seats: int, first: int, options: Options) -> Position:
    return dealt_anew(first, 1, (0,) * seats, DECK[options.colours], options)


def dealt_anew(starter: int, hand: int, scores: tuple[int, ...], cards: Cards, options: Options) -> Position:
    """The beginning of a hand: all cards still to be dealt."""
    return Position(
        phase=DEAL,
        turn=CHANCE,
        next=starter,
        hands=(0,) * len(scores),
        middle=0,
        beaten=0,
        discard=0,
        aside=cards,
        owner=None,
        starter=starter,
        hand=hand,
        scores=scores,
        options=options,
    )
