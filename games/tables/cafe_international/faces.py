"""What the pieces of Café International show: guests, their backs, emblems, and tables of the room.

The codes, for pages and sheets:
`IN-F`, `JK-M`    a card, with its name beneath
`IN-F.`, `JK-F=ES.`    the same as it sits on a chair (a joker as somebody of a nation), without its name
``    the back of a card
`=IN`    the emblem of a nation
`T11`, `T11 T12 C62=IN-F C68=IN-M C61!`    tables of the room drawn large, guests there, a chair marked
`~ T11 T12`    the same for a picture that names them itself: nothing is written on them
`bar 7`    a place at the bar"""

from __future__ import annotations

from typing import Any

from games.engines.cafe_international.board import BAR, board
from games.engines.cafe_international.cards import JOKERS, nation_of, sex_of
from games.engines.cafe_international.moves import CHAIRS
from games.engines.cafe_international.words import COUNTRY, HE, SHE, card_name, the_table
from games.engines.kernel.rulebook import french
from games.tables.cafe_international import room
from games.tables.cafe_international.emblems import NOBODY, emblems

NAMED, SQUARE = 124, 100  # heights: a card with its name beneath, and as it lies on a chair


def face(code: str) -> dict[str, Any]:
    """What `face.html` draws for a code."""
    if not code:
        return {"face_down": True, "name": "une carte cachée", "height": NAMED}
    if code.startswith("="):
        return {"alone": emblems()[code[1:]], "name": COUNTRY[code[1:]], "width": 44, "height": 44}
    if code[0] == "~" or (code[0] == "T" and code[1].isdigit()):
        return _tables(code)
    if code.startswith("bar "):
        place = int(code.removeprefix("bar "))
        points = room.signed(BAR[place - 1])
        name = french(f"place {place} du bar : {points}")
        return {"place": place, "points": points, "name": name, "height": SQUARE}
    return guest(code.removesuffix("."), named=not code.endswith("."))


def guest(sitter: str, named: bool) -> dict[str, Any]:
    """A card; a joker may sit for somebody of a nation."""
    card, _, stands_for = sitter.partition("=")
    joker, woman = card in JOKERS, sex_of(card) == "F"
    nation = stands_for if joker else nation_of(card)
    called = SHE if woman else HE
    return {
        "guest": True,
        "woman": woman,
        "joker": joker,
        "emblem": emblems()[nation or NOBODY],
        "label": "Joker" if joker else called[nation],
        "named": named,
        "name": card_name(card) + (f" ({called[stands_for]})" if stands_for else ""),
        "height": NAMED if named else SQUARE,
    }


def tables_code(tables: tuple[int, ...], sitters: dict[int, str], mark: int) -> str:
    """The code of tables drawn large, with one chair marked."""
    ids = [board().tables[table].id for table in tables]
    around = sorted({chair for table in tables for chair in board().tables[table].chairs})
    guests = [f"{CHAIRS[chair]}={sitters[chair]}" for chair in around if sitters.get(chair)]
    return " ".join([*ids, *guests, f"{CHAIRS[mark]}!"])


def _tables(code: str) -> dict[str, Any]:
    tables, sitters, marks = [], {}, set()
    for word in code.removeprefix("~ ").split():
        chair, _, sitter = word.partition("=")
        if not word.startswith("C"):
            tables.append(next(n for n, table in enumerate(board().tables) if table.id == word))
        elif word.endswith("!"):
            marks.add(CHAIRS.index(word[:-1]))
        else:
            sitters[CHAIRS.index(chair)] = sitter
    drawn = room.part(tables, sitters, marks)
    name = " et ".join(the_table(table) for table in tables)
    shift = f"translate({-drawn.x} {-drawn.y})"
    return {
        "room": drawn,
        "shift": shift,
        "bare": code[0] == "~",
        "name": name,
        "width": drawn.width,
        "height": drawn.height,
    }
