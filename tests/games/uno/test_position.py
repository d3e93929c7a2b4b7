"""The JSON position: what may be left out, and what is refused by the name of its key."""

import json
from random import Random

import pytest

from games.engines.kernel import CHANCE, SPECTATOR
from games.engines.uno import RULES
from tests.games.uno.positions import at, go

PLAY = {
    "game": "uno", "seats": 2, "turn": 0, "phase": "play",
    "hands": [["R5", "B1"], ["G1", "G2"]], "discard": ["Y4"],
}  # fmt: skip


def test_what_may_be_left_out():
    d = RULES.to_dict(RULES.from_dict(PLAY))
    assert len(d["pile"]) == 103
    assert d["pile"] == sorted(d["pile"])
    assert (d["direction"], d["dealer"], d["round"], d["scores"], d["options"]) == (1, 1, 1, [0, 0], {})
    assert (d["colour"], d["forgot"], d["next"], d["owed"], d["drawn"]) == ("Y", None, None, None, None)


def test_hands_are_sorted_and_the_discard_keeps_its_order():
    state = RULES.from_dict({**PLAY, "hands": [["R5", "B1"], ["G2", "G1"]], "discard": ["Y9", "B2", "Y4"]})
    assert state.hands == (("B1", "R5"), ("G1", "G2"))
    assert state.discard == ("Y9", "B2", "Y4")


def test_only_options_that_differ_are_written():
    state = RULES.from_dict({**PLAY, "options": {"bluff": False, "target": 500}})
    assert RULES.to_dict(state)["options"] == {"bluff": False}


def test_an_explicit_pile_may_be_incomplete():
    assert RULES.from_dict({**PLAY, "pile": ["R9"]}).pile == ("R9",)


def test_next_may_be_left_out_and_is_then_seat_0():
    base = {**PLAY, "turn": "~", "phase": "draw", "discard": ["YD"]}
    state = RULES.from_dict({**base, "owed": {"seat": 1, "number": 2, "why": "+2"}})
    assert state.next == 0
    assert RULES.from_dict({"game": "uno", "seats": 3, "turn": "~", "phase": "deal"}) == RULES.opening(3, 0)
    assert RULES.from_dict({"game": "uno", "seats": 3, "turn": "~", "phase": "deal", "dealer": 0}).next == 1


def test_a_position_goes_through_json():
    for state in (
        RULES.opening(10, 3, target=0),
        go(at(["W4 Y1 B1", "R1 R2"], "Y4"), "0 W4 B"),
        go(at(["W4 Y1 B1", "R1 R2"], "Y4"), "0 W4 B", "1 challenge"),
        go(at(["G4 B1", "R1"], "R7"), "0 draw", "~R2"),
        go(at(["R4", "R9"], "Y4", options={"target": 0}), "0 R4"),
    ):
        assert RULES.from_dict(json.loads(json.dumps(RULES.to_dict(state)))) == state


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("game", {"game": "odin"}),
        ("game", {"game": None}),
        ("seats", {"seats": 1}),
        ("seats", {"seats": 11}),
        ("seats", {"seats": "2"}),
        ("phase", {"phase": "bid"}),
        ("turn", {"turn": 2}),
        ("turn", {"turn": "~"}),
        ("turn", {"turn": None}),
        ("turn", {"turn": True}),
        ("next", {"next": 1}),
        ("hands", {"hands": [["R5"]]}),
        ("hands", {"hands": [["R5"], []]}),
        ("hands", {"hands": [["R0", "R0"], ["G1"]]}),
        ("hands", {"hands": [["X5"], ["G1"]]}),
        ("hands", {"hands": None}),
        ("discard", {"discard": []}),
        ("discard", {"discard": ["Y4", "R5", "R5", "R5"]}),
        ("discard", {"discard": "Y4"}),
        ("pile", {"pile": ["W", "W", "W", "W", "W"]}),
        ("pile", {"pile": [4]}),
        ("colour", {"colour": "R"}),
        ("colour", {"discard": ["W"]}),
        ("colour", {"discard": ["W"], "colour": "X"}),
        ("direction", {"direction": 2}),
        ("dealer", {"dealer": 5}),
        ("round", {"round": 0}),
        ("scores", {"scores": [1]}),
        ("scores", {"scores": [1, -1]}),
        ("scores", {"scores": [1, 2.5]}),
        ("options", {"options": {"bluf": True}}),
        ("options", {"options": {"bluff": 1}}),
        ("options", {"options": {"target": False}}),
        ("options", {"options": []}),
        ("forgot", {"forgot": 0}),
        ("forgot", {"forgot": 7}),
        ("drawn", {"drawn": "R5"}),
        ("forced", {"forced": True}),
        ("owed", {"owed": {"seat": 0, "number": 1, "why": "turn"}}),
        ("challenged", {"challenged": {"layer": 0, "colour": "R"}}),
        ("colours", {"colours": 1}),
        # just drawn
        ("drawn", {"phase": "drawn", "forced": True}),
        ("drawn", {"phase": "drawn", "drawn": "G1", "forced": True}),
        ("forced", {"phase": "drawn", "drawn": "R5"}),
        ("forced", {"phase": "drawn", "drawn": "R5", "forced": 1}),
        ("forgot", {"phase": "drawn", "drawn": "R5", "forced": True, "forgot": 1}),
        # a +4 to be answered
        ("challenged", {"phase": "challenge", "discard": ["W4"], "colour": "R"}),
        ("turn", {"phase": "challenge", "discard": ["W4"], "colour": "R",
                  "challenged": {"layer": 0, "colour": "R"}}),
        ("discard", {"phase": "challenge", "challenged": {"layer": 1, "colour": "R"}}),
        ("phase", {"phase": "challenge", "options": {"bluff": False}, "discard": ["W4"], "colour": "R",
                   "challenged": {"layer": 1, "colour": "R"}}),
        # cards owed
        ("turn", {"phase": "draw"}),
        ("owed", {"phase": "draw", "turn": "~"}),
        ("owed", {"phase": "draw", "turn": "~", "owed": {"seat": 0, "number": 2, "why": "turn"}}),
        ("owed", {"phase": "draw", "turn": "~", "owed": {"seat": 0, "number": 2, "why": "+2"}}),
        ("owed", {"phase": "draw", "turn": "~", "owed": {"seat": 0, "number": 2, "why": "luck"}}),
        ("next", {"phase": "draw", "turn": "~", "next": 1, "owed": {"seat": 0, "number": 1, "why": "turn"}}),
        # the first card a Wild, the end, a deal
        ("phase", {"phase": "colour"}),
        ("colour", {"phase": "colour", "discard": ["W"], "colour": "R"}),
        ("turn", {"phase": "over"}),
        ("hands", {"phase": "over", "turn": None}),
        ("turn", {"phase": "deal", "hands": [[], []], "discard": []}),
        ("discard", {"phase": "deal", "hands": [[], []], "turn": "~"}),
        ("hands", {"phase": "deal", "hands": [[], ["R1"]], "turn": "~", "discard": []}),
        ("pile", {"phase": "deal", "hands": [[], []], "turn": "~", "discard": [], "pile": ["R1"]}),
        ("next", {"phase": "deal", "hands": [[], []], "turn": "~", "discard": [], "dealer": 0, "next": 0}),
    ],
)  # fmt: skip
def test_it_refuses_by_the_name_of_the_key(key, change):
    with pytest.raises(ValueError, match=rf"^{key}: "):
        RULES.from_dict({**PLAY, **change})


