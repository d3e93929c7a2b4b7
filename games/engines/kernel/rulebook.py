"""Rulebooks: articles a child reads, the sentences of refusals and events, and examples that can be tried.

A book is a TOML file beside its engine. It is read when first needed, not at import."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

COMMON = "commun"  # the book of refusals that all games share

Words = Callable[[str, Any], str]
"""How a game says a fact: `words("card", "R5")` is « le 5 rouge »."""

SOURCES = ("seed", "official", "ruling")


@dataclass(frozen=True, slots=True)
class Answer:
    """What may be said about a position: a text, and the facts (path → value) that must then hold."""

    text: str
    holds: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Example:
    """A case with figures: a move that is allowed or refused, or a right and a wrong result.

    A move example has `move` and, if it is refused, the leading article; a result example has `plays`
    (lines of a record, from `position` on), a question, a right and a wrong answer."""

    text: str
    position: Mapping[str, Any]
    move: str = ""
    seat: int = 0
    refused: str = ""
    plays: tuple[str, ...] = ()
    question: str = ""
    right: Answer | None = None
    wrong: Answer | None = None

    @property
    def is_result(self) -> bool:
        return self.right is not None


@dataclass(frozen=True, slots=True)
class Article:
    id: str
    title: str
    text: str  # short: what a child reads
    simple: str  # shorter: for who reads with difficulty, or learns French
    detail: str  # the special cases
    sources: tuple[str, ...]
    rare: bool = False  # no lesson step, but an exercise on the rules page
    refusals: Mapping[str, str] = field(default_factory=dict)  # case → sentence with blanks
    examples: tuple[Example, ...] = ()

    @property
    def number(self) -> str:
        return self.id.rpartition(".")[2]

    @property
    def anchor(self) -> str:
        """Where a page shows it, as the end of an address."""
        return self.id.replace(".", "")


@dataclass(frozen=True, slots=True)
class Telling:
    """How an event is told: of somebody, to who did it, to the `other` in it, and with its hidden facts."""

    one: str
    you: str = ""
    other: str = ""  # to the one who is `other` in it
    full: str = ""  # with the facts that are hidden from some


@dataclass(frozen=True)
class Rulebook:
    slug: str
    title: str
    articles: Mapping[str, Article]
    words: Words
    events: Mapping[str, Telling] = field(default_factory=dict)
    goal: str = ""
    contents: tuple[str, ...] = ()
    setup: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()

    def __getitem__(self, article: str) -> Article:
        return self.articles[article]


_offered: dict[str, tuple[Path, Words]] = {}


def offer(slug: str, path: Path, words: Words) -> None:
    """Says where the book of a game lies; it is read when somebody asks for it."""
    _offered[slug] = (path, words)


@cache
def book(slug: str) -> Rulebook:
    """The rulebook of a game."""
    path, words = _offered[slug]
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    articles = [_article(slug, entry) for entry in data["article"]]
    return Rulebook(
        slug=slug,
        title=data["title"],
        articles={article.id: article for article in articles},
        words=words,
        events={kind: _telling(told) for kind, told in data.get("events", {}).items()},
        goal=french(data.get("goal", "")),
        contents=_texts(data, "contents"),
        setup=_texts(data, "setup"),
        turn=_texts(data, "turn"),
    )


@cache
def simple_book(slug: str) -> Rulebook:
    """The rulebook in short simple sentences, without the special cases."""
    whole = book(slug)
    articles = {
        id: replace(article, text=article.simple or article.text, detail="")
        for id, article in whole.articles.items()
    }
    return replace(whole, articles=articles)


def refusal(article: str, facts: Mapping[str, Any], game: str, names: Sequence[str] | None) -> str:
    """Why a move is refused, in one or two French sentences."""
    slug = article.rpartition(".")[0]
    template = book(slug)[article].refusals[facts.get("case", "any")]
    return _fill(template, facts, book(game or slug).words, names)


def told(
    article: str, kind: str, facts: Mapping[str, Any], names: Sequence[str] | None, you: int | str | None
) -> str:
    """What happened, in one French sentence."""
    of = book(article.rpartition(".")[0])
    telling = of.events[kind]
    if telling.you and you is not None and (facts.get("seat") == you or facts.get("seats") == [you]):
        template = telling.you
    elif telling.other and facts.get("other") == you is not None and _blanks(telling.other) <= facts.keys():
        template = telling.other
    elif telling.full and _blanks(telling.full) <= facts.keys():
        template = telling.full
    else:
        template = telling.one
    return _fill(template, facts, of.words, names)


def _blanks(template: str) -> set[str]:
    return {key for _, key, _ in _parsed(template) if key}


# --- French


_HIGH = re.compile(r" ([;:!?»])")


def french(text: str) -> str:
    """`text` with the spaces and apostrophes of French print: « non ! » never breaks before its mark."""
    text = " ".join(text.split()).replace("'", "’").replace("« ", "«\u00a0")
    return _HIGH.sub(lambda mark: ("\u00a0" if mark[1] == "»" else "\u202f") + mark[1], text)


YOU = "Toi"  # what lessons call whoever learns
_NUMBERED = re.compile(r"Joueur (\d+)")  # whoever gave no name


def seat_name(seat: int, names: Sequence[str] | None, after: str = "") -> str:
    """A player's name as it follows the preposition `after` (« », « à » or « de »)."""
    name = f"Joueur {seat + 1}" if names is None else names[seat]
    if number := _NUMBERED.fullmatch(name):
        article = {"": "le", "à": "au", "de": "du"}[after]
        return f"{article} joueur {number[1]}"
    if after and name == YOU:
        name = name.lower()
    if after == "de" and name[:1].casefold() in "aeiouyéèêëàâîïôöœûü":
        return f"d’{name}"
    return f"{after} {name}" if after else name


