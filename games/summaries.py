"""The rules of a game as a plain value, for a page to show and for a sheet to print.

A rulebook fills a `Summary` here; a librarian's own text can fill one too (goal, contents, set-up, turn,
sections of plain articles), without pictures and exercises.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from importlib import metadata
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import get_template, render_to_string
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from games import registry, sheets, tables
from games.engines.kernel import rulebook
from games.engines.kernel.exercises import holds, result
from games.engines.kernel.rulebook import french
from games.sheets import Sheet, drawing
from games.sheets.drawing import Scene
from ludotheque import codes, folding, pdf

FORMATS = {
    "a4": "feuille A4, deux pages",
    "a5": "livret A5 à plier (recto verso, bord court)",
    "large": "gros caractères",
}
PAGES = {"a4": 2, "a5": 4}  # a sheet, both sides; a booklet, which is a sheet too
TIGHTER = 5  # how often a sheet that is too long is set tighter

TEMPLATES = [
    "games/sheet/print.html",
    "games/sheet/glance.html",
    "games/sheet/example.html",
    "games/sheet/scene.html",
]


@dataclass(frozen=True, slots=True)
class Example:
    """A case: a move that is allowed or refused (`said`: the judge's own words), or a question answered."""

    text: str
    scene: Scene | None
    allowed: bool = True
    said: str = ""
    question: str = ""
    right: str = ""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Exercise:
    """Something to try on the page; of `choices` (value, words) the engine says which is right."""

    id: str
    text: str
    question: str
    scene: Scene | None
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Article:
    number: str
    title: str
    text: str
    detail: str = ""
    examples: tuple[Example, ...] = ()
    exercises: tuple[Exercise, ...] = ()
    tally: Scene | None = None
    printed: Example | None = None  # the example that goes on the sheet
    rare: bool = False
    lesson: str = ""  # the address where it is practised

    @property
    def shown(self) -> list[Example]:
        """What large print shows of the examples: an allowed move, a refused one, what the sheet shows."""
        moves = [one for one in self.examples if not one.question]
        first = [next((one for one in moves if one.allowed is allowed), None) for allowed in (True, False)]
        return list(dict.fromkeys(one for one in (*first, self.printed) if one))

    @property
    def length(self) -> float:
        """About how many lines of print it takes."""
        return (
            2
            + len(self.text) / 52
            + len(self.detail) / 58
            + (9 if self.tally else 0)
            + (12 if self.printed else 0)
        )

    @property
    def html(self) -> SafeString:
        return terms(self.text)

    @property
    def detail_html(self) -> SafeString:
        return terms(self.detail)


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of pieces: its picture, its name, how many there are and what one is worth, in words."""

    scene: Scene
    name: str
    number: str
    worth: str


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    articles: tuple[Article, ...]
    pieces: tuple[Piece, ...] = ()

    @property
    def columns(self) -> tuple[tuple[Article, ...], tuple[Article, ...]]:
        """The articles in two columns of about the same length."""
        lengths = [article.length for article in self.articles]
        cuts = range(1, len(lengths) + 1)
        cut = min(cuts, key=lambda at: abs(sum(lengths[:at]) - sum(lengths[at:])))
        return self.articles[:cut], self.articles[cut:]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """Something to agree on before playing: (words, whether that is how it is played here)."""

    label: str
    choices: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    game: str = ""  # the game whose templates draw the scenes
    goal: str = ""
    contents: tuple[str, ...] = ()
    setup: tuple[str, ...] = ()
    turn: tuple[tuple[str, Scene | None], ...] = ()
    sections: tuple[Section, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()
    cover: Scene | None = None

    @property
    def articles(self) -> list[Article]:
        return [article for section in self.sections for article in section.articles]

    @property
    def faces(self) -> list[str]:
        """What the page draws many times, and so defines once."""
        scenes = [scene for _, scene in self.turn]
        scenes += [piece.scene for section in self.sections for piece in section.pieces]
        for article in self.articles:
            scenes += [one.scene for one in (*article.examples, *article.exercises)] + [article.tally]
        things = [thing for scene in scenes if scene for thing in scene.things]
        return sorted({thing.text for thing in things if thing.kind == drawing.CARD})


@dataclass(frozen=True, slots=True)
class Judged:
    """What the engine says of an answer to the exercise `id`."""

    id: str
    answer: str
    right: bool
    said: str


_TERM = re.compile(r"(?:(?<=^)|(?<=\. ))(?!On |Tu |Il |Qui )([^.:!?«»]{2,30}\u202f:)(?= )")


def terms(text: str) -> SafeString:
    """The text with what its sentences define set strong: « **Joker :** 50 points. »"""
    return mark_safe(_TERM.sub(r"<b>\1</b>", conditional_escape(text)))


# --- filled from a rulebook


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
    refused = _refusal(slug, example, example.move)
    return Example(example.text, sheets.of(slug).scene(example, not refused), not refused, refused)


def _refusal(slug: str, example: rulebook.Example, move: str) -> str:
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


# --- exercises


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
        return Exercise(id, example.text, example.question, sheet.scene(example), tuple(mixed))
    return Exercise(id, "", "Que fais-tu\u202f?", sheet.before(example), tuple(sheet.choices(example)))


def judge(slug: str, id: str, answer: str) -> Judged | None:
    """What the engine says of an answer; None if there is no such exercise or answer."""
    summary, book = of_game(slug), registry.get_game(slug).book
    asked = {one.id: one for article in summary.articles for one in article.exercises} if summary else {}
    if id not in asked or book is None or answer not in dict(asked[id].choices):
        return None
    number, _, nth = id.partition("-")
    example = book[f"{slug}.{number}"].examples[int(nth) - 1]
    rules = registry.get_game(slug).rules
    assert rules is not None
    if example.right and example.wrong:
        taken = (example.right, example.wrong)[int(answer)]
        return Judged(id, answer, holds(result(rules, example), taken.holds), example.text)
    refused = _refusal(slug, example, answer)
    said = refused or (example.text if answer == example.move else french("La règle le permet."))
    return Judged(id, answer, not refused, said)


# --- printed


def render(
    summary: Summary,
    *,
    title: str,
    call_number: str,
    contents: Sequence[tuple[int | None, str]],
    url: str,
    format: str = "a4",
    facts: Sequence[tuple[str, str]] = (),
    house: str = "",
    family: str = "autre",
    learn: bool = False,
) -> bytes:
    """The sheet in the lid as PDF. `contents` are the pieces to check, (number, name); `url` goes on it as a
    code (`learn`: it leads to the trainer); `facts` are figures with their words."""
    context = {
        "summary": summary,
        "title": title,
        "call_number": call_number,
        "contents": contents,
        "url": url,
        "code": codes.qr(url) if url else "",
        "learn": learn,
        "format": format,
        "facts": facts,
        "house": house,
        "family": family,
    }
    settings = range(TIGHTER if format in PAGES else 1)
    documents = (render_to_string("games/sheet/print.html", context | {"tight": tight}) for tight in settings)
    return pdf.fit(documents, pages=PAGES.get(format, 1), finisher=folding.fold if format == "a5" else None)


@lru_cache(maxsize=64)
def stamp(slug: str) -> str:
    """A hash of all that decides how the rules of a game are printed, besides the record they belong to."""
    faces = [f"games/{slug}/face.html"] if tables.offered(slug) else []
    files = [Path(get_template(name).origin.name) for name in [*TEMPLATES, *faces]]
    files += [Path(str(finders.find("css/sheet.css"))), Path(folding.__file__), Path(codes.__file__)]
    whole = b"".join(path.read_bytes() for path in files) + metadata.version("weasyprint").encode()
    return blake2b(whole + repr(of_game(slug)).encode(), digest_size=8).hexdigest()
