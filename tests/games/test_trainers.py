"""Every game one can learn brings all that the frame of the trainer asks for."""

import re
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from games import questions, sheets, tables
from games.engines.kernel import CHANCE, SPECTATOR
from games.registry import playable
from games.tables.base import Parts
from tests.games.positions import positions

GAMES = [pytest.param(game, id=game.slug) for game in playable()]
TEMPLATES = ("board", "hand", "move", "face", "left", "line", "emblem")


@pytest.fixture(params=GAMES)
def game(request):
    return request.param


def drawn(game, part: str, **context) -> str:
    return render_to_string(f"games/{game.slug}/{part}.html", context)


def test_it_is_laid_on_the_table_and_drawn_on_its_sheet(game):
    assert tables.offered(game.slug)
    assert sheets.drawn(game.slug)


def test_a_name_after_a_preposition_is_said_as_french_has_it():
    for page in Path(settings.BASE_DIR, "templates/games").rglob("*.html"):
        plain = re.findall(
            r"\b(?:de|à) {{ ?(?:hand|player|scene)\.\w*name[^|]*?}}", page.read_text(encoding="utf-8")
        )
        assert not plain, page


def test_what_is_played_to_its_end_has_the_name_its_rules_give_it(game):
    texts = [article.text + article.detail for article in game.book.articles.values()]
    assert ("manche" in " ".join(texts)) == (tables.of(game.slug).played == "manche")


def test_what_a_first_game_proposes_can_be_played(game):
    table = tables.of(game.slug)
    assert table.start.keys() == table.options.keys()
    for name, (label, choices) in table.options.items():
        assert label
        assert all(game.rules.options[name].allows(value) for value in choices), name
        assert table.start[name] in choices
    for options in (table.start, table.quiz_options):
        game.rules.opening(game.rules.seats[0], 0, **options)


def test_ten_questions_are_asked_and_each_has_its_words(game):
    table = tables.of(game.slug)
    assert len(table.quiz_order) == questions.COUNT
    for number, kind in enumerate(table.quiz_order, 1):
        asked = questions.ask(game, 1, number, None)
        assert asked.ask, kind
        assert len(asked.options) > 1
        assert asked.board is not None or asked.left


def test_a_back_and_a_face_have_their_names(game):
    assert tables.of(game.slug).face("")["name"]
    assert drawn(game, "face", **tables.of(game.slug).face("")).strip()


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_game_that_has_not_begun_breaks_no_template(game, name):
    assert isinstance(drawn(game, name), str)


def test_any_position_is_drawn_for_anybody_and_every_move_has_words_and_a_picture(game):
    table, rules, names = tables.of(game.slug), game.rules, [f"Nom {n}" for n in range(12)]
    for state in positions(rules, table.start, plies=60):
        seats = rules.to_dict(state)["seats"]
        for seat in (SPECTATOR, *range(min(seats, 3))):
            moves = () if seat == SPECTATOR else rules.moves(state, seat)
            view = rules.view(state, seat)
            for shown in (
                {},
                {"blind": True, "turn": False},
                {"still": True},
                {"parts": Parts({"x": ("1",)}), "tries": tuple(moves[:1])},
            ):
                board = table.board(view, moves, names[:seats], **shown)
                scene = {"alone": True, "to_move": True, "hand_name": "Léa"}
                page = drawn(game, "board", board=board) + drawn(game, "hand", board=board, scene=scene)
                assert "style=" not in page
                if shown.get("still"):
                    assert 'name="act"' not in page
            for move in moves[:20]:
                for told in (table.told_move(move, names), table.told_at(view, move, names)):
                    assert told
                    assert not told.endswith(".")
                for picture in (table.pictured(move), table.pictured_at(view, move)):
                    assert drawn(game, "move", picture=picture).strip()


def test_what_is_pressed_is_what_is_read(game):
    """A button's whole text is a move of the engine."""
    table, rng = tables.of(game.slug), Random(3)
    for state in positions(game.rules, table.start, plies=30):
        for seat in game.rules.actors(state):
            if seat != CHANCE:
                move = game.rules.sample(state, seat, rng)
                assert str(game.rules.read_move(table.plain(move))) == table.plain(move)
