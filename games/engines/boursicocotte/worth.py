"""What an experienced player thinks positions and offers are worth, from what a seat sees.

A family of value v on top of families that sum to V, F of them, adds V + v × (F + 1) points. Here families
are counted by how likely they are; money is worth the share of the points that it can buy."""

from __future__ import annotations

from collections.abc import Sequence

from .animals import AT, FAMILY, SPECIES, VALUES, Holding, changed, counted
from .money import MOST, Money, money, worth
from .position import PAYING, Position
from .view import View

ENVY = 1.0
"""How much a point of the others, on average, hurts."""


def likelihoods(holdings: Sequence[Holding], at: int, left: int) -> list[float]:
    """How likely each player is to get a family in the end: a bit more than in proportion to what he has,
    animals in the deck counting for all alike. (The figures are fitted to games of familier.)"""
    if not left and max(holding[at] for holding in holdings) == FAMILY:
        return [float(holding[at] == FAMILY) for holding in holdings]
    share = 2 * left / len(holdings)
    weights = [(holding[at] + share) ** 1.2 for holding in holdings]
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


def shares(p: Position) -> list[float]:
    """What share of a win the position promises each player, all money seen.

    What is being sold counts as sold for what is bid. (Both figures are fitted to games of familier.)"""
    holdings, money = list(p.animals), [worth(hand) for hand in p.money]
    auction, trade = p.auction, p.trade
    if auction is not None and auction.animal is not None:
        seller, bid, bidder = auction.seller, auction.bid, auction.bidder
        if bidder is not None:
            payer = p.turn if p.phase == PAYING else bidder
            assert isinstance(payer, int)
            paid = min(bid, money[payer])
            money[payer] -= paid
            money[seller if payer == bidder else bidder] += paid
        else:
            payer = seller
        holdings[payer] = changed(holdings[payer], auction.animal, 1)
    if trade is not None and trade.offer is not None:
        money[trade.challenger] += worth(trade.offer)
    points = prospects(holdings, p.deck)
    rate = 0.3 * sum(points) / max(1, sum(money))
    odds = [(one + rate * some) ** 2.5 for one, some in zip(points, money, strict=True)]
    total = sum(odds)
    return [one / total if total else 1 / len(odds) for one in odds]


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
        self.deck = view.deck
        self.holdings = [counted(held) for held in view.animals]
        offer = view.trade.offer if view.trade else None
        out = sum(offer) if isinstance(offer, tuple) else 0
        hidden = offer if isinstance(offer, int) else 0
        self.all = max(10, MOST - sum(view.bank))
        cards = hidden + sum(other for other in view.money if isinstance(other, int))
        self.a_card = max(0, self.all - self.own - out) / max(1, cards)
        self.now = prospects(self.holdings, self.deck)
        self.points = max(1.0, sum(self.now))

    def wealth(self, other: int) -> float:
        """What another player may hold: as many cards as can be seen, of the worth that cards have."""
        cards = self.view.money[other]
        return self.a_card * cards if isinstance(cards, int) else sum(cards)

    def standing(self, points: Sequence[float]) -> float:
        """How good a prospect is for this seat."""
        mine = points[self.seat]
        return mine - ENVY * (sum(points) - mine) / (len(points) - 1)

    def gain(self, species: str, seat: int, cards: int = 1, loser: int | None = None) -> float:
        """By how much it helps this seat that `seat` gets some animals, from `loser` if there is one."""
        holdings = self.holdings.copy()
        holdings[seat] = changed(holdings[seat], species, cards)
        if loser is not None:
            holdings[loser] = changed(holdings[loser], species, -cards)
        return self.standing(prospects(holdings, self.deck)) - self.standing(self.now)

    def price(self, points: float) -> float:
        """What such a gain may cost: all money buys all points."""
        return points * self.all / self.points

    def has(self, seat: int, species: str) -> int:
        return self.holdings[seat][AT[species]]
