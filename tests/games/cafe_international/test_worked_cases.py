"""The worked cases of the rules, word for word."""

from games.engines.cafe_international import RULES
from tests.games.cafe_international.positions import articles, at, go, texts

FOUR = {
    "game": "cafe-international", "seats": 4, "turn": 0, "phase": "turn",
    "hands": [
        ["US-M", "US-F", "CU-F", "CU-M", "DE-F"],
        ["IN-M", "IN-F", "CU-F", "CU-M", "DE-F"],
        ["US-F", "DE-M", "RU-M", "RU-F", "TR-F"],
        ["US-M", "US-F", "TR-M", "RU-M", "GB-F"],
    ],
}  # fmt: skip


def test_four_players_on_an_empty_board():
    state = go(RULES.from_dict(FOUR), "0 US-M@C66")
    assert (state.scores[0], state.phase, state.laid.points) == (0, "second", 0)
    state = go(state, "0 US-F@C53")
    assert state.scores == (2, 0, 0, 0)

    state = go(state, "~FR-F FR-M", "1 IN-M@C61")
    assert state.scores[1] == 0
    state = go(state, "1 IN-F@C62")
    assert state.scores == (2, 2, 0, 0)

    state = go(state, "~GB-M GB-M", "2 US-F@C54")
    assert state.scores == (2, 2, 2, 0)
    state = go(state, "2 end")

    state = go(state, "~ES-F", "3 US-M@C60")
    assert state.scores[3] == 6
    state = go(state, "3 US-F@C59")
    assert state.scores == (2, 2, 2, 14)
    assert (state.compatriots, state.owed) == ((0, 0, 0, 1), (3, 1))
    assert len(go(state, "~IT-M").hands[3]) == 4


def test_a_joker_makes_a_table_of_compatriots_and_is_not_replaced_in_the_hand():
    state = at("JK-F CU-M DE-F RU-M TR-F", "C62=IN-F C68=IN-M C55=IN-M")
    after = go(state, "0 JK-F@C61=IN")
    assert after.scores[0] == 8
    assert after.compatriots == (1, 0)
    assert (after.turn, len(after.hands[0])) == (1, 4)


def test_later_the_joker_is_exchanged():
    state = at("IN-F CU-M", "C62=IN-F C68=IN-M C55=IN-M C61=JK-F=IN", scores=[5, 9])
    after = go(state, "0 swap C61 IN-F")
    assert after.scores == (5, 9)
    assert after.hands[0] == ("CU-M", "JK-F")
    assert (after.turn, after.phase) == (1, "turn")


def test_a_second_woman_alone_is_refused():
    assert articles(at("IN-F", "C62=IN-F"), "IN-F@C68") == ["4"]


def test_a_pair_accepts_either_sex():
    state = at("IN-F IN-M", "C62=IN-F C68=IN-M")
    assert {"IN-F@C55", "IN-M@C55"} <= set(texts(state))


def test_two_women_and_a_man_accept_only_a_man():
    state = at("IN-F IN-M", "C62=IN-F C68=IN-M C61=IN-F")
    assert articles(state, "IN-F@C55") == ["4"]
    assert articles(state, "IN-M@C55") == []


BAR = "CU-F CU-M DE-F DE-M TR-F"


def test_score_1_the_sixth_place_at_the_bar_eliminates():
    state = go(at("IN-M RU-F", bar=BAR, scores=[1, 7, 7], seats=3), "0 bar IN-M")
    assert (state.out, state.scores, state.turn) == ((0,), (0, 7, 7), 1)
    assert state.bar[-1] == "IN-M"
    assert state.hands[0] == ("RU-F",)


def test_score_2_is_exactly_paid_and_still_in():
    state = go(at("IN-M RU-F", bar=BAR, scores=[2, 7, 7], seats=3), "0 bar IN-M")
    assert (state.out, state.scores, state.phase) == ((), (0, 7, 7), "refill")
