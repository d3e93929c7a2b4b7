"""What one press does: a price, a payment that is right, all that is neither money nor an animal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.engines.boursicocotte.money import cards, cheapest, money, worth
from games.engines.boursicocotte.moves import (
    ACCEPT,
    AUCTION,
    BID,
    BUY,
    COUNTER,
    OFFER,
    PASS,
    PAY,
    SELL,
    Move,
    with_money,
)
from games.engines.boursicocotte.position import ANSWER, BIDDING, DECIDE, OFFERING, PAYING, TURN
from games.engines.boursicocotte.view import View
from games.engines.boursicocotte.words import several, the_animal
from games.engines.kernel.rulebook import counted, french
from games.tables.boursicocotte.herds import Family
from games.tables.boursicocotte.said import told_move

RAISES = (10, 20, 50, 100)
"""How much more the buttons bid."""

GIVES = {PAYING: PAY, OFFERING: OFFER, ANSWER: COUNTER}
"""Phases in which money is chosen from the hand, and what for."""


@dataclass(frozen=True, slots=True)
class Act:
    move: str
    label: str
    kind: str
    goes: bool = False


@dataclass(frozen=True, slots=True)
class Raise:
    move: str
    amount: int
    goes: bool
    bluff: bool  # more than one has


def proposed_of(hand: Sequence[int], price: int) -> Act | None:
    """A payment that gives away as little as can be."""
    if sum(hand) < price:
        return None
    paid = with_money(PAY, cheapest(money(hand), price))
    exact = worth(paid.money) == price
    return Act(str(paid), french(told_move(paid, None)), "exact" if exact else "over", True)


def raises_of(moves: Sequence[Move], price: int, own: int, blind: bool) -> Iterator[Raise]:
    most = max((move.amount for move in moves if move.kind == BID), default=0)
    for more in RAISES:
        amount = price + more
        if blind or amount <= most:
            yield Raise(f"bid {amount}", amount, not blind, amount > own)


def acts_of(
    view: View,
    moves: Sequence[Move],
    tries: Iterable[Move],
    names: Sequence[str],
    families: Sequence[Family],
    blind: bool,
) -> Iterator[Act]:
    """What is one press, and what a lesson wants tried that nothing else on the page makes."""
    phase, auction, trade = view.phase, view.auction, view.trade
    there = {cell.move for family in families for cell in family.cells if cell.move}
    found: dict[str, Act] = {}

    def offer(kind: str, label: str) -> None:
        found[kind] = Act(kind, french(label), kind, not blind)

    if phase == TURN:
        if view.deck:
            offer(AUCTION, "Mettre un animal aux enchères")
    elif phase == BIDDING:
        offer(PASS, "Passer")
    elif phase == DECIDE and auction is not None and auction.bidder is not None:
        bidder = names[auction.bidder]
        offer(SELL, f"Vendre à {bidder} pour {auction.bid}")
        offer(BUY, f"Payer {auction.bid} à {bidder} et garder l’animal")
        # pressed without the money, it is refused in words
        found[BUY] = Act(BUY, found[BUY].label, BUY, not blind and len(moves) > 1)
    elif phase == ANSWER and trade is not None:
        number = trade.offer if isinstance(trade.offer, int) else 0
        given = _given(trade.animal, trade.cards)
        offer(ACCEPT, f"Accepter : prendre {counted(number, 'carte')}, donner {given}")
    for move in tries:
        text = str(move)
        makes = phase in GIVES and move.kind == GIVES[phase]
        if text in there or text in found or (move.kind == BID and phase == BIDDING):
            continue
        if makes and not Counter(cards(move.money)) - Counter(own_money(view)):
            continue
        found[text] = Act(text, told_move(move, names), move.kind)
    yield from found.values()


def _given(species: str, stake: int) -> str:
    return the_animal(species) if stake == 1 else several(species, stake)


def own_money(view: View) -> tuple[int, ...]:
    own = view.money[view.seat] if isinstance(view.seat, int) else ()
    return own if isinstance(own, tuple) else ()
