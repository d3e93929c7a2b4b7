"""The rules of Boursicocotte, put together from judge, turns and view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ..kernel import Event, Fault, Line, Option, Outcome, Rules, Seat
from ..kernel.bags import bag, draw
from . import money as purse
from .animals import SPECIES, VALUE, families
from .judge import faults
from .money import payments, worth
from .moves import (
    ACCEPTS,
    AUCTIONS,
    BIDS,
    BUYS,
    COUNTER,
    OFFER,
    PASSES,
    PAY,
    SAMPLES,
    SELLS,
    TURNED,
    Bundles,
    Move,
    chance_move,
    read_move,
    with_money,
)
from .position import (
    ANSWER,
    BIDDING,
    DEAL,
    DEALT,
    DECIDE,
    NORMAL,
    OFFERING,
    OVER,
    PAYING,
    QUICK,
    REVEAL,
    SEATS,
    SLUG,
    TURN,
    Options,
    Position,
    opening,
    to_dict,
)
from .reading import from_dict
from .sampling import sample, tradable
from .settling import shares
from .turns import make
from .view import View, redeal, view

OPTIONS = {
    "deal": Option(QUICK, (QUICK, NORMAL), "quatre animaux chacun au départ (rapide), ou aucun (normale)"),
    "pass_final": Option(False, (False, True), "qui passe ne peut plus enchérir sur cet animal"),
}


class Boursicocotte(Rules[Position, Move]):
    slug = SLUG
    seats = SEATS
    options = OPTIONS
    # a bad payer shows his money; all see whether the offers were equal
    reveals = frozenset({"shown", "received", "tied"})

    # --- the table

    def opening(self, seats: int, first: int = 0, **options: Any) -> Position:
        self.check_opening(seats, first, options)
        return opening(seats, first, Options(**options))

    def actors(self, state: Position) -> tuple[Seat, ...]:
        turn = state.turn
        return () if turn is None else (turn,)

    def outcome(self, state: Position) -> Outcome | None:
        if state.phase != OVER:
            return None
        scores = state.scores
        best = max(scores)
        winners = tuple(seat for seat, score in enumerate(scores) if score == best)
        lines = []
        for seat, holding in enumerate(state.animals):
            done = families(holding)
            if done:
                sum_ = sum(VALUE[species] for species in done)
                facts = {"families": done, "sum": sum_, "times": len(done)}
                lines.append(Line(f"{SLUG}.15", seat, scores[seat], facts))
        return Outcome(f"{SLUG}.15", scores, winners, tuple(lines))

    # --- moves

    def moves(self, state: Position, seat: Seat) -> Sequence[Move]:
        """In a trade the offers are listed only as far as one looks."""
        if seat != state.turn or not isinstance(seat, int):
            return ()
        phase, hand = state.phase, state.money[seat]
        if phase == OFFERING:
            return Bundles(OFFER, hand)
        if phase == ANSWER:
            return Bundles(COUNTER, hand, (ACCEPTS,))
        if phase == TURN:
            return (*((AUCTIONS,) if state.deck else ()), *tradable(state, seat))
        auction = state.auction
        assert auction is not None
        if phase == BIDDING:
            most = sum(map(worth, state.money))
            return (*BIDS[auction.bid // 10 + 1 : most // 10 + 1], PASSES)
        if phase == DECIDE:
            return (SELLS, BUYS) if worth(hand) >= auction.bid else (SELLS,)
        assert phase == PAYING
        return tuple(with_money(PAY, paid) for paid in payments(hand, auction.bid))

    def faults(self, state: Position, seat: Seat, move: Move | str) -> tuple[Fault, ...]:
        return faults(state, seat, read_move(move) if isinstance(move, str) else move)

    def sample(self, state: Position, seat: Any, rng: Random) -> Move:
        return sample(state, seat, rng)

    def chance(self, state: Position, rng: Random) -> Move:
        deck, phase = state.deck, state.phase
        if phase == REVEAL:
            return TURNED[deck[int(rng.random() * len(deck))]]
        if phase == DEAL:
            return chance_move(draw(deck, DEALT, rng))
        raise ValueError(f"no chance move is due in phase {phase!r}")

    def make(self, state: Position, move: Move, seat: Seat, events: list[Event] | None) -> Position:
        return make(state, move, seat, events)

    def advance(self, state: Position, seat: Seat, move: Move | str) -> Position:
        # as the kernel's, with one call less on the way of every playout
        return make(state, read_move(move) if isinstance(move, str) else move, seat, None)

    # --- what a seat may know

    def view(self, state: Position, seat: Seat) -> View:
        return view(state, seat)

    def redeal(self, state: Position, seat: Seat, rng: Random) -> Position:
        return redeal(state, seat, rng)

    def promise(self, state: Position) -> Sequence[float] | None:
        return super().promise(state) if state.phase == OVER else shares(state)

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
        return SAMPLES[int(rng.random() * len(SAMPLES))]

    def conserved(self, state: Position) -> object:
        """All the animals, and all the money."""
        animals = [*state.deck, *((state.auction.animal or "",) if state.auction else ())]
        for holding in state.animals:
            animals += (
                species for species, times in zip(SPECIES, holding, strict=True) for _ in range(times)
            )
        money = state.bank
        for hand in (*state.money, state.trade.offer if state.trade and state.trade.offer else purse.NONE):
            money = purse.plus(money, hand)
        return bag(filter(None, animals)), money
