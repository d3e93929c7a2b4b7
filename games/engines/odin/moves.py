"""Odin's moves and their notation."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from ..kernel import CHANCE, NotationError
from .cards import BIT, GROUPS, NAME, Cards, cards_of, is_set, parts, value, written

LAY: Final = "lay"
TAKE: Final = "take"
PASS: Final = "pass"
CHANCE_MOVE: Final = "chance"


class Move(NamedTuple):
    """One move. `text` is its notation; the rest is what the notation says."""

    text: str
    kind: str
    cards: Cards = 0
    number: int = 0  # of the cards named
    value: int = 0
    is_set: bool = False

    def __str__(self) -> str:
        return self.text


@cache
def lay(cards: Cards) -> Move:
    """Laying cards that are a set; there are some four thousand."""
    return Move(" ".join(written(cards)), LAY, cards, cards.bit_count(), value(cards), True)


def lay_any(named: tuple[str, ...]) -> Move:
    """Laying whatever was named, also what no position allows."""
    cards = cards_of(named)
    if len(named) == cards.bit_count() and is_set(cards):
        return lay(cards)
    # highest bit first; a card may be named twice
    named = tuple(sorted(named, key=BIT.__getitem__, reverse=True))
    digits = int("".join(name[0] for name in named[:20]))  # more than any hand holds need no value
    return Move(" ".join(named), LAY, cards, len(named), digits, is_set(cards))


def deal(named: tuple[str, ...]) -> Move:
    return Move(CHANCE + " ".join(named), CHANCE_MOVE, cards_of(named), len(named))


TAKES: Final = {bit: Move(f"{TAKE} {name}", TAKE, bit, 1) for bit, name in NAME.items()}
PASSES: Final = Move(PASS, PASS)


@cache
def every_set() -> tuple[Move, ...]:
    """All that can be laid in some position, in no order that means anything."""
    sets = {cards for group in GROUPS for size in parts(group) for cards in size}
    return tuple(lay(cards) for cards in sorted(sets))


def read_move(text: str) -> Move:
    """The move a text stands for: any letter case, any spaces, any order. Unreadable: NotationError."""
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is no text")
    plain = text.upper().split()
    if plain == ["PASS"]:
        return PASSES
    if plain and plain[0].startswith(CHANCE):
        first = plain[0].removeprefix(CHANCE)
        return deal(_cards([first, *plain[1:]] if first else plain[1:], text))
    if len(plain) == 2 and plain[0] == "TAKE":
        return TAKES[BIT[_cards(plain[1:], text)[0]]]
    return lay_any(_cards(plain, text))


def _cards(parts: list[str], text: str) -> tuple[str, ...]:
    if not parts or any(part not in BIT for part in parts):
        raise NotationError(f"{text!r} is no move")
    return tuple(parts)
