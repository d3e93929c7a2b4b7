"""A turn of Oùcédonc in four pictures, one for each line of the rulebook's turn."""

from __future__ import annotations

from games.engines.kernel.rulebook import enumerate_french, french
from games.sheets.drawing import ARROW, BACK, BADGE, Pen, Scene
from games.sheets.oucedonc.laying import (
    DOWN,
    HIGH,
    TOP,
    WIDE,
    card,
    cross,
    degrees,
    height,
    label,
    place,
    says,
)

START = "Paris"
DRAWN = "Etna"
NORTH = ["Oslo", START]
EAST = [START, "Berlin"]
WRONG = [DRAWN, START]
"""A line on which the place drawn lies wrong."""
COUNTED = ["Rome", "Berlin", START]
"""A northern arm with its start card, the farthest place first."""
MISPLACED = "Rome"


def turn() -> tuple[Scene, ...]:
    return (_draw(), _place(), _doubt(), _count())


def _draw() -> Scene:
    pen = Pen()
    for shift in (8, 4, 0):
        card(pen, shift, 14 - shift, BACK)
    pen.x = WIDE + 22
    pen.put(ARROW, 34, step=46)
    card(pen, pen.x, 10, DRAWN)
    says(pen, pen.x + WIDE + 12, 34, f"{DRAWN}\u202f!")
    return pen.scene(HIGH + 22, french(f"On tire un lieu du paquet et l’on dit son nom : {DRAWN}."))


def _place() -> Scene:
    """The lines with a sign at each gap."""
    pen = Pen(x=22)
    spots = cross(pen, NORTH, EAST, START, named=False)
    (x, y), (east, _), (_, north) = spots[START], spots[EAST[-1]], spots[NORTH[0]]
    middle, half = x + WIDE // 2, y + HIGH // 2
    for gap in (north - 11, y - 3, y + HIGH + 14):
        pen.mark(BADGE, middle, gap, "+")
    for gap in (x - 15, x + WIDE + 4, east + WIDE + 15):
        pen.mark(BADGE, gap, half, "+")
    label(pen, middle + 20, north - 7, "nord")
    label(pen, middle + 20, y + HIGH + 20, "sud")
    label(pen, x - 74, half + 6, "ouest")
    label(pen, east + WIDE + 34, half + 6, "est")
    told = f"Du nord au sud : {enumerate_french(NORTH)}. De l’ouest à l’est : {enumerate_french(EAST)}."
    return pen.scene(height(NORTH) + 6, french(f"{told} On pose à un bout, ou entre deux cartes."))


def _doubt() -> Scene:
    pen = Pen()
    spots = cross(pen, WRONG, [START], START)
    for name, spot in spots.items():
        degrees(pen, spot, "lat", place({}, name))
    x, y = spots[DRAWN]
    pen.mark(BADGE, x + WIDE - 2, y + 2, "no")
    says(pen, x + WIDE + 86, y + DOWN - 3, "Je doute\u202f!")
    told = f"{DRAWN} est placé au nord de {START}. On doute, et c’est bien faux."
    return pen.scene(height(WRONG), french(told))


def _count() -> Scene:
    pen = Pen()
    card(pen, 0, TOP, "=")
    says(pen, 0, TOP + HIGH + 26, "J’écris 1")
    pen.x = WIDE + 20
    pen.put(ARROW, TOP + HIGH // 2, step=54)
    for at, name in enumerate(COUNTED):
        y = DOWN * at
        card(pen, pen.x, y, f"+{name}" if name == START else name)
        if name != START:
            pen.mark(BADGE, pen.x + WIDE + 14, y + HIGH // 2, "no" if name == MISPLACED else "yes")
    label(pen, pen.x + WIDE + 36, HIGH // 2 + 6, "1 erreur")
    told = f"Chacun écrit un nombre. On compte : {MISPLACED} n’est pas plus au nord que {COUNTED[1]}."
    return pen.scene(DOWN * len(COUNTED), french(told))
