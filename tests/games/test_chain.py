"""Every article has its examples, its path in the engine, its lesson or exercise, its place on the sheet.

The table of each game one can learn is `docs/…-chain.md`; stale, it is written anew by
`python -m tests.games.test_chain`.
"""

import os
import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest

from games.registry import playable
from tests.games.golden import FILES

ROOT = Path(__file__).parents[2]
SLUGS = [game.slug for game in playable()]
EVENT = r"^#   ([a-z-]+\.\d+) ([a-z]+) "
NONE = "–"


def path(slug: str) -> Path:
    return ROOT / "docs" / f"{slug}-chain.md"


@cache
def rows(slug: str) -> list[dict[str, str]]:
    from games import registry, summaries

    game, summary = registry.get_game(slug), summaries.of_game(slug)
    printed, found = sheet_text(slug), []
    for id, article in game.book.articles.items():
        shown = next(one for one in summary.articles if one.number == article.number)
        examples = article.examples
        allowed = sum(not one.is_result and not one.refused for one in examples)
        refused = sum(bool(one.refused) for one in examples)
        results = sum(one.is_result for one in examples)
        lesson = [one for one in game.lessons if any(id in step.articles for step in one.steps)]
        found.append(
            {
                "article": f"{article.number}. {article.title}",
                "examples": ", ".join(
                    f"{number} {word}"
                    for number, word in ((allowed, "allowed"), (refused, "refused"), (results, "right/wrong"))
                    if number
                ),
                "refusals": ", ".join(article.refusals) or NONE,
                "events": ", ".join(sorted(events(slug, id))) or NONE,
                "lesson": ", ".join([one.slug for one in lesson] + exercises(shown)) or NONE,
                "page": f"#article-{article.number}",
                "sheet": "text"
                + (" and detail" if article.detail else "")
                + (", picture" if shown.tally or shown.printed else "")
                if letters(article.title + article.text + article.detail) in printed
                else NONE,
            }
        )
    return found


def exercises(article) -> list[str]:
    return [f"{len(article.exercises)} exercises on the rules page"] if article.exercises else []


def letters(text: str) -> str:
    return "".join(text.split())


@cache
def sheet_text(slug: str) -> str:
    from pypdf import PdfReader

    from games import summaries

    content = summaries.render(summaries.of_game(slug), title=slug, call_number="", contents=[], url="")
    return letters("".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages))


@cache
def events_by_article(slug: str) -> dict[str, set[str]]:
    """Which events the engine tells by which article, in its examples and in the golden playthroughs."""
    from games import registry
    from games.engines.kernel.records import read_ply

    rules, told = registry.get_game(slug).rules, {}

    def play(state, seat, move):
        step = rules.play(state, seat, move)
        for event in step.events:
            told.setdefault(event.article, set()).add(event.kind)
        return step.state

    for article in registry.get_game(slug).book.articles.values():
        for example in article.examples:
            state = rules.from_dict(example.position)
            for line in example.plays:
                state = play(state, *read_ply(line))
            if example.move and not example.refused:
                play(state, example.seat, example.move)
            for line in ((outcome := rules.outcome(state)) and outcome.lines) or ():
                told.setdefault(line.article, set()).add("line")  # of the count at the end
    for path in (path for path in FILES if path.parts[-3] == slug.replace("-", "_")):
        for article, kind in re.findall(EVENT, path.read_text(encoding="utf-8"), re.MULTILINE):
            told.setdefault(article, set()).add(kind)
    return told


def events(slug: str, article: str) -> set[str]:
    return events_by_article(slug).get(article, set())


def table(slug: str) -> str:
    heads = {
        "article": "article",
        "examples": "examples",
        "refusals": "engine: refusals",
        "events": "engine: events",
        "lesson": "lesson",
        "page": "rules page",
        "sheet": "PDF",
    }
    lines = [
        f"# {slug}: from the article to the sheet",
        "",
        "Generated: `python -m tests.games.test_chain`. A test fails when it is stale or has a gap.",
        "",
        "| " + " | ".join(heads.values()) + " |",
        "|" + "---|" * len(heads),
    ]
    lines += ["| " + " | ".join(row[key] for key in heads) + " |" for row in rows(slug)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_table_is_not_stale(slug):
    assert path(slug).read_text(encoding="utf-8") == table(slug), "run python -m tests.games.test_chain"


@pytest.mark.parametrize("slug", SLUGS)
def test_the_chain_has_no_gap(slug):
    for row in rows(slug):
        assert row["sheet"] != NONE, row["article"]
        assert re.search("allowed.*refused|right/wrong", row["examples"]), row["article"]
        assert row["refusals"] != NONE or row["events"] != NONE, row["article"]
        assert row["lesson"] != NONE, row["article"]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.utils import translation

    translation.activate("fr")
    for slug in SLUGS:
        path(slug).write_text(table(slug), encoding="utf-8")
