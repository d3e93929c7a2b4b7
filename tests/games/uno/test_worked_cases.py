"""The worked cases of the rules, word for word."""

from games.engines.uno import RULES
from tests.games.uno.positions import articles, at, go, texts


def test_top_y4_hand_y5_g5_r4_b7():
    state = at(["Y5 G5 R4 B7", "R1 R2"], "Y4")
    assert set(texts(state)) == {"R4", "Y5", "Y5 G5", "draw"}
    assert articles(state, "G5 Y5") == ["uno.3"]
    assert articles(state, "B7") == ["uno.3"]


def test_top_y4_hand_r4_b4():
    state = at(["R4 B4", "R1 R2"], "Y4")
    assert set(texts(state)) == {"R4", "R4 !", "B4", "B4 !", "R4 B4", "B4 R4", "draw"}


def test_a_forced_draw_that_can_be_laid_must_be():
    state = go(at(["G4 B1", "R1 R3"], "R7"), "0 draw", "~R2")
    assert texts(state) == ["R2"]


def test_a_chosen_draw_may_be_laid_or_not():
    state = go(at(["G4 R9", "R1 R3"], "R7"), "0 draw", "~R2")
    assert set(texts(state)) == {"R2", "pass"}
    assert articles(state, "R9") == ["uno.9"]


def test_two_players_a_reverse_lets_the_same_player_play_again():
    assert RULES.actors(go(at(["RT R4 B7", "R1 R2"], "R9"), "0 RT")) == (0,)


def test_last_card_rd_the_next_draws_two_and_these_count():
    state = go(at(["RD", "B7"], "R9", options={"target": 0}), "0 RD", "~Y5 Y3")
    assert RULES.outcome(state).scores == (7 + 5 + 3, 0)


def test_the_counts():
    state = go(at(["R4", "R9 W", "BS B0"], "Y4", options={"target": 0}), "0 R4")
    outcome = RULES.outcome(state)
    assert outcome.scores == (79, 0, 0)
    assert [line.points for line in outcome.lines] == [59, 20]
    state = go(at(["R4", "R7 GD W"], "Y4", options={"target": 0}), "0 R4")
    assert RULES.outcome(state).scores == (77, 0)
