"""Drawn covers: the same each time, safe, and of what the sprite has."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from catalogue import covers
from catalogue.models.authority import Family

SPRITE = (Path(settings.BASE_DIR) / "static/covers.svg").read_text(encoding="utf-8")


def draw(**changes):
    facts = {
        "sprite": "/static/covers.svg",
        "slug": "uno",
        "title": "Uno",
        "family": "association",
        "players": (2, 10),
        "duration": 20,
        "call_number": "UNO",
    }
    return covers.draw(**(facts | changes))


def test_a_record_has_the_same_cover_each_time():
    first = draw()
    covers.draw.cache_clear()
    assert draw() == first


def test_games_of_one_family_do_not_all_look_alike():
    assert len({re.search(r"association-\d", draw(slug=f"jeu-{n}"))[0] for n in range(20)}) == 3


def test_title_and_call_number_are_escaped():
    box = draw(title="<b>Uno & Cie</b>", call_number='"><script>')
    assert "&lt;b&gt;Uno &amp; Cie&lt;/b&gt;" in box
    assert "<script>" not in box


@pytest.mark.parametrize("family", Family.values)
def test_every_family_has_its_motifs_and_its_colour(family):
    css = (Path(settings.BASE_DIR) / "static/css/shelf.css").read_text(encoding="utf-8")
    for n in range(1, covers.MOTIFS_EACH + 1):
        assert f'<symbol id="{family}-{n}"' in SPRITE
    assert f".family-{family}" in css
    for n in range(2, covers.ACCENTS_EACH + 1):
        assert f".family-{family}.accent-{n}" in css


@pytest.mark.parametrize(
    ("players", "full", "outlined"),
    [
        ((2, 4), 2, 2),
        ((3, 3), 3, 0),
        ((2, None), 2, 0),
        ((None, 6), 6, 0),
        ((None, None), 0, 0),
        ((2, 99), 2, 8),
    ],
)
def test_as_many_pawns_stand_on_it_as_may_play(players, full, outlined):
    box = draw(players=players)
    shown = {kind: int(number) for number, kind in re.findall(r'#pawns-(\d+)" class="([-\w]+)"', box)}
    assert shown.get("box-pawn", 0) == full
    assert shown.get("box-pawn-more", 0) == outlined
    assert all(f'id="pawns-{number}"' in SPRITE for number in shown.values())


def test_a_long_game_comes_in_a_larger_box():
    assert [covers.size_of(minutes) for minutes in (10, None, 30, 90)] == ["s", "m", "m", "l"]


def test_a_long_word_is_set_smaller():
    titles = ["Uno", "Boursicocotte", "Oùcédonc en France", "Anticonstitutionnellement vôtre"]
    assert [covers.lettering_of(title) for title in titles] == ["xl", "m", "l", "s"]
