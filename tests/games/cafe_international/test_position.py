"""The JSON position: what may be left out, and what is refused by the name of its key."""

import json
from random import Random

import pytest

from games.engines.cafe_international import RULES
from games.engines.kernel import CHANCE, SPECTATOR
from tests.games.cafe_international.naive import CARDS, JOKERS
from tests.games.cafe_international.positions import at, go

TURN = {
    "game": "cafe-international", "seats": 2, "turn": 0, "phase": "turn",
    "hands": [["US-M", "IN-F"], ["GB-F", "GB-M"]],
}  # fmt: skip
SECOND = {**TURN, "phase": "second", "chairs": {"C68": "IN-M"}, "laid": {"chair": "C68", "points": 0}}
REFILL = {**TURN, "phase": "refill", "turn": "~", "chairs": {"C68": "IN-M"}, "owed": {"seat": 0, "number": 3}}
DEAL = {**TURN, "phase": "deal", "turn": "~", "hands": [[], []], "owed": {"seat": 0, "number": 5}}
OVER = {**TURN, "phase": "over", "turn": None}


def test_what_may_be_left_out():
    d = RULES.to_dict(RULES.from_dict(TURN))
    assert len(d["bag"]) == 96
    assert d["bag"] == sorted(d["bag"])
    assert (d["chairs"], d["bar"], d["compatriots"], d["out"]) == ({}, [], [0, 0], [])
    assert (d["scores"], d["options"], d["next"], d["laid"], d["owed"]) == ([0, 0], {}, None, None, None)


def test_the_opening_lasts_until_something_lies_on_the_table():
    assert RULES.from_dict(TURN).opening
    assert RULES.from_dict(SECOND).opening
    assert not RULES.from_dict({**TURN, "bar": ["RU-M"]}).opening
    assert not RULES.from_dict({**TURN, "chairs": {"C01": "AF-F"}}).opening
    assert not RULES.from_dict({**SECOND, "chairs": {"C68": "IN-M", "C01": "AF-F"}}).opening
    assert not RULES.from_dict({**TURN, "opening": False}).opening
    assert not RULES.from_dict(OVER).opening
    assert RULES.from_dict(DEAL).opening


def test_hands_are_sorted_and_the_bar_keeps_its_order():
    state = RULES.from_dict({**TURN, "bar": ["RU-M", "AF-F", "DE-F"]})
    assert state.hands == (("IN-F", "US-M"), ("GB-F", "GB-M"))
    assert state.bar == ("RU-M", "AF-F", "DE-F")


def test_only_options_that_differ_are_written():
    assert RULES.to_dict(RULES.from_dict({**TURN, "options": {"jokers": "action"}}))["options"] == {}
    guest = {**TURN, "options": {"jokers": "guest"}}
    assert RULES.to_dict(RULES.from_dict(guest))["options"] == {"jokers": "guest"}


def test_an_explicit_bag_may_be_incomplete():
    assert RULES.from_dict({**TURN, "bag": ["RU-M"]}).bag == ("RU-M",)


def test_next_may_be_left_out():
    assert RULES.from_dict(DEAL) == RULES.opening(2)
    assert RULES.from_dict(REFILL).next == 1
    assert RULES.from_dict({**REFILL, "owed": {"seat": 1, "number": 1}}).next == 0
    # nobody is asked after the last cards of the bag
    assert RULES.from_dict({**REFILL, "bag": ["RU-M"] * 4 + ["CU-F"] * 3}).next is None


def test_chairs_are_written_as_they_are_read():
    chairs = {"C12": "JK-F=ES", "C52": "JK-M", "C61": "IN-F"}
    assert RULES.to_dict(RULES.from_dict({**TURN, "chairs": chairs}))["chairs"] == chairs


def test_a_guest_may_be_alone_and_history_is_not_audited():
    state = RULES.from_dict({**TURN, "chairs": {"C61": "IN-M"}, "scores": [77, 3], "compatriots": [3, 0]})
    assert state.scores == (77, 3)
    RULES.from_dict({**TURN, "hands": [["US-M"] * 4 + ["IN-F"] * 3, []]})


def test_a_position_goes_through_json():
    for state in (
        RULES.opening(4, 3, jokers="guest"),
        at("IN-M US-F JK-F", "C62=IN-F", laid=("C62", 0), bar="RU-M"),
        go(at("IN-M US-F JK-F", "C62=IN-F"), "0 IN-M@C68", "0 end"),
        go(at("IN-M JK-F", "C62=IN-M C12=JK-M=CN"), "0 JK-F@C61=US"),
        RULES.from_dict(OVER),
    ):
        assert RULES.from_dict(json.loads(json.dumps(RULES.to_dict(state)))) == state


