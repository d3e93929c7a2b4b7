"""Notation: every move has one text, and reading forgives case and spaces."""

import pytest

from games.engines.cafe_international import RULES
from games.engines.cafe_international.moves import every
from games.engines.kernel import NotationError


def test_every_move_goes_to_text_and_back():
    assert len({move.text for move in every()}) == len(every())
    for move in every():
        assert RULES.read_move(str(move)) == move


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("in-f@c61", "IN-F@C61"), ("  JK-F@C12=es ", "JK-F@C12=ES"), ("JK-f@C52", "JK-F@C52"),
        ("BAR  in-m", "bar IN-M"), ("Swap c52   de-f", "swap C52 DE-F"), ("PASS", "pass"), ("End", "end"),
        ("~in-f  us-m", "~IN-F US-M"), ("~ IN-F", "~IN-F"), ("JK-F@C12", "JK-F@C12"),
    ],
)  # fmt: skip
def test_it_reads_other_case_and_spaces(text, canonical):
    assert str(RULES.read_move(text)) == canonical


@pytest.mark.parametrize(
    "text",
    ["", " ", "IN-F", "IN-F@", "IN-F@C00", "IN-F@C69", "IN-F@C6", "XX-F@C61", "IN-X@C61", "IN-F@C61=IN",
     "JK-F@C12=", "JK-F@C12=XX", "bar", "bar C61", "bar IN-F US-M", "swap IN-F C61", "swap C61", "pass now",
     "~", "~C61", "~bar", "0 end", "JK-F=ES@C12"],
)  # fmt: skip
def test_what_is_no_move_is_unreadable_not_illegal(text):
    with pytest.raises(NotationError):
        RULES.read_move(text)
