"""A turn of Café International in four pictures, and the picture on the lid."""

from __future__ import annotations

from typing import Final

from games.engines.cafe_international.board import BAR as AT_BAR
from games.engines.cafe_international.board import board
from games.engines.cafe_international.moves import CHAIRS
from games.engines.kernel.rulebook import french
from games.sheets.cafe_international import plan
from games.sheets.cafe_international.plan import GUEST, NAME, TABLE
from games.sheets.drawing import ARROW, BACK, BADGE, CARD, LABEL, Pen, Scene, Thing

SEATED: Final = {"C62": "IN-F", "C55": "IN-M"}  # who sits there in the pictures of a turn
GUESTS: Final = (("IN-F", "C68"), ("IN-M", "C61"))  # and who comes
JOKER: Final = ("JK-M", "C61", "IN")
PLACE: Final = 3
TO_BAR: Final = "RU-M"
COVER: Final = (
    ("T11", "T12"),
    {
        "C62": "IN-F",
        "C68": "IN-M",
        "C55": "IN-F",
        "C61": "JK-M=US",
        "C54": "FR-F",
        "C60": "US-F",
        "C67": "US-M",
    },
)
MIDDLE: Final = TABLE // 2


def turn() -> tuple[Scene, ...]:
    """A picture for each line of the rulebook's turn."""
    return (_seat(), _bar(), _joker(), _draw())


def cover() -> Scene:
    ids, seated = COVER
    numbers = sorted(
        (number for number, table in enumerate(board().tables) if table.id in ids),
        key=lambda number: board().tables[number].column,
    )
    code = " ".join(["~", *ids, *(f"{chair}={sitter}" for chair, sitter in seated.items())])
    told = "Deux tables du café et leurs chaises. " + plan.told(numbers, _numbered(seated))
    return Scene(300, 180, (Thing(CARD, 0, 0, code, 300, unit=500),), french(told))


def _numbered(seated: dict[str, str]) -> dict[int, str]:
    return {CHAIRS.index(chair): sitter for chair, sitter in seated.items()}


def _table(pen: Pen, seated: dict[str, str]) -> dict[int, plan.Spot]:
    number = next(at for at, table in enumerate(board().tables) if table.id == "T11")
    return plan.tables(pen, [number], _numbered(seated), named=False)


def _seat() -> Scene:
    pen = Pen()
    for at, (card, _) in enumerate(GUESTS):
        pen.mark(CARD, 0, at * (GUEST + 10), f"{card}.", GUEST)
        pen.mark(BADGE, GUEST - 2, at * (GUEST + 10) + 8, str(at + 1))
    pen.move(GUEST + 16)
    pen.put(ARROW, MIDDLE, step=46)
    spots = _table(pen, SEATED | {chair: card for card, chair in GUESTS})
    for at, (_, chair) in enumerate(GUESTS, 1):
        plan.badge(pen, CHAIRS.index(chair), spots[CHAIRS.index(chair)], str(at))
    pen.mark(LABEL, pen.x + 40, MIDDLE - 8, "3 + 8")
    pen.bubble(MIDDLE + 20, "11 points")
    told = (
        "À la table indienne, une Indienne et un Indien. Tu assois une Indienne : ils sont trois, 3 points. "
        "Puis un Indien : ils sont quatre du même pays, 8 points."
    )
    return plan.scene(pen, french(told))


def _bar() -> Scene:
    pen = Pen()
    plan.guest(pen, TO_BAR)
    pen.put(ARROW, MIDDLE, step=46)
    for place in range(PLACE - 1, PLACE + 2):
        pen.mark(CARD, pen.x, MIDDLE - GUEST // 2, f"bar {place}", GUEST)
        if place == PLACE:
            pen.mark(LABEL, pen.x + GUEST // 2, MIDDLE + GUEST // 2 + NAME - 2, "ici")
            pen.mark(BADGE, pen.x + GUEST - 2, MIDDLE - GUEST // 2, "yes")
        pen.move(GUEST + 4)
    told = f"Le Russe va au bar, à la place {PLACE}, qui rapporte {AT_BAR[PLACE - 1]} points."
    return plan.scene(pen, french(told))


def _joker() -> Scene:
    card, chair, nation = JOKER
    pen = Pen()
    plan.guest(pen, card)
    pen.put(ARROW, MIDDLE, step=46)
    spots = _table(pen, SEATED | {GUESTS[0][1]: GUESTS[0][0], chair: f"{card}={nation}"})
    plan.badge(pen, CHAIRS.index(chair), spots[CHAIRS.index(chair)], "yes")
    pen.bubble(MIDDLE, "8 points")
    told = "Le joker homme s’assoit comme Indien, avec deux Indiennes et un Indien : 8 points."
    return plan.scene(pen, french(told))


def _draw() -> Scene:
    pen = Pen()
    for shift in (8, 4, 0):
        pen.mark(CARD, shift, MIDDLE - 33 + shift // 2, BACK, GUEST)
    pen.mark(LABEL, 32, MIDDLE + 33 + NAME, "sac")
    pen.move(GUEST + 22)
    pen.put(ARROW, MIDDLE, step=46)
    for card in ("TR-F", "CN-M", "RU-F", "DE-F", "GB-M"):
        pen.mark(CARD, pen.x, MIDDLE - GUEST // 2, f"{card}.", GUEST)
        pen.move(GUEST - 10)
    pen.mark(LABEL, pen.x - 5 * (GUEST - 10) // 2, MIDDLE + 33 + NAME, "cinq cartes")
    told = "Tu tires des cartes du sac, pour en avoir de nouveau cinq."
    return plan.scene(pen, french(told))
