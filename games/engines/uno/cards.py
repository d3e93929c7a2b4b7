"""The 108 cards, what each is worth, and what covers what."""

from typing import Final

COLOURS: Final = ("R", "Y", "G", "B")
WILD: Final = "W"
FOUR: Final = "W4"
JOKERS: Final = frozenset((WILD, FOUR))
DIGITS: Final = "0123456789"

DECK: Final[dict[str, int]] = {
    **{colour + symbol: 1 if symbol == "0" else 2 for colour in COLOURS for symbol in DIGITS + "STD"},
    WILD: 4,
    FOUR: 4,
}
"""Every card and how often it exists."""

ALL: Final = tuple(sorted(card for card, times in DECK.items() for _ in range(times)))

SYMBOL: Final = {card: card if card in JOKERS else card[1] for card in DECK}
"""What a card bears besides its colour: `5`, `S`; a joker is its own symbol."""

NUMBERS: Final = frozenset(card for card in DECK if SYMBOL[card] in DIGITS)

VALUE: Final = {card: int(card[1]) if card in NUMBERS else 50 if card in JOKERS else 20 for card in DECK}

QUIET: Final = frozenset(card for card in DECK if card != FOUR and SYMBOL[card] != "D")
"""The cards that make nobody draw."""

CIRCLING: Final = frozenset(card for card in DECK if SYMBOL[card] in ("S", "T"))
"""The cards that may keep the turn among few players: the other hands are not asked."""

FEW: Final = 7
"""Fewer cards than this to draw from, and there may be nothing but circling cards of one symbol left: there
are eight, of which one lies on top and one is held."""

OF_COLOUR: Final[dict[str | None, frozenset[str]]] = {
    colour: frozenset(card for card in DECK if card not in JOKERS and card[0] == colour) for colour in COLOURS
}

SAME: Final = {card: frozenset(other for other in NUMBERS if other[1] == card[1]) for card in NUMBERS}
"""The cards of the same number, whatever their colour."""

COVERS: Final = {
    (top, colour): frozenset(
        card
        for card in DECK
        if card not in JOKERS and (card[0] == colour or (top not in JOKERS and card[1] == top[1]))
    )
    for top in DECK
    for colour in COLOURS
    if top in JOKERS or top[0] == colour
}
"""(top card, current colour) → the coloured cards that cover it (article 3)."""

LAYABLE: Final[dict[tuple[str, str | None], frozenset[str]]] = {
    key: cards | JOKERS for key, cards in COVERS.items()
}
"""The same and the jokers, which may be laid at any time (articles 5 and 6)."""


def may_circle(drawn: str | None, left: int) -> bool:
    """Whether being obliged to lay it could go on for ever, with `left` cards still to draw (article 8)."""
    return drawn in CIRCLING and left < FEW
