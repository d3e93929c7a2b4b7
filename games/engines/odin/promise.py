"""How much a position promises each seat, for bots that look ahead."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from .cover import cover
from .position import LEAD, OVER, Position
from .turns import winners


def promise(p: Position) -> Sequence[float]:
    """Few layings left promise more than few cards; the lead helps (fitted to familier)."""
    hands = p.hands
    if p.phase == OVER:
        first = winners(p.scores)
        return [(seat in first) / len(first) for seat in range(len(hands))]
    odds = [exp(sqrt(hand.bit_count()) - 3.9 * sqrt(cover(hand))) for hand in hands]
    if p.phase == LEAD:
        assert isinstance(p.turn, int)
        odds[p.turn] *= 1.8
    total = sum(odds)
    return [share / total for share in odds]
