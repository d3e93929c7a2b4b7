"""Odin on its rules page and sheet: what is drawn is what the engine says."""

import pytest

from games import registry, sheets, summaries
from games.engines.kernel.exercises import result, verdict
from games.engines.kernel.rulebook import Example
from games.sheets.odin import turn

RULES = registry.get_game("odin").rules
PAGE = 210 - 24 - 13  # millimetres between the margins of large print


def example(move: str, **position) -> Example:
    return Example("", {"game": "odin", "seats": 2, "turn": 0, **position}, move)


@pytest.fixture(scope="module")
def summary():
    return summaries.of_game("odin")


def test_what_the_turn_shows_is_what_the_engine_allows():
    hand = [*turn.SAME_COLOUR, *turn.SAME_NUMBER, "5O"]
    lead = example(turn.LEADS[0], phase="lead", hands=[[*turn.LEADS, "4R"], ["9N"]])
    lies = {"phase": "follow", "hands": [hand, ["9N"]], "middle": turn.LIES, "owner": 1}
    take = {"phase": "take", "hands": [["5O"], ["9N"]], "middle": turn.SAME_COLOUR, "beaten": turn.LIES}
    shown = [
        lead,
        example(" ".join(turn.SAME_COLOUR), **lies),
        example(" ".join(turn.SAME_NUMBER), **lies),
        example(f"take {turn.BACK}", **take, owner=0),
    ]
    assert [verdict(RULES, one) for one in shown] == [""] * len(shown)


def test_all_cards_of_the_box_are_among_the_kinds_shown():
    pieces = sheets.of("odin").pieces()
    assert sum(int(number.split()[0]) for _, _, number, _ in pieces) == 54
    assert len({name for _, name, _, _ in pieces}) == 6


def test_the_count_drawn_is_the_count_of_the_engine():
    counted = registry.get_game("odin").book["odin.11"].examples[0]
    scores = result(RULES, counted)["outcome"]["scores"]
    sums = [thing.text for thing in sheets.of("odin").tally(counted).things if "=" in thing.text]
    assert [sum_of.split("= ")[1].split()[0] for sum_of in sums] == [str(score) for score in scores[1:]]


def test_every_picture_has_its_words_and_is_not_too_wide_for_large_print(summary):
    scenes = [scene for _, scene in summary.turn]
    scenes += [one.scene for article in summary.articles for one in article.shown]
    scenes += [article.tally for article in summary.articles if article.tally]
    assert len(scenes) > 15
    assert [scene.told for scene in scenes if float(scene.large.removesuffix("mm")) > PAGE] == []
    every = [one.scene for article in summary.articles for one in article.examples]
    assert all(scene.told for scene in [*scenes, *every])


def test_a_picture_says_what_lies_there_what_it_is_worth_and_what_is_played(summary):
    higher = next(article for article in summary.articles if article.number == "6")
    told = higher.examples[0].scene.told
    assert "82" in told
    assert "le 9 vert et le 3 vert" in told
