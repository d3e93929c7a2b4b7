"""Boursicocotte on the table: the players, what is sold or traded, the herds, the money of one hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engines.boursicocotte.animals import FAMILY, VALUE
from games.engines.boursicocotte.money import CARDS, DONKEYS, cards
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
    TRADE,
    Move,
)
from games.engines.boursicocotte.position import BIDDING, TURN
from games.engines.boursicocotte.view import View
from games.engines.boursicocotte.words import several, the_animal
from games.engines.kernel import Line
from games.engines.kernel.rulebook import french
from games.tables.base import NOTHING, Parts
from games.tables.boursicocotte.acts import GIVES, Act, Raise, acts_of, own_money, proposed_of, raises_of
from games.tables.boursicocotte.choosing import Chosen, chosen_of, ticked
from games.tables.boursicocotte.herds import Family, Total, families_of, total_of


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    money: int  # how many cards
    turn: bool
    you: bool
    state: str = ""  # in an auction or a trade: a word for the style sheet
    said: str = ""

    @property
    def backs(self) -> range:
        return range(min(self.money, 10))


@dataclass(frozen=True, slots=True)
class Lot:
    """An animal being sold."""

    animal: str
    the_name: str
    seller: str
    own: bool  # whether whoever looks sells it
    bid: int
    bidder: str


@dataclass(frozen=True, slots=True)
class Deal:
    """A trade: `number` of cards lie hidden on the table, `cards` if one knows them."""

    animal: str
    stake: int
    told: str
    challenger: str
    other: str
    offered: bool
    number: int
    cards: tuple[str, ...]
    again: bool

    @property
    def animals(self) -> range:
        return range(self.stake)

    @property
    def backs(self) -> range:
        return range(self.number)


@dataclass(frozen=True, slots=True)
class Note:
    card: str
    id: str
    ticked: bool


@dataclass(frozen=True, slots=True)
class Board:
    players: tuple[Player, ...]
    families: tuple[Family, ...]
    totals: tuple[Total, ...]
    deck: int
    donkey: int  # what the next one brings; 0: there is none left
    lot: Lot | None
    deal: Deal | None
    hand: tuple[tuple[Note, ...], ...]  # by worth
    number: int
    own: int
    looks: bool  # whether somebody's own hand is shown
    gives: str  # what money is chosen for
    price: int
    chosen: Chosen
    proposed: Act | None  # a payment that is right
    raises: tuple[Raise, ...]
    bids: bool
    bid: str  # in the number field
    trades: bool  # whether cells can be pressed
    acts: tuple[Act, ...]
    phase: str
    blind: bool = False
    still: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A move as it is drawn beside its words."""

    animal: str = ""
    cards: tuple[str, ...] = ()
    amount: int = 0
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    name: str
    families: tuple[tuple[str, str, int], ...]  # code, name, value


def board(
    view: View,
    moves: Sequence[Move],
    names: Sequence[str],
    *,
    parts: Parts = NOTHING,
    tries: Sequence[Move] = (),
    blind: bool = False,
    still: bool = False,
    turn: bool = True,
) -> Board:
    """What is drawn for the seat that sees `view` and may make `moves`, or try others."""
    if still:
        moves, tries = (), ()
    asked = bool(moves) or bool(tries)
    hand = own_money(view)
    auction = view.auction
    price = auction.bid if auction else 0
    gives = GIVES.get(view.phase, "") if asked else ""
    picked = ticked(hand, parts) if gives else ()
    families = families_of(view, moves, names, asked and view.phase == TURN, blind)
    return Board(
        players=tuple(_player(view, seat, name, turn) for seat, name in enumerate(names)),
        families=families,
        totals=tuple(total_of(view, seat) for seat in range(len(names))),
        deck=len(view.deck),
        donkey=DONKEYS[view.donkeys] if view.donkeys < len(DONKEYS) and "ane" in view.deck else 0,
        lot=_lot(view, names),
        deal=_deal(view, names),
        hand=_notes(hand, picked),
        number=len(hand),
        own=sum(hand),
        looks=isinstance(view.seat, int),
        gives=gives,
        price=price,
        chosen=chosen_of(gives, hand, picked, price, blind),
        proposed=proposed_of(hand, price) if gives == PAY and not blind else None,
        raises=tuple(raises_of(moves, price, sum(hand), blind)) if asked and view.phase == BIDDING else (),
        bids=asked and view.phase == BIDDING,
        bid=parts.one("bid")[:7] or str(price + 10),
        trades=any(cell.move for family in families for cell in family.cells),
        acts=tuple(acts_of(view, moves, tries, names, families, blind)) if asked else (),
        phase=view.phase,
        blind=blind,
        still=still,
    )


