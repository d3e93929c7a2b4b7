"""The rules of a game as page and sheet: what is drawn is what the engine says."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from games import registry, summaries
from games import sheets as drawn
from games.engines.kernel.exercises import verdict
from games.engines.kernel.rulebook import Example
from games.sheets.uno import turn as uno
from games.summaries import filled

EDGE = "UnoUNO12LudothèqueduPort"
URL = "https://ludo.example.org/jouer/uno/"
PIECES = [(25, "cartes rouges"), (25, "cartes jaunes"), (4, "jokers")]


@pytest.fixture(scope="module")
def sheets():
    """Each format of Uno's sheet, made once."""
    summary = summaries.of_game("uno")
    return {
        format: PdfReader(
            BytesIO(
                summaries.render(
                    summary,
                    title="Uno",
                    call_number="UNO 12",
                    contents=PIECES,
                    url=URL,
                    format=format,
                    facts=[("2–10", "joueurs")],
                    house="Ludothèque du Port",
                    family="association",
                    learn=True,
                )
            )
        )
        for format in summaries.FORMATS
    }


@pytest.fixture(params=list(summaries.FORMATS))
def sheet(request, sheets) -> PdfReader:
    return sheets[request.param]


def letters(text: str) -> str:
    return "".join(text.split())


def pieces_of(reader: PdfReader) -> list[tuple[str, float]]:
    """(text, size in points) of what stands on the pages, without pictures and the turned edges."""
    found = []

    def visit(text, matrix, _, font, size):
        if text.strip() and abs(matrix[0] - 0.75) < 0.001:
            found.append((text.strip(), size * matrix[0]))

    for page in reader.pages:
        page.extract_text(visitor_text=visit)
    return found


def text_of(reader: PdfReader) -> str:
    """The text of all pages, without page numbers."""
    return re.sub(r"\d+/\d+", "", letters("".join(text for text, _ in pieces_of(reader))))


def tags(reader: PdfReader) -> list:
    """All elements of the structure tree, in the order of reading."""
    found, todo = [], [reader.trailer["/Root"]["/StructTreeRoot"]["/K"]]
    while todo:
        one = todo.pop(0)
        one = one.get_object() if hasattr(one, "get_object") else one
        if isinstance(one, list):
            todo = [*one, *todo]
        elif isinstance(one, dict) and "/S" in one:
            found.append(one)
            todo = [*([one["/K"]] if "/K" in one else []), *todo]
    return found


# --- the summary


def test_every_article_of_the_book_has_its_place():
    for slug in registry.books():
        book = registry.get_game(slug).book
        placed = [id for _, ids in drawn.of(slug).sections() for id in ids]
        assert sorted(placed) == sorted(book.articles)


@pytest.mark.parametrize("slug", registry.books())
def test_every_game_with_a_rulebook_has_its_turn_its_articles_and_what_to_agree_on(slug):
    summary, book = summaries.of_game(slug), registry.get_game(slug).book
    assert [article.title for article in summary.articles]
    assert [words for words, _ in summary.turn] == list(book.turn)
    assert len(summary.house_rules) <= len(registry.get_game(slug).rules.options)
    assert summaries.stamp(slug)


def test_a_game_that_nobody_has_drawn_is_printed_in_words(monkeypatch):
    monkeypatch.setattr(drawn, "of", drawn.Sheet)
    filled._of_game.cache_clear()
    summary = summaries.of_game("uno")
    filled._of_game.cache_clear()
    content = summaries.render(summary, title="Uno", call_number="", contents=[], url="")
    text = text_of(PdfReader(BytesIO(content)))
    for article in summary.articles:
        for part in (article.title, article.text, article.detail, article.examples[0].text):
            assert letters(part) in text, article.number
    assert all(letters(words) in text for words, _ in summary.turn)
    assert "Permis:Surle4jaune,un4rougeva" in text


def test_a_game_without_a_rulebook_has_no_summary():
    assert summaries.of_game("") is None
    assert summaries.of_game("inconnu") is None


