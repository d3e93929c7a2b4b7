"""The table as a page: what each click, double click, tab and reload does; options and numbers of players."""

import re
import uuid
from html import unescape
from itertools import islice
from random import Random

import pytest
from django.test import Client

from games import services
from games.engines.kernel.records import read_record, replay
from games.engines.uno import RULES
from games.models import Match
from games.positions import position_of, rules_of
from games.registry import get_game, playable
from tests.games.tables import acting, buttons, make_match, play_to_the_end, press, put

pytestmark = [pytest.mark.django_db, pytest.mark.drawing]

FORM = {"names": "", "bots": "1", "level": "novice"}


def path(match, end=""):
    return f"/jouer/parties/{match.pk}/{end}"


def text_of(response):
    return re.sub(r"[ \n]+", " ", unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))


@pytest.fixture
def seated():
    """Léa against one bot, to move, with a hand we know."""
    return put(
        make_match(), turn=0, next=None, phase="play", owed=None, drawn=None, forced=None, challenged=None,
        colour="Y", discard=["Y4"], pile=None, direction=1,
        hands=[["B7", "R4", "Y5", "G5", "W"], ["R1", "R2", "R3"]],
    )  # fmt: skip


# --- starting


def test_the_form_opens_a_table_and_leads_to_it(client):
    response = client.post("/jouer/uno/parties/", {**FORM, "names": "Léa"}, follow=True)
    match = Match.objects.get()
    assert response.redirect_chain[-1][0] == path(match)
    assert match.names[0] == "Léa"
    assert match.options["target"] == 0
    assert response.status_code == 200


def test_two_clicks_on_start_open_one_table(client):
    form = {**FORM, "id": str(uuid.uuid4())}
    first = client.post("/jouer/uno/parties/", form)
    assert client.post("/jouer/uno/parties/", form).url == first.url
    assert Match.objects.count() == 1
    # back, another choice, once more: another table
    assert client.post("/jouer/uno/parties/", {**form, "bots": "3"}).url != first.url


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"names": "Léa", "bots": "0"}, "vous seriez 1"),
        ({"names": "Léa, Max", "bots": "9"}, "vous seriez 11"),
        ({"names": "Léa, léa", "bots": "1"}, "sont les mêmes"),
        ({"names": "L" * 21, "bots": "1"}, "trop long"),
        ({"names": "Léa", "bots": "12"}, "choix"),
        ({"names": "Léa", "level": "champion"}, "choix"),
        ({"names": "Léa", "option_target": "7"}, "choix"),
    ],
)
def test_a_start_that_cannot_be_is_refused_with_its_reason(client, form, words):
    response = client.post("/jouer/uno/parties/", {**FORM, **form})
    assert response.status_code == 422
    assert words in text_of(response)
    assert not Match.objects.exists()


def test_names_are_shown_as_typed_and_never_run(client):
    client.post("/jouer/uno/parties/", {**FORM, "names": "<b>Oùcé</b>, Zoé  d'Arc"})
    match = Match.objects.get()
    assert match.names[:2] == ["<b>Oùcé</b>", "Zoé d'Arc"]
    page = client.get(path(match)).content.decode()
    assert "&lt;b&gt;Oùcé" in page
    assert "<b>Oùcé" not in page


def test_bots_take_other_names_than_the_people(client):
    client.post("/jouer/uno/parties/", {**FORM, "names": "nino, ZÉLIE", "bots": "8"})
    names = Match.objects.get().names
    assert len({name.casefold() for name in names}) == 10


def test_too_many_starts_are_told_to_wait(client, monkeypatch):
    monkeypatch.setattr("games.services.STARTS", 0)
    response = client.post("/jouer/uno/parties/", FORM)
    assert response.status_code == 429
    assert "attendre quelques minutes" in text_of(response)


def test_a_game_without_a_table_is_not_found(client, monkeypatch):
    monkeypatch.setattr("games.tables.offered", lambda slug: False)
    assert client.post("/jouer/odin/parties/", FORM).status_code == 404
    assert client.post("/jouer/dames/parties/", FORM).status_code == 404


