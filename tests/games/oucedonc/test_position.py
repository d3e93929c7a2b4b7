"""The JSON position: what may be left out, what is refused by the name of its key, what a view hides."""

import json
from random import Random

import pytest

from games.engines.kernel import CHANCE, SPECTATOR
from games.engines.oucedonc import RULES
from tests.games.oucedonc.positions import at, count_at, go

PLACE = {
    "game": "oucedonc", "seats": 2, "turn": 0, "phase": "place", "ns": ["Oslo", "Paris"], "ew": ["Paris"],
    "start": "Paris", "card": "Etna", "played": 2,
}  # fmt: skip
DOUBT = PLACE | {"phase": "doubt", "turn": 1, "card": None, "laid": ["NS", 0]}
ESTIMATE = PLACE | {"phase": "estimate", "turn": [0, 1], "card": None, "played": 15}
START = {"game": "oucedonc", "seats": 2, "turn": "~", "phase": "start", "played": 0}
OVER = PLACE | {"phase": "over", "turn": None, "card": None, "played": 45}
BASES = {"place": PLACE, "doubt": DOUBT, "estimate": ESTIMATE, "start": START, "over": OVER}


def test_what_may_be_left_out():
    d = RULES.to_dict(RULES.from_dict(PLACE))
    assert (d["tokens"], d["scores"], d["gone"], d["options"]) == ([4, 4], [4, 4], [], {})
    assert (d["next"], d["laid"], d["placer"], d["estimates"]) == (None, None, None, None)
    assert RULES.from_dict(START) == RULES.opening(2, 0)
    assert RULES.from_dict(ESTIMATE).estimates == (None, None)
    assert RULES.from_dict(ESTIMATE).next == 0
    assert RULES.from_dict(OVER).next is None


def test_the_placer_left_out_is_the_seat_before_the_one_asked():
    assert RULES.from_dict(DOUBT).placer == 0
    assert RULES.from_dict(DOUBT | {"seats": 3, "turn": 0}).placer == 2
    assert RULES.from_dict(DOUBT | {"seats": 3, "turn": 0, "placer": 1}).placer == 1


def test_the_new_card_may_be_named_in_a_doubt_and_is_written_once():
    state = RULES.from_dict(DOUBT | {"card": "Oslo"})
    assert state == RULES.from_dict(DOUBT)
    assert RULES.to_dict(state)["card"] is None


def test_scores_are_the_tokens_whatever_is_said():
    state = RULES.from_dict(PLACE | {"scores": [9, 9], "tokens": [1, 7]})
    assert RULES.to_dict(state)["scores"] == [1, 7]


def test_what_is_gone_is_sorted_and_the_lines_keep_their_order():
    state = RULES.from_dict(PLACE | {"gone": ["Rome", "Berlin"]})
    assert RULES.to_dict(state)["gone"] == RULES.view(state, 0).to_dict()["gone"] == ["Berlin", "Rome"]
    assert state.ns == ("Oslo", "Paris")


def test_history_is_not_audited():
    for change in ({"played": 40}, {"gone": ["Rome", "Berlin"]}, {"tokens": [0, 99]}):
        assert RULES.from_dict(PLACE | change)


def test_a_position_of_the_other_edition_knows_its_own_places():
    d = PLACE | {"options": {"edition": "france"}, "ns": ["Lille", "Paris"], "card": "Lyon"}
    assert RULES.to_dict(RULES.from_dict(d))["options"] == {"edition": "france"}
    with pytest.raises(ValueError, match=r"^ns: 'Lille'"):
        RULES.from_dict(d | {"options": {}})


def test_a_position_goes_through_json():
    for state in STATES:
        assert RULES.from_dict(json.loads(json.dumps(RULES.to_dict(state)))) == state


