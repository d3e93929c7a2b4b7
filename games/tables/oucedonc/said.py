"""Moves of Oùcédonc as orders one gives oneself, at the table that a view shows."""

from __future__ import annotations

from games.engines.kernel.rulebook import french
from games.engines.oucedonc.moves import DOUBTS, PUT, SIDES, TRUST, Move
from games.engines.oucedonc.position import NS
from games.engines.oucedonc.view import View
from games.engines.oucedonc.words import misplaced

AXIS = {"NS": "l'axe nord-sud", "EW": "l'axe est-ouest"}
TOWARDS = {"N": "au nord", "S": "au sud", "W": "à l'ouest", "E": "à l'est"}
OTHER = {"N": "S", "S": "N", "W": "E", "E": "W"}


def gap(cards: tuple[str, ...], line: str, index: int) -> str:
    """« entre Rome et Oslo », « tout au nord, avant Oslo »: where a card is put."""
    first, last = ("N", "S") if line == NS else ("W", "E")
    if index > len(cards):
        return f"après un trou, plus loin que {cards[-1]} {TOWARDS[last]}"
    if 0 < index < len(cards):
        return f"entre {cards[index - 1]} et {cards[index]}"
    if index == 0:
        return f"tout {TOWARDS[first]}, avant {cards[0]}"
    return f"tout {TOWARDS[last]}, après {cards[-1]}"


def told_move(move: Move, view: View | None) -> str:
    """« Place Rome entre Oslo et Paris ». Without a view it is told by what the notation says."""
    if move.kind == PUT:
        if view is None or view.card is None:
            return french(f"Place la carte sur {AXIS[move.line]}, à l'emplacement {move.number}")
        cards = view.ns if move.line == NS else view.ew
        return french(f"Place {view.card} {gap(cards, move.line, move.number)}")
    if move.kind == DOUBTS:
        return french(f"Doute : {doubted(move, view)}")
    if move.kind == TRUST:
        return "Ne doute pas"
    return french(f"Estime : {misplaced(move.number)}")


def doubted(move: Move, view: View | None) -> str:
    """« Paris n'est pas au sud de l'autre carte »: what one claims by a doubt."""
    towards = TOWARDS[move.side]
    if view is None or view.laid is None:
        return f"la carte {towards} est mal placée"
    line, step = SIDES[move.side]
    cards, at = view.ns if view.laid.line == NS else view.ew, view.laid.at
    if line != view.laid.line:
        return f"{cards[at]} n'est pas bien placé {towards}"
    if not 0 <= at + step < len(cards):
        return f"{cards[at]} ne va pas tout {towards}"
    # said of the newest card, so that no name stands after « de »
    return f"{cards[at]} n'est pas {MORE[OTHER[move.side]]} que {cards[at + step]}"


MORE = {"N": "plus au nord", "S": "plus au sud", "W": "plus à l'ouest", "E": "plus à l'est"}
