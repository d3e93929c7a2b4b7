"""The rules of a game as plain values."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from games.sheets import drawing
from games.sheets.drawing import Scene


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
    question: str  # with all one needs to answer, and nothing of the answer
    scene: Scene | None
    choices: tuple[tuple[str, str], ...]
    answer: str  # for a fold: the right one, and why


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
    def shown_first(self) -> Example | None:
        """The example a page shows at once: a move; a question and its answers take a closer look."""
        return next((one for one in self.examples[:1] if not one.question), None)

    @property
    def folded(self) -> tuple[Example, ...]:
        """The examples a page keeps folded."""
        return self.examples[1:] if self.shown_first else self.examples

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
class Part:
    """What a librarian wrote under one heading, as HTML that is safe."""

    name: str  # goal, contents, setup, turn, special, scoring, ending
    title: str
    html: SafeString


@dataclass(frozen=True, slots=True)
class Summary:
    """Either a game's, in articles, or a librarian's, in `parts`."""

    game: str = ""  # the game whose templates draw the scenes
    goal: str = ""
    contents: tuple[str, ...] = ()
    setup: tuple[str, ...] = ()
    turn: tuple[tuple[str, Scene | None], ...] = ()
    sections: tuple[Section, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()
    cover: Scene | None = None
    parts: tuple[Part, ...] = ()

    @property
    def by_name(self) -> dict[str, Part]:
        return {part.name: part for part in self.parts}

    @property
    def closing(self) -> list[Part]:
        """The parts that a sheet has below the turn."""
        return [part for part in self.parts if part.name in ("special", "scoring", "ending")]

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
