"""Oùcédonc on its rules page and sheet: what is drawn is what the engine says."""

import pytest

from games import registry, sheets, summaries
from games.engines.kernel.exercises import verdict
from games.engines.kernel.rulebook import Example
from games.sheets.drawing import BADGE
from games.sheets.oucedonc import turn
from tests.games.oucedonc.positions import count_at

RULES = registry.get_game("oucedonc").rules
PAGE = 210 - 24 - 13  # millimetres between the margins of large print


@pytest.fixture(scope="module")
def summary():
    return summaries.of_game("oucedonc")


def badges(scene) -> list[str]:
    return [thing.text for thing in scene.things if thing.kind == BADGE]


def test_at_every_plus_of_the_turn_a_place_can_be_put():
    position = {"game": "oucedonc", "seats": 2, "turn": 0, "phase": "place", "played": 3, "card": turn.DRAWN}
    position |= {"start": turn.START, "ns": turn.NORTH, "ew": turn.EAST}
    gaps = RULES.moves(RULES.from_dict(position), 0)
    assert badges(turn.turn()[1]) == ["+"] * len(gaps)


def test_the_doubt_of_the_turn_is_right():
    position = {"game": "oucedonc", "seats": 2, "turn": 1, "phase": "doubt", "played": 1, "laid": ["NS", 0]}
    position |= {"start": turn.START, "ns": turn.WRONG, "ew": [turn.START]}
    assert verdict(RULES, Example("", position, "doubt S", 1)) == ""
    assert RULES.advance(RULES.from_dict(position), 1, "doubt S").gone == {turn.DRAWN}


def test_the_count_of_the_turn_is_the_count_of_the_engine():
    state = count_at(turn.COUNTED, [turn.START], start=turn.START, rules=RULES)
    _, events = RULES.play(RULES.advance(state, 0, "estimate 1"), 1, "estimate 0")
    assert [event.facts["card"] for event in events if event.kind == "misplaced"] == [turn.MISPLACED]


def test_three_are_misplaced_in_the_count_that_is_printed(summary):
    (counted,) = (article.tally for article in summary.articles if article.tally)
    assert badges(counted) == ["no", "no", "no", "yes"]
    assert "3 cartes mal placées" in counted.told


def test_every_picture_has_its_words_and_is_not_too_wide_for_large_print(summary):
    scenes = [scene for _, scene in summary.turn]
    scenes += [one.scene for article in summary.articles for one in article.shown]
    scenes += [article.tally for article in summary.articles if article.tally]
    assert len(scenes) > 10
    assert [scene.told for scene in scenes if float(scene.large.removesuffix("mm")) > PAGE] == []
    every = [one.scene for article in summary.articles for one in article.examples]
    assert all(scene.told for scene in [*scenes, *every])


def test_a_doubt_is_drawn_with_what_the_two_backs_say_and_no_third(summary):
    check = next(article for article in summary.articles if article.number == "4")
    told = check.examples[1].scene.told
    assert "59,91° N" in told
    assert "48,85° N" in told
    assert "52,52" not in told


def test_each_edition_has_its_own_mark_among_the_house_rules():
    for edition, words in (("europe", "d’Europe"), ("france", "de France")):
        (rule,) = sheets.of("oucedonc").house_rules({"edition": edition})
        assert [text for text, chosen in rule[1] if chosen] == [words]
