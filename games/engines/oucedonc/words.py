"""How Oùcédonc says its facts in French."""

from __future__ import annotations

from typing import Any

from ..kernel.rulebook import counted, enumerate_french
from .moves import DOUBTS, GUESS, PUT, TRUST, Move
from .position import NS, Position
from .view import View

_LINE = {"NS": "nord-sud", "EW": "est-ouest"}
_SIDE = {"N": "au nord", "S": "au sud", "W": "à l’ouest", "E": "à l’est"}
_ARM = {"N": "le nord", "S": "le sud", "W": "l’ouest", "E": "l’est"}
_PHASE = {
    "start": "de tirer la carte de départ",
    "drawn": "de tirer un lieu",
    "place": "de placer le lieu tiré",
    "doubt": "de dire si l’on doute",
    "estimate": "d’estimer combien de cartes sont mal placées",
}
"""What it is the moment to do, after « c'est le moment »."""


def the_card(card: str) -> str:
    """« Etna »: as it stands on the card, whatever article the place takes."""
    return f"« {card} »"


def back(value: Any) -> str:
    """« 37,75° de latitude nord »."""
    axis, degrees = value
    towards = ("nord" if degrees >= 0 else "sud") if axis == "lat" else ("est" if degrees >= 0 else "ouest")
    shown = f"{abs(degrees):.2f}".replace(".", ",")
    return f"{shown}° de {'latitude' if axis == 'lat' else 'longitude'} {towards}"


def words(key: str, value: Any) -> str:
    if key in ("card", "neighbour", "kept"):
        return the_card(value)
    if key == "neighbours":
        return enumerate_french([the_card(card) for card in value])
    if key in ("back", "neighbour_back"):
        return back(value)
    if key == "backs":
        return ", puis ".join(f"{the_card(card)} ({_short(axis, degrees)})" for card, axis, degrees in value)
    if key == "line":
        return _LINE[str(value)]
    if key == "side":
        return _SIDE[str(value)]
    if key == "arm":
        return _ARM[str(value)]
    if key == "phase":
        return _PHASE[str(value)]
    if key in ("points", "tokens"):
        return counted(value, "jeton")
    if key == "lying":
        return f"{value} lieu{'x' if value > 1 else ''}"
    if key == "wrong":
        return misplaced(value)
    return str(value)


def _short(axis: str, degrees: float) -> str:
    """« 37,75° N »."""
    letters = "NS" if axis == "lat" else "EO"
    return f"{abs(degrees):.2f}° {letters[degrees < 0]}".replace(".", ",")


def misplaced(number: int) -> str:
    """« 2 cartes mal placées »."""
    if not number:
        return "aucune carte mal placée"
    return f"{counted(number, 'carte')} mal placée{'s' if number > 1 else ''}"


def told_move(move: Move, p: Position | View) -> str:
    """A move as one says it at the table that `p` shows."""
    if move.kind == PUT:
        cards, index = p.ns if move.line == NS else p.ew, move.number
        if 0 < index < len(cards):
            return f"entre {the_card(cards[index - 1])} et {the_card(cards[index])}"
        first, last = ("N", "S") if move.line == NS else ("W", "E")
        return f"{_SIDE[last if index else first]} de {the_card(cards[-1 if index else 0])}"
    if move.kind == DOUBTS:
        return f"douter {_SIDE[move.side]}"
    if move.kind == TRUST:
        return "ne pas douter"
    if move.kind == GUESS:
        return misplaced(move.number)
    return f"tirer {the_card(move.card)}"
