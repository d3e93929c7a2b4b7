"""Ways of playing Oùcédonc. Nobody knows where the places lie: each player has a bad map in mind.

What a bot believes is made by `beliefs.believed`, one map a level and a seat; nothing true is read here.
`novice` has seen a map of Europe once: it takes a line at random and goes by what it thinks, unsure or not.
`familier` knows how sure it is of each place: it plays safe, doubts at clear odds, adds up chances.
`expert`, the kernel's, knows better, and weighs what comes of a move on many maps it holds possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import erfc, hypot, prod, sqrt
from random import Random
from typing import Any

from ..kernel import Rules
from ..kernel.bots import Bot
from ..kernel.expert import Expert
from .beliefs import Believed, credited
from .moves import DOUBTS, PUT, SIDES, TRUST, Move
from .order import GROWS, arms, misplaced
from .places import Table
from .position import EW, NS
from .view import View

Believing = Callable[[float, object], Believed]
"""Noise and seed → the rules over places as somebody believes them to be."""


class Believer(Bot[View, Move]):
    """A bot with a map in mind, another one in each seat."""

    noise: float
    """How wrong the map is: the usual error as a share of how far the places lie apart."""

    def __init__(self, believed: Believing) -> None:
        self.rules = cache(lambda seat: believed(self.noise, f"{self.name} {seat}"))

    def table(self, view: View) -> Table:
        """Where the seat that sees `view` believes the places to lie."""
        rules: Believed = self.rules(view.seat)
        return rules.atlas[view.options.edition]


class Novice(Believer):
    name = "novice"
    noise = 0.4

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        table, kind = self.table(view), moves[0].kind
        if kind == PUT:
            line = NS if rng.random() < 0.5 else EW
            slots = [move for move in moves if move.line == line]
            fitting = [
                move for move in slots if not any(wrong > 0.5 for wrong in _wrong_slot(table, view, move))
            ]
            return rng.choice(fitting or slots)
        if kind in (DOUBTS, TRUST):
            strange = [
                move for move in moves if move.kind == DOUBTS and _wrong_doubt(table, view, move) > 0.5
            ]
            return rng.choice(strange) if strange and rng.random() < 0.5 else _trusting(moves)
        likely = sum(wrong > 0.5 for wrong in _wrong_lying(table, view))
        return moves[max(0, min(len(moves) - 1, likely + rng.randrange(-1, 2)))]


class Familier(Believer):
    name = "familier"
    noise = 0.2
    sure = 0.85
    """A doubt at even odds loses: whoever laid the card has chosen well. (Measured: 0.8 to 0.9 is best.)"""

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        table, kind = self.table(view), moves[0].kind
        if kind == PUT:
            return min(moves, key=lambda move: (_either(_wrong_slot(table, view, move)), rng.random()))
        if kind in (DOUBTS, TRUST):
            doubts = [move for move in moves if move.kind == DOUBTS]
            best = max(doubts, key=lambda move: _wrong_doubt(table, view, move))
            return best if _wrong_doubt(table, view, best) >= self.sure else _trusting(moves)
        return moves[min(len(moves) - 1, round(sum(map(credited, _wrong_lying(table, view)))))]


class Guide(Familier):
    """What the expert would do before it thinks."""

    name = "expert"
    noise = 0.1


class Knower(Expert):
    """The kernel's expert, who thinks of the places as its guide believes them to be."""

    guide: Guide

    def mind(self, rules: Rules[Any, Any], seat: int) -> Rules[Any, Any]:
        return self.guide.rules(seat)


def believers(believed: Believing) -> dict[str, Bot[View, Move]]:
    """All ways of playing, weakest first."""
    return {bot.name: bot for bot in (Novice(believed), Familier(believed), Knower(Guide(believed)))}


def _trusting(moves: Sequence[Move]) -> Move:
    return next(move for move in moves if move.kind == TRUST)


# --- how likely something is wrong, to somebody who believes `table`


def _either(chances: list[float]) -> float:
    """The chance that one of them comes true."""
    return 1 - prod(1 - chance for chance in chances)


def _wrong(table: Table, side: str, other: str, card: str) -> float:
    """How likely `other`, which lies on that side of `card`, should not."""
    one, two = table[other], table[card]
    axis, grows = GROWS[side]
    error = hypot(one[axis + 2], two[axis + 2])
    if not error:
        return float(misplaced(table, side, other, card))
    return 0.5 * erfc((one[axis] - two[axis]) * grows / (error * sqrt(2)))


def _wrong_slot(table: Table, view: View, move: Move) -> list[float]:
    """How likely a card put there is wrong, towards each neighbour."""
    assert view.card is not None
    cards, (before, after) = (view.ns, "NS") if move.line == NS else (view.ew, "WE")
    found = []
    if move.number > 0:
        found.append(_wrong(table, before, cards[move.number - 1], view.card))
    if move.number < len(cards):
        found.append(_wrong(table, after, cards[move.number], view.card))
    return found


def _wrong_doubt(table: Table, view: View, move: Move) -> float:
    """How likely that doubt is right."""
    assert view.laid is not None
    line, step = SIDES[move.side]
    cards, at = view.ns if line == NS else view.ew, view.laid.at
    return _wrong(table, move.side, cards[at + step], cards[at])


def _wrong_lying(table: Table, view: View) -> list[float]:
    """How likely each place lying is misplaced in a count, the likeliest cards being kept."""
    assert view.start is not None
    found = []
    for side, arm in arms(view).items():
        kept = view.start
        for card in arm:
            wrong = _wrong(table, side, card, kept)
            found.append(wrong)
            if wrong < 0.5:
                kept = card
    return found
