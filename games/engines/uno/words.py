"""How Uno says its facts in French."""

from __future__ import annotations

from typing import Any

from ..kernel.rulebook import counted, enumerate_french
from .cards import FOUR, SYMBOL, WILD

COLOUR = {"R": "rouge", "Y": "jaune", "G": "vert", "B": "bleu"}
_SHE = {"R": "rouge", "Y": "jaune", "G": "verte", "B": "bleue"}
_SIGN = {"S": "passe-tour", "T": "inversion", "D": "+2", WILD: "joker", FOUR: "super joker +4"}
_PHASE = {
    "deal": "de distribuer les cartes",
    "colour": "de choisir une couleur",
    "play": "de poser une carte ou de piocher",
    "draw": "de piocher les cartes dues",
    "drawn": "de poser la carte piochée, ou de passer",
    "challenge": "d’accepter le super joker, ou de le contester",
}
"""What it is the moment to do, after « c'est le moment »."""


def card_name(card: str) -> str:
    """« 5 rouge », « inversion verte », « joker »."""
    if card in (WILD, FOUR):
        return _SIGN[card]
    colour, symbol = card[0], SYMBOL[card]
    return f"{_SIGN.get(symbol, symbol)} {_SHE[colour] if symbol == 'T' else COLOUR[colour]}"


def the_card(card: str) -> str:
    """« le 5 rouge », « l'inversion verte »."""
    return ("l’" if SYMBOL[card] == "T" else "le ") + card_name(card)


def words(key: str, value: Any) -> str:
    if key == "card":
        return the_card(value)
    if key == "cards":
        return enumerate_french([the_card(card) for card in value])
    if key == "colour":
        return COLOUR[str(value)]
    if key == "sign":
        return ("une " if value == "T" else "un ") + _SIGN.get(str(value), str(value))
    if key in ("number", "given"):
        return counted(value, "carte")
    if key == "points":
        return counted(value, "point")
    if key == "phase":
        return _PHASE[str(value)]
    if key == "direction":
        return "dans le sens des aiguilles d’une montre" if value == 1 else "dans l’autre sens"
    return str(value)