def test_a_refused_example_carries_the_words_of_the_judge():
    examples = [one for article in summaries.of_game("uno").articles for one in article.examples]
    refused = [one.said for one in examples if not one.allowed]
    assert "Le 7 bleu ne va pas ici\u202f: ce n’est ni du jaune, ni un 4." in " ".join(refused)
    assert len(refused) >= 10
    assert all(refused)


def test_what_the_turn_shows_is_what_the_engine_allows():
    hand = [card for card, _ in uno.TURN_GOES] + [*uno.TURN_DOUBLET, "B7", "G1"]
    position = {
        "game": "uno",
        "seats": 2,
        "turn": 0,
        "phase": "play",
        "hands": [hand, ["R1"]],
        "discard": [uno.TURN_TOP],
    }
    moves = [card + (" R" if card == "W" else "") for card, _ in uno.TURN_GOES] + [" ".join(uno.TURN_DOUBLET)]
    rules = registry.get_game("uno").rules
    assert {verdict(rules, Example("", position, move)) for move in moves} == {""}
    last = position | {"hands": [["R4", "B7"], ["R1"]]}
    assert verdict(rules, Example("", last, "R4 !")) == ""
    drawn = position | {"phase": "drawn", "hands": [["Y2", "B7"], ["R1"]], "drawn": "Y2", "forced": True}
    assert verdict(rules, Example("", drawn, "Y2")) == ""


def test_the_kinds_of_cards_make_up_the_whole_deck():
    assert sum(int(number.split()[0]) for _, _, number, _ in drawn.of("uno").pieces()) == 108


def test_the_count_drawn_is_the_count_of_the_engine():
    tally = next(article.tally for article in summaries.of_game("uno").articles if article.tally)
    assert "79\u00a0points" in tally.told or "79 points" in tally.told


def test_every_picture_has_its_words():
    summary = summaries.of_game("uno")
    scenes = [scene for _, scene in summary.turn]
    scenes += [one.scene for article in summary.articles for one in (*article.examples, *article.exercises)]
    assert len(scenes) > 40
    assert all(scene.told for scene in scenes)
    assert "Sur le talon\u202f: le 4 jaune." in scenes[5].told + "".join(scene.told for scene in scenes)


def test_what_a_sentence_defines_is_set_strong_and_the_rest_stays_text():
    html = summaries.terms("Joker\u202f: 50 <b>. On peut finir\u202f: oui.")
    assert html == "<b>Joker\u202f:</b> 50 &lt;b&gt;. On peut finir\u202f: oui."


@pytest.mark.parametrize("options", [{"doublet": False}, {"doublet": "peut-être"}, {"inconnu": 1}])
def test_house_rules_follow_the_options_of_the_record_as_far_as_they_exist(options):
    rule = next(r for r in summaries.of_game("uno", options).house_rules if r.label.startswith("Deux"))
    played = next(words for words, chosen in rule.choices if chosen)
    assert ("officielle" in played) is (options.get("doublet") is False)


# --- exercises


def test_only_a_rare_article_is_exercised_on_the_page():
    for article in summaries.of_game("uno").articles:
        assert bool(article.exercises) is article.rare


def test_each_exercise_has_a_right_and_a_wrong_answer_and_says_why():
    for article in summaries.of_game("uno").articles:
        for exercise in article.exercises:
            judged = [summaries.judge("uno", exercise.id, value) for value, _ in exercise.choices]
            assert {one.right for one in judged} == {True, False}
            assert all(one.said for one in judged)


@pytest.mark.parametrize(
    ("game", "id", "answer"),
    [
        ("uno", "11-1", "R9"),
        ("uno", "11-9", "pass"),
        ("uno", "", ""),
        ("uno", "11-3", "2"),
    ],
)
def test_what_is_no_answer_is_not_judged(game, id, answer):
    assert summaries.judge(game, id, answer) is None


# --- the sheet


@pytest.mark.parametrize(("format", "sides"), [("a4", 2), ("a5", 2)])
def test_it_is_one_sheet(sheets, format, sides):
    assert len(sheets[format].pages) == sides


