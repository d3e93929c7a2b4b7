"""Moves of Oùcédonc as orders one gives oneself, at the table that a view shows."""

from __future__ import annotations

import unicodedata

from games.engines.kernel.rulebook import french
from games.engines.oucedonc.moves import DOUBTS, PUT, SIDES, TRUST, Move
from games.engines.oucedonc.position import NS
from games.engines.oucedonc.view import View
from games.engines.oucedonc.words import misplaced

AXIS = {"NS": "l’axe nord-sud", "EW": "l’axe est-ouest"}
TOWARDS = {"N": "au nord", "S": "au sud", "W": "à l’ouest", "E": "à l’est"}
OTHER = {"N": "S", "S": "N", "W": "E", "E": "W"}


def gap(cards: tuple[str, ...], line: str, index: int) -> str:
    """« entre Rome et Oslo », « tout au nord, avant Oslo »: where a card is put."""
    first, last = ("N", "S") if line == NS else ("W", "E")
    if index > len(cards):
        return f"après un trou, plus loin {than(cards[-1])} {TOWARDS[last]}"
    if 0 < index < len(cards):
        return f"entre {cards[index - 1]} et {cards[index]}"
    if index == 0:
        return f"tout {TOWARDS[first]}, avant {cards[0]}"
    return f"tout {TOWARDS[last]}, après {cards[-1]}"


def told_move(move: Move, view: View | None) -> str:
    """« Place Rome entre Oslo et Paris ». Without a view it is told by what the notation says."""
    if move.kind == PUT:
        if view is None or view.card is None:
            return french(f"Place la carte sur {AXIS[move.line]}, à l’emplacement {move.number}")
        cards = view.ns if move.line == NS else view.ew
        return french(f"Place {view.card} {gap(cards, move.line, move.number)}")
    if move.kind == DOUBTS:
        claim = doubted(move, view)
        return french(f"Doute : {claim}" if claim else f"Doute en désignant une carte {TOWARDS[move.side]}")
    if move.kind == TRUST:
        return "Ne doute pas"
    return french(f"Estime : {misplaced(move.number)}")


def doubted(move: Move, view: View | None) -> str:
    """« Paris n'est pas plus au sud qu'Oslo »: what one claims by a doubt; "" if no card lies there."""
    if view is None or view.laid is None:
        return ""
    line, step = SIDES[move.side]
    cards, at = view.ns if view.laid.line == NS else view.ew, view.laid.at
    if line != view.laid.line or not 0 <= at + step < len(cards):
        return ""
    return not_so(cards[at], OTHER[move.side], cards[at + step])


def not_so(card: str, side: str, other: str) -> str:
    """« Paris n'est pas plus au nord qu'Oslo »."""
    return f"{card} n’est pas plus {TOWARDS[side]} {than(other)}"


def than(card: str) -> str:
    """« qu'Oslo », « que Rome »."""
    return f"qu’{card}" if fold(card)[:1] in VOWELS else f"que {card}"


def fold(text: str) -> str:
    return unicodedata.normalize("NFD", text.replace("Œ", "O")).casefold()


VOWELS = frozenset("aeiou")
