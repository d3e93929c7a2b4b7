"""The 100 cards, and who a guest on a chair is."""

from typing import Final

NATIONS: Final = ("AF", "CN", "CU", "DE", "ES", "FR", "GB", "IN", "IT", "RU", "TR", "US")
SEXES: Final = ("F", "M")
JOKERS: Final = ("JK-F", "JK-M")

GUESTS: Final = tuple(f"{nation}-{sex}" for nation in NATIONS for sex in SEXES)
"""The ordinary cards, each once."""

DECK: Final[dict[str, int]] = {**dict.fromkeys(GUESTS, 4), **dict.fromkeys(JOKERS, 2)}
"""Every card and how often it exists."""

ALL: Final = tuple(sorted(card for card, times in DECK.items() for _ in range(times)))

OTHER_SEX: Final = {"F": "M", "M": "F"}

SITTERS: Final = ("", *GUESTS, *(f"{joker}={nation}" for nation in NATIONS for joker in JOKERS))
"""Who can sit on a chair; the place in this list is the byte that stands for them, 0 for a free chair.
A joker sits there as somebody of one nation."""

JOKERS_FROM: Final = 1 + len(GUESTS)
"""From this byte on it is a joker."""

CODE: Final = {sitter: code for code, sitter in enumerate(SITTERS)}

CARD: Final = tuple(sitter.partition("=")[0] for sitter in SITTERS)
"""Byte → the card that lies there."""


def sex_of(card: str) -> str:
    return card[3]


def nation_of(card: str) -> str:
    """The nation of an ordinary card."""
    return card[:2]
