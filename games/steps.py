"""What a learner sees of a lesson's step: the table, and what can be answered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from games import advice, replies, short_game, tables
from games.advice import Advice
from games.engines.kernel import Event, Fault, NotationError
from games.engines.kernel.lessons import (
    ANSWER,
    CHOOSE,
    GAME,
    PLAY,
    RULE,
    Step,
    Verdict,
    asked,
    played,
    solutions,
)
from games.engines.kernel.rulebook import Article, french
from games.registry import Game
from games.scenes import Way
from games.short_game import ShortGame
from games.tables.base import NOTHING, Parts, Table


@dataclass(frozen=True, slots=True)
class Option:
    """Something to tick or to press."""

    value: str
    label: str
    text: str = ""
    picture: Any = None
    ticked: bool = False
    mark: str = ""  # once answered: right, wrong, missed


@dataclass(frozen=True, slots=True)
class Shown:
    """The answer, for who asks to see it."""

    label: str
    pictures: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Sight:
    step: Step
    board: Any
    happened: tuple[Event, ...] = ()  # by the right answer, or in the short game since one last chose
    laid_open: Any = None  # what the game draws of it, beside the board
    over: bool = False  # answered rightly: there is nothing left to do
    options: tuple[Option, ...] = ()
    tried: Any = None  # the picture of the move a question is about
    tried_label: str = ""
    left: tuple[Any, ...] = ()
    said: replies.Said | None = None
    hints: tuple[str, ...] = ()
    more_hints: bool = False
    shown: Shown | None = None
    articles: tuple[Article, ...] = ()
    # in a short game
    waits: bool = False  # the others play on once the learner lets them
    can_take_back: bool = False
    can_ask: bool = False  # for advice
    lines: tuple[tuple[str, int], ...] = field(default=())


def see(
    game: Game,
    step: Step,
    answer: Sequence[str] = (),
    verdict: Verdict | None = None,
    hints: int = 0,
    parts: Parts = NOTHING,
) -> Sight:
    """A step as it is asked, or with what was answered; `hints` is how many were asked for so far.

    `parts` are what was chosen of a move that is not made yet."""
    rules, names, table = game.rules, _names(game, step), tables.of(game.slug)
    assert rules is not None
    assert game.book is not None
    right = verdict is not None and verdict.right
    if verdict is not None and not right:
        hints = min(hints + 1, len(step.hints))
    state = verdict.state if verdict is not None and right else asked(rules, step)
    plays = step.kind == PLAY and not right
    final, told = played(rules, step) if step.lays_open else (state, ())
    outcome = rules.outcome(final)
    asking_move = rules.read_move(step.moves[0]) if step.kind == RULE else None
    view = rules.view(state, step.seat)
    happened = replies.seen(verdict.events, step.seat) if verdict is not None and right else ()
    left = table.left(outcome.lines, names) if outcome is not None and step.lays_open else ()
    if not left and not right:
        left = table.uncovered(view, replies.seen(told, step.seat))
    return Sight(
        step=step,
        board=table.board(
            view,
            rules.moves(state, step.seat) if plays else (),
            names,
            parts=parts,
            tries=tuple(_wrong(rules, step)) if plays else (),
            blind=True,
            still=not plays,
            turn=step.kind != ANSWER or right,
        ),
        happened=happened,
        laid_open=table.laid_open(view, happened),
        over=right,
        options=_options(game, table, step, answer, verdict, names),
        tried=table.pictured_at(view, asking_move) if asking_move is not None else None,
        tried_label=table.told_at(view, asking_move, names) if asking_move is not None else "",
        left=left,
        said=replies.said(game, step, answer, verdict, names) if verdict is not None else None,
        hints=() if right else step.hints[:hints],
        more_hints=not right and hints <= len(step.hints),
        shown=_shown(game, table, step, names) if not right and hints > len(step.hints) else None,
        articles=tuple(game.book[article] for article in step.articles) if right else (),
    )


def see_game(
    game: Game,
    step: Step,
    now: ShortGame,
    faults: Iterable[Fault] = (),
    hints: int = 0,
    parts: Parts = NOTHING,
) -> Sight:
    """The short game as it stands."""
    rules, names, table = game.rules, _names(game, step), tables.of(game.slug)
    assert rules is not None
    assert game.book is not None
    outcome = rules.outcome(now.state)
    own = rules.moves(now.state, step.seat)
    view, happened = rules.view(now.state, step.seat), replies.seen(now.events, step.seat)
    said = None
    if outcome is not None:
        won = step.seat in outcome.winners
        lost = (
            "C’est fini ! Cette fois, tu n’as pas gagné. "
            f"Tu as joué une {table.played} entière : bravo quand même."
        )
        said = replies.Said(True, step.right if won else french(lost))
    elif faults:
        said = replies.Said(False, "", replies.refusals(game, faults, names))
    return Sight(
        step=step,
        board=table.board(view, own, names, parts=parts, still=outcome is not None),
        happened=happened,
        laid_open=table.laid_open(view, happened),
        over=outcome is not None,
        said=said,
        hints=step.hints[:hints],
        more_hints=outcome is None and hints < len(step.hints),
        left=table.left(outcome.lines, names) if outcome else (),
        waits=outcome is None and step.seat not in rules.actors(now.state),
        can_take_back=outcome is None and short_game.take_back(step, now.lines) != list(now.lines),
        can_ask=step.seat in rules.actors(now.state),
        lines=tuple((line.told(names, step.seat), line.points) for line in outcome.lines) if outcome else (),
    )


def which(game: Game, step: Step, moves: Iterable[str]) -> list[Way]:
    """The moves that were meant, to choose from."""
    rules, table = game.rules, tables.of(game.slug)
    assert rules is not None
    read = [rules.read_move(move) for move in moves]
    return [Way(str(move), table.told_move(move, _names(game, step)), table.pictured(move)) for move in read]


def advise(game: Game, step: Step, now: ShortGame) -> Advice | None:
    """What a good player would do now."""
    return advice.advise(game, now.state, step.seat, _names(game, step), now.ply)


def told_of(game: Game, step: Step, events: Iterable[Event]) -> tuple[str, ...]:
    return replies.told(game, events, _names(game, step), step.seat)


# ---


def _names(game: Game, step: Step) -> list[str]:
    return list(game.course.names[: step.position["seats"]])


def _wrong(rules: Any, step: Step) -> Iterable[Any]:
    """The wrong moves a step is about: they can be tried, so that the referee says why not."""
    for text in step.refused:
        try:
            yield rules.read_move(text)
        except NotationError:
            continue


def _options(
    game: Game,
    table: Table,
    step: Step,
    answer: Sequence[str],
    verdict: Verdict | None,
    names: Sequence[str],
) -> tuple[Option, ...]:
    rules, book = game.rules, game.book
    assert rules is not None
    assert book is not None
    right = verdict is not None and verdict.right
    good = solutions(rules, step)[0] if right else ()

    def mark(value: str) -> str:
        if verdict is None:
            return ""
        if right:
            return "right" if value in good else "other"
        return "wrong" if step.kind != CHOOSE and value in answer else ""

    if step.kind == CHOOSE:
        view = rules.view(asked(rules, step), step.seat)
        moves = [(text, rules.read_move(text)) for text in step.moves]
        return tuple(
            Option(
                text, table.told_at(view, move, names), "", table.pictured_at(view, move), text in answer,
                mark(text),
            )
            for text, move in moves
        )  # fmt: skip
    if step.kind == RULE:
        return tuple(
            Option(article, book[article].title, book[article].text, None, article in answer, mark(article))
            for article in step.rules
        )
    if step.kind == ANSWER:
        return tuple(
            Option(str(number), choice.text, "", None, str(number) in answer, mark(str(number)))
            for number, choice in enumerate(step.choices)
        )
    return ()


def _shown(game: Game, table: Table, step: Step, names: Sequence[str]) -> Shown | None:
    rules, book = game.rules, game.book
    assert rules is not None
    assert book is not None
    if step.kind == GAME:
        return None
    answer = solutions(rules, step)[0]
    if step.kind in (PLAY, CHOOSE):
        moves = [rules.read_move(text) for text in answer]
        view = rules.view(asked(rules, step), step.seat)
        return Shown(
            ", ".join(table.told_at(view, move, names) for move in moves),
            tuple(table.pictured_at(view, move) for move in moves),
        )
    if step.kind == RULE:
        return Shown(book[answer[0]].title)
    return Shown(step.choices[int(answer[0])].text)
