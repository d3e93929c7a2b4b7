"""The yardstick of a hand: in how few layings it could go, each one colour or one number."""

from __future__ import annotations

from functools import lru_cache

from .cards import Cards

_ROW = 63


@lru_cache(maxsize=4096)
def cover(cards: Cards) -> int:
    """The least number of colours and numbers that hold all the cards.

    Cards join numbers and colours as edges join two sides. By König's theorem the least cover of such a
    graph is as large as its largest matching: as many numbers as can have a colour each to themselves."""
    given: dict[int, int] = {}  # colour (a bit) → the cards of the number it is given to
    matched = 0
    while cards:
        matched += _give(cards & _ROW, given, set())
        cards >>= 6
    return matched


def _give(row: Cards, given: dict[int, int], tried: set[int]) -> bool:
    """Gives a number one of its colours; a number that had it moves on to another one if it can."""
    left = row
    while left:
        colour = left & -left
        left ^= colour
        if colour not in tried:
            tried.add(colour)
            if colour not in given or _give(given[colour], given, tried):
                given[colour] = row
                return True
    return False
