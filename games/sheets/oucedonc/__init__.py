"""Oùcédonc in its rules."""

from __future__ import annotations

from collections.abc import Sequence

from games.engines.kernel.rulebook import Example, french
from games.sheets.base import Sheet
from games.sheets.drawing import BACK, LABEL, Pen, Scene
from games.sheets.oucedonc import examples, turn
from games.sheets.oucedonc.laying import ACROSS, DOWN, TOP, WIDE, card


def _cover() -> Scene:
    pen = Pen()
    for at, code in enumerate(("Oslo", "+Paris", "Etna")):
        card(pen, ACROSS, TOP + DOWN * at, code)
    card(pen, 0, TOP + DOWN, "Brest")
    card(pen, 2 * ACROSS, TOP + DOWN, BACK)
    pen.mark(LABEL, ACROSS + WIDE // 2, 16, "nord")
    told = "Oslo au nord de Paris, l’Etna au sud, Brest à l’ouest. Et à l’est ?"
    return pen.scene(TOP + 3 * DOWN, french(told))


class Oucedonc(Sheet):
    cover = _cover()
    tallies = frozenset({"oucedonc.8"})
    printed = {"oucedonc.4": 1, "oucedonc.5": 0, "oucedonc.9": 0}

    def sections(self) -> Sequence[tuple[str, Sequence[str]]]:
        return (
            ("Pour commencer", ("oucedonc.1", "oucedonc.2")),
            ("Continuer, et finir", ("oucedonc.10", "oucedonc.11")),
            ("Douter", ("oucedonc.3", "oucedonc.4", "oucedonc.5", "oucedonc.6")),
            ("Estimer et compter", ("oucedonc.7", "oucedonc.8", "oucedonc.9")),
        )

    def turn(self) -> Sequence[Scene]:
        return turn.turn()

    def scene(self, example: Example, allowed: bool | None = None) -> Scene:
        return examples.scene(example, allowed)

    def tally(self, example: Example) -> Scene:
        return examples.tally(example)


SHEET = Oucedonc("oucedonc")
