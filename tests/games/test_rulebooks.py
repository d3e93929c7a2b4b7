"""The chain of every article: it is in the book, its examples behave, and the engine cites it."""

import ast
import re
from pathlib import Path

import pytest

from games import engines
from games.engines.kernel import Line
from games.engines.kernel.exercises import troubles
from games.engines.kernel.rulebook import book, french, seat_name
from games.registry import GAMES, get_game
from tests.games.golden import FILES, written_anew

ENGINES = [slug for slug, game in GAMES.items() if game.rules]
ARTICLES = [(slug, article) for slug in ENGINES for article in book(slug).articles]
EXAMPLES = [
    pytest.param(slug, example, id=f"{article} {number}")
    for slug, article in ARTICLES
    for number, example in enumerate(book(slug)[article].examples)
]
COUNTS = {"uno": 14, "odin": 13, "cafe-international": 15, "boursicocotte": 15, "oucedonc": 11}


@pytest.mark.parametrize("slug", ENGINES)
def test_there_is_an_article_for_each_number(slug):
    assert list(book(slug).articles) == [f"{slug}.{number}" for number in range(1, COUNTS[slug] + 1)]


@pytest.mark.parametrize(("slug", "example"), EXAMPLES)
def test_an_example_behaves_as_it_says(slug, example):
    assert troubles(get_game(slug).rules, example) == []


def written_refusals(slug):
    """(article, case) of every refusal written out in the engine of that game, wherever it is made."""
    folder = Path(engines.__path__[0]) / slug.replace("-", "_")
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "broken":
                number, case = node.args[:2]
                numbers = {n.value for n in ast.walk(number) if isinstance(n, ast.Constant)}
                choices = [case.body, case.orelse] if isinstance(case, ast.IfExp) else [case]
                for choice in choices:
                    if isinstance(choice, ast.Constant):
                        yield from ((n, choice.value) for n in numbers if isinstance(n, int))


@pytest.mark.parametrize("slug", ENGINES)
def test_every_refusal_of_the_engine_has_its_sentence(slug):
    found = set(written_refusals(slug))
    assert len(found) > 5
    missing = [(n, case) for n, case in sorted(found) if case not in book(slug)[f"{slug}.{n}"].refusals]
    assert missing == []


@pytest.mark.parametrize(("slug", "article"), ARTICLES)
def test_an_article_shows_what_is_allowed_and_what_is_refused_or_a_right_and_a_wrong_result(slug, article):
    examples = book(slug)[article].examples
    allowed = any(not example.is_result and not example.refused for example in examples)
    refused = any(example.refused for example in examples)
    counted = any(example.is_result and example.wrong for example in examples)
    assert (allowed and refused) or counted
    # a refusal of the article itself, unless another one judges the same move first
    if allowed and refused:
        assert any(example.refused == article for example in examples)


@pytest.mark.parametrize(("slug", "article"), ARTICLES)
def test_an_example_has_figures(slug, article):
    for example in book(slug)[article].examples:
        assert example.text
        assert example.move or re.search(r"\d", example.text + example.question + example.right.text)


@pytest.mark.parametrize(("slug", "article"), ARTICLES)
def test_an_article_says_where_it_comes_from(slug, article):
    assert book(slug)[article].sources
    assert book(slug)[article].title
    assert len(book(slug)[article].text) < 260


def test_the_engine_cites_every_article_by_a_refusal_or_an_event(cited):
    for _, article in ARTICLES:
        assert article in cited


@pytest.fixture(scope="module")
def cited():
    """The articles named by the refusals of the books' examples and in the golden playthroughs."""
    found = {example.values[1].refused for example in EXAMPLES}
    for path in FILES:
        found |= set(re.findall(r"^#   ([a-z-]+\.\d+) ", path.read_text(encoding="utf-8"), re.MULTILINE))
    return found


@pytest.mark.parametrize("slug", ENGINES)
def test_the_playthroughs_show_every_event(slug):
    shown = set()
    for path in FILES:
        if path.parts[-3] == slug.replace("-", "_"):
            text = path.read_text(encoding="utf-8")
            shown |= set(re.findall(r"^#   [a-z-]+\.\d+ ([a-z]+) ", text, re.MULTILINE))
    assert set(book(slug).events) - {"line"} <= shown


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_a_golden_playthrough_is_played_the_same_today(path):
    assert written_anew(path) == path.read_text(encoding="utf-8")


class TestSentences:
    def test_french_print_wants_its_spaces_and_apostrophes(self):
        assert french("L'inversion ? « Uno ! »") == "L’inversion\u202f? «\u00a0Uno\u202f!\u00a0»"

    def test_names_take_the_place_of_seats(self):
        line = Line("uno.13", 0, 50, {"other": 1, "cards": ["W"]})
        assert line.told() == "Il restait au joueur 2 le joker\u202f: 50 points."
        assert line.told(["Léa", "Oumar"]) == "Il restait à Oumar le joker\u202f: 50 points."
        assert line.told(["Léa", "Oumar"], you=1) == "Il te restait le joker\u202f: 50 points."

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("Léa", ("Léa", "à Léa", "de Léa")),
            ("Ali", ("Ali", "à Ali", "d’Ali")),
            ("Toi", ("Toi", "à toi", "de toi")),
            ("Joueur 1", ("le joueur 1", "au joueur 1", "du joueur 1")),
        ],
    )
    def test_a_name_follows_a_preposition_as_french_has_it(self, name, said):
        assert tuple(seat_name(0, [name], after) for after in ("", "à", "de")) == said

    @pytest.mark.parametrize("slug", ENGINES)
    def test_whoever_an_event_is_about_is_told_so(self, slug):
        for kind, telling in book(slug).events.items():
            if re.search("{other[:}]", telling.one):
                assert telling.other, kind
            if "{seat:" in telling.one and kind != "missing":
                assert telling.you, kind

    @pytest.mark.parametrize("slug", [*ENGINES, "commun"])
    def test_no_refusal_uses_words_that_mean_nothing(self, slug):
        for article in book(slug).articles.values():
            for sentence in article.refusals.values():
                assert not re.search("inattendu|veuillez|erreur|invalide", sentence, re.IGNORECASE)
                # what and why, then what next
                assert len(re.findall(r"[.!]( |$)", sentence)) >= 1

    def test_a_moment_is_said_with_its_preposition(self):
        rules = get_game("uno").rules
        state = rules.from_dict(book("uno")["uno.6"].examples[2].position)
        sentence = rules.faults(state, 1, "R1")[0].sentence
        assert sentence.endswith("C’est le moment d’accepter le super joker, ou de le contester.")
