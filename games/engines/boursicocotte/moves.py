"""Boursicocotte's moves and their notation, and the long lists of them, made only as far as one looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, Final, NamedTuple

from ..kernel import NotationError
from .animals import AT, SPECIES
from .money import CARDS, MOST, NONE, SLOT, Money, cards, may_offer, money

AUCTION: Final = "auction"
TRADE: Final = "trade"
BID: Final = "bid"
PASS: Final = "pass"
SELL: Final = "sell"
BUY: Final = "buy"
PAY: Final = "pay"
OFFER: Final = "offer"
ACCEPT: Final = "accept"
COUNTER: Final = "counter"
CHANCE_MOVE: Final = "chance"


class Move(NamedTuple):
    """One move: its kind, and what its notation says besides."""

    kind: str
    seat: int = -1  # with whom one trades
    animal: str = ""  # what one trades
    amount: int = 0  # what one bids
    money: Money = NONE  # what one pays or offers
    animals: tuple[str, ...] = ()  # what chance turns

    def __str__(self) -> str:
        kind = self.kind
        if kind == BID:
            return f"bid {self.amount}"
        if kind in (PAY, OFFER, COUNTER):
            return " ".join((kind, *map(str, reversed(cards(self.money)))))
        if kind == TRADE:
            return f"trade {self.seat} {self.animal}"
        if kind == CHANCE_MOVE:
            return "~" + " ".join(self.animals)
        return kind


def chance_move(animals: tuple[str, ...]) -> Move:
    return Move(CHANCE_MOVE, -1, "", 0, NONE, animals)


def with_money(kind: str, paid: Money) -> Move:
    return Move(kind, -1, "", 0, paid)


# Moves without money cards are few: they are made once.
AUCTIONS: Final = Move(AUCTION)
PASSES: Final = Move(PASS)
SELLS: Final = Move(SELL)
BUYS: Final = Move(BUY)
ACCEPTS: Final = Move(ACCEPT)
BIDS: Final = tuple(Move(BID, amount=amount) for amount in range(0, MOST + 1, 10))
"""The bid of ten times its place; the first one is no legal bid."""
TRADES: Final = tuple(tuple(Move(TRADE, seat=seat, animal=animal) for animal in SPECIES) for seat in range(5))
TURNED: Final = {animal: chance_move((animal,)) for animal in SPECIES}

_KNOWN: Final = {
    str(move): move
    for move in (
        *(AUCTIONS, PASSES, SELLS, BUYS, ACCEPTS),
        *BIDS,
        *(trade for trades in TRADES for trade in trades),
        *TURNED.values(),
    )
}


class Bundles(Sequence[Move]):
    """All offers of a hand, after the moves of `head`. They are numbered by mixed radix, the lowest cards
    last, and made when asked for: there may be thousands."""

    __slots__ = ("hand", "head", "kind", "skipped")

    def __init__(self, kind: str, hand: Money, head: tuple[Move, ...] = ()) -> None:
        self.kind, self.hand, self.head = kind, hand, head
        self.skipped = 1 if any(hand) else 0  # number 0 is the empty offer

    def __len__(self) -> int:
        return len(self.head) + prod(number + 1 for number in self.hand) - self.skipped

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self[place] for place in range(*at.indices(len(self))))
        if at < 0:
            at += len(self)
        if not 0 <= at < len(self):
            raise IndexError(at)
        if at < len(self.head):
            return self.head[at]
        rest, counts = at - len(self.head) + self.skipped, []
        for number in self.hand:
            rest, count = divmod(rest, number + 1)
            counts.append(count)
        return with_money(self.kind, tuple(counts))

    def __iter__(self) -> Iterator[Move]:
        yield from self.head
        bundles = product(*(range(number + 1) for number in reversed(self.hand)))
        for at, counts in enumerate(bundles):
            if at >= self.skipped:
                yield with_money(self.kind, counts[::-1])

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        return move in self.head or (
            move == with_money(self.kind, move.money) and may_offer(self.hand, move.money)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bundles):
            return NotImplemented
        return (self.kind, self.hand, self.head) == (other.kind, other.hand, other.head)

    def __hash__(self) -> int:
        return hash((self.kind, self.hand, self.head))


def read_move(text: str) -> Move:
    """The move a text stands for: any letter case, any spaces, cards in any order. Else NotationError."""
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is no text")
    known = _KNOWN.get(text)
    if known is not None:
        return known
    parts = text.lower().replace("~", "~ ", 1).split()
    known = _KNOWN.get(" ".join(parts).replace("~ ", "~"))
    if known is not None:
        return known
    kind, rest = (parts[0], parts[1:]) if parts else ("", [])
    if kind == BID and len(rest) == 1:
        amount = _number(rest[0])
        if amount is not None:
            return Move(BID, amount=amount)
    elif kind in (PAY, OFFER, COUNTER) and (rest or kind != PAY):
        worths = [_number(part) for part in rest]
        if all(worth in SLOT for worth in worths):
            return with_money(kind, money(worth for worth in worths if worth is not None))
    elif kind == "~" and rest and all(part in AT for part in rest):
        return chance_move(tuple(rest))
    raise NotationError(f"{text!r} is no move")


def _number(text: str) -> int | None:
    """A number as it is written: digits only, none to spare."""
    if text.isascii() and text.isdigit() and len(text) < 8 and str(int(text)) == text:
        return int(text)
    return None


SAMPLES: Final = (
    *(AUCTIONS, PASSES, SELLS, BUYS, ACCEPTS),
    *(Move(BID, amount=amount) for amount in (0, 5, 10, 20, 35, 50, 90, 100, 130, 270, 480, 900, 4700, 5000)),
    *(trade for trades in TRADES for trade in trades),
    *(
        with_money(kind, money(worths))
        for kind in (PAY, OFFER, COUNTER)
        for worths in (
            *((card,) for card in CARDS),
            *((10, 10), (10, 10, 10), (50, 10), (50, 10, 10), (50, 0), (0, 0), (10, 0, 0), (50, 50)),
            *((100, 50), (200, 100), (500, 50, 10), (10, 10, 10, 10), (50, 10, 10, 10, 10, 0, 0)),
        )
    ),
    *(with_money(kind, NONE) for kind in (OFFER, COUNTER)),
    *TURNED.values(),
    *(chance_move(animals) for animals in (("ane", "coq", "chat", "vache"), ("coq",) * 4, ("oie",) * 5)),
)
"""Readable moves of every kind, those that no position allows too: what the judge is tried with."""
