"""Uno in its rules."""

from __future__ import annotations

from collections.abc import Sequence

from games.engines.kernel.rulebook import Example
from games.engines.uno import RULES
from games.engines.uno.cards import DECK, NUMBERS, SYMBOL, VALUE
from games.engines.uno.words import words
from games.sheets.base import Sheet
from games.sheets.drawing import CARD, Scene, Thing
from games.sheets.uno import examples, turn
from games.tables.uno.said import told_move

KINDS = (
    ("R5", "les chiffres"),
    ("YS", "passe-tour"),
    ("GT", "inversion"),
    ("BD", "+2"),
    ("W", "joker"),
    ("W4", "super joker +4"),
)


class Uno(Sheet):
    cover = Scene(
        300,
        190,
        tuple(
            Thing(CARD, 10 + 45 * at, 16 + 5 * abs(at - 2), card, 84, 8 * (at - 2))
            for at, card in enumerate(("R7", "YS", "W", "G2", "BD"))
        ),
        "Cinq cartes : le 7 rouge, le passe-tour jaune, un joker, le 2 vert, le +2 bleu.",
    )
    pieces_in = "uno.7"
    tallies = frozenset({"uno.13"})
    printed = {"uno.7": 1}

    def sections(self) -> Sequence[tuple[str, Sequence[str]]]:
        return (
            ("Pour commencer", ("uno.1", "uno.2")),
            ("À ton tour", ("uno.3", "uno.4", "uno.8", "uno.9")),
            ("Les cartes et ce qu’elles font", ("uno.7", "uno.5", "uno.6")),
            ("Uno !, la fin et les points", ("uno.10", "uno.11", "uno.12", "uno.13", "uno.14")),
        )

    def pieces(self) -> Sequence[tuple[str, str, str, str]]:
        shown = []
        for card, name in KINDS:
            same = NUMBERS if card in NUMBERS else [one for one in DECK if SYMBOL[one] == SYMBOL[card]]
            worth = "leur valeur" if card in NUMBERS else words("points", VALUE[card])
            shown.append((card, name, words("number", sum(DECK[one] for one in same)), worth))
        return shown

    def turn(self) -> Sequence[Scene]:
        return turn.turn()

    def scene(self, example: Example, allowed: bool | None = None) -> Scene:
        return examples.scene(example, allowed)

    def before(self, example: Example) -> Scene:
        return examples.before(example)

    def tally(self, example: Example) -> Scene:
        return examples.tally(example)

    def choices(self, example: Example) -> Sequence[tuple[str, str]]:
        state = RULES.from_dict(example.position)
        moves = [str(move) for move in RULES.moves(state, example.seat)]
        hand = [card for card in example.position["hands"][example.seat] if not card.startswith("W")]
        offered = dict.fromkeys([*hand, "draw", "pass", *(move for move in moves if "!" not in move)])
        return [(move, told_move(RULES.read_move(move), None)) for move in offered]


SHEET = Uno("uno")
