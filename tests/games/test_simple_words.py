"""Simple words: every article and lesson in short sentences, wished for once and kept on all pages."""

import re
from html import unescape

import pytest

from games import registry
from tests.games.tables import make_match, put

GAMES = [game.slug for game in registry.playable()]
MOST_WORDS = 14


def sentences(text):
    """What one reads in one breath: up to a full stop, or what a colon announces."""
    return [part for part in re.split(r"(?<=[.!?…])\s|\s:\s", text) if part]


def too_long(text):
    return [
        part for part in sentences(text) if len(re.findall(r"[^\W_]+(?:[’'][^\W_]+)?", part)) > MOST_WORDS
    ]


def text_of(response):
    return re.sub(r"[ \n]+", " ", unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))


def wish(client, simple="1", **headers):
    return client.post("/jouer/mots-simples/", {"simple": simple, "next": "/jouer/uno/"}, headers=headers)


@pytest.mark.parametrize("slug", GAMES)
def test_every_article_has_short_simple_sentences(slug):
    for article in registry.get_game(slug).book.articles.values():
        assert article.simple, article.id
        assert not too_long(article.simple), article.id
        assert not re.search(r"\b(dont|lequel|lorsque|afin|puisque|parce)\b", article.simple), article.id
    simple = registry.get_game(slug, simple=True).book
    for article in simple.articles.values():
        assert (article.text, article.detail) == (article.simple, "")


@pytest.mark.parametrize("slug", GAMES)
def test_every_lesson_says_and_asks_in_short_sentences(slug):
    for lesson in registry.get_game(slug, simple=True).lessons:
        for number, step in enumerate(lesson.steps, 1):
            assert not too_long(step.say), (lesson.slug, number)
            assert not too_long(step.ask), (lesson.slug, number)


def test_it_notices_a_long_sentence():
    assert too_long("Un. " + "mot " * (MOST_WORDS + 1))
    assert not too_long("mot " * MOST_WORDS)


@pytest.mark.django_db
class TestTheWish:
    def test_it_holds_on_every_trainer_page_until_it_is_taken_back(self, client):
        match = make_match()
        full = registry.get_game("uno").book["uno.3"]
        pages = [f"/jouer/parties/{match.pk}/", f"/jouer/parties/{match.pk}/histoire/"]
        for page in pages:
            assert full.text in text_of(client.get(page))
        wish(client)
        for page in pages:
            assert full.simple in text_of(client.get(page))
            assert full.text not in text_of(client.get(page))
        wish(client, simple="")
        assert full.text in text_of(client.get(pages[0]))

    def test_a_lesson_says_it_shorter(self, client):
        course = registry.get_game("uno").course
        lesson, number = next(
            (lesson, n) for lesson in course.lessons for n, step in enumerate(lesson.steps, 1) if step.simple
        )
        address = f"/jouer/uno/lecons/{lesson.slug}/?etape={number}"
        assert lesson.steps[number - 1].say in text_of(client.get(address))
        wish(client)
        assert lesson.steps[number - 1].simple["say"] in text_of(client.get(address))

    def test_a_refusal_s_article_is_simple_too(self, client):
        match = put(
            make_match(), turn=0, next=None, phase="play", owed=None, drawn=None, forced=None, colour="Y",
            challenged=None, discard=["Y4"], pile=None, hands=[["B7", "R4", "Y5"], ["R1", "R2", "R3"]],
        )  # fmt: skip
        wish(client)
        response = client.post(f"/jouer/parties/{match.pk}/coup/", {"version": match.version, "move": "B7"})
        alert = unescape(response.content.decode().partition('role="alert"')[2].partition("</details>")[0])
        assert registry.get_game("uno").book["uno.3"].simple in alert

    @pytest.mark.parametrize(
        "page", ["", "uno/", "uno/lecons/recouvrir/", "uno/quiz/", "uno/partie-relue/", "aide/"]
    )
    def test_every_trainer_page_has_the_switch_and_the_help(self, client, page):
        content = client.get(f"/jouer/{page}").content.decode()
        assert 'id="simple-words"' in content
        assert 'href="/jouer/aide/"' in content

    def test_it_leads_back_to_the_page_and_to_no_other_place(self, client):
        assert wish(client).url == "/jouer/uno/"
        assert wish(client, referer="http://testserver/jouer/odin/?a=1").url == "/jouer/odin/?a=1"
        assert wish(client, referer="http://elsewhere.example/jouer/odin/").url == "/jouer/uno/"
        for bad in ("//evil.example/jouer/", "https://evil.example/", "/gestion/", "/jouer/\r\nx"):
            response = client.post("/jouer/mots-simples/", {"simple": "1", "next": bad})
            assert response.url.startswith("/jouer/")