def test_another_site_cannot_start_games():
    assert Client(enforce_csrf_checks=True).post("/jouer/uno/parties/", FORM).status_code == 403


# --- one move


def test_a_move_leads_back_to_the_table_so_that_reloading_plays_nothing(client, seated):
    response = client.post(path(seated, "coup/"), {"version": seated.version, "move": "R4"})
    assert (response.status_code, response.url) == (303, path(seated))
    page = client.get(response.url)
    assert "Tu poses le 4 rouge." in text_of(page)


def test_htmx_is_given_the_part_and_nothing_around(client, seated):
    response = client.post(
        path(seated, "coup/"),
        {"version": seated.version, "move": "R4"},
        headers={"HX-Request": "true"},
    )
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    assert 'id="told"' in response.content.decode()
    assert "HX-Request" in response["Vary"]


@pytest.mark.parametrize(
    ("move", "sentence", "article"),
    [
        ("B7", "ce n’est ni du jaune, ni un 4", "Recouvrir."),
        ("G5 Y5", "ne va pas ici", "Recouvrir."),
        ("Y5 !", "il t’en restera 4", "Uno"),
        ("pass", "On ne passe pas sans piocher", "Ne pas vouloir poser."),
        ("R9", "pas le 9 rouge en main", ""),
    ],
)
def test_a_refusal_says_why_and_shows_its_article(client, seated, move, sentence, article):
    response = client.post(path(seated, "coup/"), {"version": seated.version, "move": move})
    assert response.status_code == 422
    alert = response.content.decode().partition('role="alert"')[2].partition('<ul class="hand')[0]
    assert sentence in re.sub(r"<[^>]+>", "", alert)
    assert article in alert
    seated.refresh_from_db()
    assert seated.version == 0


def test_what_is_no_move_at_all_is_told_kindly(client, seated):
    for move in ("", "x" * 5000, "~R5", "R5\x00", "é"):
        response = client.post(path(seated, "coup/"), {"version": seated.version, "move": move})
        assert response.status_code == 422, move


def test_a_double_click_plays_once_and_the_second_sees_the_table(client, seated):
    form = {"version": seated.version, "move": "draw"}
    assert client.post(path(seated, "coup/"), form).status_code == 303
    again = client.post(path(seated, "coup/"), form)
    assert again.status_code == 409
    assert "La partie avait déjà continué" in text_of(again)
    seated.refresh_from_db()
    assert seated.version == 1


@pytest.mark.parametrize("end", ["coup/", "suite/", "annuler/"])
@pytest.mark.parametrize("version", ["", "-1", "x", "999999999999", "7"])
def test_a_second_tab_or_a_broken_one_changes_nothing(client, seated, end, version):
    response = client.post(path(seated, end), {"version": version, "move": "R4"})
    assert response.status_code == 409
    seated.refresh_from_db()
    assert seated.version == 0


def test_nothing_is_kept_in_a_session_so_nothing_expires(seated):
    client = Client(enforce_csrf_checks=True)
    response = client.post(path(seated, "coup/"), {"version": seated.version, "move": "R4"}, follow=True)
    assert response.status_code == 200
    assert not client.cookies


def test_announcing_is_said_along_with_the_card(client):
    match = put(
        make_match(), turn=0, next=None, phase="play", owed=None, drawn=None, forced=None, challenged=None,
        colour="Y", discard=["Y4"], pile=None, hands=[["B7", "R4"], ["R1", "R2", "R3"]],
    )  # fmt: skip
    assert "Je dis" in text_of(client.get(path(match)))
    client.post(path(match, "coup/"), {"version": 0, "move": "R4", "along": " !"})
    assert match.moves.get(seat=0).text == "R4 !"


def test_the_word_goes_with_cards_only(client, seated):
    client.post(path(seated, "coup/"), {"version": 0, "act": "draw", "along": " !"})
    assert seated.moves.get(seat=0).text == "draw"


