"""Notation: every move has one text, and reading forgives case and spaces."""

import pytest

from games.engines.kernel import NotationError
from games.engines.uno import RULES
from games.engines.uno.moves import EVERY


def test_every_move_goes_to_text_and_back():
    assert len({move.text for move in EVERY}) == len(EVERY)
    for move in EVERY:
        assert RULES.read_move(str(move)) == move


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("r5", "R5"), ("  R5   ! ", "R5 !"), ("R5!", "R5 !"), ("w4 b", "W4 B"), ("y5  g5 !", "Y5 G5 !"),
        ("DRAW", "draw"), ("Pass", "pass"), ("Uno 2", "uno 2"), ("g", "G"), ("~r5  g2", "~R5 G2"),
        ("~ R5", "~R5"),
    ],
)  # fmt: skip
def test_it_reads_other_case_and_spaces(text, canonical):
    assert str(RULES.read_move(text)) == canonical


def test_the_order_of_a_doublet_counts():
    assert RULES.read_move("Y5 G5") != RULES.read_move("G5 Y5")


@pytest.mark.parametrize(
    "text",
    ["", " ", "!", "RR", "R10", "X5", "R5 G", "W R W R", "W R5", "R5 ! !", "uno", "uno 10", "uno x", "~",
     "~X5", "~draw", "0 R5", "draw !", "5R", "W4R", "uno -1"],
)  # fmt: skip
def test_what_is_no_move_is_unreadable_not_illegal(text):
    with pytest.raises(NotationError):
        RULES.read_move(text)
