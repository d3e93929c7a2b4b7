"""How a game stands before it is over: for bots, who cannot always play on to the end in their heads."""

from __future__ import annotations

from math import exp, sqrt

from ..kernel.bags import Bag
from .cards import JOKERS
from .position import KEPT, Position

LATE = 4
"""With fewer turns than this to come, a joker in hand is more of a burden than of a promise."""


def left_over(hand: Bag) -> int:
    """What the cards left in a hand cost at the end (article 15)."""
    return sum(10 if card in JOKERS else 5 for card in hand)


def turns_left(p: Position) -> float:
    """About how many turns everybody still has: until the bag or the chairs run out."""
    cards, chairs = len(p.bag) - KEPT, p.chairs.count(0)
    return max(0.0, min(cards, chairs) / 1.5 / (len(p.hands) - len(p.out)))


def shares(p: Position) -> list[float]:
    """What the position promises each seat, in shares of a win.

    Fitted to who won nine thousand positions between two who play as familier does: points, what hands will
    cost, tables of compatriots, the turn; and the more there is to come, the less it all says."""
    left = turns_left(p)
    reach = 0.3 + 10 * sqrt(left)
    standing = []
    for seat, hand in enumerate(p.hands):
        jokers = (hand.count(JOKERS[0]) + hand.count(JOKERS[1])) * (8 if left > LATE else -4)
        standing.append(
            p.scores[seat] + 3 * p.compatriots[seat] - 7 * len(hand) + jokers + 1.5 * (seat == p.turn)
        )
    best = max(standing)
    odds = [
        0.0 if seat in p.out else exp(max(-30.0, (worth - best) / reach))
        for seat, worth in enumerate(standing)
    ]
    total = sum(odds)
    return [share / total for share in odds]
