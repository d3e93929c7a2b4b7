"""Oùcédonc's moves and their notation."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final, NamedTuple

from ..kernel import NotationError
from .position import EW, NS

PUT: Final = "put"
DOUBTS: Final = "doubt"
TRUST: Final = "trust"
GUESS: Final = "estimate"
CHANCE_MOVE: Final = "chance"

SIDES: Final[dict[str, tuple[str, int]]] = {"N": (NS, -1), "S": (NS, 1), "W": (EW, -1), "E": (EW, 1)}
"""Side → the line it is on, and the step to the neighbour there."""


class Move(NamedTuple):
    """One move. `text` is its notation; the rest is what the notation says."""

    text: str
    kind: str
    line: str = ""
    number: int = -1  # the index in the line, or the estimate
    side: str = ""
    card: str = ""

    def __str__(self) -> str:
        return self.text


def put(line: str, index: int) -> Move:
    return Move(f"{line} {index}", PUT, line, index)


def guess(number: int) -> Move:
    return Move(f"estimate {number}", GUESS, "", number)


def chance_move(card: str) -> Move:
    return Move("~" + card, CHANCE_MOVE, "", -1, "", card)


# The moves of ordinary games are made once; the lists are read on the way of every playout.
SLOTS: Final = {line: tuple(put(line, index) for index in range(48)) for line in (NS, EW)}
GUESSES: Final = tuple(guess(number) for number in range(48))
DOUBT: Final = {side: Move(f"doubt {side}", DOUBTS, side=side) for side in SIDES}
TRUSTS: Final = Move("trust", TRUST)
_KNOWN: Final = {
    move.text.casefold(): move for move in (*SLOTS[NS], *SLOTS[EW], *GUESSES, *DOUBT.values(), TRUSTS)
}


def slot(line: str, index: int) -> Move:
    known = SLOTS[line]
    return known[index] if index < len(known) else put(line, index)


def estimate(number: int) -> Move:
    return GUESSES[number] if number < len(GUESSES) else guess(number)


def read_move(text: str, names: Mapping[str, str]) -> Move:
    """The move a text stands for: any letter case, any spaces; `names` are those of the places, folded.
    Unreadable: NotationError."""
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is no text")
    plain = folded(text)
    if plain.startswith("~"):
        name = names.get(plain[1:].strip())
        if name is None:
            raise NotationError(f"{text!r} names no place")
        return chance_move(name)
    if plain in _KNOWN:
        return _KNOWN[plain]
    word, _, number = plain.partition(" ")
    if number.isascii() and number.isdigit() and number == str(int(number[:4])):
        if word == "estimate":
            return estimate(int(number))
        if word.upper() in (NS, EW):
            return slot(word.upper(), int(number))
    raise NotationError(f"{text!r} is no move")


def folded(text: str) -> str:
    """A text as it is compared: one space, one case, one kind of apostrophe."""
    return " ".join(unicodedata.normalize("NFC", text).replace("’", "'").casefold().split())
