"""What a seat may know of a position, and positions it cannot tell from one another.

Deck and bank are no secret: what is neither before the players nor in their hands is there (the 40 animals
lie open once turned, and all know how much money has left the bank). Secret is who holds which money."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from random import Random
from typing import Any, NamedTuple

from ..kernel import Seat
from ..kernel.bags import Bag
from ..kernel.fields import changed
from .money import NONE, Money, cards, drawn, plus, worth
from .money import money as money_of
from .position import PAYING, SLUG, Auction, Options, Position, auction_dict, held

TRIES = 20
"""How often a hand that can pay is sought by chance."""

Cards = tuple[int, ...]
"""Money cards one by one, lowest first: as a position is written, where the engine counts them."""


@lru_cache(maxsize=4096)  # hands and holdings come back again and again
def _cards(money: Money) -> Cards:
    return tuple(cards(money))


_held = lru_cache(maxsize=4096)(held)


class Seen(NamedTuple):
    """A trade; of another's offer the number of its cards."""

    challenger: int
    other: int
    animal: str
    cards: int
    offer: Cards | int | None
    again: bool


class View(NamedTuple):
    """The keys of a position, written as positions are; another's money is its number of cards."""

    seat: Seat
    phase: str
    turn: int | str | None
    next: int | None
    deck: Bag
    animals: tuple[dict[str, int], ...]
    money: tuple[Cards | int, ...]
    bank: Cards
    donkeys: int
    auction: Auction | None
    trade: Seen | None
    stalled: int
    scores: tuple[int, ...]
    options: Options

    def to_dict(self) -> dict[str, Any]:
        """As JSON: what `to_dict` of the position has, less what is hidden."""
        return {
            "game": SLUG,
            "seats": len(self.money),
            "seat": self.seat,
            "turn": self.turn,
            "phase": self.phase,
            "next": self.next,
            "scores": list(self.scores),
            "options": changed(self.options),
            "deck": list(self.deck),
            "animals": list(self.animals),
            "money": [_shown(hand) for hand in self.money],
            "bank": list(self.bank),
            "donkeys": self.donkeys,
            "auction": auction_dict(self.auction),
            "trade": self.trade and {**self.trade._asdict(), "offer": _shown(self.trade.offer)},
            "stalled": self.stalled,
        }


def _shown(money: Cards | int | None) -> list[int] | int | None:
    return list(money) if isinstance(money, tuple) else money


_view_of: Callable[[tuple[object, ...]], View] = partial(tuple.__new__, View)


def view(p: Position, seat: Seat) -> View:
    phase, turn, after, deck, animals, money, bank, donkeys, auction, trade, stalled, scores, options = p
    seen: list[Cards | int] = [sum(hand) for hand in money]
    if isinstance(seat, int):
        seen[seat] = _cards(money[seat])
    shown = None
    if trade is not None:
        challenger, other, animal, stake, offer, again = trade
        told = None if offer is None else _cards(offer) if seat == challenger else sum(offer)
        shown = Seen(challenger, other, animal, stake, told, again)
    return _view_of(
        (seat, phase, turn, after, deck, tuple([_held(one).copy() for one in animals]), tuple(seen),
         _cards(bank), donkeys, auction, shown, stalled, scores, options)
    )  # fmt: skip


def redeal(p: Position, seat: Seat, rng: Random) -> Position:
    """The money `seat` does not see, dealt anew.

    Whoever is about to pay can (articles 7 and 9), and who has bid most is believed to have the money."""
    trade, secret = p.trade, [other for other in range(len(p.money)) if other != seat]
    offer = trade.offer if trade is not None and trade.challenger != seat else None
    hidden = offer or NONE
    for other in secret:
        hidden = plus(hidden, p.money[other])
    pool = cards(hidden)  # in order, whoever has what
    money = list(p.money)
    auction = p.auction
    if auction is not None and auction.bidder is not None:
        payer = p.turn if p.phase == PAYING else auction.bidder
        assert isinstance(payer, int)
        number = sum(p.money[payer])
        if payer != seat and sum(pool[len(pool) - number :]) >= auction.bid:
            money[payer] = _able(pool, number, auction.bid, rng)
            secret.remove(payer)
    for other in secret:
        money[other] = drawn(pool, sum(p.money[other]), rng)
    if offer is not None:
        assert trade is not None
        trade = trade._replace(offer=drawn(pool, sum(offer), rng))
    return p._replace(money=tuple(money), trade=trade)


def _able(pool: list[int], number: int, amount: int, rng: Random) -> Money:
    """A hand of so many cards out of the pool that covers the sum; the pool loses them."""
    for _ in range(TRIES):
        rest = pool.copy()
        hand = drawn(rest, number, rng)
        if worth(hand) >= amount:
            pool[:] = rest
            return hand
    # such a hand is seldom met by chance: its lowest cards give way to the greatest, until it can pay
    rest.sort()
    low = cards(hand)
    while sum(low) < amount:
        low[0], rest[-1] = rest[-1], low[0]
        low.sort()
        rest.sort()
    pool[:] = rest
    return money_of(low)
