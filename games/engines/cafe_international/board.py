"""The café: 24 tables, 68 chairs, 20 places at the bar, and every card on every chair worked out once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from .cards import CARD, CODE, GUESTS, JOKERS, nation_of, sex_of
from .groups import AFTER, EMPTY, GAIN, GROUPS, Group
from .moves import CHAIRS, Move, seating

BAR: Final = (1, 2, 3, 4, 5, -2, -4, -6, -8, -10, -4, -6, -8, -10, -12, -6, -8, -10, -12, -14)
"""What each place at the bar gives, in the order they are taken (article 10)."""

TABLES: Final = 24
NOWHERE: Final = TABLES
"""The number of « no table », for chairs at one table only."""


class Table(NamedTuple):
    id: str
    nation: str
    second: bool  # of the two tables of its nation, read from the top left
    column: int
    row: int
    chairs: tuple[int, ...]  # clockwise from the top


class Chair(NamedTuple):
    id: str
    column: int
    row: int
    tables: tuple[int, ...]
    nations: tuple[str, ...]  # one, or two in alphabetical order


class Place(NamedTuple):
    """A card on a chair where its nation may sit: at which tables, and what it makes of their groups."""

    move: Move
    card: str
    sitter: bytes
    chair: int
    one: int
    two: int  # NOWHERE if the chair stands at one table
    gain_one: tuple[int, ...]
    gain_two: tuple[int, ...]
    after_one: bytes
    after_two: bytes


# a table of one's nation: its number, what joining it gives, and its chairs: number, other table, gain there
Home = tuple[int, tuple[int, ...], tuple[tuple[int, int, tuple[int, ...], Move], ...]]


class Board(NamedTuple):
    tables: tuple[Table, ...]
    chairs: tuple[Chair, ...]
    places: Mapping[str, Place]
    """The text of a move → its place."""
    of_card: Mapping[str, tuple[Place, ...]]
    homes: Mapping[str, tuple[Home, ...]]
    """Ordinary card → the two tables of its nation."""


@cache
def board() -> Board:
    """The board, read from its file the first time."""
    data = json.loads(Path(__file__).with_name("board.json").read_text(encoding="utf-8"))
    table_number = {table["id"]: number for number, table in enumerate(data["tables"])}
    first_of: dict[str, str] = {}
    for table in sorted(data["tables"], key=lambda table: (table["row"], table["col"])):
        first_of.setdefault(table["nation"], table["id"])
    tables = tuple(
        Table(
            id=table["id"],
            nation=table["nation"],
            second=first_of[table["nation"]] != table["id"],
            column=table["col"],
            row=table["row"],
            chairs=tuple(CHAIRS.index(chair) for chair in table["chairs"]),
        )
        for table in data["tables"]
    )
    chairs = tuple(
        Chair(
            id=chair["id"],
            column=chair["col"],
            row=chair["row"],
            tables=tuple(table_number[table] for table in chair["tables"]),
            nations=tuple(chair["nations"]),
        )
        for chair in data["chairs"]
    )
    of_card: dict[str, tuple[Place, ...]] = {}
    for card in (*GUESTS, *JOKERS):
        nations = (nation_of(card),) if card in GUESTS else ()
        of_card[card] = tuple(
            _place(card, number, chair, nation, tables)
            for number, chair in enumerate(chairs)
            for nation in chair.nations
            if not nations or nation in nations
        )
    return Board(
        tables=tables,
        chairs=chairs,
        places={place.move.text: place for places in of_card.values() for place in places},
        of_card=of_card,
        homes={card: _homes(card, of_card[card], tables) for card in GUESTS},
    )


def _place(card: str, number: int, chair: Chair, nation: str, tables: tuple[Table, ...]) -> Place:
    joker, sex = card in JOKERS, sex_of(card)
    one, two = (*chair.tables, NOWHERE)[:2]
    natives = [table != NOWHERE and tables[table].nation == nation for table in (one, two)]
    return Place(
        move=seating(card, number, nation if joker and len(chair.nations) > 1 else ""),
        card=card,
        sitter=bytes([CODE[f"{card}={nation}" if joker else card]]),
        chair=number,
        one=one,
        two=two,
        gain_one=GAIN[sex, natives[0]],
        gain_two=GAIN[sex, natives[1]],
        after_one=AFTER[sex, natives[0]],
        after_two=AFTER[sex, natives[1]],
    )


def _homes(card: str, places: tuple[Place, ...], tables: tuple[Table, ...]) -> tuple[Home, ...]:
    homes = []
    for number, table in enumerate(tables):
        if table.nation != nation_of(card):
            continue
        chairs = tuple(
            (place.chair, place.two, place.gain_two, place.move)
            if place.one == number
            else (place.chair, place.one, place.gain_one, place.move)
            for place in places
            if place.chair in table.chairs
        )
        homes.append((number, GAIN[sex_of(card), True], chairs))
    return tuple(homes)


def groups_around(chairs: Sequence[int]) -> list[Group]:
    """Who sits around each table, when these sitters are on the chairs; article 4 may forbid it."""
    around = []
    for table in board().tables:
        group = GROUPS[EMPTY]
        for chair in table.chairs:
            if sitter := chairs[chair]:
                group = group.joined(sex_of(CARD[sitter]), sitter in _natives(table.nation))
        around.append(group)
    return around


def _natives(nation: str) -> set[int]:
    return {CODE[f"{nation}-F"], CODE[f"{nation}-M"], *(CODE[f"{joker}={nation}"] for joker in JOKERS)}
