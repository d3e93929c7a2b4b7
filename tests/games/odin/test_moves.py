"""Notation: every move has one text, and reading forgives case, spaces and the order of a set."""

import pytest

from games.engines.kernel import NotationError
from games.engines.odin import RULES
from games.engines.odin.moves import PASSES, TAKES, every_set
from games.engines.odin.words import told_move


def test_every_move_goes_to_text_and_back():
    every = [*every_set(), *TAKES.values(), PASSES]
    # 6 × (2⁹ − 1) of one colour and 9 × (2⁶ − 1) of one number; a single card is both
    assert len(every_set()) == 6 * 511 + 9 * 63 - 54
    assert len({move.text for move in every}) == len(every)
    for move in every:
        assert RULES.read_move(str(move)) == move


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("9r", "9R"), ("  2R   9R 4R", "9R 4R 2R"), ("7o 7n 7g 7p 7r 7b", "7B 7R 7P 7G 7N 7O"),
        ("3B 9G", "9G 3B"), ("PASS", "pass"), ("Take  5b", "take 5B"), ("9R 9R", "9R 9R"),
        ("~9R  4b", "~9R 4B"), ("~ 4B 9R", "~4B 9R"),
    ],
)  # fmt: skip
def test_it_reads_other_case_spaces_and_order(text, canonical):
    assert str(RULES.read_move(text)) == canonical


@pytest.mark.parametrize(
    "text",
    ["", " ", "R9", "0R", "10R", "9X", "9", "take", "take 5B 6B", "take pass", "take 5X", "pass 9R", "~",
     "~pass", "9R4R", "9R, 4R", "0 9R", "draw", "9R !", None, 9],
)  # fmt: skip
def test_what_is_no_move_is_unreadable_not_illegal(text):
    with pytest.raises(NotationError):
        RULES.read_move(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("9R", "poser le 9 rouge"), ("9N 4N 2N", "poser le 9 noir, le 4 noir et le 2 noir"),
        ("7B 7P", "poser le 7 bleu et le 7 rose"), ("take 5O", "reprendre le 5 orange"), ("pass", "passer"),
        ("~4B 9G", "tirer le 4 bleu et le 9 vert"),
    ],
)  # fmt: skip
def test_a_move_has_words(text, told):
    assert told_move(RULES.read_move(text)) == told
