"""Boursicocotte in its rules."""

from __future__ import annotations

from collections.abc import Sequence

from games.engines.boursicocotte import RULES
from games.engines.boursicocotte.animals import FAMILY, VALUE
from games.engines.boursicocotte.words import words
from games.engines.kernel.records import read_ply
from games.engines.kernel.rulebook import Example
from games.sheets.base import Sheet
from games.sheets.boursicocotte import counts, examples, turn
from games.sheets.boursicocotte.laying import bare
from games.sheets.drawing import Scene


class Boursicocotte(Sheet):
    cover = turn.cover()
    pieces_in = "boursicocotte.1"
    tallies = frozenset(f"boursicocotte.{number}" for number in (1, 4, 15))
    printed = {
        "boursicocotte.3": 0,
        "boursicocotte.5": 1,
        "boursicocotte.6": 0,
        "boursicocotte.8": 2,
        "boursicocotte.10": 0,
        "boursicocotte.12": 0,
        "boursicocotte.14": 1,
    }

    def sections(self) -> Sequence[tuple[str, Sequence[str]]]:
        def articles(*numbers: int) -> list[str]:
            return [f"boursicocotte.{number}" for number in numbers]

        return (
            ("Pour commencer", articles(1, 2)),
            ("Le tour, l’âne", articles(3, 4)),
            ("Les enchères", articles(5, 6, 7, 8, 9)),
            ("Le marchandage", articles(10, 11, 12, 13)),
            ("Les familles, la fin et les points", articles(14, 15)),
        )

    def pieces(self) -> Sequence[tuple[str, str, str, str]]:
        number = words("number", FAMILY)
        return [(f"={species}", bare(species), number, str(value)) for species, value in VALUE.items()]

    def turn(self) -> Sequence[Scene]:
        return turn.turn()

    def scene(self, example: Example, allowed: bool | None = None) -> Scene:
        return examples.scene(example, allowed)

    def tally(self, example: Example) -> Scene:
        phase = example.position["phase"]
        if phase == "reveal":
            return counts.donkeys()
        if phase != "answer":
            return counts.start()
        state = RULES.from_dict(example.position)
        for seat, move in map(read_ply, example.plays):
            state = RULES.advance(state, seat, move)
        return counts.points(state, 0)


SHEET = Boursicocotte("boursicocotte")
