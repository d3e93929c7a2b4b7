"""The rules of Oùcédonc, put together from judge, turns and view, over a table of places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import exp, sqrt
from random import Random
from typing import Any

from ..kernel import CHANCE, Event, Fault, Line, Option, Outcome, Rules, Seat
from .judge import faults
from .moves import (
    DOUBT,
    GUESSES,
    SLOTS,
    TRUSTS,
    Move,
    chance_move,
    estimate,
    folded,
    read_move,
    slot,
)
from .places import EDITIONS, Atlas, Charted, Table
from .position import DOUBT as DOUBTING
from .position import (
    ESTIMATE,
    EW,
    LAST,
    NS,
    OVER,
    PLACE,
    SEATS,
    SLUG,
    Options,
    Position,
    opening,
    starts,
    to_dict,
)
from .reading import from_dict
from .turns import make
from .view import View, redeal, view

OPTIONS = {"edition": Option("europe", EDITIONS, "édition du jeu : l’Europe ou la France")}


class Oucedonc(Rules[Position, Move]):
    """The rules over `atlas`: the true places, or those somebody believes in (see beliefs.py)."""

    slug = SLUG
    seats = SEATS
    options = OPTIONS
    reveals = frozenset({"checked", "exact", "near", "far"})

    def __init__(self, atlas: Atlas | None = None) -> None:
        self.atlas = Charted() if atlas is None else atlas

    def table(self, state: Position) -> Table:
        """Where the places of this position lie."""
        return self.atlas[state.options.edition]

    @cached_property
    def _decks(self) -> dict[str, tuple[Move, ...]]:
        """Edition → the chance moves of all its places."""
        return {edition: tuple(map(chance_move, table)) for edition, table in self.atlas.items()}

    @cached_property
    def _names(self) -> dict[str, str]:
        """Name of a place, folded → as it stands on the card."""
        return {folded(name): name for table in self.atlas.values() for name in table}

    # --- the table

    def opening(self, seats: int, first: int = 0, **options: Any) -> Position:
        self.check_opening(seats, first, options)
        return opening(seats, first, Options(**options))

    def actors(self, state: Position) -> tuple[Seat, ...]:
        turn = state.turn
        return turn if isinstance(turn, tuple) else () if turn is None else (turn,)

    def outcome(self, state: Position) -> Outcome | None:
        if state.phase != OVER:
            return None
        tokens = state.tokens
        best = max(tokens)
        winners = tuple(seat for seat, number in enumerate(tokens) if number == best)
        lines = tuple(Line("oucedonc.11", seat, number) for seat, number in enumerate(tokens))
        return Outcome("oucedonc.11", tokens, winners, lines)

    # --- moves

    def moves(self, state: Position, seat: Seat) -> Sequence[Move]:
        return tuple(move for move in _candidates(state, seat) if not self.faults(state, seat, move))

    def faults(self, state: Position, seat: Seat, move: Move | str) -> tuple[Fault, ...]:
        return faults(
            state,
            self.atlas[state.options.edition],
            seat,
            self.read_move(move) if isinstance(move, str) else move,
        )

    def sample(self, state: Position, seat: Any, rng: Random) -> Move:
        """Any slot of any line; a doubt one time in four; any estimate."""
        phase = state.phase
        if phase == PLACE:
            north, west = len(state.ns) + 1, len(state.ew) + 1
            at = int(rng.random() * (north + west))
            if north + west > len(SLOTS[NS]):
                return slot(NS, at) if at < north else slot(EW, at - north)
            return SLOTS[NS][at] if at < north else SLOTS[EW][at - north]
        if phase == DOUBTING and seat == state.turn:
            draw = rng.random()
            if draw > 0.25:
                return TRUSTS
            assert state.laid is not None
            line, index = state.laid
            before, after = ("N", "S") if line == NS else ("W", "E")
            if index == 0:
                return DOUBT[after]
            if index == len(state.ns if line == NS else state.ew) - 1:
                return DOUBT[before]
            return DOUBT[before if draw < 0.125 else after]
        return estimate(int(rng.random() * (state.lying + 1)))

    def chance(self, state: Position, rng: Random) -> Move:
        """Any place that is neither on the table nor out of the game."""
        if state.turn != CHANCE:
            raise ValueError(f"no chance move is due in phase {state.phase!r}")
        deck, ns, ew, gone = self._decks[state.options.edition], state.ns, state.ew, state.gone
        random, size = rng.random, len(deck)
        # hardly a third is ever used up: drawing lots until one is left takes less than listing those left
        while True:
            move = deck[int(random() * size)]
            card = move.card
            if card not in gone and card not in ns and card not in ew:
                return move

    def advance(self, state: Position, seat: Seat, move: Move | str) -> Position:
        # as the kernel's, with one call less on the way of every playout
        return make(state, self.table, self.read_move(move) if isinstance(move, str) else move, seat, None)

    def make(self, state: Position, move: Move, seat: Seat, events: list[Event] | None) -> Position:
        return make(state, self.table, move, seat, events)

    # --- what a seat may know

    def view(self, state: Position, seat: Seat) -> View:
        return view(state, seat)

    def redeal(self, state: Position, seat: Seat, rng: Random) -> Position:
        return redeal(state, seat, rng)

    # --- for bots that look ahead

    def promise(self, state: Position) -> Sequence[float] | None:
        """Shares by tokens, once a card is settled; None before."""
        if state.phase in (DOUBTING, ESTIMATE, OVER):
            return super().promise(state)
        return shares(state.tokens, state.played)

    # --- notation

    def read_move(self, text: str) -> Move:
        return read_move(text, self._names)

    def from_dict(self, data: Mapping[str, Any]) -> Position:
        self.check_options_of(data)
        return from_dict(data, self.atlas)

    def to_dict(self, state: Position) -> dict[str, Any]:
        return to_dict(state)

    # --- for the checks

    def any_move(self, state: Position, rng: Random) -> Move:
        kind = int(rng.random() * 8)
        if kind == 0:
            deck = self._decks[state.options.edition]
            return deck[int(rng.random() * len(deck))]
        if kind == 1:
            return TRUSTS
        if kind < 4:
            return DOUBT["NSWE"[int(rng.random() * 4)]]
        if kind == 4:
            return GUESSES[int(rng.random() * 20)]
        return SLOTS[NS if kind == 5 else EW][int(rng.random() * 20)]

    def conserved(self, state: Position) -> object:
        """No place lies twice, and as many are seen as have been drawn."""
        seen = [*state.ns, *state.gone, *(card for card in state.ew if card != state.start)]
        if state.card:
            seen.append(state.card)
        return len(set(seen)) == len(seen), len(seen) - state.played - starts(state.phase, state.played)


def shares(tokens: Sequence[int], played: int) -> list[float]:
    """What tokens promise each seat: the later in the game, the more one of them says (as measured)."""
    weight = 3 / sqrt(LAST + 5 - played)
    odds = [exp(weight * number) for number in tokens]
    total = sum(odds)
    return [share / total for share in odds]


def _candidates(state: Position, seat: Seat) -> tuple[Move, ...]:
    """What is worth asking the judge: every move that some position with these lines allows."""
    phase = state.phase
    if phase == PLACE and seat == state.turn:
        return tuple(slot(line, index) for line in (NS, EW) for index in range(len(state.line(line)) + 1))
    if phase == DOUBTING and seat == state.turn:
        return (*DOUBT.values(), TRUSTS)
    if phase == ESTIMATE:
        return tuple(estimate(number) for number in range(state.lying + 1))
    return ()
