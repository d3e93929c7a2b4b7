"""Where things lie in Odin's pictures: the middle, sets of cards, a hand of which some are laid."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.engines.kernel.rulebook import counted, enumerate_french
from games.engines.odin.cards import cards_of, value, written
from games.engines.odin.words import the_card
from games.sheets.drawing import BACK, BADGE, CARD, DASH, HEIGHT, LABEL, WIDTH, Pen

UP = 12  # how much higher a card is that goes
TOP = 20  # where cards lie; what goes lies higher
HALF = TOP + HEIGHT // 2
NAME = TOP + HEIGHT + 20  # the line of names
BOTTOM = NAME + 7
STEP = 42  # from card to card where they overlap: number and shape stay visible
GAP = 22
MANY = 6  # more cards than these are drawn as a back and their number
_LETTER = 8.4  # about as wide as a letter of a label


def worth(cards: Sequence[str]) -> str:
    """The value of a set in figures."""
    return str(value(cards_of(cards)))


def ordered(cards: Sequence[str]) -> list[str]:
    """The cards as the articles write them, the highest first."""
    return list(written(cards_of(cards)))


def named(cards: Sequence[str]) -> str:
    """« le 8 rouge et le 2 rouge »; of many cards their number only."""
    if len(cards) > MANY:
        return counted(len(cards), "carte")
    return enumerate_french([the_card(card) for card in ordered(cards)])


def group(pen: Pen, name: str, cards: Sequence[str], up: Collection[str] = (), mark: str = "") -> None:
    """Cards with a name under them; those of `up` lie higher, together at the end, and bear the mark."""
    start, wide = pen.x, STEP * (len(cards) - 1) + WIDTH
    room = max(wide, int(_LETTER * len(name)))
    pen.move((room - wide) // 2)
    for card in sorted(cards, key=up.__contains__):
        pen.put(CARD, TOP - UP * (card in up), card, step=STEP)
    if mark and up:
        pen.mark(BADGE, pen.x - STEP + WIDTH - 8, TOP - UP + 3, mark)
    pen.mark(LABEL, start + room // 2, NAME, name)
    pen.x = start + room + GAP


def hidden(pen: Pen, name: str, number: int) -> None:
    """A hand of which one sees the backs only, and their number."""
    pen.mark(LABEL, pen.x + 36, NAME, name)
    for shift in (12, 6, 0)[-min(number, 3) :]:
        pen.mark(CARD, pen.x + shift, TOP - shift // 3, BACK)
    pen.mark(BADGE, pen.x + WIDTH + 4, TOP + 6, str(number))
    pen.move(WIDTH + 20 + GAP)


def held(pen: Pen, name: str, cards: Sequence[str]) -> None:
    """The hand of somebody."""
    if len(cards) > MANY:
        hidden(pen, name, len(cards))
    else:
        group(pen, name, ordered(cards))


def empty(pen: Pen, name: str) -> None:
    """A place where nothing lies."""
    room = max(WIDTH, int(_LETTER * len(name)))
    pen.mark(DASH, pen.x + (room - WIDTH) // 2, TOP, "")
    pen.mark(LABEL, pen.x + room // 2, NAME, name)
    pen.move(room + GAP)


def middle(pen: Pen, cards: Sequence[str]) -> str:
    """What lies in the middle, with its value; in words."""
    if not cards:
        empty(pen, "rien au milieu")
        return "Rien au milieu."
    group(pen, f"au milieu\u202f: {worth(cards)}", ordered(cards))
    told = f"Au milieu : {named(cards)}"
    return f"{told}, qui valent {worth(cards)}." if len(cards) > 1 else f"{told}."
