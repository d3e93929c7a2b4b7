"""Café International on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engines.cafe_international.cards import DECK
from games.engines.cafe_international.moves import BAR, CHAIRS, SEAT, SWAP, Move
from games.engines.cafe_international.position import ACTION, GUEST
from games.engines.cafe_international.view import View, looked
from games.engines.kernel import Event, Line, quiz
from games.tables.base import IncompleteError, Names, Parts, Table
from games.tables.cafe_international import asking, board, chairs, faces, said
from games.tables.cafe_international.board import Board, Left
from games.tables.cafe_international.chairs import Picture
from games.tables.cafe_international.fresh import Fresh, fresh


class CafeInternational(Table):
    format = 1
    quiet = frozenset({"dealt"})
    start = {"jokers": ACTION}
    options = {
        "jokers": (
            "Poser un joker",
            {
                ACTION: "c’est tout ce qu’on fait à son tour (règle de la fiche)",
                GUEST: "c’est asseoir quelqu’un, comme une autre carte",
            },
        ),
    }
    style = "css/cafe.css"
    script = "js/cafe.js"
    quiz_order = (quiz.MAY, asking.GAIN, quiz.RULE, quiz.MAY, asking.GAIN, asking.LEFT, quiz.MAY,
                  quiz.RULE, quiz.MAY, asking.LEFT)  # fmt: skip
    quiz_about = "est-ce permis ? quelle règle l’interdit ? combien de points rapporte cette carte ?"
    alike = {
        "cafe-international.2": ("cafe-international.12",),
        "cafe-international.4": ("cafe-international.5",),
        "cafe-international.5": ("cafe-international.6",),
        "cafe-international.6": ("cafe-international.5",),
        "cafe-international.12": ("cafe-international.2", "cafe-international.3"),
    }
    questions = {asking.GAIN: asking.gained, asking.LEFT: asking.left_over}

    def board(self, view: View, moves: Sequence[Move], names: Names, **shown: Any) -> Board:
        return board.board(looked(view), moves, names, **shown)

    def told_move(self, move: Move, names: Names | None) -> str:
        return said.told_move(move)

    def pictured(self, move: Move) -> Picture:
        return chairs.pictured(move)

    def pictured_at(self, view: View, move: Move) -> Picture:
        return chairs.pictured(move, looked(view))

    def face(self, code: str) -> dict[str, Any]:
        return faces.face(code)

    def laid_open(self, view: View, happened: Sequence[Event]) -> Fresh | None:
        return fresh(happened)

    def left(self, lines: Sequence[Line], names: Names) -> tuple[Left, ...]:
        return board.left(lines, names)

    def secret(self, view: View) -> bool:
        return False  # hands lie open

    def compose(self, view: View, parts: Parts) -> Sequence[str]:
        """A card of the hand, and a chair or the bar."""
        if parts.one("guest") not in DECK:
            raise IncompleteError("Choisis d’abord une carte de ta main, puis touche une chaise.")
        if parts.one("do") != "bar" and parts.one("chair") not in CHAIRS:
            raise IncompleteError("Touche maintenant une chaise du café, ou envoie la carte au bar.")
        return chairs.compose(looked(view), parts)

    def reason(self, view: View, move: Move) -> str:
        return said.reason(looked(view), move)

    def fits(self, view: View, move: Move) -> bool:
        return move.kind in (SEAT, BAR, SWAP)


TABLE = CafeInternational()
