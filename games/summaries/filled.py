"""Summaries filled from the rulebooks of the games, the engine saying what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.urls import reverse

from games import registry, sheets, tables
from games.engines.kernel import rulebook
from games.engines.kernel.rulebook import french
from games.sheets import Sheet, drawing
from games.sheets.drawing import Scene
from games.summaries.values import Article, Example, Exercise, HouseRule, Piece, Section, Summary


def of_game(slug: str, options: Mapping[str, Any] | None = None) -> Summary | None:
    """The rules of a game as its rulebook has them, played with `options`; None if it has no rulebook."""
    if not registry.has_book(slug):
        return None
    rules = registry.get_game(slug).rules
    assert rules is not None  # a game with a rulebook has its engine
    known = rules.options
    agreed = {
        name: value for name, value in (options or {}).items() if name in known and known[name].allows(value)
    }
    return _of_game(slug, tuple(sorted(agreed.items())))


@lru_cache(maxsize=64)
def _of_game(slug: str, options: tuple[tuple[str, Any], ...]) -> Summary:
    book, sheet = registry.get_game(slug).book, sheets.of(slug)
    assert book is not None
    return Summary(
        game=slug,
        goal=book.goal,
        contents=book.contents,
        setup=book.setup,
        turn=tuple(zip(book.turn, sheet.turn(), strict=True)),
        sections=tuple(
            Section(
                french(title),
                tuple(_article(slug, book[id]) for id in ids),
                _pieces(slug) if sheet.pieces_in in ids else (),
            )
            for title, ids in sheet.sections()
        ),
        house_rules=tuple(
            HouseRule(label, tuple(choices)) for label, choices in sheet.house_rules(dict(options))
        ),
        cover=sheet.cover,
    )


def _article(slug: str, article: rulebook.Article) -> Article:
    sheet = sheets.of(slug)
    examples = tuple(_example(slug, example) for example in article.examples)
    return Article(
        number=article.number,
        title=article.title,
        text=article.text,
        detail=article.detail,
        examples=examples,
        exercises=_exercises(slug, article) if article.rare else (),
        tally=sheet.tally(article.examples[0]) if article.id in sheet.tallies else None,
        printed=_printed(sheet, article.id, examples),
        rare=article.rare,
        lesson=_lesson(slug, article.id),
    )


def _printed(sheet: Sheet, article: str, examples: tuple[Example, ...]) -> Example | None:
    if sheet.printed is None:
        return examples[0] if examples else None
    return examples[sheet.printed[article]] if article in sheet.printed else None


def _pieces(slug: str) -> tuple[Piece, ...]:
    return tuple(
        Piece(_alone(slug, face, name), french(name), french(number), french(worth))
        for face, name, number, worth in sheets.of(slug).pieces()
    )


def _alone(slug: str, face: str, name: str) -> Scene:
    """One piece as a picture."""
    seen = tables.of(slug).face(face)
    width, height = seen.get("width", 100), seen.get("height", 150)
    return Scene(width, height, (drawing.Thing(drawing.CARD, 0, 0, face, width, unit=width),), name)


def _example(slug: str, example: rulebook.Example) -> Example:
    if example.right and example.wrong:
        return Example(
            example.text,
            sheets.of(slug).scene(example),
            question=example.question,
            right=example.right.text,
            wrong=example.wrong.text,
        )
    refused = refusal(slug, example, example.move)
    return Example(example.text, sheets.of(slug).scene(example, not refused), not refused, refused)


def refusal(slug: str, example: rulebook.Example, move: str) -> str:
    """Why the engine refuses a move in the position of an example; nothing if it does not."""
    rules = registry.get_game(slug).rules
    assert rules is not None
    faults = rules.faults(rules.from_dict(example.position), example.seat, move)
    return faults[0].sentence if faults else ""


def _lesson(slug: str, article: str) -> str:
    """The address of the first step that practises an article; none while the game cannot be learnt."""
    game = registry.get_game(slug)
    found = game.course.exercising(article) if game.playable else None
    if found is None:
        return ""
    lesson, step = found
    return f"{reverse('games:lesson', args=[slug, lesson.slug])}?etape={step}"


def _exercises(slug: str, article: rulebook.Article) -> tuple[Exercise, ...]:
    exercises = (
        _exercise(slug, f"{article.number}-{number}", example)
        for number, example in enumerate(article.examples, 1)
    )
    return tuple(exercise for exercise in exercises if exercise.choices)


def _exercise(slug: str, id: str, example: rulebook.Example) -> Exercise:
    sheet = sheets.of(slug)
    if example.right and example.wrong:
        answers = [("0", example.right.text), ("1", example.wrong.text)]
        mixed = answers if len(example.question) % 2 else answers[::-1]
        answer = f"{example.right.text} {example.text}"
        return Exercise(id, example.question, sheet.scene(example), tuple(mixed), answer)
    choices = tuple(sheet.choices(example))
    return Exercise(id, "Que fais-tu\u202f?", sheet.before(example), choices, example.text)
