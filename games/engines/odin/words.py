"""How Odin says its facts in French."""

from __future__ import annotations

from typing import Any

from ..kernel import CHANCE
from ..kernel.rulebook import counted, enumerate_french
from .moves import CHANCE_MOVE, LAY, PASS, TAKE, Move

COLOUR = {"B": "bleu", "R": "rouge", "P": "rose", "G": "vert", "N": "noir", "O": "orange"}
_PHASE = {
    "deal": "de distribuer les cartes",
    "lead": "d’ouvrir le tour en posant une carte",
    "follow": "de poser des cartes ou de passer",
    "take": "de reprendre une des cartes battues",
}
"""What it is the moment to do, after « c'est le moment »."""


def card_name(card: str) -> str:
    """« 9 rouge »."""
    return f"{card[0]} {COLOUR[card[1]]}"


def the_card(card: str) -> str:
    """« le 9 rouge »."""
    return "le " + card_name(card)


def words(key: str, value: Any) -> str:
    if key == "card":
        return the_card(value)
    if key == "cards":
        return enumerate_french([the_card(card) for card in value])
    if key in ("number", "given"):
        return counted(value, "carte")
    if key in ("points", "total"):
        return counted(value, "point")
    if key == "phase":
        return _PHASE[str(value)]
    return str(value)


def told_move(move: Move) -> str:
    """A move in words: « poser le 9 rouge et le 4 rouge », « reprendre le 5 bleu »."""
    if move.kind == PASS:
        return "passer"
    named = move.text.removeprefix(CHANCE).removeprefix(TAKE).split()
    verb = {LAY: "poser", TAKE: "reprendre", CHANCE_MOVE: "tirer"}[move.kind]
    return f"{verb} {enumerate_french([the_card(card) for card in named])}"