@pytest.mark.parametrize("key", ["game", "seats", "turn", "phase", "hands", "discard"])
def test_what_is_missing_is_named(key):
    with pytest.raises(ValueError, match=f"^{key}: "):
        RULES.from_dict({name: value for name, value in PLAY.items() if name != key})


@pytest.mark.parametrize(
    ("key", "arguments"),
    [
        ("seats", {"seats": 1}),
        ("seats", {"seats": 11}),
        ("first", {"seats": 2, "first": 2}),
        ("options", {"seats": 2, "stacking": True}),
        ("options", {"seats": 2, "target": 250}),
    ],
)
def test_an_opening_that_cannot_be_is_refused(key, arguments):
    with pytest.raises(ValueError, match=f"^{key}: "):
        RULES.opening(**arguments)


def test_whatever_is_wrong_it_is_a_value_error_with_a_key():
    """Positions with something replaced at random: read and written back the same, or refused by a key."""
    rng = Random(1)
    strange = [
        None,
        True,
        -1,
        0,
        1,
        7,
        2.5,
        "",
        "R5",
        "W4",
        "~",
        "last",
        [],
        [[]],
        ["R5"],
        [0],
        {},
        {"seat": 0},
    ]
    read, refused = 0, set()
    for _ in range(4000):
        d = json.loads(json.dumps(RULES.to_dict(rng.choice(STATES))))
        for _ in range(rng.randrange(1, 3)):
            key = rng.choice(list(d))
            inner = d[key]
            if isinstance(inner, dict) and inner and rng.random() < 0.7:
                inner[rng.choice(list(inner))] = rng.choice(strange)
            elif isinstance(inner, list) and inner and rng.random() < 0.7:
                inner[rng.randrange(len(inner))] = rng.choice(strange)
            else:
                d[key] = rng.choice(strange)
        try:
            state = RULES.from_dict(d)
        except ValueError as error:
            refused.add(str(error).partition(":")[0])
            continue
        read += 1
        assert RULES.from_dict(RULES.to_dict(state)) == state
        for _ in range(12):  # and it can be played on
            for seat in RULES.actors(state):
                chance = seat == CHANCE
                move = RULES.chance(state, rng) if chance else rng.choice(RULES.moves(state, seat))
                state = RULES.play(state, seat, move).state
    assert refused == POSITION_KEYS
    assert read > 100


def test_a_view_has_the_keys_of_the_position_and_sizes_for_what_is_hidden():
    state = go(at(["G4 B1", "R1 R2 R3"], "R7"), "0 draw", "~R2")
    mine, theirs = RULES.view(state, 0).to_dict(), RULES.view(state, 1).to_dict()
    assert set(RULES.to_dict(state)) <= set(mine)
    assert (mine["hands"], mine["drawn"], mine["forced"]) == ([["B1", "G4", "R2"], 3], "R2", True)
    assert (theirs["hands"], theirs["drawn"], theirs["forced"]) == ([3, ["R1", "R2", "R3"]], None, None)
    assert mine["pile"] == theirs["pile"] == 101
    assert RULES.view(state, SPECTATOR).to_dict()["hands"] == [3, 3]


STATES = [
    RULES.opening(3, 1),
    RULES.from_dict(PLAY),
    at(["B7", "R1 R2", "G1 G2"], "Y4 R4", turn=1, forgot=0, options={"doublet": False}, scores=[3, 4, 5]),
    go(at(["W4 Y1 B1", "R1 R2"], "Y4"), "0 W4 B"),
    go(at(["W4 Y1 B1", "R1 R2"], "Y4"), "0 W4 B", "1 challenge"),
    go(at(["W4", "R1 R2"], "Y4"), "0 W4 B"),
    go(at(["G4 B1", "R1"], "R7"), "0 draw"),
    go(at(["G4 B1", "R1"], "R7"), "0 draw", "~R2"),
    go(at(["R4", "R9"], "Y4", options={"target": 0}), "0 R4"),
]
POSITION_KEYS = set(RULES.to_dict(STATES[0]))
