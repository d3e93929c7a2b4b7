"""A turn of Odin in four pictures, one for each line of the rulebook's turn."""

from __future__ import annotations

from games.engines.kernel.rulebook import french
from games.sheets.drawing import ARROW, Pen, Scene
from games.sheets.odin.laying import BOTTOM, GAP, HALF, TOP, empty, group, middle, named, worth

LEADS = ["7G"]
LIES = ["8R", "2R"]
SAME_COLOUR = ["9G", "3G"]
SAME_NUMBER = ["1B", "1G", "1N"]
BACK = "8R"  # what is taken back of what was beaten


def turn() -> tuple[Scene, ...]:
    return (_lead(), _beat(), _take(), _passes())


def _lead() -> Scene:
    pen = Pen()
    empty(pen, "rien au milieu")
    pen.put(ARROW, HALF, step=34 + GAP)
    group(pen, "une carte", LEADS, LEADS, "yes")
    return pen.scene(BOTTOM, french(f"Rien au milieu : tu poses {named(LEADS)}."))


def _beat() -> Scene:
    pen = Pen()
    middle(pen, LIES)
    group(pen, f"même couleur\u202f: {worth(SAME_COLOUR)}", SAME_COLOUR, SAME_COLOUR, "yes")
    group(pen, f"même nombre\u202f: {worth(SAME_NUMBER)}", SAME_NUMBER, SAME_NUMBER, "yes")
    told = (
        f"Sur {worth(LIES)} ({named(LIES)}), tu peux poser {named(SAME_COLOUR)}, "
        f"qui valent {worth(SAME_COLOUR)}, ou {named(SAME_NUMBER)}, qui valent {worth(SAME_NUMBER)}."
    )
    return pen.scene(BOTTOM, french(told))


def _take() -> Scene:
    pen = Pen()
    group(pen, "tu as posé", SAME_COLOUR)
    group(pen, "battu", LIES, [BACK], "yes")
    pen.put(ARROW, HALF, step=34 + GAP)
    group(pen, "pour ta main", [BACK])
    (rest,) = (card for card in LIES if card != BACK)
    told = f"Tu as battu {named(LIES)} : tu reprends {named([BACK])}. On défausse {named([rest])}."
    return pen.scene(BOTTOM, french(told))


def _passes() -> Scene:
    pen = Pen()
    middle(pen, SAME_COLOUR)
    start = pen.x
    for y in (TOP + 20, TOP + 66):
        pen.x = start
        end = pen.bubble(y, "Je passe")
    pen.x = end + GAP
    pen.put(ARROW, HALF, step=34 + GAP)
    empty(pen, "tour suivant")
    told = f"Les autres passent : {named(SAME_COLOUR)} sont défaussés, et un nouveau tour commence."
    return pen.scene(BOTTOM, french(told))
