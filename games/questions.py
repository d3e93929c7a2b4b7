"""The questions of a quiz as one sees them, and what is said of the answers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from games import tables
from games.engines.kernel import quiz
from games.engines.kernel.quiz import Question
from games.engines.kernel.rulebook import Article, french
from games.registry import Game, get_game
from games.steps import Option

COUNT = len(quiz.ORDER)
MOST_OF_ONE = 2  # questions about the same article
ATTEMPTS = 8  # to find one about another

ASKS = {
    quiz.MAY: "As-tu le droit de faire ceci ?",
    quiz.RULE: "Ceci est refusé. Quelle règle l’interdit ?",
}
LABELS = {quiz.YES: "Oui, c’est permis", quiz.NO: "Non, c’est interdit"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and what was answered if it was."""

    number: int
    ask: str
    board: Any
    move: Any
    move_label: str
    left: tuple[Any, ...]
    options: tuple[Option, ...]
    answer: str | None
    right: bool
    answer_label: str  # the right answer in words
    why: str  # the referee's words, or the article's
    article: Article


def ask(game: Game, seed: object, number: int, answer: str | None) -> Asked:
    """Question `number` (from 1) of the quiz of that seed."""
    rules, book, table = game.rules, game.book, tables.of(game.slug)
    assert rules is not None
    assert book is not None
    made = _all(game.slug, str(seed))[number - 1]
    kind = made.kind
    names = _names(game, made)
    outcome = made.outcome
    view = rules.view(made.state, made.seat)
    return Asked(
        number=number,
        ask=french(made.ask or ASKS.get(kind, table.points_ask)),
        board=table.board(view, (), names, blind=True, still=True) if outcome is None else None,
        move=table.pictured_at(view, made.move) if made.move is not None else None,
        move_label=table.told_at(view, made.move, names) if made.move is not None else "",
        left=table.left(outcome.lines, names) if outcome else (),
        options=tuple(_option(game, made, choice, answer) for choice in made.choices),
        answer=answer,
        right=answer == made.right,
        answer_label=_label(game, made, made.right),
        why=_why(game, made, names),
        article=book[made.article],
    )


@lru_cache(maxsize=64)  # one page asks for one of them, and each of the ten depends on the others
def _all(slug: str, seed: str) -> tuple[Question, ...]:
    """The ten questions: about an article no more than twice, where others can be asked about."""
    game, table = get_game(slug), tables.of(slug)
    assert game.rules is not None
    assert game.book is not None
    make = partial(
        quiz.question, game.rules, game.book, table.quiz_options, table.fits,
        own=table.questions, alike=table.alike,
    )  # fmt: skip
    order = list(enumerate(table.quiz_order, start=1))
    free = (quiz.MAY, quiz.RULE)
    # the other kinds have each their article
    made = {number: make(kind, f"{seed}:{number}") for number, kind in order if kind not in free}
    asked = Counter(question.article for question in made.values())
    for number, kind in order:
        if kind not in free:
            continue
        question = make(kind, f"{seed}:{number}")
        for attempt in range(ATTEMPTS):
            if asked[question.article] < MOST_OF_ONE:
                break
            another = make(kind, f"{seed}:{number}:{attempt}")
            if asked[another.article] < asked[question.article]:
                question = another
        asked[question.article] += 1
        made[number] = question
    return tuple(made[number] for number, _ in order)


def is_choice(game: Game, seed: object, number: int, answer: str) -> bool:
    """Whether that can be answered at all."""
    return any(option.value == answer for option in ask(game, seed, number, None).options)


def _names(game: Game, made: Question) -> list[str]:
    """The one who is asked is « Toi », wherever that seat is."""
    assert game.rules is not None
    you, *others = game.course.names
    seats = game.rules.to_dict(made.state)["seats"]
    names = others[: seats - 1]
    return [*names[: made.seat], you, *names[made.seat :]]


def _label(game: Game, made: Question, choice: str) -> str:
    if made.kind == quiz.MAY:
        return french(LABELS[choice])
    if made.kind == quiz.RULE:
        assert game.book is not None
        return game.book[choice].title
    if made.kind != quiz.POINTS:
        return french(made.labels.get(choice, choice))
    return f"{choice} points" if int(choice) > 1 else f"{choice} point"


def _option(game: Game, made: Question, choice: str, answer: str | None) -> Option:
    assert game.book is not None
    mark = ""
    if answer is not None:
        mark = "right" if choice == made.right else "wrong" if choice == answer else "other"
    text = game.book[choice].text if made.kind == quiz.RULE else ""
    return Option(choice, _label(game, made, choice), text, None, choice == answer, mark)


def _why(game: Game, made: Question, names: list[str]) -> str:
    if made.fault is not None:
        return made.fault.told(names)
    if made.why:
        return french(made.why)
    if made.outcome is not None:
        lines = [line.told(names, made.seat) for line in made.outcome.lines]
        return " ".join([*lines, french(f"En tout : {_label(game, made, made.right)}.")])
    return ""
