"""Café International in its rules."""

from __future__ import annotations

from collections.abc import Sequence

from games.engines.cafe_international.cards import DECK, JOKERS
from games.engines.cafe_international.words import COUNTRY
from games.engines.kernel.rulebook import Example, counted
from games.sheets.base import Sheet
from games.sheets.cafe_international import counts, examples, turn
from games.sheets.drawing import Scene

ORDER = ("AF", "ES", "CN", "DE", "IT", "FR", "CU", "GB", "IN", "TR", "RU", "US")
"""The nations in a row: long names stand between short ones, so that they do not touch."""


class CafeInternational(Sheet):
    cover = turn.cover()
    pieces_in = "cafe-international.8"
    tallies = frozenset(f"cafe-international.{number}" for number in (4, 8, 15))
    printed = {
        "cafe-international.10": 2,
        "cafe-international.12": 3,
    }

    def sections(self) -> Sequence[tuple[str, Sequence[str]]]:
        def articles(*numbers: int) -> list[str]:
            return [f"cafe-international.{number}" for number in numbers]

        return (
            ("Pour commencer", articles(1, 2)),
            ("Asseoir quelqu’un", articles(3, 4, 5, 6, 7)),
            ("Les points, les cartes, le bar, les jokers", articles(8, 9, 10, 11, 12)),
            ("La fin et le décompte", articles(13, 14, 15)),
        )

    def pieces(self) -> Sequence[tuple[str, str, str, str]]:
        """Each nation by a card, women and men in turn, and both jokers."""
        shown = []
        for at, nation in enumerate(ORDER):
            number = DECK[f"{nation}-F"] + DECK[f"{nation}-M"]
            shown.append((f"{nation}-{'FM'[at % 2]}.", COUNTRY[nation], counted(number, "carte"), ""))
        for joker in JOKERS:
            name = "femme" if joker.endswith("F") else "homme"
            shown.append((f"{joker}.", f"joker {name}", counted(DECK[joker], "carte"), ""))
        return shown

    def turn(self) -> Sequence[Scene]:
        return turn.turn()

    def scene(self, example: Example, allowed: bool | None = None) -> Scene:
        return examples.scene(example, allowed)

    def tally(self, example: Example) -> Scene:
        if example.is_result and "outcome.winners" in (example.right.holds if example.right else {}):
            return counts.left_over(example)
        return counts.scored(example) if example.is_result else counts.groups()


SHEET = CafeInternational("cafe-international")