def test_every_article_is_on_it_whole(sheet):
    text = text_of(sheet)
    for article in summaries.of_game("uno").articles:
        for part in (article.title, article.text, article.detail):
            assert letters(part) in text, article.number


def test_it_says_what_is_in_the_box_how_to_begin_and_what_to_agree_on(sheet):
    summary, text = summaries.of_game("uno"), text_of(sheet)
    wanted = [summary.goal, *summary.setup, *(words for words, _ in summary.turn), "25 cartes rouges"]
    wanted += [words for rule in summary.house_rules for words, _ in rule.choices]
    for words in wanted:
        assert letters(words) in text, words


def test_call_number_and_title_stand_on_the_edge_of_every_page(sheet):
    for page in sheet.pages:
        assert EDGE in letters(page.extract_text())


def test_it_is_tagged_and_every_picture_has_its_words(sheet):
    root = sheet.trailer["/Root"]
    assert root["/Lang"] == "fr"
    assert root["/MarkInfo"]["/Marked"].value
    assert sheet.metadata.title == "Uno – règle du jeu"
    figures = [tag for tag in tags(sheet) if tag["/S"] == "/Figure"]
    assert len(figures) > 10
    assert all(figure.get("/Alt") for figure in figures)
    assert f"Code à flasher : {URL}" in [figure["/Alt"] for figure in figures]


def test_the_booklet_is_read_in_its_order_though_the_sheet_is_printed_otherwise(sheets):
    order = [tag["/S"] for tag in tags(sheets["a4"]) if tag["/S"] in ("/H1", "/H2", "/H3")]
    assert [tag["/S"] for tag in tags(sheets["a5"]) if tag["/S"] in ("/H1", "/H2", "/H3")] == order
    outside, inside = (letters(page.extract_text()) for page in sheets["a5"].pages)
    assert outside.index("4/4") < outside.index("1/4")
    assert re.search("2/4.*3/4", inside)
    assert [float(side) for side in sheets["a5"].pages[0].mediabox[2:]] == pytest.approx([839, 595], abs=1)


def test_its_fonts_are_embedded(sheet):
    for object in range(1, len(sheet.xref_objStm) + len(sheet.xref[0]) + 1):
        font = sheet.get_object(object)
        if isinstance(font, dict) and font.get("/Type") == "/FontDescriptor":
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & font.keys()
            assert "Atkinson" in font["/FontName"]


def test_it_weighs_little(sheet):
    assert len(sheet.stream.getvalue()) <= 200_000


def test_large_print_has_nothing_below_18_points(sheets):
    assert [piece for piece in pieces_of(sheets["large"]) if piece[1] < 17.99] == []


def test_words_in_pictures_are_large_too_because_none_is_too_wide_for_its_page():
    summary = summaries.of_game("uno")
    scenes = [scene for _, scene in summary.turn]
    scenes += [one.scene for article in summary.articles for one in article.shown]
    scenes += [article.tally for article in summary.articles if article.tally]
    assert all(float(scene.large.removesuffix("mm")) <= 210 - 24 - 13 for scene in scenes)
    assert 17 * 0.374 / 25.4 * 72 >= 18


def test_without_an_address_there_is_no_code():
    summary = summaries.Summary(goal="Gagner.", sections=(summaries.Section("Fin", (one_article(),)),))
    content = summaries.render(summary, title="Œuf", call_number="", contents=[], url="")
    reader = PdfReader(BytesIO(content))
    assert "Gagner." in reader.pages[0].extract_text()
    assert not [tag for tag in tags(reader) if tag["/S"] == "/Figure"]


def one_article() -> summaries.Article:
    return summaries.Article("1", "La fin", "On s’arrête.")


def test_a_booklet_that_does_not_fit_is_not_cut():
    long = tuple(
        summaries.Article(str(n), f"Article {n}", "Une phrase assez longue. " * 60) for n in range(30)
    )
    summary = summaries.Summary(sections=(summaries.Section("Tout", long),))
    content = summaries.render(summary, title="Long", call_number="", contents=[], url="", format="a5")
    text = text_of(PdfReader(BytesIO(content)))
    assert all(f"Article{n}Une" in text for n in range(30))
