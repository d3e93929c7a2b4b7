"""A turn of Boursicocotte in four pictures, and the picture on the lid."""

from __future__ import annotations

from typing import Final

from games.engines.boursicocotte.animals import FAMILY
from games.engines.kernel.rulebook import french
from games.sheets.boursicocotte.laying import (
    GAP,
    MIDDLE,
    arrow,
    backs,
    deck,
    heads,
    notes,
    says,
    scene,
)
from games.sheets.drawing import BUBBLE, CARD, LABEL, Pen, Scene, Thing

TURNED: Final = "vache"  # what is sold in the pictures
BIDS: Final = (10, 20, 50)
PAID: Final = (50,)
TRADED: Final = "mouton"
OFFERED: Final = 3
COUNTERED: Final = 2


def cover() -> Scene:
    cards = (("vache", 42, -6), ("coq", 166, 6))
    things = [Thing(CARD, x, 42, animal, 100, tilt) for animal, x, tilt in cards]
    things.append(Thing(BUBBLE, 154, 21, "Qui dit mieux ?".replace(" ?", "\u202f?"), 178))
    told = "Une vache et un coq aux enchères. Les vaches valent 800, les coqs 10. Qui dit mieux ?"
    return Scene(308, 206, tuple(things), french(told))


def turn() -> tuple[Scene, ...]:
    return (_choice(), _auction(), _trade(), _family())


def _choice() -> Scene:
    pen = Pen()
    deck(pen, 28)
    pen.mark(LABEL, pen.x + 6, MIDDLE + 6, "ou")
    pen.move(20 + GAP)
    heads(pen, "toi", [TRADED])
    heads(pen, "un autre", [TRADED])
    told = "Une carte de la pioche à mettre aux enchères, ou un mouton à marchander avec un autre, qui en a."
    return scene(pen, told)


def _auction() -> Scene:
    pen = Pen()
    heads(pen, "enchère", [TURNED])
    for bid in BIDS:
        says(pen, str(bid))
        pen.move(-GAP + 4)
    pen.move(GAP)
    arrow(pen)
    notes(pen, "payé", PAID)
    told = "Une vache est retournée. Les autres annoncent 10, 20, puis 50. La vache est payée 50."
    return scene(pen, told)


def _trade() -> Scene:
    pen = Pen()
    heads(pen, "en jeu", [TRADED])
    backs(pen, "ton offre", OFFERED)
    backs(pen, "contre-offre", COUNTERED)
    told = "Un mouton est en jeu. Tu as posé trois cartes face cachée, l’autre en a posé deux."
    return scene(pen, told)


def _family() -> Scene:
    pen = Pen()
    heads(pen, "une famille", [TRADED] * FAMILY, "yes")
    return scene(pen, "Quatre moutons : la famille est complète.")
