"""A turn of Uno in four pictures."""

from __future__ import annotations

from games.engines.kernel.rulebook import enumerate_french, french
from games.engines.uno.words import the_card
from games.sheets.drawing import ARROW, BACK, BADGE, CARD, HEIGHT, LABEL, WIDTH, Pen, Scene, Thing
from games.sheets.uno.pile import BOTTOM, NAME, TOP, on

TURN_TOP = "Y4"  # what lies there in the pictures of a turn, and what is shown to go on it, or not
TURN_GOES = (("Y8", "couleur"), ("R4", "chiffre"), ("W", "joker"))
TURN_DOUBLET = ("Y5", "G5")


def turn() -> tuple[Scene, ...]:
    """A picture for each line of the rulebook's turn."""
    return (_cover(), _doublet(), _draw(), _last())


def _cover() -> Scene:
    pen = on(TURN_TOP)
    for card, why in TURN_GOES:
        pen.mark(LABEL, pen.x + WIDTH // 2, NAME, why)
        pen.mark(BADGE, pen.x + WIDTH - 4, TOP + 4, "yes")
        pen.put(CARD, TOP, card)
        pen.things[-1], pen.things[-2] = pen.things[-2], pen.things[-1]
    going = enumerate_french([f"{the_card(card)} ({why})" for card, why in TURN_GOES])
    return pen.scene(BOTTOM, french(f"Sur {the_card(TURN_TOP)}, tu peux poser {going}."))


def _doublet() -> Scene:
    pen = on(TURN_TOP)
    for number, card in enumerate(TURN_DOUBLET, 1):
        pen.put(CARD, TOP, card)
        pen.mark(BADGE, pen.x - 12, TOP + 4, str(number))
    one, two = map(the_card, TURN_DOUBLET)
    return pen.scene(BOTTOM, french(f"Sur {the_card(TURN_TOP)} : {one}, puis {two}."))


def _draw() -> Scene:
    pen = Pen()
    pen.mark(LABEL, WIDTH // 2 + 4, NAME, "pioche")
    for x in (8, 4, 0):
        pen.things.append(Thing(CARD, x, TOP + x // 2, BACK))
    pen.move(WIDTH + 20)
    pen.put(ARROW, TOP + HEIGHT // 2, step=50)
    pen.put(CARD, TOP, "Y2")
    pen.mark(BADGE, pen.x - 12, TOP + 4, "yes")
    return pen.scene(BOTTOM, french(f"Tu pioches {the_card('Y2')} : il va, tu le poses."))


def _last() -> Scene:
    pen = on(TURN_TOP)
    pen.put(CARD, TOP, "R4", step=WIDTH + 16)
    pen.bubble(18, "Uno\u202f!")
    pen.things.append(Thing(CARD, pen.x - 84, TOP, "B7"))
    pen.things[-1], pen.things[-2] = pen.things[-2], pen.things[-1]
    told = f"Tu poses {the_card('R4')}, il te reste {the_card('B7')} : tu dis « Uno ! »."
    return pen.scene(BOTTOM, french(told))
