"""The rules of a game with a rulebook, on its record's page and sheet."""

import re
from html import unescape
from io import BytesIO

import pytest
from pypdf import PdfReader

from catalogue.models import Library, Record
from games import registry, sheets, summaries, tables
from games.engines.kernel import lessons
from games.summaries import filled
from tests.make import make_copy, make_record

pytestmark = pytest.mark.drawing

OWN = "Le joueur à gauche commence.\n\nIl recouvre la carte."
PAGE = "/jeux/uno-de-la-fete/regles/"
SHEET = "/jeux/uno-de-la-fete/regles.pdf"


@pytest.fixture
def record(db):
    Library.objects.create(name="Ludothèque du Port")
    record = make_record(
        "Uno de la fête", game="uno", rules_text=OWN, min_players=2, max_players=10, min_age=7, duration=20
    )
    make_copy(record, call_number="UNO 12", barcode="0042")
    return record


@pytest.fixture
def shown(client, record) -> str:
    return client.get(PAGE).content.decode()


@pytest.fixture
def renderings(monkeypatch):
    """What sheets are asked for while the test runs, instead of the slow making."""
    made = []

    def render(summary, **asked) -> bytes:
        made.append(asked)
        return b"%%PDF %d" % len(made)

    monkeypatch.setattr("games.summaries.render", render)
    return made


