"""Odin on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engines.kernel import Line
from games.engines.kernel.quiz import MAY, RULE
from games.engines.odin.cards import BIT
from games.engines.odin.moves import TAKE, Move, lay_any
from games.engines.odin.position import LEAD
from games.engines.odin.reading import MOST_WITH_FOUR
from games.engines.odin.view import View
from games.tables.base import IncompleteError, Names, Parts, Table
from games.tables.odin import board, faces, quiz, said
from games.tables.odin.board import Board, Left, Picture


class Odin(Table):
    played = "manche"
    start = {"limit": 0, "colours": 6}
    options = {
        "limit": (
            "La partie",
            {
                0: "une seule manche",
                10: "jusqu’à 10 points",
                15: "jusqu’à 15 points (règle de la fiche)",
                20: "jusqu’à 20 points",
            },
        ),
        "colours": (
            "Les cartes",
            {
                6: "les six couleurs (règle de la fiche)",
                4: "sans l’orange ni le noir (la règle imprimée le conseille à deux)",
            },
        ),
    }
    quiet = frozenset({"dealt"})
    style = "css/odin.css"
    script = "js/odin.js"
    quiz_options = {"limit": 0}
    quiz_order = (
        quiz.WORTH, MAY, RULE, quiz.TAKE, MAY, quiz.BEATS, RULE, quiz.COUNT, MAY, RULE,
    )  # fmt: skip
    questions = quiz.MAKERS
    quiz_about = "est-ce permis ? que vaut cette main ? que reprends-tu ? combien de points ?"
    alike = {"odin.2": ("odin.5",)}  # several cards at a lead are also more than there are in the middle

    def unfit(self, seats: int, options: Mapping[str, Any]) -> tuple[str, str] | None:
        if options["colours"] == 4 and seats > MOST_WITH_FOUR:
            return "colours", f"Quatre couleurs suffisent à {MOST_WITH_FOUR} joueurs au plus. Prends les six."
        return None

    def board(self, view: View, moves: Sequence[Move], names: Names, **shown: Any) -> Board:
        return board.board(view, moves, names, **shown)

    def told_move(self, move: Move, names: Names | None) -> str:
        return said.told_move(move)

    def pictured(self, move: Move) -> Picture:
        return board.picture(move)

    def face(self, code: str) -> dict[str, Any]:
        return faces.face(code)

    def left(self, lines: Sequence[Line], names: Names) -> tuple[Left, ...]:
        return board.left(lines, names)

    def reason(self, view: View, move: Move) -> str:
        return said.reason(view, move)

    def compose(self, view: View, parts: Parts) -> Sequence[str]:
        """The cards ticked, as one set: in which order they were ticked does not matter."""
        cards = tuple(dict.fromkeys(card for card in parts.all("card") if card in BIT))
        if not cards:
            raise IncompleteError("Touche d’abord les cartes que tu veux poser.")
        return [str(lay_any(cards))]

    def fits(self, view: View, move: Move) -> bool:
        """What may be taken back is asked in a kind of its own; at a lead, what does not go together is as
        well too much, and a whole hand that does not is no whole hand to lay."""
        return move.kind != TAKE and (view.phase != LEAD or move.number < 2 or move.is_set)


TABLE = Odin()
