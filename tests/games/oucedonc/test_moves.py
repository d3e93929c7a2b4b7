"""Notation: every move has one text, and reading forgives case, spaces and the kind of apostrophe."""

import pytest

from games.engines.kernel import NotationError
from games.engines.oucedonc import RULES
from games.engines.oucedonc.words import told_move
from tests.games.oucedonc.positions import RULES as SMALL_RULES
from tests.games.oucedonc.positions import SMALL, at


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("ns 0", "NS 0"), (" Ew  12 ", "EW 12"), ("NS 99", "NS 99"), ("DOUBT n", "doubt N"),
        ("Trust", "trust"),
        ("Estimate  3", "estimate 3"), ("estimate 140", "estimate 140"), ("~amsterdam", "~Amsterdam"),
        ("~  saint-jacques-de-compostelle", "~Saint-Jacques-de-Compostelle"), ("~MONT  BLANC", "~Mont Blanc"),
        ("~Lac d’Ohrid", "~Lac d'Ohrid"), ("~E\u0301dimbourg", "~Édimbourg"),
        ("~Fort Boyard", "~Fort Boyard"),
    ],
)  # fmt: skip
def test_it_reads_other_case_and_spaces(text, canonical):
    move = RULES.read_move(text)
    assert str(move) == canonical
    assert RULES.read_move(canonical) == move


@pytest.mark.parametrize(
    "text",
    ["", " ", "NS", "NS 00", "NS 01", "NS -1", "NS 1 2", "NS x", "NS ²", "NS 12345", "SN 0", "doubt",
     "doubt X",
     "doubt N S", "trust me", "estimate", "estimate -1", "estimate 1.5", "~", "~Atlantide", "Amsterdam",
     "~Amsterdam Paris", "0 NS 1", None],
)  # fmt: skip
def test_what_is_no_move_is_unreadable_not_illegal(text):
    with pytest.raises(NotationError):
        RULES.read_move(text)


def test_only_the_places_of_its_own_map_are_read():
    assert str(SMALL_RULES.read_move(f"~{next(iter(SMALL))}")) == f"~{next(iter(SMALL))}"
    with pytest.raises(NotationError):
        SMALL_RULES.read_move("~Amsterdam")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("NS 0", "au nord de « 50N0E »"),
        ("NS 1", "entre « 50N0E » et « 45N0E »"),
        ("NS 2", "au sud de « 45N0E »"),
        ("EW 0", "à l’ouest de « 45N0E »"),
        ("EW 1", "à l’est de « 45N0E »"),
        ("doubt W", "douter à l’ouest"),
        ("trust", "ne pas douter"),
        ("estimate 0", "aucune carte mal placée"),
        ("estimate 1", "1 carte mal placée"),
        ("estimate 2", "2 cartes mal placées"),
        ("~40N0E", "tirer « 40N0E »"),
    ],
)
def test_every_move_has_its_words(text, told):
    state = at(["50N0E", "45N0E"], start="45N0E", card="60N0E")
    assert told_move(SMALL_RULES.read_move(text), state) == told
    assert told_move(SMALL_RULES.read_move(text), SMALL_RULES.view(state, 0)) == told
