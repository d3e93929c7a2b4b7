"""Records: what is written can be read, replayed and compared."""

from datetime import date
from random import Random

import pytest

from games.engines.kernel import IllegalMove
from games.engines.kernel.records import Record, read_record, replay
from games.engines.kernel.simulation import simulate
from games.registry import get_game

TEXT = """\
game: uno
seats: 2
first: 1
options: {"target": 0}
date: 2026-03-12

~R1 R2 R3 R4 R5 R6 R7     # hands
~G1 G2 G3 G4 G5 G6 G7

~R9
1 draw  # nothing goes
"""


def uno_record(seed=1):
    game = get_game("uno")
    return simulate(game.rules, [game.bots["novice"]] * 3, Random(seed), options={"target": 0}).record


def test_head_lines_plies_and_comments_are_read():
    record = read_record(TEXT)
    assert (record.game, record.seats, record.first, record.options) == ("uno", 2, 1, {"target": 0})
    assert record.date == date(2026, 3, 12)
    assert record.plies[2:] == (("~", "~R9"), (1, "draw"))


def test_a_record_goes_to_text_and_back():
    for record in (uno_record(), read_record(TEXT), Record("uno", 2)):
        assert read_record(str(record)) == record


def test_replay_needs_no_generator_and_ends_the_same():
    record = uno_record()
    last = list(replay(get_game("uno").rules, record))[-1]
    assert get_game("uno").rules.outcome(last.after) is not None


def test_the_same_seed_plays_the_same_game():
    assert uno_record(5) == uno_record(5) != uno_record(6)


def test_another_outcome_than_the_moves_lead_to_is_refused():
    record = uno_record()
    wrong = read_record(str(record).replace("winners", "winners 2"))
    with pytest.raises(ValueError, match="outcome: the moves"):
        list(replay(get_game("uno").rules, wrong))


def test_an_illegal_move_in_a_record_is_refused_by_its_article():
    record = read_record(TEXT.replace("1 draw", "1 B9"))
    with pytest.raises(IllegalMove) as refusal:
        list(replay(get_game("uno").rules, record))
    assert refusal.value.faults[0].article == "commun.main"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("game: uno\n", ""), "game"),
        (("seats: 2", "seats: two"), "two"),
        (("1 draw", "draw"), "line 11"),
        (("1 draw", "game: odin"), "line 11"),
        (('{"target": 0}', "[]"), "options"),
        (("1 draw", "outcome: x\n1 draw"), "line 12"),
    ],
)
def test_what_is_wrong_in_a_record_is_named(change, message):
    with pytest.raises(ValueError, match=message):
        read_record(TEXT.replace(*change))
