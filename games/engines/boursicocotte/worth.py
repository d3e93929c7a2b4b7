"""What an experienced player thinks positions and offers are worth, from what a seat sees.

A family of value v on top of families that sum to V, F of them, adds V + v × (F + 1) points. Here families
are counted by how likely they are; money is worth the share of the points that it can buy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from .animals import AT, FAMILY, SPECIES, VALUES, Holding, changed, counted
from .money import MOST, Money, money, worth
from .view import View

ENVY = 1.0
"""How much a point of the others, on average, hurts."""

ASKING = 1.0
"""How dear an animal is, in parts of what it is worth."""


@cache  # of few arguments: what up to five players and the deck have of one species
def likelihoods(counts: tuple[int, ...], left: int) -> tuple[float, ...]:
    """How likely each player is to get a family in the end, of which they have so many each: a bit more than
    in proportion, animals in the deck counting for all alike. (Fitted to games of familier.)"""
    if not left and max(counts) == FAMILY:
        return tuple([float(count == FAMILY) for count in counts])
    share = 2 * left / len(counts)
    weights = [(count + share) ** 1.2 for count in counts]
    total = sum(weights)
    return tuple([weight / total if total else 0.0 for weight in weights])


def remaining(deck: Sequence[str]) -> tuple[int, ...]:
    """How many of each species are in the deck."""
    return tuple([deck.count(species) for species in SPECIES])


def prospects(holdings: Sequence[Holding], left: Sequence[int]) -> list[float]:
    """The points each player may expect, with so many of each species left in the deck."""
    seats = range(len(holdings))
    sums, numbers, doubled = ([0.0 for _ in seats] for _ in range(3))
    for value, there, *counts in zip(VALUES, left, *holdings, strict=True):
        likely = likelihoods(tuple(counts), there)
        for seat in seats:
            one = likely[seat]
            if one:
                sums[seat] += one * value
                numbers[seat] += one
                doubled[seat] += one * (1 - one) * value
    return [a * b + c for a, b, c in zip(sums, numbers, doubled, strict=True)]


def standing(points: Sequence[float], seat: int) -> float:
    """How good a prospect is for a seat."""
    mine = points[seat]
    return mine - ENVY * (sum(points) - mine) / (len(points) - 1)


def own_hand(view: View) -> Money:
    """The money of whoever sees that, counted."""
    assert isinstance(view.seat, int)
    hand = view.money[view.seat]
    assert isinstance(hand, tuple)
    return money(hand)


class Table:
    """The table as its seat sees it: who may expect what, and who may hold how much."""

    def __init__(self, view: View) -> None:
        assert isinstance(view.seat, int)
        self.view, self.seat = view, view.seat
        self.hand = own_hand(view)
        self.own = worth(self.hand)
        self.left = remaining(view.deck)
        self.holdings = [counted(held) for held in view.animals]
        offer = view.trade.offer if view.trade else None
        out = sum(offer) if isinstance(offer, tuple) else 0
        hidden = offer if isinstance(offer, int) else 0
        self.all = max(10, MOST - sum(view.bank))
        cards = hidden + sum(other for other in view.money if isinstance(other, int))
        self.a_card = max(0, self.all - self.own - out) / max(1, cards)
        self.now = prospects(self.holdings, self.left)
        self.points = max(1.0, sum(self.now))

    def wealth(self, other: int) -> float:
        """What another player may hold: as many cards as can be seen, of the worth that cards have."""
        cards = self.view.money[other]
        return self.a_card * cards if isinstance(cards, int) else sum(cards)

    def gain(self, species: str, seat: int, cards: int = 1, loser: int | None = None) -> float:
        """By how much it helps this seat that `seat` gets some animals, from `loser` if there is one."""
        holdings = self.holdings.copy()
        holdings[seat] = changed(holdings[seat], species, cards)
        if loser is not None:
            holdings[loser] = changed(holdings[loser], species, -cards)
        return standing(prospects(holdings, self.left), self.seat) - standing(self.now, self.seat)

    def price(self, points: float) -> float:
        """What such a gain may cost: all money buys all points."""
        return points * self.all / self.points

    def has(self, seat: int, species: str) -> int:
        return self.holdings[seat][AT[species]]
