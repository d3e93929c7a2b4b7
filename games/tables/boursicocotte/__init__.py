"""Boursicocotte on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engines.boursicocotte.money import START, worth
from games.engines.boursicocotte.moves import BID, BUY, PAY, SELL, TRADE, Move
from games.engines.boursicocotte.position import BIDDING, DECIDE, NORMAL, PAYING, QUICK, TURN
from games.engines.boursicocotte.view import View
from games.engines.kernel import Line
from games.engines.kernel.quiz import MAY, RULE
from games.tables.base import Names, Parts, Table
from games.tables.boursicocotte import asking, board, choosing, faces, said
from games.tables.boursicocotte.board import Board, Left, Picture


class Boursicocotte(Table):
    start = {"deal": QUICK, "pass_final": False}
    options = {
        "deal": (
            "Le départ",
            {
                QUICK: "rapide : quatre animaux chacun",
                NORMAL: "sans animaux (la partie dure plus longtemps)",
            },
        ),
        "pass_final": (
            "Aux enchères",
            {
                False: "qui a passé peut revenir",
                True: "qui a passé ne revient plus pour cet animal",
            },
        ),
    }
    quiet = frozenset({"money", "dealt", "countered"})
    style = "css/boursicocotte.css"
    quiz_options = {"deal": QUICK}
    quiz_order = (
        MAY, asking.PRODUCT, RULE, asking.PAYS, MAY, asking.STAKE, RULE, asking.PRODUCT, asking.PAYS, MAY,
    )  # fmt: skip
    questions = asking.MAKERS
    quiz_about = "est-ce permis ? avec quoi payer ? combien d’animaux en jeu ? combien de points ?"
    alike = {
        "boursicocotte.9": ("boursicocotte.5",),
        "boursicocotte.14": ("boursicocotte.10",),
    }

    def board(self, view: View, moves: Sequence[Move], names: Names, **shown: Any) -> Board:
        return board.board(view, moves, names, **shown)

    def told_move(self, move: Move, names: Names | None) -> str:
        return said.told_move(move, names)

    def pictured(self, move: Move) -> Picture:
        return board.picture(move)

    def face(self, code: str) -> dict[str, Any]:
        return faces.face(code)

    def left(self, lines: Sequence[Line], names: Names) -> tuple[Left, ...]:
        return board.left(lines, names)

    def compose(self, view: View, parts: Parts) -> Sequence[str]:
        """A price, or the money ticked: which of equal cards it is does not matter."""
        return choosing.compose(parts)

    def reason(self, view: View, move: Move) -> str:
        return said.reason(view, move)

    def fits(self, view: View, move: Move) -> bool:
        """Whether the picture shows it: a bid below all hands together, a seat that is there."""
        if move.kind == BID:
            return view.phase == BIDDING and move.amount <= worth(START) * len(view.money)
        if move.kind == TRADE:
            return view.phase == TURN and move.seat < len(view.money)
        return move.kind in {DECIDE: (SELL, BUY), PAYING: (PAY,)}.get(view.phase, ())


TABLE = Boursicocotte()
