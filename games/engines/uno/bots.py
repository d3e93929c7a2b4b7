"""Ways of playing Uno; all see their view only.

`novice` plays as a child after the first lesson: something that goes, and often « Uno ! ».
`familier` empties its hand fast, keeps its jokers, stops whoever is about to win, and notices everything.
`expert`, the kernel's, starts from what `familier` would do and plays on in its head."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..kernel.bots import Bot
from ..kernel.expert import Expert
from .cards import FOUR, JOKERS, LAYABLE, NUMBERS, OF_COLOUR, SYMBOL, VALUE, WILD
from .moves import ACCEPT, CHALLENGE, CLAIM, COLOUR, DRAW, LAY, PASS, Move
from .view import View


class Novice(Bot[View, Move]):
    name = "novice"

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        if view.seat != view.turn:
            return moves[0] if rng.random() < 0.5 else None
        lays = [move for move in moves if move.kind == LAY and _announced_or_free(move, moves)]
        if lays:
            move = lays[int(rng.random() * len(lays))]
            # forgets to say it one time in five
            return _silent(move, moves) if move.uno and rng.random() < 0.2 else move
        for kind in (DRAW, PASS, ACCEPT):
            for move in moves:
                if move.kind == kind:
                    return move
        return moves[int(rng.random() * len(moves))]


class Familier(Bot[View, Move]):
    name = "familier"

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        for move in moves:
            if move.kind == CLAIM:
                return move
        if view.seat != view.turn:
            return None
        kinds = {move.kind: move for move in moves}
        if CHALLENGE in kinds:
            return kinds[CHALLENGE if _smells(view) else ACCEPT]
        if COLOUR in kinds:
            hand = _hand(view)
            return max(moves, key=lambda move: (_weight(hand, move.colour), rng.random()))
        lays = [move for move in moves if move.kind == LAY and _announced_or_free(move, moves)]
        lays = [move for move in lays if not _risky(view, move)]
        if lays:
            return max(lays, key=lambda move: (_worth(view, move), rng.random()))
        return kinds.get(DRAW) or kinds[PASS]


BOTS = {bot.name: bot for bot in (Novice(), Familier(), Expert(Familier()))}


def _announced_or_free(move: Move, moves: Sequence[Move]) -> bool:
    """Of the two ways to lay a card when one is left, the announced one."""
    return move.uno or not any(
        other.uno and other.cards == move.cards and other.colour == move.colour for other in moves
    )


def _silent(move: Move, moves: Sequence[Move]) -> Move:
    return next(
        other
        for other in moves
        if not other.uno and other.cards == move.cards and other.colour == move.colour
    )


# --- what familier thinks


def _hand(view: View) -> tuple[str, ...]:
    assert isinstance(view.seat, int)
    hand = view.hands[view.seat]
    assert isinstance(hand, tuple)
    return hand


def _sizes(view: View) -> list[int]:
    return [hand if isinstance(hand, int) else len(hand) for hand in view.hands]


def _weight(hand: Sequence[str], colour: str) -> int:
    """How well a hand goes on in a colour."""
    return sum(1 for card in hand if card in OF_COLOUR[colour])


def _next_size(view: View) -> int:
    assert isinstance(view.seat, int)
    sizes = _sizes(view)
    return sizes[(view.seat + view.direction) % len(sizes)]


def _risky(view: View, move: Move) -> bool:
    """A +4 laid unlawfully, which the next player might challenge."""
    return move.cards[0] == FOUR and not OF_COLOUR[view.colour or "R"].isdisjoint(_hand(view))


def _smells(view: View) -> bool:
    """Whether the layer of a +4 likely had the colour: with many cards left, most hands have it."""
    assert view.challenged is not None
    return _sizes(view)[view.challenged.layer] >= 8


def _worth(view: View, move: Move) -> float:
    """How good it is to lay this: few cards left, a hand that goes on, points away, the next one stopped."""
    hand = list(_hand(view))
    for card in move.cards:
        hand.remove(card)
    if not hand:
        return 1000.0
    card = move.cards[-1]
    colour = move.colour or card[0]
    worth = 6.0 * len(move.cards)
    # what could be laid next if nothing changed
    worth += 1.2 * sum(1 for other in hand if other in LAYABLE[card, colour] and other not in JOKERS)
    worth += 0.8 * len({other[0] for other in hand if other not in JOKERS and other[0] == colour})
    symbol = SYMBOL[card]
    threat = min(size for seat, size in enumerate(_sizes(view)) if seat != view.seat)
    again = symbol == "S" or (symbol == "T" and len(view.hands) == 2) or symbol in "D" or card == FOUR
    if again and len(view.hands) == 2:
        worth += 2.5
    if _next_size(view) <= 2 and (symbol in "SD" or card == FOUR):
        worth += 6
    if card in JOKERS:
        worth -= 0 if threat <= 2 else 7
        if card == WILD and len(hand) == 1:
            worth -= 4  # the best last card there is
    elif card not in NUMBERS and threat > 3:
        worth -= 0.5
    if threat <= 3:
        worth += VALUE[card] / 25
    return worth
