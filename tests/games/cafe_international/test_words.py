"""How cards, chairs and moves are said in French."""

import pytest

from games.engines.cafe_international import RULES
from games.engines.cafe_international.board import board
from games.engines.cafe_international.cards import DECK
from games.engines.cafe_international.words import card_name, the_card, told_move, words
from games.tables.cafe_international import TABLE


def test_every_card_has_a_name_of_its_own():
    assert len({the_card(card) for card in DECK}) == len({card_name(card) for card in DECK}) == 26


@pytest.mark.parametrize(
    ("card", "name"),
    [("IN-F", "l’Indienne"), ("RU-F", "la Russe"), ("RU-M", "le Russe"), ("GB-M", "l’Anglais"),
     ("US-F", "l’Américaine"), ("JK-F", "le joker femme")],
)  # fmt: skip
def test_a_card_comes_with_its_article(card, name):
    assert the_card(card) == name


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("IN-F@C62", "asseoir l’Indienne sur la chaise à droite de la deuxième table indienne"),
        ("JK-M@C61=US", "asseoir le joker homme, qui est un Américain, sur la chaise "
                        "entre la deuxième table indienne et la deuxième table américaine"),
        ("bar RU-M", "envoyer le Russe au bar"),
        ("swap C53 US-F", "échanger l’Américaine contre le joker "
                          "sur la chaise en haut de la première table américaine"),
        ("pass", "passer son tour"),
        ("end", "s’arrêter là"),
        ("~IN-F RU-F", "tirer l’Indienne et la Russe"),
    ],
)  # fmt: skip
def test_a_move_is_said(move, said):
    assert told_move(RULES.read_move(move)) == said


def test_what_is_said_of_a_joker_ends_before_the_next_guest():
    state = RULES.from_dict(
        {"game": "cafe-international", "seats": 2, "turn": 0, "phase": "turn",
         "chairs": {"C61": "JK-M=US", "C67": "US-F"},
         "hands": [["RU-F"], ["DE-F"]]}
    )  # fmt: skip
    said = TABLE.board(RULES.view(state, 0), (), ["Toi", "Max"]).told
    guests = "le joker homme, qui est Américain, et l’Américaine."
    assert f"Deuxième table américaine\u202f: {guests}" in said


def test_the_sides_of_a_table_are_said_as_they_are_drawn():
    table = board().tables[12]
    sides = [words("chair", chair) for chair in table.chairs if len(board().chairs[chair].tables) == 1]
    assert sides == [f"la chaise {side} de la première table américaine" for side in ("en haut", "en bas")]
