"""The 54 cards, each there once: a set of cards is a whole number with one bit a card.

The bits rise by number, then against the order of the colours, so that reading them downwards gives the
order in which a set is written: `9B 9R 4B`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Final

COLOURS: Final = "BRPGNO"
NUMBERS: Final = range(1, 10)
LEFT_OUT: Final = "NO"
"""The colours that a game with four colours does without."""

Cards = int
"""A set of cards."""

BIT: Final[dict[str, Cards]] = {
    f"{number}{colour}": 1 << ((number - 1) * 6 + 5 - COLOURS.index(colour))
    for number in NUMBERS
    for colour in COLOURS
}

NAME: Final = {bit: card for card, bit in BIT.items()}


def cards_of(names: Iterable[str]) -> Cards:
    """The set of these cards; a card named twice is in it once."""
    cards = 0
    for name in names:
        cards |= BIT[name]
    return cards


ALL: Final = cards_of(BIT)

DECK: Final[dict[int, Cards]] = {6: ALL, 4: cards_of(card for card in BIT if card[1] not in LEFT_OUT)}
"""How many colours are played with → the cards of the game."""

OF_COLOUR: Final = tuple(cards_of(f"{number}{colour}" for number in NUMBERS) for colour in COLOURS)
OF_NUMBER: Final = tuple(cards_of(f"{number}{colour}" for colour in COLOURS) for number in NUMBERS)
GROUPS: Final = OF_COLOUR + OF_NUMBER
"""All cards of one colour, or of one number: a set is part of one of them (article 4)."""

_GROUPS_OF: Final = {
    0: (0, 0),
    **{bit: (OF_COLOUR[COLOURS.index(card[1])], OF_NUMBER[int(card[0]) - 1]) for card, bit in BIT.items()},
}
ABOVE: Final = {bit: ALL & -(1 << 6 * int(card[0])) for card, bit in BIT.items()}
"""A card → all cards with a higher number."""


def each(cards: Cards) -> Iterator[Cards]:
    """The cards one by one, in the order in which they are written."""
    while cards:
        bit = 1 << (cards.bit_length() - 1)
        yield bit
        cards ^= bit


def any_of(cards: Cards, rng: Random) -> Cards:
    """One of the cards, drawn blindly."""
    for _ in range(int(rng.random() * cards.bit_count())):
        cards &= cards - 1
    return cards & -cards


def written(cards: Cards) -> tuple[str, ...]:
    """The names in the order of a move: descending number, then colour."""
    return tuple(NAME[bit] for bit in each(cards))


_ROW: Final = 63
_ROWS: Final = tuple(
    tuple(
        tuple(sorted(f"{number}{colour}" for at, colour in enumerate(reversed(COLOURS)) if row >> at & 1))
        for row in range(_ROW + 1)
    )
    for number in NUMBERS
)
"""(number, its six bits) → the names, sorted."""


def names(cards: Cards) -> tuple[str, ...]:
    """The names sorted as plain strings, as positions have them: number by number."""
    found: tuple[str, ...] = ()
    for row in _ROWS:
        found += row[cards & _ROW]
        cards >>= 6
        if not cards:
            break
    return found


def is_set(cards: Cards) -> bool:
    """Whether all have the same colour or all the same number."""
    colour, number = _GROUPS_OF[cards & -cards]
    return not cards & ~colour or not cards & ~number


def value(cards: Cards) -> int:
    """The numbers as digits, highest first (article 6)."""
    return int("0" + "".join(name[0] for name in written(cards)))


@cache
def parts(held: Cards) -> tuple[tuple[Cards, ...], ...]:
    """What can be laid of cards that are one set: by how many cards, the lowest value first.

    There are some four thousand such cards; what is asked for is kept."""
    sizes: list[list[Cards]] = [[] for _ in range(held.bit_count() + 1)]
    part = held
    while part:
        sizes[part.bit_count()].append(part)
        part = (part - 1) & held
    return tuple(tuple(sorted(size, key=lambda cards: (value(cards), cards))) for size in sizes)
