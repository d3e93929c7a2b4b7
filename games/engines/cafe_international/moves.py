"""The moves of Café International and their notation."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from ..kernel import NotationError
from .cards import DECK, JOKERS, NATIONS

SEAT: Final = "seat"
BAR: Final = "bar"
SWAP: Final = "swap"
PASS: Final = "pass"
END: Final = "end"
CHANCE_MOVE: Final = "chance"

CHAIRS: Final = tuple(f"C{number:02}" for number in range(1, 69))


class Move(NamedTuple):
    """One move. `text` is its notation; the rest is what the notation says."""

    text: str
    kind: str
    card: str = ""
    chair: int = -1
    nation: str = ""  # named with a joker
    cards: tuple[str, ...] = ()  # drawn

    def __str__(self) -> str:
        return self.text


def seating(card: str, chair: int, nation: str = "") -> Move:
    text = f"{card}@{CHAIRS[chair]}"
    return Move(f"{text}={nation}" if nation else text, SEAT, card, chair, nation)


def to_bar(card: str) -> Move:
    return Move(f"bar {card}", BAR, card)


def swapping(chair: int, card: str) -> Move:
    return Move(f"swap {CHAIRS[chair]} {card}", SWAP, card, chair)


def chance_move(cards: tuple[str, ...]) -> Move:
    return Move("~" + " ".join(cards), CHANCE_MOVE, cards=cards)


PASSES: Final = Move("pass", PASS)
ENDS: Final = Move("end", END)
TO_BAR: Final = {card: to_bar(card) for card in DECK}
DRAWN: Final = {card: chance_move((card,)) for card in DECK}


@cache
def every() -> tuple[Move, ...]:
    """Every move there is but those of chance, and many that no position allows."""
    chairs = range(len(CHAIRS))
    return (
        *(seating(card, chair) for card in DECK for chair in chairs),
        *(seating(joker, chair, nation) for joker in JOKERS for chair in chairs for nation in NATIONS),
        *(swapping(chair, card) for chair in chairs for card in DECK),
        *TO_BAR.values(),
        PASSES,
        ENDS,
    )


_SEATING: Final = re.compile(r"([A-Z]{2}-[FM])@(C\d\d)(?:=([A-Z]{2}))?")


def read_move(text: str) -> Move:
    """The move a text stands for: any letter case, any spaces. Unreadable: NotationError."""
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is no text")
    plain = " ".join(text.upper().split())
    if seat := _SEATING.fullmatch(plain):
        guest, nation = _card(seat[1], text), seat[3] or ""
        if nation and (guest not in JOKERS or nation not in NATIONS):
            raise NotationError(f"{text!r} is no move: only a joker is of a nation named")
        return seating(guest, _chair(seat[2], text), nation)
    if plain.startswith("~"):
        return chance_move(tuple(_card(card, text) for card in plain[1:].split() or [""]))
    match plain.split(" "):
        case ["PASS"]:
            return PASSES
        case ["END"]:
            return ENDS
        case ["BAR", card]:
            return TO_BAR[_card(card, text)]
        case ["SWAP", chair, card]:
            return swapping(_chair(chair, text), _card(card, text))
    raise NotationError(f"{text!r} is no move")


def _card(card: str, text: str) -> str:
    if card not in DECK:
        raise NotationError(f"{text!r} is no move: {card!r} is no card")
    return card


def _chair(chair: str, text: str) -> int:
    if chair not in CHAIRS:
        raise NotationError(f"{text!r} is no move: {chair!r} is no chair")
    return CHAIRS.index(chair)