def test_only_people_move_by_the_page(client):
    match = make_match(people=("Léa", "Max"), bots=1)
    for seat in ("2", "9", "", "x", "-1"):
        form = {"version": match.version, "seat": seat, "move": "draw"}
        response = client.post(path(match, "coup/"), form)
        assert response.status_code == 422
        assert "rien n’a été joué" in text_of(response)


@pytest.mark.parametrize("game", [game.slug for game in playable()])
def test_a_move_for_a_seat_whose_turn_it_is_not_is_refused_in_words(client, game):
    for people, other in ((("Léa",), 1), (("Léa", "Max"), 0), (("Léa", "Max"), 1)):
        match = make_match(game=game, people=people, bots=max(1, get_game(game).rules.seats[0] - len(people)))
        while acting(match) not in match.people:
            services.go_on(match=match, version=match.version)
        actor = acting(match)
        if actor == other:
            continue
        move = str(rules_of(match).sample(position_of(match), actor, Random(1)))
        before = match.version
        form = {"version": match.version, "seat": other, "act": move}
        response = client.post(path(match, "coup/"), form)
        assert response.status_code == 422
        assert re.search("rien n’a été joué|Ce n’est pas ton tour", text_of(response))
        match.refresh_from_db()
        assert match.version == before


def test_a_doublet_is_offered_from_its_first_card(client, seated):
    page = client.get(path(seated)).content.decode()
    sheet = page.partition('id="choose-Y5-1"')[2].partition("</ul>")[0]
    assert re.findall(r'value="([^"]+)"', sheet) == ["Y5", "Y5 G5"]
    assert re.findall(r'value="(W [RYGB])"', page) == ["W R", "W Y", "W G", "W B"]


def test_a_doublet_is_offered_only_where_there_is_one_and_a_bluff_is_called_one(client, seated):
    assert 'class="compose"' in client.get(path(seated)).content.decode()
    assert "bluff" not in text_of(client.get(path(seated)))
    put(seated, hands=[["Y5", "B7", "W4"], *seated.position["hands"][1:]])
    page = client.get(path(seated))
    assert 'class="compose"' not in page.content.decode()
    assert "Tu peux, mais c’est un bluff\u202f: tu as du jaune." in text_of(page)


def test_every_legal_move_is_a_button_and_every_other_card_explains_itself(client, seated):
    response = client.get(path(seated))
    values = {button.get("value") for _, button in buttons(response)}
    assert {str(move) for move in rules_of(seated).moves(position_of(seated), 0)} <= values
    refused = [pair for pair in buttons(response) if pair[1].get("value") == "B7"]
    assert press(client, *refused[0]).status_code == 422


def test_advice_names_a_legal_move_and_its_article(client, seated):
    page = client.get(path(seated, "?conseil=1"))
    assert "Conseil" in text_of(page)
    assert "Pose le 5 jaune, puis le 5 vert" in text_of(page)
    assert "Le doublet." in text_of(page)


def test_taking_back_by_the_page(client, seated):
    # the hand was put up by hand: a real game is taken back in the tests of the services
    match = make_match()
    for response in play_to_the_end(client, match):
        if "take-back" in response.content.decode():
            break
    match.refresh_from_db()
    mine = match.moves.filter(seat=0).count()
    undo = next(pair for pair in buttons(response) if pair[1].get("id") == "take-back")
    assert press(client, *undo).status_code == 200
    assert match.moves.filter(seat=0).count() == mine - 1


@pytest.mark.parametrize("end", ["coup/", "suite/", "annuler/", "encore/"])
def test_an_address_of_a_post_that_is_reloaded_leads_to_the_table(client, seated, end):
    assert client.get(path(seated, end)).url == path(seated)


# --- the house's headers, and games nobody can read


@pytest.mark.parametrize("end", ["", "histoire/", "partie.txt", "?conseil=1"])
def test_a_game_is_stored_nowhere_and_indexed_by_nobody(client, seated, end):
    response = client.get(path(seated, end))
    assert "no-store" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex"