@pytest.mark.parametrize(
    ("key", "base", "change"),
    [
        ("game", TURN, {"game": "uno"}),
        ("seats", TURN, {"seats": 5}),
        ("seats", TURN, {"seats": 1}),
        ("phase", TURN, {"phase": "play"}),
        ("phase", TURN, {"phase": None}),
        ("turn", TURN, {"turn": 2}),
        ("turn", TURN, {"turn": "~"}),
        ("turn", TURN, {"turn": None}),
        ("turn", DEAL, {"turn": 0}),
        ("turn", OVER, {"turn": 0}),
        ("turn", {**TURN, "seats": 3, "hands": [["US-M"], ["US-F"], ["IN-F"]]}, {"out": [0]}),
        ("next", TURN, {"next": 1}),
        ("next", REFILL, {"next": 0}),
        ("next", REFILL, {"next": 1, "bag": ["RU-M"] * 4 + ["CU-F"] * 3}),
        ("next", DEAL, {"next": 2}),
        ("scores", TURN, {"scores": [0]}),
        ("scores", TURN, {"scores": [0, -1]}),
        ("scores", TURN, {"scores": [0, "1"]}),
        ("options", TURN, {"options": {"joker": "guest"}}),
        ("options", TURN, {"options": {"jokers": "both"}}),
        ("options", TURN, {"options": ["guest"]}),
        ("hands", TURN, {"hands": None}),
        ("hands", TURN, {"hands": [["US-M"]]}),
        ("hands", TURN, {"hands": [["US-X"], []]}),
        ("hands", TURN, {"hands": [["US-M"] * 5, ["US-F"]]}),
        ("hands", TURN, {"hands": [["JK-F"] * 3, ["US-F"]]}),
        ("hands", TURN, {"hands": [[], ["US-F"]]}),
        ("hands", SECOND, {"hands": [[], ["US-F"]]}),
        ("hands", DEAL, {"hands": [["US-M"], []]}),
        ("hands", DEAL, {"owed": {"seat": 1, "number": 5}}),
        ("chairs", TURN, {"chairs": ["IN-F"]}),
        ("chairs", TURN, {"chairs": {"C69": "IN-F"}}),
        ("chairs", TURN, {"chairs": {"C62": "IN"}}),
        ("chairs", TURN, {"chairs": {"C62": 3}}),
        ("chairs", TURN, {"chairs": {"C62": "US-F"}}),
        ("chairs", TURN, {"chairs": {"C62": "IN-F="}}),
        ("chairs", TURN, {"chairs": {"C61": "IN-F=IN"}}),
        ("chairs", TURN, {"chairs": {"C61": "JK-F"}}),
        ("chairs", TURN, {"chairs": {"C61": "JK-F=FR"}}),
        ("chairs", TURN, {"chairs": {"C62": "JK-F=IN"}}),
        ("chairs", TURN, {"chairs": {"C62": "JK-F="}}),
        ("chairs", TURN, {"chairs": {"C62": "IN-F", "C68": "IN-F"}}),
        ("chairs", TURN, {"chairs": {"C62": "IN-F", "C68": "IN-F", "C61": "US-F", "C55": "IN-M"}}),
        ("chairs", DEAL, {"chairs": {"C62": "IN-F"}}),
        ("bar", TURN, {"bar": ["JK-F"]}),
        ("bar", TURN, {"bar": ["RU-M"] * 5}),
        ("bar", TURN, {"bar": "US-M"}),
        ("bar", DEAL, {"bar": ["US-M"]}),
        ("bar", TURN, {"bar": [card for card in CARDS if card not in JOKERS][:20]}),
        ("bag", TURN, {"bag": ["US-M"] * 4}),
        ("bag", TURN, {"bag": ["JK-X"]}),
        ("bag", DEAL, {"bag": ["US-M"] * 4}),
        ("compatriots", TURN, {"compatriots": [0]}),
        ("compatriots", TURN, {"compatriots": [5, 0]}),
        ("compatriots", SECOND, {"compatriots": [0, 5]}),
        ("out", TURN, {"out": [1]}),
        ("out", TURN, {"out": [2]}),
        ("out", TURN, {"out": 1}),
        ("out", OVER, {"out": [0, 1]}),
        ("out", {**OVER, "seats": 4, "hands": [[], [], [], []]}, {"out": [1, 1]}),
        ("opening", TURN, {"opening": "yes"}),
        ("opening", TURN, {"opening": True, "bar": ["RU-M"]}),
        ("opening", SECOND, {"opening": True, "chairs": {"C68": "IN-M", "C01": "AF-F"}}),
        ("laid", TURN, {"laid": {"chair": "C68", "points": 0}}),
        ("laid", SECOND, {"laid": None}),
        ("laid", SECOND, {"laid": {"chair": "C68"}}),
        ("laid", SECOND, {"laid": {"chair": "C67", "points": 0}}),
        ("laid", SECOND, {"laid": {"chair": "C99", "points": 0}}),
        ("laid", SECOND, {"laid": {"chair": "C68", "points": 2}}),
        ("laid", SECOND, {"chairs": {"C68": "JK-M"}}),
        ("laid", SECOND, {"opening": False, "hands": [["US-M", "RU-F"], []]}),
        ("owed", TURN, {"owed": {"seat": 0, "number": 1}}),
        ("owed", REFILL, {"owed": None}),
        ("owed", REFILL, {"owed": {"seat": 0, "number": 0}}),
        ("owed", REFILL, {"owed": {"seat": 0, "number": 4}}),
        ("owed", REFILL, {"owed": {"seat": 2, "number": 1}}),
        ("owed", REFILL, {"bag": ["RU-M"] * 4 + ["CU-F"]}),
        ("owed", DEAL, {"owed": {"seat": 0, "number": 4}}),
        ("owed", DEAL, {"owed": None}),
        ("colour", TURN, {"colour": "R"}),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_by_its_key(key, base, change):
    RULES.from_dict(base)
    with pytest.raises(ValueError, match=rf"^{key}: "):
        RULES.from_dict({**base, **change})


@pytest.mark.parametrize("key", ["game", "seats", "turn", "phase", "hands"])
def test_what_must_be_there(key):
    with pytest.raises(ValueError, match=rf"^{key}: is missing"):
        RULES.from_dict({name: value for name, value in TURN.items() if name != key})


@pytest.mark.parametrize("data", [None, [], "turn", 3])
def test_what_is_no_position_at_all(data):
    with pytest.raises(ValueError, match=r"^game: "):
        RULES.from_dict(data)


@pytest.mark.parametrize(("arguments", "key"), [((1,), "seats"), ((5,), "seats"), ((2, 2), "first")])
def test_an_opening_that_cannot_be(arguments, key):
    with pytest.raises(ValueError, match=f"^{key}: "):
        RULES.opening(*arguments)


class TestViews:
    @pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
    def test_everybody_sees_everything_since_the_bag_holds_what_is_left(self, seat):
        state = at("IN-M US-F", "C62=IN-F C12=JK-F=ES")
        assert RULES.view(state, seat).to_dict() == {"seat": seat, **RULES.to_dict(state)}
        assert RULES.redeal(state, seat, Random(1)) == state

    def test_a_draw_is_as_likely_as_the_bag_says(self):
        state = go(
            at("IN-M US-F AF-F CN-F ES-F", bag=["RU-F"] * 1 + ["RU-M"] * 3 + ["GB-F"] * 2), "0 bar IN-M"
        )
        rng = Random(1)
        drawn = [str(RULES.chance(state, rng)) for _ in range(600)]
        assert 270 < drawn.count("~RU-M") < 330
        assert 70 < drawn.count("~RU-F") < 130
        assert RULES.actors(state) == (CHANCE,)


class TestPromises:
    def test_shares_of_a_win_are_shared_out_and_those_who_are_out_have_none(self):
        state = at("IN-M US-F", "C62=IN-F", seats=3, scores=[20, 0, 20], out=[1])
        shares = RULES.promise(state)
        assert sum(shares) == pytest.approx(1)
        assert shares[1] == 0

    def test_points_promise_more_the_less_there_is_to_come(self):
        early = at("IN-M US-F", "C62=IN-F", scores=[20, 10])
        late = at("IN-M US-F", "C62=IN-F", scores=[20, 10], bag=["RU-F"] * 4 + ["RU-M"] * 2)
        assert 0.5 < RULES.promise(early)[0] < RULES.promise(late)[0] < 1

    def test_the_end_is_no_promise_any_more(self):
        assert RULES.promise(RULES.from_dict({**OVER, "scores": [30, 20]})) == [1, 0]
