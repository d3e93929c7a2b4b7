"""Where things lie in Boursicocotte's pictures: animals by their heads, money open or hidden, words said."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.engines.boursicocotte.animals import AT
from games.engines.boursicocotte.words import an_animal, several, words
from games.engines.kernel.rulebook import enumerate_french, french
from games.sheets.drawing import ARROW, BACK, BADGE, BUBBLE, CARD, DASH, LABEL, Pen, Scene

NOTE: Final = 60  # a money card, and how wide it draws itself
NOTE_UNIT: Final = 120
NOTE_STEP: Final = NOTE + 4
BACK_STEP: Final = 26  # backs overlap: their number is what is to be seen
HEAD: Final = 54
HEAD_STEP: Final = 32  # animals of one family overlap
DECK: Final = 44
TOP: Final = 14
MIDDLE: Final = TOP + HEAD // 2
NAME: Final = TOP + HEAD + 19  # the line of names
BOTTOM: Final = NAME + 7
UP: Final = 10  # how much higher the money is that is given
GAP: Final = 20
LETTER: Final = 9  # about as wide as a letter of a label
PAGE: Final = 458  # as wide as a page of large print


ABOVE: Final = {BADGE: 15, BUBBLE: 19, LABEL: 15, ARROW: 12}
"""How far a thing reaches above its place."""


def scene(pen: Pen, told: str) -> Scene:
    """What was drawn, with nothing above it, and its words."""
    top = min(thing.y - ABOVE.get(thing.kind, 0) for thing in pen.things)
    drawn = pen.scene(BOTTOM, french(told))
    things = tuple(replace(thing, y=thing.y - top) for thing in drawn.things)
    return replace(drawn, height=drawn.height - top, things=things)


def player(seat: int) -> str:
    return f"joueur {seat + 1}"


def bare(species: str) -> str:
    """« vache »."""
    return an_animal(species).split(" ", 1)[1]


def money(worths: Sequence[int]) -> str:
    """« 50 et 2 × 10 »."""
    return words("cards", sorted(worths, reverse=True))


def room(pen: Pen, width: int) -> None:
    """Goes on in a new line where the page ends."""
    if pen.x and pen.x + width > PAGE:
        pen.line(BOTTOM + 8)


def _named(pen: Pen, name: str, wide: int) -> int:
    """Where something begins that is so wide and has its name under it; the place of the next thing."""
    whole = max(wide, LETTER * len(name))
    room(pen, whole)
    start = pen.x
    if name:
        pen.mark(LABEL, start + whole // 2, NAME, name)
    pen.move((whole - wide) // 2)
    return start + whole + GAP


def notes(pen: Pen, name: str, worths: Sequence[int], given: Sequence[int] = (), mark: str = "") -> None:
    """Money that lies open; what is `given` of it lies higher, at the end, and bears the mark."""
    kept = sorted(worths, reverse=True)
    for worth in given:
        kept.remove(worth)
    row = [*((worth, 0) for worth in kept), *((worth, UP) for worth in sorted(given, reverse=True))]
    after = _named(pen, name, NOTE_STEP * len(row) - 4)
    for worth, up in row:
        pen.mark(CARD, pen.x, MIDDLE - 19 - up, str(worth), NOTE, NOTE_UNIT)
        pen.move(NOTE_STEP)
    if mark and given:
        pen.mark(BADGE, pen.x - 8, MIDDLE - 19 - UP, mark)
    pen.x = after


def backs(pen: Pen, name: str, number: int) -> None:
    """Money that lies face down."""
    after = _named(pen, name, BACK_STEP * (number - 1) + NOTE)
    for _ in range(number):
        pen.mark(CARD, pen.x, MIDDLE - 19, BACK, NOTE, NOTE_UNIT)
        pen.move(BACK_STEP)
    pen.x = after


def heads(pen: Pen, name: str, animals: Sequence[str], mark: str = "") -> None:
    """Animals side by side, those of one family closer together."""
    row = sorted(animals, key=AT.__getitem__)
    steps = [HEAD_STEP if one == other else HEAD + 4 for one, other in itertools.pairwise(row)]
    after = _named(pen, name, sum(steps) + HEAD)
    for species, step in zip(row, [*steps, HEAD], strict=True):
        pen.mark(CARD, pen.x, TOP, f"={species}", HEAD)
        pen.move(step)
    if mark:
        pen.mark(BADGE, pen.x - 6, TOP + 3, mark)
    pen.x = after


def herd(pen: Pen, name: str, holding: Mapping[str, int], only: Collection[str] = (), mark: str = "") -> str:
    """The animals of somebody, or some of them; in words."""
    shown = [one for one, times in holding.items() for _ in range(times) if not only or one in only]
    if not shown:
        shown = [one for one, times in holding.items() for _ in range(times)]
    heads(pen, name, shown, mark)
    told = enumerate_french([several(one, shown.count(one)) for one in dict.fromkeys(shown)])
    return f"{name.capitalize()} : {told}."


def deck(pen: Pen, number: int, mark: str = "") -> None:
    """The animals that lie face down; a frame where none is left."""
    name = f"pioche\u202f: {number}"
    after = _named(pen, name, DECK)
    if number:
        pen.mark(CARD, pen.x, TOP - 8, "?", DECK)
    else:
        pen.mark(DASH, pen.x - 8, TOP - 35, "")
    if mark:
        pen.mark(BADGE, pen.x + DECK, TOP - 4, mark)
    pen.x = after


def says(pen: Pen, text: str, name: str = "", mark: str = "") -> None:
    """Words somebody says, who is named below."""
    wide = 10 * len(text) + 26
    after = _named(pen, name, wide)
    end = pen.bubble(MIDDLE, text)
    if mark:
        pen.mark(BADGE, end - 4, MIDDLE - 19, mark)
    pen.x = after


def arrow(pen: Pen) -> None:
    room(pen, 34 + GAP + HEAD)
    pen.put(ARROW, MIDDLE, step=34 + 12)
