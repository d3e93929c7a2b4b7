"""Ways of playing Odin; all see their view only.

`novice` plays as a child after the first lesson: something that goes, and any card back.
`familier` wants a hand that is gone in few layings, and passes where nothing makes it better.
`expert`, the kernel's, starts from what `familier` would do and plays on in its head."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..kernel.bots import Bot
from ..kernel.expert import Expert
from .cards import Cards, cards_of, each
from .cover import cover
from .moves import LAY, PASS, TAKE, Move
from .view import View


class Novice(Bot[View, Move]):
    name = "novice"

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        if not moves:
            return None
        several = [move for move in moves if move.kind == LAY] or moves
        return several[int(rng.random() * len(several))]


class Familier(Bot[View, Move]):
    name = "familier"

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        if not moves:
            return None
        hand, middle = cards_of(_hand(view)), cards_of(view.middle)

        def badness(move: Move) -> tuple[float, int]:
            """How bad the hand is after that move; among moves as good, high cards are kept."""
            if move.kind == TAKE:
                return _badness(hand | move.cards), -move.cards
            if move.kind == PASS:
                return _badness(hand) + 0.5, 0
            return _after(hand & ~move.cards, middle), move.value

        return min(moves, key=badness)


BOTS = {bot.name: bot for bot in (Novice(), Familier(), Expert(Familier()))}


def _hand(view: View) -> tuple[str, ...]:
    assert isinstance(view.seat, int)
    hand = view.hands[view.seat]
    assert isinstance(hand, tuple)
    return hand


def _badness(hand: Cards) -> int:
    """Layings weigh twice as much as cards."""
    return 2 * cover(hand) + hand.bit_count()


def _after(left: Cards, beaten: Cards) -> int:
    """How bad the cards left are, with the best card back; with none left nothing comes back."""
    if not left or not beaten:
        return _badness(left)
    return min(_badness(left | card) for card in each(beaten))
