"""Where things lie in Uno's pictures, and the pile they all begin with."""

from __future__ import annotations

from games.sheets.drawing import CARD, HEIGHT, LABEL, WIDTH, Pen

TOP = 24  # where cards lie; what is played lies higher
UP = 8
NAME = TOP + HEIGHT + 20  # the line of names
BOTTOM = NAME + 6
ABOVE = 14  # above the cards, where nothing is marked
MARK = 36  # the mark of a colour, across


def mark(pen: Pen, x: int, y: int, colour: str) -> None:
    """The mark of a colour, its middle there."""
    pen.mark(CARD, x - MARK // 2, y - MARK // 2, f"={colour}", MARK, MARK)


def on(top: str, colour: str = "", y: int = 0) -> Pen:
    """A pen that has drawn the pile."""
    pen = Pen(y=y)
    pen.mark(LABEL, WIDTH // 2 + 2, NAME, "talon")
    pen.mark(CARD, 4, TOP + 2, top)
    pen.mark(CARD, 0, TOP, top)
    if colour and top.startswith("W"):
        mark(pen, WIDTH - 2, TOP + HEIGHT - 8, colour)
    pen.move(WIDTH + 26)
    return pen