@pytest.mark.parametrize(
    ("key", "base", "change"),
    [
        ("game", "place", {"game": "uno"}),
        ("seats", "place", {"seats": 1}),
        ("seats", "place", {"seats": 7}),
        ("phase", "place", {"phase": "draw"}),
        ("turn", "place", {"turn": 2}),
        ("turn", "place", {"turn": "~"}),
        ("turn", "place", {"turn": [0]}),
        ("next", "place", {"next": 1}),
        ("ns", "place", {"ns": ["Oslo"]}),
        ("ns", "place", {"ns": ["Paris", "Paris"]}),
        ("ns", "place", {"ns": ["Oslo", "Oslo", "Paris"]}),
        ("ns", "place", {"ns": ["Atlantide", "Paris"]}),
        ("ns", "place", {"ns": []}),
        ("ew", "place", {"ew": ["Rome"]}),
        ("ew", "place", {"ew": ["Paris", "Oslo"]}),
        ("ew", "place", {"ew": None}),
        ("start", "place", {"start": None}),
        ("start", "place", {"start": "Atlantide"}),
        ("start", "place", {"start": ["Paris"]}),
        ("card", "place", {"card": None}),
        ("card", "place", {"card": "Oslo"}),
        ("card", "place", {"card": 3}),
        ("card", "place", {"card": "Rome", "gone": ["Rome"]}),
        ("laid", "place", {"laid": ["NS", 0]}),
        ("placer", "place", {"placer": 1}),
        ("played", "place", {"played": 0}),
        ("played", "place", {"played": 46}),
        ("played", "place", {"played": None}),
        ("gone", "place", {"gone": ["Paris"]}),
        ("gone", "place", {"gone": ["Rome", "Rome"]}),
        ("gone", "place", {"gone": "Rome"}),
        ("gone", "place", {"gone": sorted(RULES.atlas["europe"].keys() - {"Oslo", "Paris", "Etna"})[:90]}),
        ("tokens", "place", {"tokens": [4]}),
        ("tokens", "place", {"tokens": [4, -1]}),
        ("tokens", "place", {"tokens": [4, 1.0]}),
        ("scores", "place", {"scores": [4]}),
        ("estimates", "place", {"estimates": [1, None]}),
        ("options", "place", {"options": {"edition": "monde"}}),
        ("options", "place", {"options": {"packs": 3}}),
        ("options", "place", {"options": ["france"]}),
        ("lat", "place", {"lat": 48.85}),
        ("laid", "doubt", {"laid": None}),
        ("laid", "doubt", {"laid": ["NS", 1]}),
        ("laid", "doubt", {"laid": ["NS", 2]}),
        ("laid", "doubt", {"laid": ["EW", 0]}),
        ("laid", "doubt", {"laid": ["SN", 0]}),
        ("laid", "doubt", {"laid": "NS"}),
        ("placer", "doubt", {"placer": 1}),
        ("placer", "doubt", {"placer": 2}),
        ("tokens", "doubt", {"tokens": [8, 0]}),
        ("card", "doubt", {"card": "Etna"}),
        ("turn", "estimate", {"turn": 0}),
        ("turn", "estimate", {"turn": []}),
        ("turn", "estimate", {"turn": [0, 0]}),
        ("turn", "estimate", {"turn": [0, 2]}),
        ("turn", "estimate", {"turn": [1]}),
        ("turn", "estimate", {"estimates": [1, None]}),
        ("turn", "estimate", {"turn": "~"}),
        ("estimates", "estimate", {"turn": [1], "estimates": [2, None]}),
        ("estimates", "estimate", {"turn": [1], "estimates": [0]}),
        ("played", "estimate", {"played": 14}),
        ("next", "estimate", {"next": 2}),
        ("next", "estimate", {"next": 1, "played": 45}),
        ("turn", "start", {"turn": 0}),
        ("ns", "start", {"ns": ["Paris"]}),
        ("start", "start", {"start": "Paris"}),
        ("played", "start", {"played": 45}),
        ("next", "start", {"next": 5}),
        ("turn", "over", {"turn": 0}),
        ("played", "over", {"played": 44}),
        ("next", "over", {"next": 0}),
        ("estimates", "over", {"estimates": [0, 0]}),
    ],
)
def test_it_refuses_by_the_name_of_the_key(key, base, change):
    assert RULES.from_dict(BASES[base])
    with pytest.raises(ValueError, match=rf"^{key}: "):
        RULES.from_dict(BASES[base] | change)


