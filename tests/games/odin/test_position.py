"""The JSON position: what may be left out, and what is refused by the name of its key."""

import json
from random import Random

import pytest

from games.engines.kernel import CHANCE, SPECTATOR
from games.engines.odin import RULES
from tests.games.odin.positions import at, go

LEAD = {
    "game": "odin", "seats": 2, "turn": 1, "phase": "lead", "hands": [["5R", "1B"], ["2G", "1G"]],
}  # fmt: skip
FOLLOW = {**LEAD, "phase": "follow", "middle": ["4P"], "owner": 0}
TAKE = {**LEAD, "phase": "take", "middle": ["4P"], "beaten": ["3N"], "owner": 1}
OVER = {**LEAD, "phase": "over", "turn": None, "hands": [["5R"], []], "middle": ["4P"], "owner": 1}
DEAL = {"game": "odin", "seats": 3, "turn": "~", "phase": "deal"}


def test_what_may_be_left_out():
    d = RULES.to_dict(RULES.from_dict(LEAD))
    assert len(d["aside"]) == 50
    assert d["aside"] == sorted(d["aside"])
    assert (d["discard"], d["beaten"], d["middle"], d["scores"], d["options"]) == ([], [], [], [0, 0], {})
    assert (d["hand"], d["starter"], d["owner"], d["next"]) == (1, 1, None, None)


def test_what_may_be_left_out_of_a_deal():
    assert RULES.from_dict(DEAL) == RULES.opening(3, 0)
    assert RULES.from_dict({**DEAL, "next": 2}) == RULES.opening(3, 2)
    assert RULES.from_dict({**DEAL, "starter": 2}) == RULES.opening(3, 2)


def test_with_four_colours_the_cards_set_aside_have_four_colours():
    d = RULES.to_dict(RULES.from_dict({**LEAD, "options": {"colours": 4}}))
    assert (len(d["aside"]), {card[1] for card in d["aside"]}) == (32, set("BRPG"))


def test_all_cards_are_written_sorted():
    d = RULES.to_dict(RULES.from_dict({**FOLLOW, "middle": ["9O", "2O"], "discard": ["8R", "3R", "8B"]}))
    assert d["hands"] == [["1B", "5R"], ["1G", "2G"]]
    assert (d["middle"], d["discard"]) == (["2O", "9O"], ["3R", "8B", "8R"])


def test_only_options_that_differ_are_written():
    assert RULES.to_dict(RULES.from_dict({**LEAD, "options": {"colours": 6, "limit": 10}}))["options"] == {
        "limit": 10
    }


def test_explicit_cards_set_aside_may_be_incomplete():
    assert RULES.to_dict(RULES.from_dict({**LEAD, "aside": ["9R"]}))["aside"] == ["9R"]
    assert RULES.to_dict(RULES.from_dict({**LEAD, "aside": []}))["aside"] == []


def test_a_position_goes_through_json():
    follow = at(["9G 3G 1O", "1R 2R"], "8R 7R")
    for state in (
        RULES.opening(6, 3, limit=0),
        RULES.opening(2, 1, colours=4, limit=20),
        go(follow, "0 9G 3G"),
        go(follow, "0 9G 3G", "0 take 8R"),
        go(follow, "0 pass"),
        go(at(["1B", "9R"], options={"limit": 0}), "0 1B"),
    ):
        assert RULES.from_dict(json.loads(json.dumps(RULES.to_dict(state)))) == state


