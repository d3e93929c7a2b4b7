"""What we write in French is set as French is: narrow space before ; : ! ?, no-break inside « », round ’."""

import ast
import re
from pathlib import Path

import pytest

from games import registry
from games.engines.kernel.rulebook import Article

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))
CODE = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}|<!--.*?-->|<(script|svg)\b.*?</\1>|<[^>]*>", re.S)
WRONG = re.compile(r"\S* [;:!?»]|« \S*|\w[!?;](?=\s|$)|\.\.\.")


STRAIGHT = re.compile(
    r"(?<=[A-Za-zÀ-ÿ])'(?=[A-Za-zÀ-ÿ«])(?!(?:s|t|re|ll)\b)\w*"
)  # but for English, « don't »
MODULES = [
    path
    for package in ("catalogue", "games", "ludotheque")
    for path in sorted((ROOT / package).rglob("*.py"))
    if not {"migrations", "benchmark"} & set(path.parts)
]


def without_code(text: str) -> str:
    """The text that is read, its lines where they were."""
    return CODE.sub(lambda found: "\n" * found.group().count("\n") or "\x00", text)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_template_is_set_as_french_is(path):
    lines = without_code(path.read_text(encoding="utf-8")).splitlines()
    wrong = [f"line {n}: {found!r}" for n, line in enumerate(lines, 1) for found in WRONG.findall(line)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("path", [*TEMPLATES, *MODULES], ids=lambda path: str(path.relative_to(ROOT)))
def test_apostrophes_are_round(path):
    text = path.read_text(encoding="utf-8")
    said = _strings(ast.parse(text)) if path.suffix == ".py" else [re.sub(r"{#.*?#}", "", text)]
    wrong = [
        text[max(0, found.start() - 20) : found.end()] for text in said for found in STRAIGHT.finditer(text)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("slug", registry.books())
def test_what_a_rulebook_and_its_lessons_say_is_set_as_it_is_read(slug):
    """Their files have plain apostrophes and spaces; what is read from them has not."""
    wrong = [
        text
        for game in (registry.get_game(slug), registry.get_game(slug, simple=True))
        for text in _texts(
            (list(game.book.articles.values()), game.book.goal, game.book.setup, game.book.turn)
        )
        + _texts(
            [(lesson.title, lesson.goal, [_said(step) for step in lesson.steps]) for lesson in game.lessons]
        )
        if STRAIGHT.search(text) or WRONG.search(text)
    ]
    assert not wrong, "\n".join(wrong)


def _said(step) -> tuple:
    return (
        step.say,
        step.ask,
        step.right,
        step.otherwise,
        step.hints,
        [(one.text, one.why) for one in step.choices],
    )


def _texts(value) -> list[str]:
    """All texts in lists, tuples and articles that are shown as they are."""
    if isinstance(value, Article):
        value = (value.title, value.text, value.simple, value.detail, [one.text for one in value.examples])
    if isinstance(value, str):
        return [value]
    return [text for one in value for text in _texts(one)]


def _strings(tree: ast.AST) -> list[str]:
    """The texts in a module that are no docstrings."""
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    ]


def test_it_notices_straight_apostrophes():
    assert STRAIGHT.findall("l'as, qu'on joue; don't, the box's") == ["'as", "'on"]


def test_it_notices_what_is_wrong():
    assert WRONG.findall("Quoi ? « oui » l'as ... non!") == ["Quoi ?", "« oui", " »", "...", "n!"]
    assert not WRONG.findall("Quoi\u202f? «\u00a0oui\u00a0» l’as… à 10:30 http://x")
