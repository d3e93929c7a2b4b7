"""Where things lie in Café International's pictures: guests, and tables of the room with who sits there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.engines.cafe_international.board import board
from games.engines.cafe_international.moves import CHAIRS
from games.engines.cafe_international.words import COUNTRY, HE, SHE, card_name, the_card, the_table
from games.engines.kernel.rulebook import enumerate_french
from games.sheets.drawing import ARROW, BADGE, BUBBLE, CARD, LABEL, Pen, Scene, Thing

SQUARE: Final = 40  # of the room, in a picture
TABLE: Final = 3 * SQUARE  # a table with its chairs
GUEST: Final = 54  # a card in a hand
NAME: Final = 20  # the line of a name, under what it names
LETTER: Final = 9  # how wide a letter is, about

Spot = tuple[int, int]


def guest(pen: Pen, card: str, y: int = (TABLE - GUEST) // 2) -> None:
    """A card of the hand and its name."""
    name = card_name(card).partition(" (")[0]
    wide = max(GUEST, LETTER * len(name))
    pen.mark(CARD, pen.x + (wide - GUEST) // 2, y, f"{card}.", GUEST)
    pen.mark(LABEL, pen.x + wide // 2, y + GUEST + NAME - 2, name)
    pen.move(wide + 8)


def row(pen: Pen, cards: Sequence[str], name: str, width: int = GUEST) -> None:
    """Cards that lie side by side, and whose they are."""
    y, start = (TABLE - width) // 2, pen.x
    for card in cards:
        pen.mark(CARD, pen.x, y, f"{card}.", width)
        pen.move(width - width // 4)
    pen.move(width // 4)
    pen.mark(LABEL, (start + pen.x) // 2, y + width + NAME - 2, name)
    pen.x = max(pen.x, start + LETTER * len(name)) + 10


def tables(
    pen: Pen, numbers: Sequence[int], sitters: Mapping[int, str], named: bool = True
) -> dict[int, Spot]:
    """Some tables side by side, perhaps with their names; where the middle of each of their chairs lies."""
    room = board()
    spots = [room.tables[number] for number in numbers]
    chairs = sorted({chair for spot in spots for chair in spot.chairs})
    left, top = min(spot.column for spot in spots) - 1, min(spot.row for spot in spots) - 1
    columns = max(spot.column for spot in spots) + 2 - left
    rows = max(spot.row for spot in spots) + 2 - top
    seated = [f"{CHAIRS[chair]}={sitters[chair]}" for chair in chairs if chair in sitters]
    code = " ".join(["~", *(spot.id for spot in spots), *seated])
    pen.mark(CARD, pen.x, 0, code, columns * SQUARE, unit=columns * 100)
    columns_of: dict[str, list[int]] = {}
    for spot in spots if named else ():
        columns_of.setdefault(spot.nation, []).append(spot.column)
    for nation, at in columns_of.items():
        x = pen.x + (2 * (min(at) - left) + 2 * (max(at) - left) + 2) * SQUARE // 4
        pen.mark(LABEL, x, rows * SQUARE + NAME - 4, COUNTRY[nation])
    places = {
        chair: (
            pen.x + (2 * (room.chairs[chair].column - left) + 1) * SQUARE // 2,
            pen.y + (2 * (room.chairs[chair].row - top) + 1) * SQUARE // 2,
        )
        for chair in chairs
    }
    pen.move(columns * SQUARE + 12)
    return places


def badge(pen: Pen, chair: int, spot: Spot, text: str) -> None:
    """A badge beside a chair, in a corner where no other chair stands."""
    x, y = spot[0], spot[1] - pen.y
    at = board().chairs[chair]
    if board().tables[at.tables[0]].row == at.row:
        pen.mark(BADGE, x, y - SQUARE // 2 - 7, text)
    else:
        pen.mark(BADGE, x + SQUARE // 2 + 8, y, text)


def scene(pen: Pen, told: str) -> Scene:
    """What was drawn, with nothing around it."""
    edges = [_edges(thing) for thing in pen.things]
    left, top = min(edge[0] for edge in edges), min(edge[1] for edge in edges)
    things = tuple(replace(thing, x=thing.x - left, y=thing.y - top) for thing in pen.things)
    right, bottom = max(edge[2] for edge in edges), max(edge[3] for edge in edges)
    return Scene(right - left, bottom - top, things, told)


def _edges(thing: Thing) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a thing."""
    if thing.kind == LABEL:
        half = 5 * len(thing.text)
        return thing.x - half, thing.y - 15, thing.x + half, thing.y + 5
    if thing.kind == BUBBLE:
        half = thing.width // 2 + 2
        return thing.x - half, thing.y - 19, thing.x + half, thing.y + 19
    if thing.kind == BADGE:
        return thing.x - 15, thing.y - 15, thing.x + 15, thing.y + 15
    if thing.kind == ARROW:
        return thing.x, thing.y - 12, thing.x + 34, thing.y + 12
    height = thing.width * 124 // 100 if not thing.text else thing.width
    if thing.text.startswith("~"):
        rows = [table.row for table in board().tables if table.id in thing.text.split()]
        height = (max(rows) - min(rows) + 3) * SQUARE
    return thing.x, thing.y, thing.x + thing.width, thing.y + height


def told(numbers: Sequence[int], sitters: Mapping[int, str]) -> str:
    """The same in words, each table where somebody sits or may."""
    words = []
    for number in numbers:
        name = the_table(number).capitalize()
        around = [sitter(sitters[chair]) for chair in board().tables[number].chairs if sitters.get(chair)]
        words.append(f"{name} : {enumerate_french(around) if around else 'personne'}.")
    return " ".join(words)


def sitter(name: str) -> str:
    """« l'Indienne », « le joker femme (Indienne) »."""
    card, _, nation = name.partition("=")
    return the_card(card) + (f" ({(SHE if card.endswith('F') else HE)[nation]})" if nation else "")


def around(chairs: Sequence[int], sitters: Mapping[int, str]) -> list[int]:
    """The tables of those chairs, from the left; one where a guest is alone is left out where it adds
    nothing: it belongs to the same nation as another, or there are many."""
    room = board()
    numbers = sorted({table for chair in chairs for table in room.chairs[chair].tables})

    def matters(number: int) -> bool:
        seated = sum(chair in sitters for chair in room.tables[number].chairs)
        same = any(
            room.tables[other].nation == room.tables[number].nation for other in numbers if other != number
        )
        return seated > 1 or not (same or len(numbers) > 2)

    kept = [number for number in numbers if matters(number)] or numbers[:1]
    return sorted(kept, key=lambda number: (room.tables[number].column, room.tables[number].row))
