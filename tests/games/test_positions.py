"""What positions and views look like in every game, and what is said of a position that cannot be."""

import json
from random import Random

import pytest

from games.engines.kernel import SPECTATOR
from games.engines.kernel.properties import all_options
from games.registry import GAMES

SLUGS = list(GAMES)
HIDDEN = {
    "uno": {"hands", "pile", "drawn", "forced"},
    "odin": {"hands", "aside"},
    "cafe-international": set(),
    "boursicocotte": {"money", "trade"},
    "oucedonc": {"estimates"},
}
"""What a view may say less of than the position."""


def positions(slug, games=3, every=17):
    """Positions on the way of some random games, of every phase they came to."""
    rules, phases = GAMES[slug].rules, set()
    for number in range(games):
        rng = Random(number)
        seats = rules.seats[number % len(rules.seats)]
        options = list(all_options(rules, seats))
        state = rules.opening(seats, 0, **options[number % len(options)])
        ply = 0
        while True:
            phase = rules.to_dict(state)["phase"]
            if ply % every == 0 or phase not in phases:
                phases.add(phase)
                yield state
            actors = rules.actors(state)
            if not actors or ply > 400:
                break
            seat = actors[0]
            move = rules.chance(state, rng) if seat == "~" else rules.sample(state, seat, rng)
            state, ply = rules.advance(state, seat, move), ply + 1


@pytest.mark.parametrize("slug", SLUGS)
class TestViews:
    def test_a_view_has_the_keys_of_the_position_written_as_it_is_less_what_is_hidden(self, slug):
        rules = GAMES[slug].rules
        for state in positions(slug):
            whole = json.loads(json.dumps(rules.to_dict(state)))
            for seat in (0, SPECTATOR):
                seen = json.loads(json.dumps(rules.view(state, seat).to_dict()))
                assert seen.pop("seat") == seat
                assert seen.keys() == whole.keys()
                assert {key for key in whole if seen[key] != whole[key]} <= HIDDEN[slug]

    def test_its_fields_are_those_keys_and_the_seat(self, slug):
        rules = GAMES[slug].rules
        state = rules.opening(rules.seats[0])
        view = rules.view(state, 0)
        assert set(view._fields) - {"seat"} <= rules.to_dict(state).keys()
        assert not any(isinstance(value, bytes) for value in view)


@pytest.mark.parametrize("slug", SLUGS)
class TestWhatIsSaidOfAPositionThatCannotBe:
    def test_it_names_a_key_and_never_says_what_is_wrong_as_if_it_were_so(self, slug):
        rules, said = GAMES[slug].rules, []
        for state in positions(slug, games=2, every=40):
            whole = rules.to_dict(state)
            for key, value in whole.items():
                for other in (None, [], {}, "?", -1, 99, [value], [[]], not value):
                    try:
                        rules.from_dict(whole | {key: other})
                    except ValueError as error:
                        said.append(str(error))
        assert len(said) > 50
        for sentence in said:
            key, colon, why = sentence.partition(": ")
            assert colon
            assert key in whole, sentence
            # « is empty when … » of what is not empty: the rule must be said as one
            assert not any(f"is {rule}" in why for rule in ("empty when", "null when", "not empty in"))


def test_a_finished_hand_of_odin_without_a_middle_is_told_that_it_needs_one():
    rules = GAMES["odin"].rules
    state = next(state for state in positions("odin", games=9) if rules.to_dict(state)["phase"] == "over")
    with pytest.raises(ValueError, match=r"^middle: must not be empty in phase 'over'$"):
        rules.from_dict(rules.to_dict(state) | {"middle": []})
