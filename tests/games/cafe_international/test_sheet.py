"""Café International drawn in its rules: what a picture shows is what the engine says."""

import pytest

from games import registry, sheets, summaries
from games.engines.cafe_international import RULES
from games.engines.cafe_international.board import board
from games.engines.cafe_international.cards import DECK
from games.sheets.cafe_international import counts, turn
from games.sheets.cafe_international.plan import SQUARE
from games.sheets.drawing import BADGE, CARD, Scene
from tests.games.cafe_international.positions import at, go

SUMMARY = summaries.of_game("cafe-international")
TURN = " ".join(f"{chair}={guest}" for chair, guest in turn.SEATED.items())


def scenes() -> list[Scene]:
    found = [scene for _, scene in SUMMARY.turn]
    for article in SUMMARY.articles:
        found += [one.scene for one in (*article.examples, *article.exercises)]
        found += [article.tally] if article.tally else []
    return found


def test_the_turn_shows_what_the_engine_gives():
    (one, first), (two, second) = turn.GUESTS
    state = go(at("IN-F IN-M RU-M", TURN), f"0 {one}@{first}", f"0 {two}@{second}")
    assert state.scores[0] == 3 + 8
    assert "3 + 8" in [thing.text for thing in SUMMARY.turn[0][1].things]
    state = go(at(f"{turn.TO_BAR} DE-F", bar="CU-F TR-M"), f"0 bar {turn.TO_BAR}")
    assert state.scores[0] == 3
    joker, chair, nation = turn.JOKER
    state = go(at(f"{joker} DE-F", f"{TURN} {first}={one}"), f"0 {joker}@{chair}={nation}")
    assert state.scores[0] == 8


def test_the_guests_on_the_lid_may_sit_there():
    ids, seated = turn.COVER
    assert RULES.from_dict(
        {"game": "cafe-international", "seats": 2, "turn": 0, "phase": "turn", "chairs": seated,
         "hands": [["RU-M"], ["RU-F"]]}
    )  # fmt: skip
    assert {table.id for table in board().tables} >= set(ids)


@pytest.mark.parametrize(
    ("groups", "allowed"), [(counts.TOGETHER, True), (counts.NOT_TOGETHER, False)], ids=["yes", "no"]
)
def test_the_groups_drawn_are_those_of_the_engine(groups, allowed):
    chairs = ("C62", "C68", "C55", "C61")
    for group in groups:
        seated = {chair: f"IN-{sex}" for chair, sex in zip(chairs, group, strict=False)}
        data = {"game": "cafe-international", "seats": 2, "turn": 0, "phase": "turn", "chairs": seated,
                "hands": [["RU-M"], ["RU-F"]]}  # fmt: skip
        if allowed:
            RULES.from_dict(data)
        else:
            with pytest.raises(ValueError, match="chairs"):
                RULES.from_dict(data)


def test_the_kinds_of_cards_make_up_the_whole_bag():
    pieces = sheets.of("cafe-international").pieces()
    assert sum(int(number.split()[0]) for _, _, number, _ in pieces) == sum(DECK.values())


def test_every_picture_has_its_words_and_fits_a_page_in_large_print():
    for scene in scenes():
        assert scene.told
        assert float(scene.large.removesuffix("mm")) <= 210 - 24 - 13, scene.told


def test_nothing_is_cut_off_at_the_edge_of_a_picture():
    for scene in scenes():
        for thing in scene.things:
            half = 13 if thing.kind == BADGE else 0
            assert thing.x >= half
            assert thing.y >= half
            assert thing.end <= scene.width + 2, (thing, scene.told)
            assert thing.y <= scene.height
            if thing.kind == CARD and thing.text.startswith("~"):
                assert thing.y + 3 * SQUARE <= scene.height


def test_the_counts_drawn_are_those_of_the_engine():
    told = {article.number: article.tally.told for article in SUMMARY.articles if article.tally}
    assert "3 + 3 = 6" in told["8"]
    assert told["8"].endswith("14 points.")
    assert told["15"].endswith("22\u00a0points.") or told["15"].endswith("22 points.")


def test_each_exercise_has_a_right_and_a_wrong_answer():
    for article in SUMMARY.articles:
        assert bool(article.exercises) is article.rare
        for exercise in article.exercises:
            judged = [
                summaries.judge("cafe-international", exercise.id, value) for value, _ in exercise.choices
            ]
            assert {one.right for one in judged} == {True, False}


def test_one_can_learn_it():
    assert registry.get_game("cafe-international").playable
