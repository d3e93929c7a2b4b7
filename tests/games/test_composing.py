"""Moves that several chosen things make: what they mean, what is asked back, refused, and kept."""

import re

import pytest
from django.http import QueryDict

from games import composing
from games.tables.base import IncompleteError, Parts
from games.tables.uno import TABLE
from tests.games.tables import buttons, make_match, press, put
from tests.html import assert_valid_html

BOXES = 'name="card" value="([^"]+)"( checked)?'


@pytest.fixture
def seated(db):
    """Léa against one bot, to move, with a hand we know."""
    return put(
        make_match(), turn=0, next=None, phase="play", owed=None, drawn=None, forced=None, challenged=None,
        colour="Y", discard=["Y4"], pile=None, direction=1,
        hands=[["B7", "R4", "Y5", "G5", "Y8", "W"], ["R1", "R2", "R3"]],
    )  # fmt: skip


def send(client, match, **fields):
    return client.post(f"/jouer/parties/{match.pk}/coup/", {"version": match.version, "do": "set"} | fields)


def laid(match) -> list[str]:
    return [move.text for move in match.moves.filter(seat=0)]


def ticked(response) -> list[str]:
    return [card for card, tick in re.findall(BOXES, response.content.decode()) if tick]


def said(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


@pytest.mark.parametrize("cards", [["Y5", "G5"], ["G5", "Y5"]])
def test_what_is_ticked_is_played_in_the_order_that_is_legal(client, seated, cards):
    assert send(client, seated, card=cards).status_code == 303
    assert laid(seated) == ["Y5 G5"]


def test_where_both_orders_are_legal_one_is_asked_which(client, seated):
    put(seated, hands=[["B7", "Y8", "G8"], ["R1", "R2", "R3"]], discard=["R8"], colour="R")
    response = send(client, seated, card=["Y8", "G8"])
    assert response.status_code == 422
    assert_valid_html(response)
    assert laid(seated) == []
    there = [(form, button) for form, button in buttons(response) if button.get("name") == "act"]
    ways = [pair for pair in there if pair[1]["value"] in ("Y8 G8", "G8 Y8")]
    assert len(ways) == 2
    press(client, *ways[1])
    assert laid(seated) == [ways[1][1]["value"]]


def test_a_joker_ticked_alone_is_asked_for_its_colour(client, seated):
    response = send(client, seated, card="W")
    assert [b["value"] for _, b in buttons(response) if b.get("value", "").startswith("W ")][-4:] == [
        "W R", "W Y", "W G", "W B",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (["Y5", "Y8"], "Pour un doublet, il faut deux fois le même chiffre"),
        (["B7"], "Le 7 bleu ne va pas ici"),
        (["Y5", "G5", "Y8"], "Le doublet, c’est deux cartes, pas plus"),
        (["W", "Y5"], "Un joker se pose seul"),
        ([], "Coche d’abord les cartes que tu veux poser"),
    ],
)
def test_what_is_no_move_is_refused_in_words_and_stays_ticked(client, seated, cards, words):
    response = send(client, seated, card=cards)
    assert response.status_code == 422
    assert words in said(response).replace("\u202f", " ")
    assert sorted(ticked(response)) == sorted(cards)
    assert laid(seated) == []


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_preview_plays_nothing_and_shows_what_is_chosen(client, seated, headers):
    path = f"/jouer/parties/{seated.pk}/coup/"
    response = client.post(
        path, {"version": seated.version, "preview": "1", "card": ["G5", "Y5"]}, headers=headers
    )
    assert response.status_code == 200
    assert sorted(ticked(response)) == ["G5", "Y5"]
    assert "Tu as choisi : le 5 vert et le 5 jaune." in said(response).replace("\u202f", " ")
    assert laid(seated) == []


def test_a_preview_of_an_old_page_shows_the_present_table(client, seated):
    path = f"/jouer/parties/{seated.pk}/coup/"
    assert client.post(path, {"version": "7", "preview": "1", "card": "Y5"}).status_code == 409


def test_a_word_is_said_along_with_what_is_ticked(client, seated):
    put(seated, hands=[["B7", "Y5", "G5"], ["R1", "R2", "R3"]])
    send(client, seated, card=["Y5", "G5"], along=" !")
    assert laid(seated) == ["Y5 G5 !"]


def test_lessons_take_what_is_ticked_too(client, db):
    address = "/jouer/uno/lecons/doublet/"
    page = client.get(address).content.decode()
    cards = re.findall(BOXES, page)
    assert cards
    refused = client.post(address, {"etape": "1", "do": "set", "card": [card for card, _ in cards]})
    assert refused.status_code == 422
    assert len(ticked(refused)) == len(cards)
    preview = client.post(address, {"etape": "1", "preview": "1", "card": cards[0][0]})
    assert preview.status_code == 200
    assert ticked(preview) == [cards[0][0]]


def test_noticing_is_up_to_the_player(client, seated):
    """Whoever has one card may be called out; who has announced is defended in the article's words."""
    put(seated, hands=[["B7", "R4"], ["R1"]], forgot=None)
    page = client.get(f"/jouer/parties/{seated.pk}/")
    assert 'value="uno 1"' in page.content.decode()
    response = send(client, seated, act="uno 1")
    assert response.status_code == 422
    assert "Ce joueur n’a rien oublié" in said(response)
    put(seated, forgot=1)
    assert send(client, seated, act="uno 1").status_code == 303


def test_a_form_can_be_as_large_as_a_page_makes_it_and_no_larger():
    data = QueryDict("&".join([f"f{n}=1" for n in range(99)] + ["f0=" + "x" * 999] * 99))
    parts = composing.read_parts(data)
    assert len(parts.fields) == composing.MOST_FIELDS
    assert len(parts.all("f0")) == composing.MOST_VALUES
    assert len(parts.one("f0")) == composing.LONGEST


def test_the_frames_own_fields_are_no_parts():
    assert not composing.read_parts(QueryDict("version=1&seat=0&preview=1&csrfmiddlewaretoken=x"))


@pytest.mark.parametrize(("text", "number"), [("3", 3), (" 12 ", 12), ("", None), ("-1", None), ("³", None)])
def test_a_number_is_read_strictly(text, number):
    assert Parts({"bid": (text,)}).number("bid") == number


def test_nothing_chosen_is_no_move_yet():
    with pytest.raises(IncompleteError):
        TABLE.compose(None, Parts({"do": ("set",)}))
