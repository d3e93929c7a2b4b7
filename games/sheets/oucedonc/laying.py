"""Where things lie in Oùcédonc's pictures: the two lines through the start card, names of the four sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engines.kernel.rulebook import enumerate_french
from games.engines.oucedonc import RULES
from games.engines.oucedonc.places import Place
from games.sheets.drawing import BADGE, BUBBLE, CARD, LABEL, Pen
from games.tables.oucedonc import faces

WIDE = 100  # a card here
HIGH = WIDE * faces.HEIGHT // faces.WIDTH
ACROSS, DOWN = WIDE + 8, HIGH + 6  # from card to card
TOP = 24  # room for « nord »
SIDE = 54  # room for « ouest »
TOKEN = 30
HOLE = ""  # a place of a line where nothing lies

Spots = Mapping[str, tuple[int, int]]
"""Card → its upper left corner."""


def card(pen: Pen, x: int, y: int, code: str) -> None:
    pen.mark(CARD, x, y, code, WIDE, faces.WIDTH)


def place(position: Mapping[str, Any], name: str) -> Place:
    """Where a card's back says it is."""
    edition = (position.get("options") or {}).get("edition", "europe")
    return RULES.atlas[edition][name]


def cross(pen: Pen, ns: Sequence[str], ew: Sequence[str], start: str, *, named: bool = True) -> Spots:
    """Both lines through the start card, named at their ends; `pen` goes to the right."""
    x, y = pen.x + SIDE * (len(ew) > 1), pen.y + TOP * (len(ns) > 1)
    middle_x, middle_y = x + ACROSS * ew.index(start), y + DOWN * ns.index(start)
    spots = {name: (middle_x, y + DOWN * at) for at, name in enumerate(ns) if name != HOLE}
    spots |= {name: (x + ACROSS * at, middle_y) for at, name in enumerate(ew) if name != HOLE}
    for name, spot in spots.items():
        card(pen, *spot, f"+{name}" if name == start else name)
    for at, name in enumerate(ns):
        if name == HOLE:
            pen.mark(BADGE, middle_x + WIDE // 2, y + DOWN * at + HIGH // 2, "?")
    end = x + ACROSS * len(ew)
    if len(ns) > 1 and named:
        pen.mark(LABEL, middle_x + WIDE // 2, pen.y + 16, "nord")
        pen.mark(LABEL, middle_x + WIDE // 2, y + DOWN * len(ns) + 14, "sud")
    if len(ew) > 1 and named:
        pen.mark(LABEL, x - SIDE // 2 - 2, middle_y + HIGH // 2 + 6, "ouest")
        pen.mark(LABEL, end + 14, middle_y + HIGH // 2 + 6, "est")
        end += 34
    pen.x = end
    return spots


def height(ns: Sequence[str]) -> int:
    """How high `cross` is."""
    return DOWN * len(ns) + (TOP + 22) * (len(ns) > 1)


def lies(ns: Sequence[str], ew: Sequence[str]) -> str:
    """The lines in words."""
    told = []
    for line, words in ((ns, "Du nord au sud"), (ew, "De l’ouest à l’est")):
        if len(line) > 1:
            told.append(f"{words} : {enumerate_french([name for name in line if name != HOLE])}.")
    return " ".join(told) or f"La carte de départ : {ns[0]}."


def degrees(pen: Pen, spot: tuple[int, int], axis: str, here: Place, *, below: bool = False) -> None:
    """What the back says of the line's coordinate, beside the card or below it."""
    text = faces.short(axis, getattr(here, axis))
    x, y = spot
    if below:
        pen.mark(LABEL, x + WIDE // 2, y + HIGH + 18, text)
    else:
        label(pen, x + WIDE + 8, y + HIGH // 2 + 6, text)


def label(pen: Pen, x: int, y: int, text: str) -> int:
    """Words that begin at `x`; about where they end."""
    pen.mark(LABEL, x + int(4.3 * len(text)), y, text)
    return x + int(8.6 * len(text))


def says(pen: Pen, x: int, y: int, text: str, mark: str = "") -> int:
    """Words somebody says, their left end at `x`; the place of their right end."""
    width = int(9.3 * len(text)) + 30
    pen.mark(BUBBLE, x + width // 2, y, text, width)
    if mark:
        pen.mark(BADGE, x + width - 2, y - 16, mark)
    return x + width


def tokens(pen: Pen, x: int, y: int, number: int) -> int:
    """Tokens in a row, and where it ends."""
    for at in range(number):
        pen.mark(CARD, x + 20 * at, y, "*", TOKEN, 48)
    return x + 20 * max(number - 1, 0) + TOKEN