@cache
def _parsed(template: str) -> tuple[tuple[str, str, str], ...]:
    """A template as (text, fact that follows it, preposition before a name)."""
    parts = string.Formatter().parse(template)
    return tuple((text, key or "", after or "") for text, key, after, _ in parts)


def _fill(template: str, facts: Mapping[str, Any], words: Words, names: Sequence[str] | None) -> str:
    """A template with its facts: `{card}`, or `{seat:à}` where a name follows a preposition."""
    sentence = ""
    for text, key, after in _parsed(template):
        sentence += text
        if key:
            sentence += _said(key, facts[key], after, words, names)
    return french(sentence[:1].upper() + sentence[1:])


def _said(key: str, value: Any, after: str, words: Words, names: Sequence[str] | None) -> str:
    if key in ("seat", "other") and isinstance(value, int):
        return seat_name(value, names, after)
    if key == "seats":
        return enumerate_french([seat_name(seat, names, after) for seat in value])
    return words(key, value)


def counted(number: int, thing: str) -> str:
    """« 1 carte », « 2 cartes »."""
    return f"{number} {thing}" if abs(number) < 2 else f"{number} {thing}s"


def enumerate_french(parts: Sequence[str]) -> str:
    """« a », « a et b », « a, b et c »."""
    return " et ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


# --- reading the file


def _texts(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(french(text) for text in data.get(key, ()))


def _telling(told: str | Mapping[str, str]) -> Telling:
    return Telling(told) if isinstance(told, str) else Telling(**told)


def _article(slug: str, entry: Mapping[str, Any]) -> Article:
    sources = tuple(entry.get("sources", ()))
    if unknown := set(sources) - set(SOURCES):
        raise ValueError(f"{entry['id']}: unknown source {unknown}")
    return Article(
        id=f"{slug}.{entry['id']}",
        title=french(entry["title"]),
        text=french(entry["text"]),
        simple=french(entry.get("simple", "")),
        detail=french(entry.get("detail", "")),
        sources=sources,
        rare=entry.get("rare", False),
        refusals=entry.get("refusals", {}),
        examples=tuple(_example(slug, example) for example in entry.get("examples", ())),
    )


def _example(slug: str, entry: Mapping[str, Any]) -> Example:
    def answer(key: str) -> Answer | None:
        given = entry.get(key)
        return Answer(french(given["text"]), given["holds"]) if given else None

    return Example(
        text=french(entry["text"]),
        position={"game": slug, **entry["position"]},
        move=entry.get("move", ""),
        seat=entry.get("seat", entry["position"].get("turn", 0)),
        refused=entry.get("refused", ""),
        plays=tuple(entry.get("plays", ())),
        question=french(entry.get("question", "")),
        right=answer("right"),
        wrong=answer("wrong"),
    )


offer(COMMON, Path(__file__).with_name("commun.toml"), lambda key, value: str(value))
