"""Uno on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engines.kernel import Line
from games.engines.uno.cards import COLOURS, DECK, JOKERS
from games.engines.uno.moves import DRAW, LAY, PASS, Move
from games.engines.uno.view import View
from games.tables.base import IncompleteError, Names, Parts, Table
from games.tables.uno import board, faces, said
from games.tables.uno.board import Board, Left, Picture

QUIZ_HAND = 9  # cards in hand, at most, in a question


class Uno(Table):
    format = 1
    played = "manche"
    quiet = frozenset({"dealt"})
    start = {"doublet": True, "bluff": True, "forced_play": True, "target": 0}
    options = {
        "target": (
            "La partie",
            {
                0: "une seule manche",
                100: "jusqu’à 100 points",
                200: "jusqu’à 200 points",
                300: "jusqu’à 300 points",
                500: "jusqu’à 500 points (règle officielle)",
            },
        ),
        "doublet": (
            "Deux chiffres égaux en main",
            {
                True: "on peut les poser d’un coup (règle de la fiche)",
                False: "une carte à la fois (règle officielle)",
            },
        ),
        "forced_play": (
            "Rien n’allait, et la carte piochée va",
            {True: "il faut la poser (règle de la fiche)", False: "on peut la garder (règle officielle)"},
        ),
        "bluff": (
            "Le super joker +4 quand on a la couleur",
            {
                True: "on peut tricher, et se faire contester (règle officielle)",
                False: "il est refusé (plus simple)",
            },
        ),
    }
    # one cannot see whether somebody has announced, nor whether a +4 will be challenged
    quiz_options = {"target": 0, "bluff": False}
    quiz_about = "est-ce permis ? quelle règle l’interdit ? combien de points marques-tu ?"
    alike = {
        "uno.4": ("uno.3",),
        "uno.8": ("uno.9", "uno.11"),
        "uno.9": ("uno.8", "uno.11"),
        "uno.11": ("uno.8", "uno.9"),
    }
    points_ask = "Tu as gagné la manche. Voici ce qui reste aux autres. Combien de points marques-tu ?"

    def board(self, view: View, moves: Sequence[Move], names: Names, **shown: Any) -> Board:
        return board.board(view, moves, names, **shown)

    def told_move(self, move: Move, names: Names | None) -> str:
        return said.told_move(move, names)

    def pictured(self, move: Move) -> Picture:
        return Picture(move.cards, move.colour)

    def face(self, code: str) -> dict[str, Any]:
        return faces.face(code)

    def left(self, lines: Sequence[Line], names: Names) -> tuple[Left, ...]:
        return board.left(lines, names)

    def claims(self, view: View, moves: Sequence[Move]) -> Sequence[Move]:
        return board.claims(view, moves)

    def compose(self, view: View, parts: Parts) -> Sequence[str]:
        """A card pressed, or the cards ticked for a doublet in either order; « Uno ! » is said along."""
        along = " !" if parts.one("along") else ""
        if "move" in parts.fields or "do" not in parts.fields:
            return [parts.one("move") + along]
        cards = [card for card in parts.all("card") if card in DECK]
        if not cards:
            raise IncompleteError("Coche d’abord les cartes que tu veux poser.")
        if len(cards) > 1 and not JOKERS.isdisjoint(cards):
            raise IncompleteError("Un joker se pose seul. Enlève-le, ou pose-le sans autre carte.")
        if cards[0] in JOKERS:
            return [f"{cards[0]} {colour}{along}" for colour in COLOURS]
        orders = [cards, cards[::-1]] if len(cards) == 2 and cards[0] != cards[1] else [cards]
        return [" ".join(order) + along for order in orders]

    def plain(self, move: Move) -> str:
        return move.text.removesuffix(" !")

    def fits(self, view: View, move: Move) -> bool:
        hand = view.hands[view.seat] if isinstance(view.seat, int) else 0
        unnamed = move.kind == LAY and move.cards[0] in JOKERS and not move.colour
        kinds = (LAY, DRAW, PASS)
        return move.kind in kinds and not unnamed and isinstance(hand, tuple) and len(hand) <= QUIZ_HAND


TABLE = Uno()