@pytest.mark.parametrize(
    ("key", "data", "change"),
    [
        ("game", LEAD, {"game": "uno"}),
        ("game", LEAD, {"game": None}),
        ("seats", LEAD, {"seats": 1}),
        ("seats", LEAD, {"seats": 7}),
        ("seats", LEAD, {"seats": "2"}),
        ("phase", LEAD, {"phase": "play"}),
        ("turn", LEAD, {"turn": 2}),
        ("turn", LEAD, {"turn": "~"}),
        ("turn", LEAD, {"turn": None}),
        ("turn", LEAD, {"turn": True}),
        ("next", LEAD, {"next": 1}),
        ("hands", LEAD, {"hands": [["5R"]]}),
        ("hands", LEAD, {"hands": [["5R"], []]}),
        ("hands", LEAD, {"hands": [["5R"], ["5R"]]}),
        ("hands", LEAD, {"hands": [["5R"], ["0R"]]}),
        ("hands", LEAD, {"hands": [["5R"], "1G"]}),
        ("hands", LEAD, {"hands": None}),
        ("hands", LEAD, {"hands": [["5O"], ["1G"]], "options": {"colours": 4}}),
        ("middle", LEAD, {"middle": ["4P"]}),
        ("beaten", LEAD, {"beaten": ["4P"]}),
        ("owner", LEAD, {"owner": 0}),
        ("discard", LEAD, {"discard": ["5R"]}),
        ("discard", LEAD, {"discard": "9R"}),
        ("discard", LEAD, {"discard": ["9N"], "options": {"colours": 4}}),
        ("aside", LEAD, {"aside": ["5R"]}),
        ("aside", LEAD, {"aside": ["9R", "9R"]}),
        ("aside", LEAD, {"aside": [9]}),
        ("aside", LEAD, {"aside": ["9O"], "options": {"colours": 4}}),
        ("starter", LEAD, {"starter": 2}),
        ("starter", LEAD, {"starter": -1}),
        ("hand", LEAD, {"hand": 0}),
        ("hand", LEAD, {"hand": "1"}),
        ("scores", LEAD, {"scores": [1]}),
        ("scores", LEAD, {"scores": [1, -1]}),
        ("scores", LEAD, {"scores": [1, 2.5]}),
        ("options", LEAD, {"options": {"limits": 10}}),
        ("options", LEAD, {"options": {"limit": 12}}),
        ("options", LEAD, {"options": {"limit": False}}),
        ("options", LEAD, {"options": {"colours": 5}}),
        ("options", LEAD, {"options": []}),
        ("pile", LEAD, {"pile": []}),
        # following
        ("middle", FOLLOW, {"middle": []}),
        ("middle", FOLLOW, {"middle": ["5R"]}),
        ("middle", FOLLOW, {"middle": ["4P", "3B"]}),
        ("owner", FOLLOW, {"owner": None}),
        ("owner", FOLLOW, {"owner": 1}),
        ("owner", FOLLOW, {"owner": 2}),
        ("beaten", FOLLOW, {"beaten": ["3N"]}),
        # taking
        ("turn", TAKE, {"turn": "~"}),
        ("owner", TAKE, {"owner": 0}),
        ("beaten", TAKE, {"beaten": []}),
        ("beaten", TAKE, {"beaten": ["4P"]}),
        ("beaten", TAKE, {"beaten": ["4N"]}),
        ("beaten", TAKE, {"beaten": ["3N", "2N"]}),
        ("beaten", TAKE, {"beaten": ["3N", "2B"], "middle": ["5P", "4P"]}),
        ("beaten", TAKE, {"beaten": ["3N"], "middle": ["6P", "5P", "4P"]}),
        ("hands", TAKE, {"hands": [["5R"], []]}),
        # over
        ("turn", OVER, {"turn": 0}),
        ("hands", OVER, {"hands": [["5R"], ["1G"]]}),
        ("hands", OVER, {"hands": [[], []]}),
        ("middle", OVER, {"middle": []}),
        ("owner", OVER, {"owner": 0}),
        ("owner", OVER, {"owner": None}),
        ("beaten", OVER, {"beaten": ["3N"]}),
        # a deal
        ("turn", DEAL, {"turn": 0}),
        ("next", DEAL, {"next": 3}),
        ("next", DEAL, {"next": 1, "starter": 0}),
        ("hands", DEAL, {"hands": [[], ["1R"], []]}),
        ("hands", DEAL, {"hands": [["2R"], ["1R"], ["3R"]]}),
        ("aside", DEAL, {"aside": ["1R"]}),
        ("discard", DEAL, {"discard": ["1R"]}),
        ("middle", DEAL, {"middle": ["1R"]}),
        ("owner", DEAL, {"owner": 0}),
    ],
)  # fmt: skip
def test_it_refuses_by_the_name_of_the_key(key, data, change):
    with pytest.raises(ValueError, match=rf"^{key}: "):
        RULES.from_dict({**data, **change})


@pytest.mark.parametrize("data", [LEAD, FOLLOW, TAKE, OVER, DEAL])
def test_these_are_positions_but_for_the_change(data):
    assert RULES.to_dict(RULES.from_dict(data))["phase"] == data["phase"]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        *((LEAD, key) for key in ("game", "seats", "turn", "phase", "hands")),
        *((FOLLOW, key) for key in ("middle", "owner")),
        *((TAKE, key) for key in ("middle", "owner", "beaten")),
        *((OVER, key) for key in ("turn", "middle", "owner")),
    ],
)
def test_what_is_missing_is_named(data, key):
    with pytest.raises(ValueError, match=f"^{key}: "):
        RULES.from_dict({name: value for name, value in data.items() if name != key})


@pytest.mark.parametrize(
    ("key", "arguments"),
    [
        ("seats", {"seats": 1}),
        ("seats", {"seats": 7}),
        ("first", {"seats": 2, "first": 2}),
        ("options", {"seats": 2, "doublet": True}),
        ("options", {"seats": 2, "limit": 250}),
        ("colours", {"seats": 5, "colours": 4}),
    ],
)
def test_an_opening_that_cannot_be_is_refused(key, arguments):
    with pytest.raises(ValueError, match=f"^{key}: "):
        RULES.opening(**arguments)


class TestView:
    STATE = go(at(["9G 3G 1O", "1R 2R", "5N"], "8R 7R", scores=[1, 2, 3]), "0 9G 3G")

    def test_it_has_the_keys_of_the_position_and_hides_hands_and_what_is_aside(self):
        seen = RULES.view(self.STATE, 1).to_dict()
        assert set(seen) == {*RULES.to_dict(self.STATE), "seat"}
        assert seen["hands"] == [1, ["1R", "2R"], 1]
        assert seen["aside"] == 54 - 8
        assert seen["middle"] == ("3G", "9G")
        assert seen["beaten"] == ("7R", "8R")
        json.dumps(seen)

    def test_a_spectator_sees_no_hand(self):
        assert RULES.view(self.STATE, SPECTATOR).hands == (1, 2, 1)

    def test_at_the_end_only_the_numbers_of_cards_are_known(self):
        state = go(at(["1B", "9R 3P"], options={"limit": 0}), "0 1B")
        assert RULES.view(state, 0).hands == ((), 2)

    def test_what_is_unseen_is_dealt_anew_and_nothing_else(self):
        state = RULES.auto(RULES.opening(3), Random(1))
        hands = {RULES.redeal(state, 0, Random(seed)).hands for seed in range(20)}
        assert len({hand[0] for hand in hands}) == 1
        assert len({hand[1] for hand in hands}) == len({hand[2] for hand in hands}) == 20

    def test_chance_is_asked_only_when_it_is_due(self):
        with pytest.raises(ValueError, match="no chance move"):
            RULES.chance(self.STATE, Random(1))
        assert RULES.actors(RULES.opening(2)) == (CHANCE,)
