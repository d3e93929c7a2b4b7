"""A position of Uno, complete, and its JSON form (which `reading` reads)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from ..kernel import CHANCE
from ..kernel.bags import Bag
from ..kernel.fields import changed
from .cards import ALL

SLUG: Final = "uno"
SEATS: Final = range(2, 11)

DEAL: Final = "deal"
CHOOSE: Final = "colour"
PLAY: Final = "play"
OWE: Final = "draw"
JUST_DRAWN: Final = "drawn"
ANSWER: Final = "challenge"
OVER: Final = "over"
PHASES: Final = (DEAL, CHOOSE, PLAY, OWE, JUST_DRAWN, ANSWER, OVER)

HAND: Final = 7


class Options(NamedTuple):
    """The house rules in force."""

    doublet: bool = True
    bluff: bool = True
    forced_play: bool = True
    target: int = 500


class Owed(NamedTuple):
    """Cards that are to be drawn: by whom, how many there are to draw, and why."""

    seat: int
    number: int
    why: str


class Challenged(NamedTuple):
    """A +4 that awaits its answer: who laid it, and the colour before."""

    layer: int
    colour: str


class Position(NamedTuple):
    """Everything there is to know. A tuple, because playouts make thousands; never build on its order."""

    phase: str
    turn: int | str | None
    next: int | None
    hands: tuple[Bag, ...]
    pile: Bag
    discard: tuple[str, ...]  # top last
    colour: str | None
    direction: int
    forgot: int | None
    drawn: str | None
    forced: bool | None
    owed: Owed | None
    challenged: Challenged | None
    dealer: int
    round: int
    scores: tuple[int, ...]
    options: Options

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat `steps` further in the present direction."""
        return (seat + steps * self.direction) % len(self.hands)


position_of: Callable[[tuple[object, ...]], Position] = partial(tuple.__new__, Position)
"""A position from all its fields in order, twice as fast as by its class: for the way of every playout."""


def drawable(position: Position) -> int:
    """How many cards can be drawn at all: the pile, then the discard without its top (article 11)."""
    return len(position.pile) + max(0, len(position.discard) - 1)


# why → how many cards are asked for; a last card asks for what it says
ASKED: Final = {"turn": 1, "+2": 2, "+4": 4, "guilty": 4, "innocent": 6, "uno": 2}


def to_dict(p: Position) -> dict[str, Any]:
    return {
        "game": SLUG,
        "seats": len(p.hands),
        "turn": p.turn,
        "phase": p.phase,
        "next": p.next,
        "scores": list(p.scores),
        "options": changed(p.options),
        "hands": [list(hand) for hand in p.hands],
        "pile": list(p.pile),
        "discard": list(p.discard),
        "colour": p.colour,
        "direction": p.direction,
        "dealer": p.dealer,
        "round": p.round,
        "drawn": p.drawn,
        "forced": p.forced,
        "owed": p.owed and p.owed._asdict(),
        "forgot": p.forgot,
        "challenged": p.challenged and p.challenged._asdict(),
    }


def opening(seats: int, first: int, options: Options) -> Position:
    return dealt_anew((first - 1) % seats, 1, (0,) * seats, ALL, options)


def dealt_anew(dealer: int, round: int, scores: tuple[int, ...], cards: Bag, options: Options) -> Position:
    """The beginning of a round: all cards in the pile."""
    seats = len(scores)
    return Position(
        phase=DEAL,
        turn=CHANCE,
        next=(dealer + 1) % seats,
        hands=((),) * seats,
        pile=cards,
        discard=(),
        colour=None,
        direction=1,
        forgot=None,
        drawn=None,
        forced=None,
        owed=None,
        challenged=None,
        dealer=dealer,
        round=round,
        scores=scores,
        options=options,
    )
