"""A position of Boursicocotte, complete, and its JSON form (which `reading` reads)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from ..kernel import CHANCE
from ..kernel.bags import Bag
from ..kernel.fields import changed
from . import animals, money
from .animals import FAMILY, SPECIES, Holding
from .money import Money

SLUG: Final = "boursicocotte"
SEATS: Final = range(3, 6)

DEAL: Final = "deal"
REVEAL: Final = "reveal"
TURN: Final = "turn"
BIDDING: Final = "bid"
DECIDE: Final = "decide"
PAYING: Final = "pay"
OFFERING: Final = "offer"
ANSWER: Final = "answer"
OVER: Final = "over"
PHASES: Final = (DEAL, REVEAL, TURN, BIDDING, DECIDE, PAYING, OFFERING, ANSWER, OVER)

DEALT: Final = 4
"""Animals each player takes in the quick deal (article 2)."""

STALLED: Final = 500
"""Trades after which a game that goes nowhere ends (article 15)."""

QUICK: Final = "rapide"
NORMAL: Final = "normale"


class Options(NamedTuple):
    deal: str = QUICK
    pass_final: bool = False


class Auction(NamedTuple):
    """An animal being sold. `passed`: since the last raise, or for good; `excluded`: bad payers."""

    seller: int
    animal: str | None
    bid: int
    bidder: int | None
    passed: tuple[int, ...]
    excluded: tuple[int, ...]


class Trade(NamedTuple):
    """A trade going on: `cards` animals are at stake; `offer` has left the hand; `again` after a tie."""

    challenger: int
    other: int
    animal: str
    cards: int
    offer: Money | None
    again: bool


class Position(NamedTuple):
    """Everything there is to know. A tuple, because playouts make thousands; never build on its order."""

    phase: str
    turn: int | str | None
    next: int | None
    deck: Bag
    animals: tuple[Holding, ...]
    money: tuple[Money, ...]
    bank: Money
    donkeys: int
    auction: Auction | None
    trade: Trade | None
    stalled: int
    scores: tuple[int, ...]  # what follows from the animals, kept because it seldom changes
    options: Options


position_of: Callable[[tuple[object, ...]], Position] = partial(tuple.__new__, Position)
"""A position from all its fields in order, twice as fast as by its class: for the way of every playout."""

auction_of: Callable[[tuple[object, ...]], Auction] = partial(tuple.__new__, Auction)
trade_of: Callable[[tuple[object, ...]], Trade] = partial(tuple.__new__, Trade)


def opening(seats: int, first: int, options: Options) -> Position:
    quick = options.deal == QUICK
    hands = (money.START,) * seats
    bank = money.less(money.EXIST, tuple(seats * number for number in money.START))
    return Position(
        phase=DEAL if quick else TURN,
        turn=CHANCE if quick else first,
        next=first if quick else None,
        deck=animals.ALL,
        animals=(animals.NONE,) * seats,
        money=hands,
        bank=bank,
        donkeys=0,
        auction=None,
        trade=None,
        stalled=0,
        scores=(0,) * seats,
        options=options,
    )


def polled(auction: Auction, after: int, seats: int) -> int | None:
    """Who is asked to bid after that seat: the next one clockwise who may still raise; None: it closes."""
    seller, _, _, bidder, passed, excluded = auction
    for step in range(1, seats):
        seat = (after + step) % seats
        if seat != seller and seat != bidder and seat not in passed and seat not in excluded:
            return seat
    return None


def can_trade(p: Position, seat: int) -> bool:
    """Whether that seat can trade anything with anybody (article 10)."""
    holdings = p.animals
    for at, own in enumerate(holdings[seat]):
        # whoever has some and not all of a species shares it with the deck or with somebody
        if 0 < own < FAMILY:
            for other, holding in enumerate(holdings):
                if other != seat and holding[at]:
                    return True
    return False


def can_act(p: Position, seat: int) -> bool:
    return bool(p.deck) or can_trade(p, seat)


def at_stake(own: int, others: int) -> int:
    """How many animals a trade is about (article 10)."""
    return 2 if own == others == 2 else 1


def held(holding: Holding) -> dict[str, int]:
    return {species: number for species, number in zip(SPECIES, holding, strict=True) if number}


def auction_dict(auction: Auction | None) -> dict[str, Any] | None:
    if auction is None:
        return None
    return {
        "seller": auction.seller,
        "animal": auction.animal,
        "bid": auction.bid,
        "bidder": auction.bidder,
        "passed": list(auction.passed),
        "excluded": list(auction.excluded),
    }


def trade_dict(trade: Trade | None) -> dict[str, Any] | None:
    return trade and {**trade._asdict(), "offer": trade.offer and money.cards(trade.offer)}


def to_dict(p: Position) -> dict[str, Any]:
    return {
        "game": SLUG,
        "seats": len(p.money),
        "turn": p.turn,
        "phase": p.phase,
        "next": p.next,
        "scores": list(p.scores),
        "options": changed(p.options),
        "deck": list(p.deck),
        "animals": [held(holding) for holding in p.animals],
        "money": [money.cards(hand) for hand in p.money],
        "bank": money.cards(p.bank),
        "donkeys": p.donkeys,
        "auction": auction_dict(p.auction),
        "trade": trade_dict(p.trade),
        "stalled": p.stalled,
    }
