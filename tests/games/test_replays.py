"""A game that is over is looked at again: step by step, from each seat, from what was kept as text."""

import re
from dataclasses import replace
from datetime import date
from html import unescape
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games import registry, replays, tables
from games.engines.kernel.simulation import simulate
from games.models import Match
from games.positions import record_of
from games.reloading import load
from tests.games.tables import make_match
from tests.html import assert_valid_html

pytestmark = pytest.mark.django_db

GAMES = [game.slug for game in registry.playable()]


def make_kept(game="uno", names=("Léa", "Max", "Zoé")) -> str:
    """A short game played by chance, as the text one keeps of it."""
    known = registry.get_game(game)
    options = dict(tables.of(game).start) | known.rules.short
    bots = [known.bots["novice"]] * len(names)
    record = simulate(known.rules, bots, Random(4), options=options).record
    return str(replace(record, names=tuple(names), date=date(2026, 3, 12)))


def make_finished(game="uno") -> Match:
    return load(game=registry.get_game(game), text=make_kept(game))


def text_of(response):
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))


def reload(client, text, game="uno", **more):
    return client.post(f"/jouer/{game}/partie-relue/", {"text": text, **more})


@pytest.mark.parametrize("game", GAMES)
def test_a_kept_game_is_loaded_again_and_seen_to_its_end(client, game):
    match = make_finished(game)
    kept = client.get(f"/jouer/parties/{match.pk}/partie.txt").content.decode()
    response = reload(client, kept, game)
    assert response.status_code == 303
    again = Match.objects.exclude(pk=match.pk).get()
    assert response.url == f"/jouer/parties/{again.pk}/revoir/"
    assert again.names == match.names
    assert str(record_of(again)) == kept
    last = replays.see(again, 10**5, "").last
    for number, look in ((0, "tous"), (last // 2, "1"), (last, "tous")):
        page = client.get(response.url, {"coup": number, "vue": look})
        assert page.status_code == 200
        assert_valid_html(page)
        assert "no-store" in page["Cache-Control"]
        assert page["X-Robots-Tag"] == "noindex"
        assert f"{number} sur {last}" in text_of(page)
    assert replays.see(again, last, "").ending.title in text_of(page)


@pytest.mark.parametrize("game", ["uno", "odin", "boursicocotte"])
def test_one_seat_s_view_shows_its_hand_and_no_other(client, game):
    match = make_finished(game)
    address = f"/jouer/parties/{match.pk}/revoir/"
    every = client.get(address, {"coup": 2}).content.decode()
    assert all(f"Ce que tient {name}" in every for name in match.names)
    one = client.get(address, {"coup": 2, "vue": 1}).content.decode()
    assert "Ce que tient Max" in one
    assert "Ce que tient Léa" not in one


def test_as_long_as_a_game_is_not_over_its_hands_stay_hidden(client):
    match = make_match(people=("Léa", "Max"), bots=0)
    assert client.get(f"/jouer/parties/{match.pk}/revoir/").url == f"/jouer/parties/{match.pk}/"


def test_the_end_leads_to_the_replay(client):
    match = make_finished()
    assert f"/jouer/parties/{match.pk}/revoir/" in client.get(f"/jouer/parties/{match.pk}/").content.decode()


def test_odd_steps_and_looks_show_the_nearest_there_is(client):
    match = make_finished()
    for query in ("?coup=x&vue=9", "?coup=-1", "?coup=99999&vue=é", "?coup=²"):
        assert client.get(f"/jouer/parties/{match.pk}/revoir/{query}").status_code == 200


def test_a_step_costs_few_queries(client, budget):
    match = make_finished()
    with budget("replay"):
        client.get(f"/jouer/parties/{match.pk}/revoir/?coup=5")


def changed(text, number, line):
    lines = text.split("\n")
    lines[number - 1] = line
    return "\n".join(lines)


def test_what_is_wrong_is_said_with_its_line(client):
    text = make_kept()
    lines = text.split("\n")
    first = next(n for n, line in enumerate(lines, 1) if line.startswith(("0 ", "1 ", "2 ")))
    seat = int(lines[first - 1][0])
    last = len(lines) - 2  # before the outcome
    assert lines[last].startswith("outcome")
    for wrong, words in [
        ("", "Il n’y a rien à relire"),
        ("bonjour", "Ligne 1 : « bonjour » ne se lit pas"),
        (changed(text, first, "0 0 0 0"), f"Ligne {first} : « 0 0 0 » n’est pas un coup de ce jeu"),
        (changed(text, first, f"{(seat + 1) % 3} draw"), f"Ligne {first} : « draw » n’est pas permis"),
        (changed(text, first, "9 draw"), f"Ligne {first} : « draw » : il n’y a pas de joueur 9"),
        (changed(text, 1, "game: odin"), "Ligne 1 : c’est une partie d’un autre jeu, Odin"),
        (changed(text, 1, "game: dames"), "Ligne 1 : ce jeu n’est pas connu"),
        (changed(text, 1, ""), "Il manque une ligne : celle qui dit le jeu"),
        (changed(text, 2, "seats: 40"), "Ligne 2 : Uno se joue de 2 à 10"),
        (changed(text, 2, "seats: x"), "Ligne 2 : « seats: x » ne se lit pas"),
        (changed(text, 3, "first: 7"), "Ligne 3 : les joueurs ont les numéros 0 à 2"),
        (changed(text, 4, 'options: {"target": -3}'), "Ligne 4 : ces règles ne sont pas"),
        (changed(text, 4, "options: " + "[" * 20000), "Ligne 4 : "),
        (changed(text, 6, 'names: ["Léa"]'), "Ligne 6 : il faut 3 prénoms"),
        (changed(text, 6, 'names: ["a\\u0000", "b", "c"]'), "Ligne 6 : il faut 3 prénoms"),
        ("\n".join(lines[: last - 1]), f"La partie s’arrête après la ligne {last - 1}"),
        (
            changed(text, last + 1, "outcome: uno.14 scores 1 2 3 winners 0"),
            f"Ligne {last + 1} : ce résultat",
        ),
        (text + "\n0 draw", "rien ne suit le résultat"),
        ("x" * 100_001, "trop long"),
    ]:
        response = reload(client, wrong)
        assert response.status_code == 422, words
        assert words in text_of(response).replace("\u202f", " ").replace("\u00a0", " ")
        assert_valid_html(response)
    assert not Match.objects.exists()


def test_a_line_that_is_none_is_answered_by_one_of_that_game(client):
    for game, line in [("odin", "0 7R"), ("oucedonc", "0 NS 1"), ("cafe-international", "0 ES-M@C06")]:
        response = client.post(f"/jouer/{game}/partie-relue/", {"text": f"game: {game}\nbonjour"})
        assert response.status_code == 422
        assert f"comme « {line} »" in text_of(response)


def test_an_illegal_move_is_refused_with_its_article(client):
    text = make_kept()
    lines = text.split("\n")
    first = next(n for n, line in enumerate(lines, 1) if line.startswith(("0 ", "1 ", "2 ")))
    response = reload(client, changed(text, first, f"{lines[first - 1][0]} pass"))
    assert response.status_code == 422
    assert "On ne passe pas sans piocher" in text_of(response)
    assert "Règle 8" in text_of(response)


def test_a_file_is_read_whatever_editor_touched_it(client):
    text = make_kept()
    for content in (text.encode(), text.encode("utf-8-sig"), text.replace("\n", "\r\n").encode()):
        response = reload(client, "", file=SimpleUploadedFile("partie.txt", content, "text/plain"))
        assert response.status_code == 303
    for content, words in [
        (b"\xff\xd8\xe9", "pas du texte"),
        (b"x" * 100_001, "trop gros"),
        (b"", "rien à relire"),
    ]:
        response = reload(client, "", file=SimpleUploadedFile("partie.txt", content))
        assert response.status_code == 422
        assert words in text_of(response)


def test_nobody_fills_the_disk_with_kept_games(client, monkeypatch):
    text = make_kept()
    monkeypatch.setattr("games.services.STARTS", 0)
    monkeypatch.setattr("games.reloading._replayed", lambda *_: pytest.fail("asked before the costly replay"))
    assert reload(client, text).status_code == 429
