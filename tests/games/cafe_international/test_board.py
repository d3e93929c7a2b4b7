"""The board: counted and measured, as it is drawn."""

from collections import Counter

from games.engines.cafe_international.board import BAR, board
from games.engines.cafe_international.cards import ALL, DECK, NATIONS
from games.engines.cafe_international.moves import CHAIRS
from games.engines.cafe_international.words import the_chair, the_table
from tests.games.cafe_international.naive import BOARD


def test_there_are_two_tables_for_each_of_twelve_nations():
    assert len(board().tables) == 24
    assert Counter(table.nation for table in board().tables) == dict.fromkeys(NATIONS, 2)
    assert Counter(table.nation for table in board().tables if table.second) == dict.fromkeys(NATIONS, 1)
    assert [table.id for table in board().tables] == [f"T{number:02}" for number in range(1, 25)]


def test_there_are_68_chairs_28_of_them_between_two_tables_18_between_two_nations():
    chairs = board().chairs
    assert tuple(chair.id for chair in chairs) == CHAIRS
    assert len(chairs) == 68
    assert sum(len(chair.tables) == 2 for chair in chairs) == 28
    assert sum(len(chair.nations) == 2 for chair in chairs) == 18


def test_tables_and_chairs_name_each_other():
    for number, table in enumerate(board().tables):
        assert len(set(table.chairs)) == 4
        assert {at for at, chair in enumerate(board().chairs) if number in chair.tables} == set(table.chairs)
    for chair in board().chairs:
        assert 1 <= len(chair.tables) <= 2
        assert sorted({board().tables[table].nation for table in chair.tables}) == list(chair.nations)


def test_chairs_stand_around_their_table_clockwise_from_the_top():
    for table in board().tables:
        around = [(board().chairs[chair].column, board().chairs[chair].row) for chair in table.chairs]
        column, row = table.column, table.row
        assert around == [(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)]
    places = [(place.column, place.row) for place in (*board().tables, *board().chairs)]
    places += [(place["col"], place["row"]) for place in BOARD["bar"]]
    assert len(set(places)) == len(places) == 24 + 68 + 20
    assert all(0 <= column < 13 and 0 <= row < 13 for column, row in places)


def test_no_two_tables_have_two_chairs_in_common():
    shared = Counter(chair.tables for chair in board().chairs if len(chair.tables) == 2)
    assert set(shared.values()) == {1}


def test_the_bar_has_twenty_places_with_their_values():
    assert [place["value"] for place in BOARD["bar"]] == BOARD["bar_values"] == list(BAR)
    assert [place["n"] for place in BOARD["bar"]] == list(range(1, 21))
    assert sum(BAR) == 15 - 30 - 40 - 50


def test_there_are_a_hundred_cards():
    assert len(ALL) == BOARD["deck"]["total"] == 100
    assert Counter(DECK.values()) == {4: 24, 2: 2}


def test_every_chair_and_every_table_has_a_name_of_its_own():
    assert len({the_chair(chair) for chair in range(68)}) == 68
    assert len({the_table(table) for table in range(24)}) == 24
    assert the_chair(CHAIRS.index("C62")) == "la chaise à droite de la deuxième table indienne"
    assert the_chair(CHAIRS.index("C60")) == "la chaise entre les deux tables américaines"
    assert the_chair(CHAIRS.index("C61")) == (
        "la chaise entre la deuxième table indienne et la deuxième table américaine"
    )


def test_the_first_american_table_is_the_one_of_the_worked_cases():
    assert [table.second for table in board().tables if table.nation == "US"] == [True, False]
    assert the_table(12) == "la première table américaine"