@pytest.mark.parametrize("key", ["game", "seats", "turn", "phase", "ns", "ew", "start", "card", "played"])
def test_what_is_missing_is_named(key):
    with pytest.raises(ValueError, match=f"^{key}: "):
        RULES.from_dict({name: value for name, value in PLACE.items() if name != key})


@pytest.mark.parametrize(
    ("key", "arguments"),
    [
        ("seats", {"seats": 7}),
        ("first", {"seats": 2, "first": 2}),
        ("options", {"seats": 2, "edition": "Europe"}),
        ("options", {"seats": 2, "places": 3}),
    ],
)
def test_an_opening_that_cannot_be_is_refused(key, arguments):
    with pytest.raises(ValueError, match=f"^{key}: "):
        RULES.opening(**arguments)


def test_whatever_is_wrong_it_is_a_value_error_with_a_key():
    """Positions with something replaced at random: read and written back the same, or refused by a key."""
    rng = Random(1)
    strange = [None, True, -1, 0, 1, 15, 2.5, "", "Paris", "~", "NS", [], [[]], ["Rome"], [0], [0, 1], {}]
    read, refused = 0, set()
    for _ in range(4000):
        d = json.loads(json.dumps(RULES.to_dict(rng.choice(STATES))))
        for _ in range(rng.randrange(1, 3)):
            key = rng.choice(list(d))
            inner = d[key]
            if isinstance(inner, list) and inner and rng.random() < 0.7:
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
            for seat in RULES.actors(state)[:1]:
                move = RULES.chance(state, rng) if seat == CHANCE else rng.choice(RULES.moves(state, seat))
                state = RULES.play(state, seat, move).state
    assert refused == set(RULES.to_dict(STATES[0]))
    assert read > 100


def test_a_view_has_the_keys_of_the_position_and_no_coordinates():
    for state in STATES:
        for seat in (0, 1, SPECTATOR):
            d = RULES.view(state, seat).to_dict()
            assert d.keys() == RULES.to_dict(state).keys() | {"seat"}
            assert "." not in json.dumps(d, ensure_ascii=False)


def test_nothing_that_leaves_before_a_check_depends_on_where_the_places_lie():
    """Rules over a map turned upside down show, offer, refuse and tell the same until a card is turned."""
    turned = type(RULES)(
        {
            edition: {name: place._replace(lat=-place.lat, lon=-place.lon) for name, place in table.items()}
            for edition, table in RULES.atlas.items()
        }
    )
    rng, compared = Random(4), 0
    for number in range(12):
        state = RULES.opening(2 + number % 5)
        while actors := RULES.actors(state):
            assert RULES.to_dict(state) == turned.to_dict(state)
            for seat in (*range(2), SPECTATOR):
                assert RULES.view(state, seat) == turned.view(state, seat)
                assert RULES.redeal(state, seat, Random(1)) == turned.redeal(state, seat, Random(1))
            seat, seed = rng.choice(actors), rng.random()
            assert RULES.moves(state, seat) == turned.moves(state, seat)
            move = RULES.any_move(state, rng)
            assert RULES.faults(state, seat, move) == turned.faults(state, seat, move)
            if seat == CHANCE:
                move = RULES.chance(state, Random(seed))
                assert move == turned.chance(state, Random(seed))
            else:
                move = RULES.sample(state, seat, Random(seed))
                assert move == turned.sample(state, seat, Random(seed))
            step = RULES.play(state, seat, move)
            if not {event.kind for event in step.events} & {"checked", "counted"}:
                assert step == turned.play(state, seat, move)
                compared += 1
            state = step.state
    assert compared > 1000


STATES = [
    RULES.opening(3, 1),
    RULES.from_dict(PLACE),
    RULES.from_dict(DOUBT),
    RULES.from_dict(ESTIMATE),
    RULES.from_dict(OVER),
    RULES.from_dict(PLACE | {"phase": "drawn", "turn": "~", "card": None, "gone": ["Rome"]}),
    go(RULES.from_dict(ESTIMATE), "1 estimate 1", rules=RULES),
    at(["Oslo", "Paris"], ["Madrid", "Paris"], "doubt", 0, 3, laid=["EW", 0], placer=1, rules=RULES),
    count_at(["Oslo", "Paris"], seats=4, start="Paris", next=3, options={}, rules=RULES),
]
