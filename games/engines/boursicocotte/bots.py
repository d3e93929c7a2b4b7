"""Ways of playing Boursicocotte; all see their view only.

`novice` plays as a child after the first lesson: within its means, else as it comes.
`familier` knows what a family adds, what money can buy, and what an offer is likely to hide.
`expert`, the kernel's, starts from what `familier` would do and plays on in its head."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..kernel.bots import Bot
from ..kernel.expert import Expert
from .money import Money, cards, cheapest, drawn, exact, money, worth
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
    Move,
    with_money,
)
from .position import ANSWER, BIDDING, DECIDE, OFFERING, PAYING, at_stake
from .view import View
from .worth import ASKING, Table, own_hand


class Novice(Bot[View, Move]):
    name = "novice"

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        if view.seat != view.turn:
            return None
        hand = own_hand(view)
        if view.phase == BIDDING:
            assert view.auction is not None
            after = view.auction.bid + 10
            return BIDS[after // 10] if rng.random() < 0.6 and after <= worth(hand) / 2 else PASSES
        if view.phase == DECIDE:
            return BUYS if BUYS in moves and rng.random() < 0.3 else SELLS
        if view.phase == PAYING:
            assert view.auction is not None
            return with_money(PAY, cheapest(hand, view.auction.bid))
        if view.phase == OFFERING:
            return with_money(OFFER, _some(hand, rng))
        if view.phase == ANSWER:
            return ACCEPTS if rng.random() < 0.5 else with_money(COUNTER, _some(hand, rng))
        if AUCTIONS in moves and rng.random() < 0.7:
            return AUCTIONS
        return moves[int(rng.random() * len(moves))]


class Familier(Bot[View, Move]):
    name = "familier"

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        if view.seat != view.turn:
            return None
        table = Table(view)
        if view.phase == BIDDING:
            return _bid(table)
        if view.phase == DECIDE:
            return _decide(table, moves)
        if view.phase == PAYING:
            assert view.auction is not None
            return with_money(PAY, cheapest(table.hand, view.auction.bid))
        if view.phase == OFFERING:
            assert view.trade is not None
            return with_money(
                OFFER, _padded(table, _offer(table, view.trade.animal, view.trade.other)[1], rng)
            )
        if view.phase == ANSWER:
            return _answer(table)
        return _turn(table, moves)


BOTS = {bot.name: bot for bot in (Novice(), Familier(), Expert(Familier()))}


def _some(hand: Money, rng: Random) -> Money:
    """One to three cards as they come."""
    pool = cards(hand)
    return drawn(pool, min(len(pool), 1 + int(rng.random() * 3)), rng)


# --- what familier thinks

ACCEPTS_OFTEN = 0.2
"""How often an offer is accepted."""

HALF = 0.4
"""Counter-offers go up to this part of the other's money."""

BLUFFS = 0.3
"""How often an offer is made to look like more, by cards of 0."""

INCOME = 0.07
"""What putting up an animal is worth: so much of all points."""


def _bid(table: Table) -> Move:
    auction = table.view.auction
    assert auction is not None
    assert auction.animal is not None
    after = auction.bid + 10
    rival = auction.seller if auction.bidder is None else auction.bidder
    gain = table.gain(auction.animal, table.seat) - table.gain(auction.animal, rival)
    return BIDS[after // 10] if after <= min(table.own, ASKING * table.price(gain)) else PASSES


def _decide(table: Table, moves: Sequence[Move]) -> Move:
    auction = table.view.auction
    assert auction is not None
    assert auction.animal is not None
    assert auction.bidder is not None
    if BUYS not in moves:
        return SELLS
    gain = table.gain(auction.animal, table.seat) - table.gain(auction.animal, auction.bidder)
    # selling brings the price, buying costs it
    return BUYS if table.price(gain) >= 2 * auction.bid else SELLS


def _turn(table: Table, moves: Sequence[Move]) -> Move:
    best, choice = (INCOME * table.points, AUCTIONS) if AUCTIONS in moves else (float("-inf"), moves[0])
    for move in moves:
        if move != AUCTIONS:
            gain = _offer(table, move.animal, move.seat)[0]
            if gain > best:
                best, choice = gain, move
    return choice


def _offer(table: Table, species: str, other: int) -> tuple[float, Money]:
    """The best offer in a trade, and what it may gain in points."""
    stake = at_stake(table.has(table.seat, species), table.has(other, species))
    win = table.gain(species, table.seat, stake, other)
    lose = table.gain(species, other, stake, table.seat)
    counter = HALF * table.wealth(other)
    best, choice = float("-inf"), table.hand
    for offered in _bundles(table.hand):
        amount = worth(offered)
        beaten = min(1.0, amount / counter) if counter else 1.0
        likely = ACCEPTS_OFTEN + (1 - ACCEPTS_OFTEN) * beaten
        cost = amount - (1 - ACCEPTS_OFTEN) * counter / 2
        gain = likely * win + (1 - likely) * lose - cost / table.all * table.points
        if gain > best:
            best, choice = gain, offered
    return best, choice


def _padded(table: Table, offered: Money, rng: Random) -> Money:
    """The offer, now and then with all cards of 0: the other sees only how many cards there are."""
    return (table.hand[0], *offered[1:]) if rng.random() < BLUFFS else offered


def _answer(table: Table) -> Move:
    trade = table.view.trade
    assert trade is not None
    assert isinstance(trade.offer, int)
    hidden = table.a_card * trade.offer
    win = table.gain(trade.animal, table.seat, trade.cards, trade.challenger)
    lose = table.gain(trade.animal, trade.challenger, trade.cards, table.seat)
    rate = table.points / table.all
    best, choice = lose + hidden * rate, ACCEPTS
    for countered in _bundles(table.hand):
        amount = worth(countered)
        likely = min(1.0, amount / (2 * hidden)) if hidden else float(amount > 0)
        gain = likely * win + (1 - likely) * lose + (hidden - amount) * rate
        if gain > best:
            best, choice = gain, with_money(COUNTER, countered)
    return choice


def _bundles(hand: Money) -> list[Money]:
    """A few offers worth thinking of: a card 0, and some sums of every size."""
    own = worth(hand)
    found = []
    if hand[0] or not any(hand):
        found.append(money([0] if hand[0] else []))
    for amount in {10, 20, 30, 50, 80, 100, 150, 200, 300, 400, 500, 700, 1000, own // 20 * 10, own}:
        made = exact(hand, amount) if 0 < amount <= own else None
        if made:
            found.append(made)
    return found or [hand]