def said(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


# --- the page


def test_every_article_is_on_the_page_with_its_text_its_detail_and_its_examples(shown):
    text = said(shown)
    for article in registry.get_game("uno").book.articles.values():
        assert f'id="article-{article.number}"' in shown
        for part in (article.title, article.text, article.detail, *(one.text for one in article.examples)):
            assert " ".join(part.split()) in text


def test_a_refusal_is_told_in_the_judges_words(shown):
    assert "Refusé : Le 7 bleu ne va pas ici : ce n’est ni du jaune, ni un 4." in said(shown)
    assert shown.count("Permis") >= 10


def test_the_text_of_the_record_stands_below_and_is_named_as_such(shown):
    assert shown.index("Le texte de la notice") > shown.index('id="article-14"')
    assert "Le joueur à gauche commence." in shown[shown.index("Le texte de la notice") :]


def test_a_record_without_a_text_of_its_own_has_the_articles_all_the_same(client, db):
    record = make_record("Uno", game="uno")
    assert record.has_rules
    page = client.get("/jeux/uno/regles/")
    assert page.status_code == 200
    assert "Le texte de la notice" not in page.content.decode()
    assert client.get("/jeux/uno/").content.decode().count('href="/jeux/uno/regles/"') == 1
    assert "/jeux/uno/regles/" in client.get("/sitemap-regles.xml").content.decode()


def test_it_leads_to_every_format_of_the_sheet(shown):
    assert f'href="{SHEET}"' in shown
    assert f'href="{SHEET}?format=a5"' in shown
    assert f'href="{SHEET}?format=large"' in shown


def test_the_edition_of_the_record_is_marked_among_the_house_rules(client, record, shown):
    marked = re.findall(r'<dd class="chosen">([^<]*)', shown)
    assert any("d’un coup" in words for words in marked)
    Record.objects.update(game_options={"doublet": False})
    marked = re.findall(r'<dd class="chosen">([^<]*)', client.get(PAGE).content.decode())
    assert any("une carte à la fois" in words for words in marked)
    assert not any("d’un coup" in words for words in marked)


def test_to_try_an_article_leads_to_its_lesson_as_soon_as_there_is_one(shown):
    lessons = {article.number: article.lesson for article in summaries.of_game("uno").articles}
    for number, address in lessons.items():
        assert (f'href="{address}"' in shown) is bool(address), number
    assert any(lessons.values()) is registry.is_playable("uno")


def test_the_page_takes_few_queries(client, record, budget):
    with budget("rules"):
        client.get(PAGE)


def test_records_without_a_rulebook_keep_their_page(client, db, monkeypatch):
    monkeypatch.setattr(registry, "has_book", lambda slug: False)
    make_record("Odin", game="odin", rules_text=OWN)
    page = client.get("/jeux/odin/regles/").content.decode()
    assert "Texte de la notice, tel quel." in page
    assert "format=" not in page


# --- searching in it


def articles_of(page: str) -> list[str]:
    return re.findall(r'<article class="rule" id="article-(\d+)"', page)


@pytest.mark.parametrize(
    ("q", "numbers"),
    [
        ("", [str(number) for number in range(1, 15)]),
        ("contester", ["6"]),
        ("DOUBLET", ["4", "10"]),
        ("numero", []),
        ("pioche vide", ["11"]),
        ("14", ["14"]),
    ],
)
def test_a_search_shows_the_articles_that_hold_all_the_words(client, record, q, numbers):
    page = client.get(PAGE, {"q": q}).content.decode()
    assert [number for number in sorted(articles_of(page), key=int) if number in numbers] == numbers
    assert len(articles_of(page)) < 8 or not q


def test_what_is_found_in_a_fold_is_unfolded(client, record):
    page = client.get(PAGE, {"q": "contester"}).content.decode()
    assert '<details class="rule-detail" open><summary>Les cas particuliers' in page
    assert " open>" not in client.get(PAGE, {"q": "recouvrir"}).content.decode()


def test_what_is_not_found_is_said_with_a_way_back(client, record):
    page = client.get(PAGE, {"q": "<b>dragon"}).content.decode()
    assert "Rien dans cette règle ne dit" in page
    assert "&lt;b&gt;dragon" in page
    assert 'href="/jeux/uno-de-la-fete/regles/#articles"' in page
    assert articles_of(page) == []


@pytest.fixture
def only_written(monkeypatch):
    """Uno as it would be with rules and their book, but no lessons, no table, no drawings."""
    monkeypatch.setattr(lessons, "_offered", {})
    monkeypatch.setattr(sheets, "of", sheets.Sheet)
    monkeypatch.setattr(tables, "offered", lambda slug: False)
    caches = lessons.course.cache_clear, filled._of_game.cache_clear, summaries.stamp.cache_clear
    for clear in caches:
        clear()
    yield
    for clear in caches:
        clear()


@pytest.mark.usefixtures("only_written")
def test_a_game_that_is_written_only_has_its_articles_in_words_and_leads_to_no_trainer(client, record):
    page = client.get(PAGE).content.decode()
    text = said(page)
    for article in registry.get_game("uno").book.articles.values():
        for part in (article.title, article.text, article.detail, *(one.text for one in article.examples)):
            assert " ".join(part.split()) in text
    assert "/jouer/uno/" not in page
    assert '<svg class="scene"' not in page
    assert "Refusé : Le 7 bleu ne va pas ici" in text
    sheet = client.get(SHEET)
    assert len(PdfReader(BytesIO(sheet.content)).pages) == 2
    for address in ("/jouer/", "/jeux/uno-de-la-fete/", "/catalogue/"):
        assert client.get(address).status_code == 200
    for address in ("/jouer/uno/", "/jouer/uno/quiz/"):
        assert client.get(address).status_code == 404
    assert client.post("/jouer/uno/parties/").status_code == 404


# --- exercises


def answer(client, id: str, value: str) -> str:
    page = client.get(PAGE, {"exercice": id, "reponse": value}).content.decode()
    found = re.search(r'class="judged" role="status">(.*?)</div>', page, re.DOTALL)
    return said(found[1]) if found else ""


def test_a_right_answer_is_praised_and_a_wrong_one_explained(client, record):
    assert answer(client, "11-1", "pass").startswith("Juste : ")
    refused = answer(client, "11-2", "pass")
    assert "une de tes cartes va : il faut la poser. Essaie encore." in refused


@pytest.mark.parametrize(("id", "value"), [("11-1", "R9"), ("99-1", "pass"), ("", ""), ("11-3", "<b>")])
def test_what_is_no_answer_shows_the_page_unchanged(client, record, id, value):
    assert answer(client, id, value) == ""


# --- the sheet


@pytest.mark.parametrize(("format", "pages"), [("a4", 2), ("a5", 2)])
def test_the_sheet_is_one_sheet(client, record, format, pages):
    response = client.get(SHEET, {"format": format})
    reader = PdfReader(BytesIO(response.content))
    assert len(reader.pages) == pages
    assert "UNO 12" in reader.pages[0].extract_text().replace("\u202f", " ").replace("\xa0", " ")
    assert reader.metadata.title == "Uno de la fête – règle du jeu"


def test_each_format_is_made_once_and_kept_beside_the_others(client, record, renderings, settings):
    for format in ["", "a4", "a5", "large", "a5", "inconnu"]:
        assert client.get(SHEET, {"format": format}).status_code == 200
    assert [asked["format"] for asked in renderings] == ["a4", "a5", "large"]
    assert len(list(settings.PDF_DIR.rglob("*.pdf"))) == 3


def test_the_sheet_is_told_what_the_record_knows(client, record, renderings, settings):
    settings.SITE_URL = "https://ludo.example.org"
    client.get(SHEET)
    asked = renderings[0]
    assert asked["title"] == "Uno de la fête"
    assert asked["call_number"] == "UNO 12"
    assert asked["house"] == "Ludothèque du Port"
    assert asked["facts"] == [("2–10", "joueurs"), ("7+", "ans"), ("20", "minutes")]
    expected = "/jouer/uno/" if registry.is_playable("uno") else "/jeux/uno-de-la-fete/"
    assert asked["url"] == f"https://ludo.example.org{expected}"


def test_other_options_make_another_sheet(client, record, renderings):
    before = client.get(SHEET)["ETag"]
    Record.objects.update(game_options={"doublet": False})
    assert client.get(SHEET)["ETag"] != before
    assert len(renderings) == 2


@pytest.mark.usefixtures("renderings")
def test_a_format_has_its_name(client, record):
    assert client.get(SHEET)["Content-Disposition"] == 'inline; filename="uno-de-la-fete-regles.pdf"'
    large = client.get(SHEET, {"format": "large"})
    assert large["Content-Disposition"] == 'inline; filename="uno-de-la-fete-regles-large.pdf"'


@pytest.mark.usefixtures("renderings")
def test_a_sheet_that_is_there_costs_one_query(client, record, django_assert_num_queries):
    client.get(SHEET, {"format": "a5"})
    with django_assert_num_queries(1):
        client.get(SHEET, {"format": "a5"})
