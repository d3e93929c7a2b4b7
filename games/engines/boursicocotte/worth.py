"""What an experienced player thinks positions and offers are worth, from what a seat sees.

A family of value v on top of families that sum to V, F of them, adds V + v × (F + 1) points. Here families
are counted by how likely they are; money is worth the share of the points that it can buy."""

from __future__ import annotations

from collections.abc import Sequence

from .animals import AT, FAMILY, SPECIES, VALUES, Holding, changed
from .money import MOST, Money, worth
from .view import View

ENVY = 0.6
"""How much a point of the others, on average, hurts."""


def likelihoods(holdings: Sequence[Holding], at: int, left: int) -> list[float]:
    """How likely each player is to get a family in the end: more than in proportion to what is there."""
    if not left and max(holding[at] for holding in holdings) == FAMILY:
        return [float(holding[at] == FAMILY) for holding in holdings]
    share = left / len(holdings)
    weights = [(holding[at] + share) ** 2 for holding in holdings]
    total = sum(weights)
    return [weight / total if total else 0.0 for weight in weights]


def prospects(holdings: Sequence[Holding], deck: Sequence[str]) -> list[float]:
    """The points each player may expect."""
    sums, numbers, doubled = ([0.0] * len(holdings) for _ in range(3))
    for at, species in enumerate(SPECIES):
        for seat, likely in enumerate(likelihoods(holdings, at, deck.count(species))):
            sums[seat] += likely * VALUES[at]
            numbers[seat] += likely
            doubled[seat] += likely * (1 - likely) * VALUES[at]
    return [a * b + c for a, b, c in zip(sums, numbers, doubled, strict=True)]


class Table:
    """The table as its seat sees it: who may expect what, and who may hold how much."""

    def __init__(self, view: View) -> None:
        assert isinstance(view.seat, int)
        self.view, self.seat = view, view.seat
        hand = view.money[view.seat]
        assert isinstance(hand, tuple)
        self.hand: Money = hand
        self.own = worth(hand)
        self.deck = view.deck
        out = worth(view.offer) if isinstance(view.offer, tuple) else 0
        hidden = view.offer if isinstance(view.offer, int) else 0
        self.all = max(10, MOST - worth(view.bank))
        cards = hidden + sum(other for other in view.money if isinstance(other, int))
        self.a_card = max(0, self.all - self.own - out) / max(1, cards)
        self.now = prospects(view.animals, self.deck)
        self.points = max(1.0, sum(self.now))

    def wealth(self, other: int) -> float:
        """What another player may hold: as many cards as can be seen, of the worth that cards have."""
        cards = self.view.money[other]
        return self.a_card * cards if isinstance(cards, int) else worth(cards)

    def standing(self, points: Sequence[float]) -> float:
        """How good a prospect is for this seat."""
        mine = points[self.seat]
        return mine - ENVY * (sum(points) - mine) / (len(points) - 1)

    def gain(self, species: str, seat: int, cards: int = 1, loser: int | None = None) -> float:
        """By how much it helps this seat that `seat` gets some animals, from `loser` if there is one."""
        holdings = list(self.view.animals)
        holdings[seat] = changed(holdings[seat], species, cards)
        if loser is not None:
            holdings[loser] = changed(holdings[loser], species, -cards)
        return self.standing(prospects(holdings, self.deck)) - self.standing(self.now)

    def price(self, points: float) -> float:
        """What such a gain may cost: all money buys all points."""
        return points * self.all / self.points

    def has(self, seat: int, species: str) -> int:
        return self.view.animals[seat][AT[species]]
