"""Oùcédonc on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engines.kernel import Event, Line
from games.engines.oucedonc.moves import DOUBTS, GUESS, PUT, TRUST, Move
from games.engines.oucedonc.position import ESTIMATE
from games.engines.oucedonc.view import View
from games.tables.base import IncompleteError, Names, Parts, Table
from games.tables.oucedonc import board, faces, laid_open, quiz, said
from games.tables.oucedonc.board import Board, Picture
from games.tables.oucedonc.laid_open import LaidOpen


class Oucedonc(Table):
    start = {"edition": "europe"}
    options = {"edition": ("Les lieux", {"europe": "d’Europe", "france": "de France"})}
    quiet = frozenset({"estimated", "turned", "misplaced", "cleared"})
    unit = ("jeton", "jetons")
    style = "css/oucedonc.css"
    script = "js/oucedonc.js"

    quiz_order = quiz.ORDER
    questions = quiz.MAKERS
    quiz_about = "est-ce permis ? qui a raison de douter ? combien de cartes sont mal placées ?"

    def board(self, view: View, moves: Sequence[Move], names: Names, **shown: Any) -> Board:
        return board.board(view, moves, names, **shown)

    def laid_open(self, view: View, happened: Sequence[Event]) -> LaidOpen | None:
        return laid_open.laid_open(view.options.edition, happened)

    def told_move(self, move: Move, names: Names | None) -> str:
        return said.told_move(move, None)

    def pictured(self, move: Move) -> Picture:
        return board.pictured(move, None)

    def told_at(self, view: View, move: Move, names: Names | None) -> str:
        return said.told_move(move, view)

    def pictured_at(self, view: View, move: Move) -> Picture:
        return board.pictured(move, view)

    def face(self, code: str) -> dict[str, Any]:
        return faces.face(code)

    def left(self, lines: Sequence[Line], names: Names) -> tuple[LaidOpen, ...]:
        return quiz.left(tuple(lines))

    def uncovered(self, view: View, happened: Sequence[Event]) -> tuple[LaidOpen, ...]:
        found = laid_open.laid_open(view.options.edition, happened)
        return () if found is None else (laid_open.unjudged(found),)

    uncover = "faire mon estimation"

    def secret(self, view: View) -> bool:
        """Only an estimate is for one's own eyes."""
        return view.phase == ESTIMATE

    def compose(self, view: View, parts: Parts) -> Sequence[str]:
        """The number of an estimate; all else is one press."""
        if parts.one("do") != "estimate":
            raise IncompleteError("Choisis un emplacement, ou un des boutons.")
        number = parts.number("number")
        if number is None:
            raise IncompleteError("Écris d’abord combien de cartes tu crois mal placées.")
        return [f"estimate {number}"]

    adviser = "C’est l’avis d’un joueur qui connaît à peu près sa carte. Il n’a pas regardé les dos."

    def reason(self, view: View, move: Move) -> str:
        return REASONS.get(move.kind, "")

    def fits(self, view: View, move: Move) -> bool:
        """Whether a picture shows it: a gap one card too far at most."""
        if move.kind == PUT:
            return move.number <= len(view.ns if move.line == "NS" else view.ew) + 1
        return move.kind in (DOUBTS, TRUST) or (move.kind == GUESS and view.phase == ESTIMATE)


REASONS = {
    PUT: "À mon idée, c’est là qu’est ce lieu. Personne ne connaît toute la carte : je peux me tromper.",
    DOUBTS: "À mon idée, c’est faux. Si j’ai raison, je gagne un jeton ; sinon, j’en perds un.",
    TRUST: "À mon idée, c’est juste. Et qui doute à tort perd un jeton.",
    GUESS: "J’ai compté les cartes qui me semblent mal placées.",
}

TABLE = Oucedonc()
