"""Uno's moves and their notation."""

from typing import Final, NamedTuple

from ..kernel import NotationError
from .cards import COLOURS, DECK, JOKERS, NUMBERS, SAME

LAY: Final = "lay"
DRAW: Final = "draw"
PASS: Final = "pass"
COLOUR: Final = "colour"
ACCEPT: Final = "accept"
CHALLENGE: Final = "challenge"
CLAIM: Final = "claim"
CHANCE_MOVE: Final = "chance"


class Move(NamedTuple):
    """One move. `text` is its notation; the rest is what the notation says."""

    text: str
    kind: str
    cards: tuple[str, ...] = ()
    colour: str = ""  # named with a joker, or for the first card
    uno: bool = False  # announced
    seat: int = -1  # whose omission is called

    def __str__(self) -> str:
        return self.text


def lay(cards: tuple[str, ...], colour: str = "", uno: bool = False) -> Move:
    text = " ".join((*cards, colour)) if colour else " ".join(cards)
    return Move(text + " !" if uno else text, LAY, cards, colour, uno)


def chance_move(cards: tuple[str, ...]) -> Move:
    return Move("~" + " ".join(cards), CHANCE_MOVE, cards)


# Moves are few: they are made once. The lists by [announced] are read on the way of every playout.
SINGLE: Final = {uno: {card: lay((card,), "", uno) for card in DECK} for uno in (False, True)}
JOKER: Final = {
    uno: {joker: tuple(lay((joker,), colour, uno) for colour in COLOURS) for joker in sorted(JOKERS)}
    for uno in (False, True)
}
DOUBLET: Final = {
    uno: {(one, two): lay((one, two), "", uno) for one in NUMBERS for two in SAME[one]}
    for uno in (False, True)
}
TAKE: Final = Move("draw", DRAW)
GIVE_UP: Final = Move("pass", PASS)
NAME: Final = tuple(Move(colour, COLOUR, (), colour) for colour in COLOURS)
ACCEPTS: Final = Move("accept", ACCEPT)
CHALLENGES: Final = Move("challenge", CHALLENGE)
CLAIMS: Final = tuple(Move(f"uno {seat}", CLAIM, (), "", False, seat) for seat in range(10))
DRAWN: Final = {card: chance_move((card,)) for card in DECK}

EVERY: Final = (
    *(move for uno in (False, True) for move in SINGLE[uno].values()),
    *(move for uno in (False, True) for move in DOUBLET[uno].values()),
    *(move for uno in (False, True) for moves in JOKER[uno].values() for move in moves),
    *(TAKE, GIVE_UP, *NAME, ACCEPTS, CHALLENGES, *CLAIMS),
    *(lay(("RS", "GS")), lay(("R5", "G6")), lay(("B1", "B1", "B1"))),
)
"""Every move there is but those of chance, and some that no position allows."""

_KNOWN: Final = {move.text: move for move in EVERY}


def read_move(text: str) -> Move:
    """The move a text stands for: any letter case, any spaces. Unreadable: NotationError."""
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is no text")
    plain = " ".join(text.split())
    known = _KNOWN.get(plain) or _KNOWN.get(plain.upper()) or _KNOWN.get(plain.lower())
    if known is not None:
        return known
    plain = plain.upper()
    if plain.startswith("~"):
        return chance_move(_cards(plain[1:].split(), text))
    # « R5! » is read as « R5 ! »
    uno = plain.endswith("!")
    parts = plain.removesuffix("!").split()
    colour = parts.pop() if len(parts) > 1 and parts[-1] in COLOURS else ""
    cards = _cards(parts, text)
    jokers = JOKERS.intersection(cards)
    if (jokers and len(cards) > 1) or (colour and not jokers):
        raise NotationError(f"{text!r} is no move")
    move = lay(cards, colour, uno)
    return _KNOWN.get(move.text, move)


def _cards(parts: list[str], text: str) -> tuple[str, ...]:
    if not parts or any(part not in DECK for part in parts):
        raise NotationError(f"{text!r} is no move")
    return tuple(parts)
