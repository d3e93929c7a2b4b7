"""Boursicocotte drawn in its rules: what a picture shows is what the engine says."""

import pytest

from games import registry, sheets, summaries
from games.engines.boursicocotte import RULES
from games.engines.boursicocotte.animals import VALUE
from games.engines.boursicocotte.money import DONKEYS
from games.sheets.boursicocotte import turn
from games.sheets.drawing import ARROW, BADGE, BUBBLE, CARD, LABEL

PAGE = 210 - 24 - 13  # millimetres between the margins of large print
ABOVE = {BADGE: 13, BUBBLE: 17, LABEL: 13, ARROW: 10}


@pytest.fixture(scope="module")
def summary():
    return summaries.of_game("boursicocotte")


@pytest.fixture(scope="module")
def scenes(summary):
    found = [scene for _, scene in summary.turn]
    for article in summary.articles:
        found += [one.scene for one in (*article.examples, *article.exercises)]
        found += [article.tally] if article.tally else []
    return found


def test_all_animals_of_the_box_are_among_the_kinds_shown():
    pieces = sheets.of("boursicocotte").pieces()
    assert sum(int(number.split()[0]) for _, _, number, _ in pieces) == 40
    assert [worth for *_, worth in pieces] == [str(value) for value in VALUE.values()]


def test_what_the_turn_shows_is_what_the_engine_allows():
    herds = [{turn.TRADED: 1}, {turn.TRADED: 1}, {"coq": 1}]
    state = RULES.from_dict(
        {"game": "boursicocotte", "seats": 3, "turn": 0, "phase": "turn", "animals": herds,
         "money": [[10, 50], [0, 10, 50], [10, 50]]}
    )  # fmt: skip
    assert not RULES.faults(state, 0, f"trade 1 {turn.TRADED}")
    bids = [f"{1 + at % 2} bid {amount}" for at, amount in enumerate(turn.BIDS)]
    paid = " ".join(map(str, turn.PAID))
    for line in ("0 auction", f"~{turn.TURNED}", *bids, "2 pass", "0 sell", f"1 pay {paid}"):
        seat, _, move = line.partition(" ")
        step = RULES.play(state, int(seat), move) if seat.isdigit() else RULES.play(state, "~", line)
        state = step.state
    assert state.phase == "turn"


def test_the_counts_drawn_are_those_of_the_engine(summary):
    told = {article.number: article.tally.told for article in summary.articles if article.tally}
    assert "90" in told["1"]
    assert all(str(card) in told["4"] for card in DONKEYS)
    assert told["15"].endswith("3600\u00a0points.") or told["15"].endswith("3600 points.")


def test_every_picture_has_its_words_and_fits_a_page_in_large_print(scenes):
    assert len(scenes) > 30
    assert all(scene.told for scene in scenes)
    assert [scene.told for scene in scenes if float(scene.large.removesuffix("mm")) > PAGE] == []


def test_nothing_is_cut_off_at_the_edge_of_a_picture(scenes):
    for scene in scenes:
        for thing in scene.things:
            assert thing.y >= ABOVE.get(thing.kind, 0), (thing, scene.told)
            assert thing.x >= (13 if thing.kind == BADGE else 0), (thing, scene.told)
            assert thing.end <= scene.width + 2, (thing, scene.told)
            low = thing.width * 76 // 120 if thing.unit == 120 else thing.width
            assert thing.y + (low if thing.kind == CARD else 0) <= scene.height, (thing, scene.told)


def test_one_can_learn_it():
    assert registry.get_game("boursicocotte").playable
