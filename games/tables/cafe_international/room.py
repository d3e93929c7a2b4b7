"""The room as a plan: its tables, chairs and guests, at their places in squares of 100."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from games.engines.cafe_international.board import BAR, Chair, board
from games.engines.cafe_international.moves import CHAIRS
from games.engines.cafe_international.words import COUNTRY
from games.tables.cafe_international.emblems import Emblem, emblems

CELL: Final = 100
SIDE: Final = 13 * CELL
BAR_LEFT, BAR_TOP, BAR_ROW = 4, 5, 5  # column and row of its first place, and how many stand in a row


@dataclass(frozen=True, slots=True)
class Half:
    """One side of a chair between two tables, in the colour of the nation there."""

    turn: int  # from the right side, clockwise
    tint: str


@dataclass(frozen=True, slots=True)
class ChairSpot:
    number: int
    id: str
    x: int
    y: int
    tint: str
    halves: tuple[Half, ...]  # of a chair between two tables
    sitter: str  # a face as it lies on a chair; "" is free
    mark: bool

    @property
    def corner(self) -> str:
        """Where the card that lies here begins, as an SVG transformation."""
        return f"translate({self.x - 43} {self.y - 43}) scale(.86)"


@dataclass(frozen=True, slots=True)
class TableSpot:
    number: int
    x: int
    y: int
    nation: str
    name: str
    emblem: Emblem


@dataclass(frozen=True, slots=True)
class BarSpot:
    number: int
    column: int
    row: int
    x: int
    y: int
    points: str  # with its sign
    gains: bool
    sitter: str


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody in the room: the corner and the side of the square they fill."""

    sitter: str
    x: int
    y: int
    size: int


@dataclass(frozen=True, slots=True)
class Room:
    x: int
    y: int
    width: int
    height: int
    tables: tuple[TableSpot, ...]
    chairs: tuple[ChairSpot, ...]

    @property
    def seen(self) -> tuple[ChairSpot, ...]:
        """The chairs upon which there is something to draw."""
        return tuple(chair for chair in self.chairs if chair.sitter or chair.mark)


PLANTS: Final = ((650, 340), (340, 650), (960, 650), (650, 980))
"""Where nobody sits."""


def signed(points: int) -> str:
    """+3, −4: a real minus sign."""
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points else "0"


def whole() -> Room:
    """The room with nobody in it."""
    chairs = tuple(_chair(number, {}, ()) for number in range(len(CHAIRS)))
    return Room(0, 0, SIDE, SIDE, _tables(), chairs)


def guests(sitters: Mapping[int, str], bar: Iterable[BarSpot]) -> tuple[Guest, ...]:
    """Who sits in the room, chair → sitter (`IN-F`, `JK-F=ES`), and who stands at the bar."""
    seated = [
        Guest(f"{sitter}.", x - 43, y - 43, 86)
        for chair, sitter in sitters.items()
        for x, y in [where(chair)]
    ]
    return (*seated, *(Guest(spot.sitter, spot.x - 40, spot.y - 40, 80) for spot in bar if spot.sitter))


def part(tables: Sequence[int], sitters: Mapping[int, str], marks: Collection[int] = ()) -> Room:
    """Some tables of the room, drawn large, with all their chairs."""
    spots = tuple(_tables()[table] for table in tables)
    numbers = sorted({chair for table in tables for chair in board().tables[table].chairs})
    left, top = min(spot.x for spot in spots) - 150, min(spot.y for spot in spots) - 150
    right, bottom = max(spot.x for spot in spots) + 150, max(spot.y for spot in spots) + 150
    chairs = tuple(_chair(number, sitters, marks) for number in numbers)
    return Room(left, top, right - left, bottom - top, spots, chairs)


def bar(cards: Sequence[str]) -> tuple[BarSpot, ...]:
    """The twenty places at the bar, and who stands there."""
    return tuple(
        BarSpot(
            number=place + 1,
            column=BAR_LEFT + place % BAR_ROW,
            row=BAR_TOP + place // BAR_ROW,
            x=_middle(BAR_LEFT + place % BAR_ROW),
            y=_middle(BAR_TOP + place // BAR_ROW),
            points=signed(points),
            gains=points > 0,
            sitter=f"{cards[place]}." if place < len(cards) else "",
        )
        for place, points in enumerate(BAR)
    )


def where(chair: int) -> tuple[int, int]:
    """The middle of a chair."""
    return _middle(board().chairs[chair].column), _middle(board().chairs[chair].row)


def table_at(table: int) -> tuple[int, int]:
    """The middle of a table."""
    return _tables()[table].x, _tables()[table].y


@cache
def _tables() -> tuple[TableSpot, ...]:
    return tuple(
        TableSpot(number, _middle(table.column), _middle(table.row), table.nation, COUNTRY[table.nation],
                  emblems()[table.nation])
        for number, table in enumerate(board().tables)
    )  # fmt: skip


def _chair(number: int, sitters: Mapping[int, str], marks: Collection[int]) -> ChairSpot:
    chair = board().chairs[number]
    sitter = sitters.get(number, "")
    return ChairSpot(
        number=number,
        id=chair.id,
        x=_middle(chair.column),
        y=_middle(chair.row),
        tint=_tables()[chair.tables[0]].emblem.tint,
        halves=_halves(chair),
        sitter=f"{sitter}." if sitter else "",
        mark=number in marks,
    )


def _halves(chair: Chair) -> tuple[Half, ...]:
    x, y = _middle(chair.column), _middle(chair.row)
    if len(chair.tables) == 1:
        return ()
    halves = []
    for table in chair.tables:
        spot = _tables()[table]
        turn = (0 if spot.x > x else 180) if spot.y == y else 90 if spot.y > y else 270
        halves.append(Half(turn, spot.emblem.tint))
    return tuple(halves)


def _middle(square: int) -> int:
    return square * CELL + CELL // 2
