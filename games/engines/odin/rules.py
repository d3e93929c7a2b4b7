"""The rules of Odin, put together from judge, turns and view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from ..kernel import Event, Fault, Line, Option, Outcome, Rules, Seat
from ..kernel.bags import bag, take
from .cards import ABOVE, BIT, GROUPS, OF_COLOUR, Cards, any_of, each, is_set, names, parts
from .judge import faults
from .moves import PASSES, TAKES, Move, deal, every_set, lay, lay_any, read_move
from .position import (
    DEAL,
    FOLLOW,
    HAND,
    LEAD,
    OVER,
    SEATS,
    SLUG,
    TAKING,
    Options,
    Position,
    opening,
    to_dict,
)
from .promise import promise
from .reading import check_colours, from_dict
from .turns import MAKE, winners
from .view import View, redeal, view

OPTIONS = {
    "colours": Option(
        6, (6, 4), "nombre de couleurs (4 : sans l’orange ni le noir, de deux à quatre joueurs)"
    ),
    "limit": Option(15, (15, 10, 20, 0), "nombre de points qui finit la partie (0 : une seule manche)"),
}


class Odin(Rules[Position, Move]):
    slug = SLUG
    seats = SEATS
    options = OPTIONS
    short = {"limit": 0}

    # --- the table

    def opening(self, seats: int, first: int = 0, **options: Any) -> Position:
        self.check_opening(seats, first, options)
        return opening(seats, first, Options(**options))

    def check_opening(self, seats: int, first: int, options: Mapping[str, Any]) -> None:
        super().check_opening(seats, first, options)
        check_colours(seats, Options(**options).colours)

    def actors(self, state: Position) -> tuple[Seat, ...]:
        turn = state.turn
        return () if turn is None else (turn,)

    def outcome(self, state: Position) -> Outcome | None:
        if state.phase != OVER:
            return None
        lines = tuple(
            Line("odin.11", seat, hand.bit_count(), {"number": hand.bit_count()})
            for seat, hand in enumerate(state.hands)
            if hand
        )
        return Outcome("odin.13", state.scores, winners(state.scores), lines)

    # --- moves

    def moves(self, state: Position, seat: Seat) -> Sequence[Move]:
        return tuple(move for move in _candidates(state, seat) if not faults(state, seat, move))

    def faults(self, state: Position, seat: Seat, move: Move | str) -> tuple[Fault, ...]:
        return faults(state, seat, read_move(move) if isinstance(move, str) else move)

    def sample(self, state: Position, seat: Any, rng: Random) -> Move:
        """The whole hand where it may be laid, else any card; something that goes, passing only where nothing
        does; any card back."""
        phase, turn, _, hands, middle, beaten, _, _, _, _, _, _, _ = state
        if seat != turn:
            return self.moves(state, seat)[0]
        hand = hands[seat]
        if phase == FOLLOW:
            return _reply(hand, middle, rng)
        if phase == TAKING:
            return TAKES[any_of(beaten, rng)]
        return lay(hand if is_set(hand) else any_of(hand, rng))

    def chance(self, state: Position, rng: Random) -> Move:
        if state.phase != DEAL:
            raise ValueError(f"no chance move is due in phase {state.phase!r}")
        return deal(take(list(names(state.aside)), HAND, rng))

    def advance(self, state: Position, seat: Seat, move: Move | str) -> Position:
        # as the kernel's, with one call less on the way of every playout
        if isinstance(move, str):
            move = read_move(move)
        return MAKE[move.kind](state, seat, move, None)

    def make(self, state: Position, move: Move, seat: Seat, events: list[Event] | None) -> Position:
        return MAKE[move.kind](state, seat, move, events)

    # --- what a seat may know

    def view(self, state: Position, seat: Seat) -> View:
        return view(state, seat)

    def redeal(self, state: Position, seat: Seat, rng: Random) -> Position:
        return redeal(state, seat, rng)

    # --- for bots that look ahead

    def foresee(self, state: Position) -> Position:
        return state._replace(options=state.options._replace(limit=0), scores=(0,) * len(state.scores))

    def promise(self, state: Position) -> Sequence[float]:
        return promise(state)

    # --- notation

    def read_move(self, text: str) -> Move:
        return read_move(text)

    def from_dict(self, data: Mapping[str, Any]) -> Position:
        self.check_options_of(data)
        return from_dict(data)

    def to_dict(self, state: Position) -> dict[str, Any]:
        return to_dict(state)

    # --- for the checks

    def any_move(self, state: Position, rng: Random) -> Move:
        """Mostly cards somebody holds, or any set; else any cards, a whole hand, or another kind of move."""
        draw = rng.random()
        if draw < 0.4:
            held = rng.choice(state.hands)
            few = names(held & rng.choice(GROUPS) if draw < 0.25 else held)
            return lay_any(tuple(rng.sample(few, rng.randint(1, min(len(few), 4))))) if few else PASSES
        if draw < 0.6:
            sets = every_set()
            return sets[int(rng.random() * len(sets))]
        if draw < 0.7:
            return rng.choice([PASSES, *TAKES.values()])
        if draw < 0.8:
            hand = names(rng.choice(state.hands))
            return lay_any(hand) if hand else PASSES
        return lay_any(tuple(rng.choice(tuple(BIT)) for _ in range(1 + int(rng.random() * 4))))

    def conserved(self, state: Position) -> object:
        places = (*state.hands, state.middle, state.beaten, state.discard, state.aside)
        return bag(name for place in places for name in names(place))


def _candidates(state: Position, seat: Seat) -> Iterator[Move]:
    """What is worth asking the judge: every move that some position with this hand allows."""
    if seat != state.turn or not isinstance(seat, int):
        return
    phase, hand = state.phase, state.hands[seat]
    if phase == LEAD:
        yield from (lay(card) for card in each(hand))
        if hand.bit_count() > 1 and is_set(hand):
            yield lay(hand)
    elif phase == FOLLOW:
        number = state.middle.bit_count()
        for size in (number, number + 1):
            for group in GROUPS:
                sizes = parts(hand & group)
                if size < len(sizes) and (size > 1 or group in OF_COLOUR):
                    yield from map(lay, sizes[size])
        yield PASSES
    elif phase == TAKING:
        yield from (TAKES[card] for card in each(state.beaten))


_TURNED = tuple(GROUPS[at:] + GROUPS[:at] for at in range(len(GROUPS)))


def _reply(hand: Cards, middle: Cards, rng: Random) -> Move:
    """Something that beats the middle: half the time as many cards, else one more; PASSES if nothing does."""
    random, number = rng.random, middle.bit_count()
    if hand.bit_count() < number:
        return PASSES
    fewer = random() < 0.5
    if number == 1 and fewer:
        higher = hand & ABOVE[middle]
        if higher:
            return lay(any_of(higher, rng))
    for group in _TURNED[int(random() * len(GROUPS))]:
        held = hand & group
        size = held.bit_count()
        if size < number:
            continue
        if size == number:
            move = lay(held)
            if move.value > lay(middle).value:
                return move
            continue
        sizes = parts(held)
        if fewer:
            same = sizes[number]
            move = lay(same[int(random() * len(same))])
            if move.value > lay(middle).value:
                return move
        more = sizes[number + 1]
        return lay(more[int(random() * len(more))])
    return PASSES
