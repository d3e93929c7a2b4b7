"""The rules of Uno, put together from judge, turns and view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from ..kernel import CHANCE, Event, Fault, Line, Option, Outcome, Rules, Seat
from ..kernel.bags import bag, draw
from .cards import FOUR, JOKERS, LAYABLE, OF_COLOUR, SAME, VALUE, may_circle
from .judge import chance_due, faults, may_lay_drawn
from .moves import (
    ACCEPTS,
    CHALLENGES,
    CLAIMS,
    DOUBLET,
    DRAWN,
    EVERY,
    GIVE_UP,
    JOKER,
    NAME,
    SINGLE,
    TAKE,
    Move,
    chance_move,
    read_move,
)
from .position import (
    ANSWER,
    CHOOSE,
    DEAL,
    JUST_DRAWN,
    OVER,
    PLAY,
    SEATS,
    SLUG,
    Options,
    Position,
    opening,
    to_dict,
)
from .promise import promise
from .reading import from_dict
from .turns import make
from .view import View, redeal, view

OPTIONS = {
    "doublet": Option(True, (True, False), "poser deux chiffres égaux d’un coup"),
    "bluff": Option(True, (True, False), "le super joker peut être posé à tort, et contesté"),
    "forced_play": Option(True, (True, False), "la carte piochée faute de mieux doit être posée"),
    "target": Option(500, (500, 300, 200, 100, 0), "nombre de points à atteindre (0 : une manche)"),
}


class Uno(Rules[Position, Move]):
    slug = SLUG
    seats = SEATS
    options = OPTIONS
    short = {"target": 0}
    reveals = frozenset({"shown", "counted", "scored", "over"})

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
        winner = state.hands.index(())
        scores, target = state.scores, state.options.target
        # short of the target, the game stopped because no further round could be dealt
        reached = scores[winner] >= target
        best = max(scores)
        winners = (winner,) if reached else tuple(seat for seat, score in enumerate(scores) if score == best)
        lines = tuple(
            Line("uno.13", winner, sum(VALUE[card] for card in hand), {"other": seat, "cards": list(hand)})
            for seat, hand in enumerate(state.hands)
            if hand
        )
        return Outcome("uno.14", scores, winners, lines)

    # --- moves

    def moves(self, state: Position, seat: Seat) -> Sequence[Move]:
        return tuple(move for move in _candidates(state, seat) if not faults(state, seat, move))

    def faults(self, state: Position, seat: Seat, move: Move | str) -> tuple[Fault, ...]:
        return faults(state, seat, read_move(move) if isinstance(move, str) else move)

    def sample(self, state: Position, seat: Any, rng: Random) -> Move:
        """A random card that can be laid, a doublet half the time; a +4 only where it is lawful;
        drawing only when nothing can be laid; announced where it is due,
        and who forgot to is caught."""
        phase, turn, _, hands, pile, discard, colour, _, forgot, drawn, _, _, _, _, _, _, options = state
        if seat != turn or phase == OVER:
            return self.moves(state, seat)[0]
        random = rng.random
        if phase == PLAY:
            if forgot is not None and forgot != turn:
                return CLAIMS[forgot]
            hand = hands[seat]
            layable = LAYABLE[discard[-1], colour]
            if layable.isdisjoint(hand):
                return TAKE if pile or len(discard) > 1 else GIVE_UP
            size = len(hand)
            left = size - 1
            card = hand[int(random() * size)]
            # drawing lots until one goes takes less time than listing all that go
            while card not in layable or (card == FOUR and not OF_COLOUR[colour].isdisjoint(hand)):
                card = hand[int(random() * size)]
            if card in JOKERS:
                return JOKER[left == 1][card][int(random() * 4)]
            if card in SAME and random() < 0.5 and options.doublet:
                same = SAME[card]
                twins = [other for other in hand if other in same]
                if len(twins) > 1:
                    twins.remove(card)
                    return DOUBLET[left == 2][card, twins[int(random() * len(twins))]]
            return SINGLE[left == 1][card]
        if phase == JUST_DRAWN:
            if drawn not in LAYABLE[discard[-1], colour] or (drawn == FOUR and not may_lay_drawn(state)):
                return GIVE_UP
            if may_circle(drawn, len(pile) + len(discard) - 1) and random() < 0.5:
                return GIVE_UP
            card, announced = drawn or "", len(hands[seat]) == 2
            return JOKER[announced][card][int(random() * 4)] if card in JOKERS else SINGLE[announced][card]
        if phase == ANSWER:
            return CHALLENGES if random() < 0.25 else ACCEPTS
        return NAME[int(random() * 4)]

    def chance(self, state: Position, rng: Random) -> Move:
        pile, owed = state.pile, state.owed
        if owed is not None and owed.number == 1 and pile:
            return DRAWN[pile[int(rng.random() * len(pile))]]
        if state.turn != CHANCE:
            raise ValueError(f"no chance move is due in phase {state.phase!r}")
        number = chance_due(state)
        if number > len(pile):
            return chance_move(
                draw(pile, len(pile), rng) + draw(bag(state.discard[:-1]), number - len(pile), rng)
            )
        return chance_move(draw(pile, number, rng))

    def advance(self, state: Position, seat: Seat, move: Move | str) -> Position:
        # as the kernel's, with one call less on the way of every playout
        return make(state, read_move(move) if isinstance(move, str) else move, seat, None)

    def make(self, state: Position, move: Move, seat: Seat, events: list[Event] | None) -> Position:
        return make(state, move, seat, events)

    # --- what a seat may know

    def view(self, state: Position, seat: Seat) -> View:
        return view(state, seat)

    def redeal(self, state: Position, seat: Seat, rng: Random) -> Position:
        return redeal(state, seat, rng)

    # --- for bots that look ahead

    def foresee(self, state: Position) -> Position:
        return state._replace(options=state.options._replace(target=0))

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
        return EVERY[int(rng.random() * len(EVERY))]

    def conserved(self, state: Position) -> object:
        return bag((*state.pile, *state.discard, *(card for hand in state.hands for card in hand)))


def _candidates(state: Position, seat: Seat) -> Iterator[Move]:
    """What is worth asking the judge: every move that some position with this hand allows."""
    phase = state.phase
    if not isinstance(seat, int) or phase in (DEAL, OVER) or not 0 <= seat < len(state.hands):
        return
    if seat == state.turn:
        if phase == PLAY:
            hand = state.hands[seat]
            yield from _lays(hand)
            yield TAKE
            yield GIVE_UP
        elif phase == JUST_DRAWN:
            assert state.drawn is not None
            yield from _one(state.drawn, len(state.hands[seat]) == 2)
            yield GIVE_UP
        elif phase == ANSWER:
            yield ACCEPTS
            yield CHALLENGES
        elif phase == CHOOSE:
            yield from NAME
    if state.forgot is not None:
        yield CLAIMS[state.forgot]


def _one(card: str, due: bool) -> Iterator[Move]:
    """Laying one card, announced too where an announcement may be due."""
    for uno in (False, True) if due else (False,):
        if card in JOKERS:
            yield from JOKER[uno][card]
        else:
            yield SINGLE[uno][card]


def _lays(hand: tuple[str, ...]) -> Iterator[Move]:
    last = ""
    for card in hand:
        if card != last:
            yield from _one(card, len(hand) == 2)
            last = card
    for at, card in enumerate(hand):
        if card in SAME and (not at or hand[at - 1] != card):
            others = hand[:at] + hand[at + 1 :]
            for second in dict.fromkeys(other for other in others if other in SAME[card]):
                for uno in (False, True) if len(hand) == 3 else (False,):
                    yield DOUBLET[uno][card, second]
