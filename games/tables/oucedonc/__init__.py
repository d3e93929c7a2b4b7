"""Oùcédonc on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engines.oucedonc.moves import DOUBTS, GUESS, PUT, TRUST, Move
from games.engines.oucedonc.position import ESTIMATE
from games.engines.oucedonc.view import View
from games.tables.base import IncompleteError, Names, Parts, Table
from games.tables.oucedonc import board, faces, said
from games.tables.oucedonc.board import Board, Picture


class Oucedonc(Table):
    start = {"edition": "europe"}
    options = {"edition": ("Les lieux", {"europe": "d'Europe", "france": "de France"})}
    quiet = frozenset({"estimated", "turned", "misplaced", "cleared"})
    style = "css/oucedonc.css"

    def board(self, view: View, moves: Sequence[Move], names: Names, **shown: Any) -> Board:
        return board.board(view, moves, names, **shown)

    def told_move(self, move: Move, names: Names | None) -> str:
        return said.told_move(move, None)

    def pictured(self, move: Move) -> Picture:
        return board.pictured(move, None)

    def face(self, code: str) -> dict[str, Any]:
        return faces.face(code)

    def compose(self, view: View, parts: Parts) -> Sequence[str]:
        """The number of an estimate; all else is one press."""
        if parts.one("do") != "estimate":
            raise IncompleteError("Choisis un emplacement, ou un des boutons.")
        number = parts.number("number")
        if number is None:
            raise IncompleteError("Écris d'abord combien de cartes tu crois mal placées.")
        return [f"estimate {number}"]

    def reason(self, view: View, move: Move) -> str:
        return REASONS.get(move.kind, "")

    def fits(self, view: View, move: Move) -> bool:
        """Whether a picture shows it: a gap one card too far at most."""
        if move.kind == PUT:
            return move.number <= len(view.ns if move.line == "NS" else view.ew) + 1
        return move.kind in (DOUBTS, TRUST) or (move.kind == GUESS and view.phase == ESTIMATE)


REASONS = {
    PUT: "À mon idée, c'est là qu'est ce lieu. Personne ne connaît toute la carte : je peux me tromper.",
    DOUBTS: "À mon idée, c'est faux. Si j'ai raison, je gagne un jeton ; sinon, j'en perds un.",
    TRUST: "À mon idée, c'est juste. Et qui doute à tort perd un jeton.",
    GUESS: "J'ai compté les cartes qui me semblent mal placées.",
}

TABLE = Oucedonc()