def test_an_unknown_game_is_not_found(client):
    assert client.get(f"/jouer/parties/{uuid.uuid4()}/").status_code == 404
    assert client.get("/jouer/parties/1/").status_code == 404


@pytest.mark.parametrize("changes", [{"format": 99}, {"game": "dames"}, {"game": "odin"}, {"position": {}}])
def test_a_game_of_an_old_version_ends_with_one_sentence(client, seated, changes):
    Match.objects.filter(pk=seated.pk).update(**changes)
    for response in (
        client.get(path(seated)),
        client.get(path(seated, "histoire/")),
        client.get(path(seated, "partie.txt")),
        client.post(path(seated, "coup/"), {"version": 0, "move": "R4"}),
        client.post(path(seated, "suite/"), {"version": 0}),
        client.post(path(seated, "annuler/"), {"version": 0}),
        client.post(path(seated, "encore/"), {}),
    ):
        assert response.status_code == 410
        assert "ancienne version" in text_of(response)


# --- the cost


def test_a_move_costs_few_queries(client, budget, seated):
    with budget("move"):
        response = client.post(
            path(seated, "coup/"), {"version": 0, "move": "R4"}, headers={"HX-Request": "true"}
        )
    assert response.status_code == 200
    with budget("move"):
        client.post(path(seated, "suite/"), {"version": 1}, headers={"HX-Request": "true"})
    with budget("move"):
        client.get(path(seated))


# --- whole games, by always taking the first thing offered

SOME = [
    # people, bots, options: every number of seats, every option both ways
    (1, 1, {}),
    (1, 2, {"option_doublet": "false"}),
    (1, 3, {"option_bluff": "false", "level": "familier"}),
    (1, 4, {"option_forced_play": "false"}),
    (2, 4, {"option_bluff": "true"}),
    (1, 6, {"level": "familier"}),
    (8, 0, {}),
    (1, 8, {"option_doublet": "false", "option_bluff": "false", "option_forced_play": "false"}),
    (3, 7, {"level": "familier"}),
    (1, 1, {"option_target": "100"}),
]


@pytest.mark.drawing
@pytest.mark.parametrize(("people", "bots", "more"), SOME, ids=lambda value: str(value).replace(" ", ""))
def test_a_game_of_every_kind_can_be_started_and_finished_by_the_first_thing_offered(people, bots, more):
    client = Client()
    names = ["Léa", "Max", "Zoé", "Ali", "Eva", "Tom", "Luc", "Mia"][:people]
    form = {**FORM, "names": ",".join(names), "bots": str(bots), **more}
    client.post("/jouer/uno/parties/", form)
    match = Match.objects.get()
    for response in play_to_the_end(client, match):
        assert "None" not in text_of(response)
    match.refresh_from_db()
    assert acting(match) is None
    assert "Rejouer" in text_of(response)
    # the record can be kept, and played again
    record = read_record(client.get(path(match, "partie.txt")).content.decode())
    assert list(replay(RULES, record))[-1].after == position_of(match)


def test_the_end_counts_line_by_line_and_the_same_people_play_again(client):
    match = make_match(people=("Léa",), bots=2)
    *_, last = play_to_the_end(client, match)
    match.refresh_from_db()
    outcome = rules_of(match).outcome(position_of(match))
    page = text_of(last)
    for line in outcome.lines:
        assert line.told(match.names, match.loner) in page
    assert f"{sum(outcome.scores)} point" in page
    again = next(pair for pair in buttons(last) if pair[1].get("id") == "again")
    first, second = press(client, *again), press(client, *again)
    assert first.redirect_chain == second.redirect_chain
    other = Match.objects.exclude(pk=match.pk).get()
    assert (other.seats, other.options) == (match.seats, match.options)


def test_the_whole_story_is_told_a_page_at_a_time(client):
    match = make_match(bots=3)
    assert list(islice(play_to_the_end(client, match), 25))
    first = client.get(path(match, "histoire/"))
    assert "Tu reçois" in text_of(first)
    assert client.get(path(match, "histoire/?page=99")).status_code == 200
