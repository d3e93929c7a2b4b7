"""Odin in its rules."""

from __future__ import annotations

from collections.abc import Sequence

from games.engines.kernel.rulebook import Example, french
from games.engines.odin.cards import COLOURS, NUMBERS
from games.engines.odin.words import COLOUR, words
from games.sheets.base import Sheet
from games.sheets.drawing import BUBBLE, CARD, Scene, Thing
from games.sheets.odin import examples, turn

SHAPE = {"B": "losange", "R": "triangle", "P": "cœur", "G": "carré", "N": "étoile", "O": "rond"}
"""By what a colour is told where there is none."""


class Odin(Sheet):
    cover = Scene(
        300,
        190,
        (
            *(
                Thing(CARD, 52 + 56 * at, 34 + 5 * abs(at - 1), card, 84, 8 * (at - 1))
                for at, card in enumerate(("9G", "4G", "2G"))
            ),
            Thing(BUBBLE, 150, 22, "942", 70),
        ),
        french("Trois cartes vertes, un 9, un 4 et un 2 : ensemble, elles valent 942."),
    )
    pieces_in = "odin.1"
    tallies = frozenset({"odin.11"})
    printed = {"odin.4": 1, "odin.5": 0, "odin.6": 0, "odin.7": 0}

    def sections(self) -> Sequence[tuple[str, Sequence[str]]]:
        return (
            ("Pour commencer", ("odin.1", "odin.2")),
            ("Finir la manche", ("odin.3", "odin.10")),
            ("Poser des cartes sur le milieu", ("odin.4", "odin.5", "odin.6", "odin.7")),
            ("La fin du tour, les points, la partie", ("odin.8", "odin.9", "odin.11", "odin.12", "odin.13")),
        )

    def pieces(self) -> Sequence[tuple[str, str, str, str]]:
        number = words("number", len(NUMBERS))
        return [
            (f"{9 - at}{one}", f"{COLOUR[one]}, {SHAPE[one]}", number, "") for at, one in enumerate(COLOURS)
        ]

    def turn(self) -> Sequence[Scene]:
        return turn.turn()

    def scene(self, example: Example, allowed: bool | None = None) -> Scene:
        return examples.scene(example, allowed)

    def before(self, example: Example) -> Scene:
        return examples.before(example)

    def tally(self, example: Example) -> Scene:
        return examples.tally(example)


SHEET = Odin("odin")
