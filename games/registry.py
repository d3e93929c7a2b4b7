"""The games this site can explain: slug → Game, in display order. Importable without Django."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.engines import boursicocotte, cafe_international, odin, oucedonc, uno
from games.engines.kernel import Rules, lessons, rulebook
from games.engines.kernel.bots import Bot
from games.engines.kernel.lessons import Course, Lesson
from games.engines.kernel.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Game:
    """A game known here, with what there is of it: rules and their book, bots (weakest first), lessons."""

    slug: str
    name: str
    rules: Rules[Any, Any] | None = None
    bots: Mapping[str, Bot[Any, Any]] = field(default_factory=dict)
    simple: bool = False  # its rulebook and lessons in short simple sentences

    @property
    def book(self) -> Rulebook | None:
        """The rulebook, read from its file the first time."""
        if self.rules is None:
            return None
        return rulebook.simple_book(self.slug) if self.simple else rulebook.book(self.slug)

    @property
    def course(self) -> Course:
        """The lessons and who sits around the table in them, read from their file the first time."""
        return lessons.simple_course(self.slug) if self.simple else lessons.course(self.slug)

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        return self.course.lessons

    @property
    def playable(self) -> bool:
        """Whether one can learn it here now: that takes an engine and lessons."""
        return self.rules is not None and lessons.offered(self.slug)


GAMES: dict[str, Game] = {
    game.slug: game
    for game in (
        Game("uno", "Uno", uno.RULES, uno.BOTS),
        Game("odin", "Odin", odin.RULES, odin.BOTS),
        Game("cafe-international", "Café International", cafe_international.RULES, cafe_international.BOTS),
        Game("boursicocotte", "Boursicocotte", boursicocotte.RULES, boursicocotte.BOTS),
        Game("oucedonc", "Oùcédonc", oucedonc.RULES, oucedonc.BOTS),
    )
}


def get_game(slug: str, *, simple: bool = False) -> Game:
    """The game of that slug, in simple words if asked; KeyError if there is none."""
    return replace(GAMES[slug], simple=True) if simple else GAMES[slug]


def playable() -> tuple[Game, ...]:
    """The games one can learn here now."""
    return tuple(game for game in GAMES.values() if game.playable)


def is_playable(slug: str) -> bool:
    """Whether `slug` names a game one can learn here now."""
    return slug in GAMES and GAMES[slug].playable


def books() -> tuple[str, ...]:
    """The games whose rules are written here as articles."""
    return tuple(slug for slug, game in GAMES.items() if game.rules is not None)


def has_book(slug: str) -> bool:
    """Whether the rules of `slug` are written here as articles."""
    return slug in GAMES and GAMES[slug].rules is not None
