"""What a position promises, for bots that look ahead: all money seen, what is being sold settled first.

An auction is settled as if everybody went on as `familier` does. A trade is not: there one plays on, since it
is soon over."""

from __future__ import annotations

from math import sqrt

from .animals import changed
from .money import worth
from .position import PAYING, Auction, Position, auction_of, polled
from .worth import ASKING, prospects, remaining, standing


def shares(p: Position) -> list[float] | None:
    """What share of a win the position promises each player; None in the middle of a trade.

    (The figures are fitted to games of familier.)"""
    if p.trade is not None:
        return None
    money = [worth(hand) for hand in p.money]
    if p.auction is not None and p.auction.animal is not None:
        points = _sold(p, p.auction, p.auction.animal, money)
    else:
        points = prospects(p.animals, remaining(p.deck))
    # the first money helps most; towards the end it buys less, and points decide more
    rate = min(0.5, 0.15 + 0.02 * len(p.deck))
    power = 4 if p.deck else 5
    all_points, all_money = max(1.0, sum(points)), max(1, sum(money))
    odds = [
        (one / all_points + rate * sqrt(some / all_money)) ** power
        for one, some in zip(points, money, strict=True)
    ]
    total = sum(odds)
    return [one / total if total else 1 / len(odds) for one in odds]


def _sold(p: Position, auction: Auction, animal: str, money: list[int]) -> list[float]:
    """The points to expect when the animal has found its owner, the price being paid in `money`."""
    left, seats = remaining(p.deck), range(len(money))
    after = []
    for seat in seats:
        holdings = list(p.animals)
        holdings[seat] = changed(holdings[seat], animal, 1)
        after.append(prospects(holdings, left))
    seller, _, bid, bidder, _, _ = auction
    if p.phase == PAYING:
        payer = p.turn
        assert isinstance(payer, int)
    else:
        payer, bidder, bid = _bargained(p, auction, money, after)
    if bidder is not None:
        paid = min(bid, money[payer])
        money[payer] -= paid
        money[seller if payer == bidder else bidder] += paid
    return after[payer]


def _bargained(
    p: Position, auction: Auction, money: list[int], after: list[list[float]]
) -> tuple[int, int | None, int]:
    """Who gets the animal, who was the last bidder, and the price."""
    seller, animal, bid, bidder, passed, excluded = auction
    rate = sum(money) / max(1.0, sum(after[seller]))

    def price(seat: int, rival: int) -> float:
        """What it is worth to the seat that not the rival gets it."""
        return rate * (standing(after[seat], seat) - standing(after[rival], seat))

    # whoever is to decide has been through the bidding
    assert isinstance(p.turn, int)
    seat: int | None = p.turn if p.turn != seller else None
    while True:
        while seat is not None:
            rival = seller if bidder is None else bidder
            if bid + 10 <= money[seat] and bid + 10 <= ASKING * price(seat, rival):
                bid, bidder = bid + 10, seat
                if not p.options.pass_final:
                    passed = ()
            else:
                passed = (*passed, seat)
            seat = polled(auction_of((seller, animal, bid, bidder, passed, excluded)), seat, len(money))
        if bidder is None:
            return seller, None, 0
        if money[seller] >= bid and price(seller, bidder) >= 2 * bid:
            return seller, bidder, bid
        if money[bidder] >= bid:
            return bidder, bidder, bid
        excluded = (*excluded, bidder)
        bid, bidder, passed = 0, None, ()
        seat = polled(auction_of((seller, animal, bid, bidder, passed, excluded)), seller, len(money))