def picture(move: Move) -> Picture:
    if move.kind == TRADE:
        return Picture(animal=move.animal, icon="repeat")
    if move.kind == BID:
        return Picture(amount=move.amount)
    if move.kind in (PAY, OFFER, COUNTER):
        return Picture(cards=tuple(map(str, reversed(cards(move.money)))))
    return Picture(icon=ICONS.get(move.kind, "arrow-right"))


ICONS = {SELL: "check", BUY: "undo-2", ACCEPT: "check", PASS: "arrow-right", AUCTION: "eye"}


def left(lines: Sequence[Line], names: Sequence[str]) -> tuple[Left, ...]:
    return tuple(
        Left(
            names[line.seat],
            tuple(
                (f"={species}", several(species, FAMILY), VALUE[species])
                for species in line.facts["families"]
            ),
        )
        for line in lines
    )


# --- around the table


def _player(view: View, seat: int, name: str, turn: bool) -> Player:
    hand = view.money[seat]
    number = hand if isinstance(hand, int) else len(hand)
    state, said = _state(view, seat)
    return Player(name, number, turn and seat == view.turn, seat == view.seat, state, french(said))


def _state(view: View, seat: int) -> tuple[str, str]:
    """What somebody is in the auction or the trade going on."""
    auction, trade = view.auction, view.trade
    if auction is not None:
        if seat == auction.seller:
            return "sells", "met aux enchères"
        if seat == auction.bidder:
            return "bids", f"annonce {auction.bid}"
        if seat in auction.excluded:
            return "out", "n’a pas pu payer"
        if seat in auction.passed:
            return "passed", "passe"
        return "", ""
    if trade is not None:
        if seat == trade.challenger:
            return "trades", "propose"
        if seat == trade.other:
            return "trades", "répond"
    return "", ""


def _lot(view: View, names: Sequence[str]) -> Lot | None:
    auction = view.auction
    if auction is None:
        return None
    return Lot(
        auction.animal or "",
        french(the_animal(auction.animal)) if auction.animal else "",
        names[auction.seller],
        auction.seller == view.seat,
        auction.bid,
        "" if auction.bidder is None else names[auction.bidder],
    )


def _deal(view: View, names: Sequence[str]) -> Deal | None:
    trade = view.trade
    if trade is None:
        return None
    offer = trade.offer
    return Deal(
        trade.animal,
        trade.cards,
        french(several(trade.animal, trade.cards)),
        names[trade.challenger],
        names[trade.other],
        offer is not None,
        offer if isinstance(offer, int) else len(offer or ()),
        tuple(map(str, reversed(offer))) if isinstance(offer, tuple) else (),
        trade.again,
    )


# --- the hand


def _notes(hand: Sequence[int], picked: Sequence[int]) -> tuple[tuple[Note, ...], ...]:
    """The money by worth, greatest first; of equal cards the first are the chosen ones."""
    chosen, has = Counter(picked), Counter(hand)
    return tuple(
        tuple(Note(str(card), f"money-{card}-{at}", at <= chosen[card]) for at in range(1, has[card] + 1))
        for card in reversed(CARDS)
        if has[card]
    )
