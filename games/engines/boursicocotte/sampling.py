"""Moves for playouts: what somebody might do who knows the rules and looks at the own money.

Nobody here bids more than the own hand is worth, so that playouts are about animals and not about bluff."""

from __future__ import annotations

from random import Random

from .animals import FAMILY
from .money import Money, cards, cheapest, drawn, worth
from .moves import (
    ACCEPTS,
    AUCTIONS,
    BIDS,
    BUYS,
    COUNTER,
    OFFER,
    PASSES,
    PAY,
    SELLS,
    TRADES,
    Move,
    with_money,
)
from .position import ANSWER, BIDDING, DECIDE, PAYING, TURN, Position

FEW = 4
"""An offer has so many cards at most."""


def sample(p: Position, seat: int, rng: Random) -> Move:
    """A legal move of that seat, whose turn it is."""
    phase, random = p.phase, rng.random
    hand = p.money[seat]
    if phase == BIDDING:
        assert p.auction is not None
        bid = p.auction.bid
        room = worth(hand) * random() - bid
        if room < 10:
            return PASSES
        # by ten, or up to a third of what is left
        return BIDS[bid // 10 + 1 + int(random() * room / 30)]
    if phase == TURN:
        if p.deck and random() < 0.8:
            return AUCTIONS
        trades = tradable(p, seat)
        return trades[int(random() * len(trades))] if trades else AUCTIONS
    if phase == DECIDE:
        assert p.auction is not None
        return BUYS if random() < 0.3 and worth(hand) >= p.auction.bid else SELLS
    if phase == PAYING:
        assert p.auction is not None
        return with_money(PAY, cheapest(hand, p.auction.bid))
    if phase == ANSWER and random() < 0.4:
        return ACCEPTS
    return with_money(COUNTER if phase == ANSWER else OFFER, _few(hand, rng))


def tradable(p: Position, seat: int) -> list[Move]:
    """The trades that seat can propose."""
    holdings = p.animals
    shared = [at for at, own in enumerate(holdings[seat]) if 0 < own < FAMILY]
    return [
        TRADES[other][at]
        for other, holding in enumerate(holdings)
        if other != seat
        for at in shared
        if holding[at]
    ]


def _few(hand: Money, rng: Random) -> Money:
    pool = cards(hand)
    return drawn(pool, min(len(pool), 1 + int(rng.random() * FEW)), rng)
