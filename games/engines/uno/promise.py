"""How much a position promises each seat, for bots that look ahead."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from .cards import JOKERS, NUMBERS, VALUE
from .position import OVER, Position

STRENGTH = {card: 0.6 if card in JOKERS else 0.0 if card in NUMBERS else 0.24 for card in VALUE}
"""By how much a card makes its hand more promising than one of that size (fitted to familier's rounds)."""


def promise(p: Position) -> Sequence[float]:
    """Few cards promise to win the round, jokers and actions among them more so."""
    hands = p.hands
    if p.phase == OVER or () in hands:
        return [float(not hand) for hand in hands]
    odds = [exp(sum(map(STRENGTH.__getitem__, hand)) - 0.82 * sqrt(len(hand))) for hand in hands]
    total = sum(odds)
    return [share / total for share in odds]
