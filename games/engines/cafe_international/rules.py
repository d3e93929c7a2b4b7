"""The rules of Café International, put together from judge, turns and view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from ..kernel import Event, Fault, Line, Option, Outcome, Rules, Seat
from ..kernel.bags import Bag, bag, draw
from .board import BAR, board
from .cards import CARD, JOKERS, JOKERS_FROM
from .groups import EMPTY, NO_TABLE
from .judge import faults, may_sit, partners, seated_at
from .moves import DRAWN, ENDS, PASSES, TO_BAR, Move, chance_move, every, read_move, swapping
from .outlook import left_over, shares
from .position import (
    ACTION,
    ENOUGH,
    GUEST,
    KEPT,
    OVER,
    SEATS,
    SECOND,
    SLUG,
    TURN,
    Options,
    Position,
    opening,
    position_of,
    to_dict,
)
from .reading import from_dict
from .turns import make
from .view import View, view

OPTIONS = {
    "jokers": Option(
        ACTION,
        (ACTION, GUEST),
        "poser un joker",
        names=("c’est une action à lui seul", "c’est asseoir quelqu’un, comme les autres cartes"),
    ),
}


class CafeInternational(Rules[Position, Move]):
    slug = SLUG
    seats = SEATS
    options = OPTIONS

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
        players = [seat for seat in range(len(state.hands)) if seat not in state.out]
        lines = tuple(
            Line(f"{SLUG}.15", seat, -left_over(state.hands[seat]), {"cards": list(state.hands[seat])})
            for seat in players
            if state.hands[seat]
        )
        scores = list(state.scores)
        for line in lines:
            scores[line.seat] += line.points
        best = max(scores[seat] for seat in players)
        winners = tuple(seat for seat in players if scores[seat] == best)
        return Outcome(f"{SLUG}.{_ended_by(state)}", tuple(scores), winners, lines)

    # --- moves

    def moves(self, state: Position, seat: Seat) -> Sequence[Move]:
        if seat != state.turn or not isinstance(seat, int) or state.phase not in (TURN, SECOND):
            return ()
        hand, chairs, of_card = state.hands[seat], state.chairs, board().of_card
        cards = tuple(dict.fromkeys(hand))
        seats = [
            place.move
            for card in cards
            for place in of_card[card]
            if not chairs[place.chair] and may_sit(state, hand, place)
        ]
        return (*seats, *(move for move in _others(state, cards) if not faults(state, seat, move)))

    def faults(self, state: Position, seat: Seat, move: Move | str) -> tuple[Fault, ...]:
        return faults(state, seat, read_move(move) if isinstance(move, str) else move)

    def sample(self, state: Position, seat: Any, rng: Random) -> Move:
        """A seat that scores, where a look in a random order finds one; else two of a nation at an empty
        table; else a joker, or the bar."""
        phase, turn, _, chairs, groups, _, _, hands, _, _, _, _, laid, _, _ = state
        if seat != turn:
            return self.moves(state, seat)[0]
        hand = hands[seat]
        if laid is not None and not laid.points:
            return _join(state, hand)
        homes = board().homes
        start = int(rng.random() * len(hand))
        for card in hand[start:] + hand[:start]:
            if card not in homes:
                continue  # a joker
            for table, gain_here, around in homes[card]:
                here = gain_here[groups[table]]
                if here >= 0:
                    for chair, other, gain_there, move in around:
                        if not chairs[chair] and here + gain_there[groups[other]] > 0:
                            return move
        if phase == SECOND:
            return ENDS
        if EMPTY in groups:
            couple = _couple(groups, hand)
            if couple is not None:
                return couple
        if hand[0] in JOKERS or rng.random() < 0.5:
            joker = _some_joker(state, hand, rng)
            if joker is not None:
                return joker
        others = [card for card in hand if card not in JOKERS]
        return TO_BAR[others[int(rng.random() * len(others))]] if others else PASSES

    def chance(self, state: Position, rng: Random) -> Move:
        owed, left = state.owed, state.bag
        if owed is None:
            raise ValueError(f"no chance move is due in phase {state.phase!r}")
        if owed.number == 1:
            return DRAWN[left[int(rng.random() * len(left))]]
        return chance_move(draw(left, owed.number, rng))

    def advance(self, state: Position, seat: Seat, move: Move | str) -> Position:
        # as the kernel's, with one call less on the way of every playout
        return make(state, read_move(move) if isinstance(move, str) else move, seat, None)

    def make(self, state: Position, move: Move, seat: Seat, events: list[Event] | None) -> Position:
        return make(state, move, seat, events)

    # --- what a seat may know

    def view(self, state: Position, seat: Seat) -> View:
        return view(state, seat)

    def redeal(self, state: Position, seat: Seat, rng: Random) -> Position:
        return position_of(state)  # nothing is hidden; the same once more, so that nobody has that one

    # --- for bots that look ahead

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
        """Half the time a card of the hand where its nation may sit, which is seldom refused."""
        hand = state.hands[state.turn] if isinstance(state.turn, int) else ()
        if hand and rng.random() < 0.5:
            places = board().of_card[rng.choice(hand)]
            return rng.choice(places).move
        return rng.choice(every())

    def conserved(self, state: Position) -> object:
        seated = (CARD[sitter] for sitter in state.chairs if sitter)
        return bag((*state.bag, *state.bar, *seated, *(card for hand in state.hands for card in hand)))


def _ended_by(p: Position) -> int:
    """The article that ended the game: 11, 13 or 14, in the order in which they are looked at."""
    players = [seat for seat in range(len(p.hands)) if seat not in p.out]
    if len(players) == 1:
        return 11
    full = len(p.bar) == len(BAR) or 0 not in p.chairs or len(p.bag) <= KEPT
    if full or any(p.compatriots[seat] >= ENOUGH or not p.hands[seat] for seat in players):
        return 14
    return 13


def _couple(groups: bytes, hand: Bag) -> Move | None:
    """The first of two cards of one nation for an empty table of theirs."""
    homes = board().homes
    for woman, man in pairwise(hand):
        if woman == man or woman[:2] != man[:2] or woman in JOKERS:
            continue
        for (table, _, around), (_, _, chairs_of_his) in zip(homes[woman], homes[man], strict=True):
            if groups[table] != EMPTY:
                continue
            for chair, other, _, move in around:
                if groups[other] in (EMPTY, NO_TABLE) and any(
                    his != chair and gain_there[groups[beyond]] >= 0
                    for his, beyond, gain_there, _ in chairs_of_his
                ):
                    return move
    return None


def _join(p: Position, hand: Bag) -> Move:
    """A second card that joins a first one which scored nothing; in the first turn there may be none."""
    assert p.laid is not None
    second = next(partners(p, hand, seated_at(p.chairs, p.laid.chair)), None)
    return second.move if second is not None else ENDS


def _some_joker(p: Position, hand: Bag, rng: Random) -> Move | None:
    """A joker of the hand where it may sit, looked for from a random place on."""
    for joker in JOKERS:
        if joker in hand:
            places = board().of_card[joker]
            start = int(rng.random() * len(places))
            for place in (*places[start:], *places[:start]):
                if may_sit(p, hand, place):
                    return place.move
    return None


def _others(p: Position, cards: tuple[str, ...]) -> Iterator[Move]:
    """What is worth asking the judge besides seating."""
    if p.phase == SECOND:
        yield ENDS
        return
    ordinary = [card for card in cards if card not in JOKERS]
    for card in ordinary:
        yield TO_BAR[card]
    for chair, sitter in enumerate(p.chairs):
        if sitter >= JOKERS_FROM:
            for card in ordinary:
                yield swapping(chair, card)
    if not ordinary:
        yield PASSES
