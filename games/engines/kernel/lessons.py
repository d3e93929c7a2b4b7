"""Lessons: positions with one thing to do, the engine as judge. They are data; a test proves each solvable.

The lessons of a game are a TOML file beside its engine, read when first needed. Kinds of steps:

play    make a move; right is one of `moves`, or any that reaches `goal`, or any legal move
choose  tick all that is legal among `moves`
rule    say which of the articles in `rules` the one of `moves` breaks
answer  say what comes of `plays`, a question: of `choices` those are right whose facts then hold
game    play on against `bots` until it is over
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from .exercises import holds
from .protocol import Event, Fault, NotationError, Rules
from .records import read_ply
from .rulebook import french

PLAY: Final = "play"
CHOOSE: Final = "choose"
RULE: Final = "rule"
ANSWER: Final = "answer"
GAME: Final = "game"
KINDS: Final = (PLAY, CHOOSE, RULE, ANSWER, GAME)

Answer = Sequence[str]
"""What was answered: the move; the moves ticked; the article; the number of the choice."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question, the facts that make it right, and what is said to who takes it wrongly."""

    text: str
    holds: Mapping[str, Any]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do. `say` is the situation, `ask` the order, `right` what is said of a right answer."""

    kind: str
    ask: str
    position: Mapping[str, Any]
    right: str = ""
    say: str = ""
    seat: int = 0
    articles: tuple[str, ...] = ()  # what the step exercises; the engine must cite them in it
    hints: tuple[str, ...] = ()  # each says more than the one before
    moves: tuple[str, ...] = ()
    goal: Mapping[str, Any] = field(default_factory=dict)
    otherwise: str = ""  # said of a legal move that is not the one asked for
    others: Mapping[str, str] = field(default_factory=dict)  # the same, by the first word of the move
    refused: Mapping[str, str] = field(default_factory=dict)  # wrong moves → the article that refuses them
    then: tuple[str, ...] = ()  # how it goes on after a right move: chance and the others, decreed
    plays: tuple[str, ...] = ()  # what the question is about
    shown: int = 0  # how many of `plays` have happened in what one sees when it is asked
    choices: tuple[Choice, ...] = ()
    rules: tuple[str, ...] = ()
    bots: str = ""
    lays_open: bool = False  # a count is asked for: what is left in the hands is shown
    sole: bool = False  # exactly one answer is right
    simple: Mapping[str, Any] = field(default_factory=dict)  # say, ask, right, hints in simpler words


@dataclass(frozen=True, slots=True)
class Lesson:
    slug: str
    title: str
    goal: str  # what one can do after it, in one sentence
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Course:
    """All lessons of a game, in the order one takes them; `names` are those around the table."""

    lessons: tuple[Lesson, ...]
    names: tuple[str, ...]

    def find(self, slug: str) -> Lesson | None:
        return next((lesson for lesson in self.lessons if lesson.slug == slug), None)

    def exercising(self, article: str) -> tuple[Lesson, int] | None:
        """The first step (counted from 1) that exercises an article."""
        for lesson in self.lessons:
            for number, step in enumerate(lesson.steps, start=1):
                if article in step.articles:
                    return lesson, number
        return None

    def known_at(self, step: Step) -> frozenset[str]:
        """The articles that have been exercised once that step is done, if one takes all steps in order."""
        known: set[str] = set()
        for each in (each for lesson in self.lessons for each in lesson.steps):
            known.update(each.articles)
            if each is step:
                break
        return frozenset(known)

    def after(self, lesson: Lesson) -> Lesson | None:
        at = self.lessons.index(lesson) + 1
        return self.lessons[at] if at < len(self.lessons) else None


class Verdict(NamedTuple):
    """What is said of an answer, and the position it leads to."""

    right: bool
    state: Any
    events: tuple[Event, ...] = ()
    faults: tuple[Fault, ...] = ()  # the engine's refusals
    words: str = ""
    missed: int = 0  # legal moves that were not ticked
    wrong: tuple[str, ...] = ()  # ticked though the rules refuse them; `faults` has one for each


def judge(rules: Rules[Any, Any], step: Step, answer: Answer) -> Verdict:
    """Whether `answer` is right, and why not; NotationError if it is no answer at all."""
    if step.kind not in _JUDGES:
        raise NotationError(f"a step of kind {step.kind} has no one answer")
    if not answer and step.kind != CHOOSE:
        raise NotationError("no answer")
    return _JUDGES[step.kind](rules, step, answer)


def solutions(rules: Rules[Any, Any], step: Step) -> list[tuple[str, ...]]:
    """All right answers, the one to show first."""
    if step.kind == CHOOSE:
        return [tuple(move for move in step.moves if not _faults(rules, step, move))]
    if step.kind == PLAY:
        # only these are right where some are asked for; else any may be, and moves may be thousands
        legal = step.moves or map(str, rules.moves(rules.from_dict(step.position), step.seat))
        tried = [(move,) for move in legal]
    elif step.kind == RULE:
        tried = [(article,) for article in step.rules]
    else:
        tried = [(str(number),) for number in range(len(step.choices))]
    return [answer for answer in tried if judge(rules, step, answer).right]


def asked(rules: Rules[Any, Any], step: Step) -> Any:
    """The position one sees when the step is asked."""
    return _after(rules, step, step.plays[: step.shown])[0]


def played(rules: Rules[Any, Any], step: Step) -> tuple[Any, tuple[Event, ...]]:
    """The position a question is about, and what has happened there."""
    return _after(rules, step, step.plays)


def _after(rules: Rules[Any, Any], step: Step, lines: Sequence[str]) -> tuple[Any, tuple[Event, ...]]:
    state = rules.from_dict(step.position)
    events: list[Event] = []
    for line in lines:
        state, told = rules.play(state, *read_ply(line))
        events += told
    return state, tuple(events)


# --- one judge for each kind


def _faults(rules: Rules[Any, Any], step: Step, move: str) -> tuple[Fault, ...]:
    return rules.faults(rules.from_dict(step.position), step.seat, move)


def _play(rules: Rules[Any, Any], step: Step, answer: Answer) -> Verdict:
    state = rules.from_dict(step.position)
    move = rules.read_move(answer[0])
    faults = rules.faults(state, step.seat, move)
    if faults:
        return Verdict(False, state, faults=faults)
    after, events = rules.play(state, step.seat, move)
    right = str(move) in step.moves if step.moves else _reached(rules, after, step.goal)
    if not right:
        return Verdict(False, state, words=step.others.get(str(move).split()[0], step.otherwise))
    for line in step.then:
        seat, text = read_ply(line)
        after, more = rules.play(after, seat, text)
        events += more
    return Verdict(True, after, events)


def _reached(
    rules: Rules[Any, Any], state: Any, facts: Mapping[str, Any], events: Sequence[Event] = ()
) -> bool:
    """Whether the facts hold: of the position, its `outcome`, or the `events` on the way to it."""
    outcome = rules.outcome(state)
    happened = [{"kind": event.kind, **event.facts} for event in events]
    known = {**rules.to_dict(state), "outcome": outcome and outcome._asdict(), "events": happened}
    try:
        return holds(known, facts)
    except (KeyError, IndexError, TypeError):  # facts of an outcome that is not there
        return False


def _choose(rules: Rules[Any, Any], step: Step, answer: Answer) -> Verdict:
    if set(answer) - set(step.moves):
        raise NotationError(f"{answer!r}: not among the choices")
    state = rules.from_dict(step.position)
    legal = set(solutions(rules, step)[0])
    wrong = [move for move in step.moves if move in answer and move not in legal]
    if wrong or legal - set(answer):
        refusals = [_faults(rules, step, move)[0] for move in wrong]
        return Verdict(
            False, state, faults=tuple(refusals), missed=len(legal - set(answer)), wrong=tuple(wrong)
        )
    return Verdict(True, state)


def _rule(rules: Rules[Any, Any], step: Step, answer: Answer) -> Verdict:
    if answer[0] not in step.rules:
        raise NotationError(f"{answer[0]!r}: not among the choices")
    faults = _faults(rules, step, step.moves[0])
    right = bool(faults) and faults[0].article == answer[0]
    # what the referee says gives the answer away: it is said only once it is found
    return Verdict(right, rules.from_dict(step.position), faults=faults[:1] if right else ())


def _answer(rules: Rules[Any, Any], step: Step, answer: Answer) -> Verdict:
    try:
        choice = step.choices[("0", "1", "2", "3", "4", "5").index(answer[0])]
    except (ValueError, IndexError):
        raise NotationError(f"{answer[0]!r}: not among the choices") from None
    state, events = played(rules, step)
    if _reached(rules, state, choice.holds, events):
        return Verdict(True, state, events)
    return Verdict(False, state, words=choice.why)


_JUDGES: Final = {PLAY: _play, CHOOSE: _choose, RULE: _rule, ANSWER: _answer}


# --- reading the file


_offered: dict[str, Path] = {}


def offer(slug: str, path: Path) -> None:
    """Says where the lessons of a game lie; they are read when somebody asks for them."""
    _offered[slug] = path


def offered(slug: str) -> bool:
    return slug in _offered


@cache
def course(slug: str) -> Course:
    """The lessons of a game; empty if none are written."""
    if slug not in _offered:
        return Course((), ())
    data = tomllib.loads(_offered[slug].read_text(encoding="utf-8"))
    lessons = tuple(
        Lesson(
            slug=entry["slug"],
            title=french(entry["title"]),
            goal=french(entry["goal"]),
            steps=tuple(_step(slug, step) for step in entry["steps"]),
        )
        for entry in data["lesson"]
    )
    return Course(lessons, tuple(data["names"]))


@cache
def simple_course(slug: str) -> Course:
    """The lessons in short simple sentences, where they are not that already."""
    whole = course(slug)
    lessons = tuple(
        replace(lesson, steps=tuple(replace(step, **step.simple) for step in lesson.steps))
        for lesson in whole.lessons
    )
    return replace(whole, lessons=lessons)


_TEXTS = {"ask", "say", "right", "otherwise"}
_LISTS = {"moves", "then", "plays"}


def _step(slug: str, entry: Mapping[str, Any]) -> Step:
    values: dict[str, Any] = dict(entry)
    if values["kind"] not in KINDS:
        raise ValueError(f"{slug}: there is no kind {values['kind']!r}")
    values |= {key: french(values[key]) for key in _TEXTS & values.keys()}
    values |= {key: tuple(values[key]) for key in _LISTS & values.keys()}
    values["hints"] = tuple(french(hint) for hint in values.get("hints", ()))
    simple = dict(values.get("simple", {}))
    if unknown := simple.keys() - (_TEXTS | {"hints"}):
        raise ValueError(f"{slug}: there are no simple words for {unknown}")
    values["simple"] = {
        key: tuple(map(french, text)) if key == "hints" else french(text) for key, text in simple.items()
    }
    values["position"] = {"game": slug, **values["position"]}
    values["articles"] = tuple(f"{slug}.{number}" for number in values.get("articles", ()))
    values["rules"] = tuple(f"{slug}.{number}" for number in values.get("rules", ()))
    values["others"] = {word: french(text) for word, text in values.get("others", {}).items()}
    values["refused"] = {move: _article(slug, article) for move, article in values.get("refused", {}).items()}
    values["choices"] = tuple(
        Choice(french(choice["text"]), choice["holds"], french(choice.get("why", "")))
        for choice in values.get("choices", ())
    )
    return Step(**values)


def _article(slug: str, article: int | str) -> str:
    return article if isinstance(article, str) else f"{slug}.{article}"
