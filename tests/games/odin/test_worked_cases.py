"""The worked cases of the rules, word for word."""

from games.engines.odin import RULES
from tests.games.odin.positions import articles, at, go, texts

OTHERS = ["1R", "2B 5N"]


def test_middle_8r_2r():
    state = at(["9G 3G 7B 7G 4O 3O 1O 2O 3B 9B", *OTHERS], "8R 2R")
    assert articles(state, "9G 3G") == []
    assert articles(state, "7B 7G") == ["odin.6"]
    assert articles(state, "4O 3O 1O") == []
    assert articles(state, "4O 3O 2O 1O") == ["odin.5"]
    assert articles(state, "9B")[0] == "odin.5"
    assert articles(state, "9G 3B") == ["odin.4"]


def test_middle_3b():
    state = at(["4R 3R 2G 1G", *OTHERS], "3B")
    assert articles(state, "4R") == []
    assert articles(state, "3R") == ["odin.6"]
    assert articles(state, "2G 1G") == []


def test_middle_9r_no_single_card_beats_it():
    hand = "2R 1R 9B 9P 9G 9N 9O 1B 1G"
    state = at([hand, "3R", "2B 5N"], "9R")
    assert all(articles(state, card) == ["odin.6"] for card in hand.split())
    assert articles(state, "2R 1R") == []
    assert articles(state, "1B 1G") == []


def test_three_ones_beat_98():
    assert articles(at(["1B 1G 1R 2O", "3R"], "9P 8P"), "1B 1R 1G") == []


def test_two_players_one_pass_ends_the_turn():
    state = go(at(["1B 2G", "3R 4R"], "9P"), "0 pass")
    assert (state.phase, state.turn, RULES.to_dict(state)["discard"]) == ("lead", 1, ["9P"])


def test_all_nines_in_the_middle_and_a_hand_no_longer_than_it_only_pass():
    nines = "9B 9R 9P 9G 9N 9O"
    assert texts(at(["8R 7R 6R 5R 4R 3R", "1B"], nines)) == ["pass"]


def test_the_last_cards_laid_while_following_must_be_legal_and_nothing_is_taken():
    assert articles(at(["1B 1G", "3R 4R"], "9P 8P"), "1B 1G") == ["odin.6"]
    assert articles(at(["9B 8G", "3R 4R"], "7P 1P"), "9B 8G") == ["odin.4"]
    state = go(at(["9B 8B", "3R 4R"], "7P 1P", options={"limit": 0}), "0 9B 8B")
    assert (state.phase, state.turn) == ("over", None)
    assert RULES.to_dict(state)["middle"] == ["8B", "9B"]
    assert RULES.to_dict(state)["discard"] == ["1P", "7P"]


def test_totals_15_8_8_the_two_with_8_share_the_win():
    state = at(["9B 8G", "1R", "1B"], turn=2, scores=[13, 7, 8])
    outcome = RULES.outcome(go(state, "2 1B"))
    assert (outcome.scores, outcome.winners) == ((15, 8, 8), (1, 2))
