"""Questions drawn from the positions of random games. The engine knows the answers; nobody writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any, Final

from .protocol import CHANCE, Fault, Outcome, Rules
from .rulebook import Rulebook

MAY: Final = "may"  # is this move permitted?
RULE: Final = "rule"  # which article forbids it?
POINTS: Final = "points"  # what does the winner score?
ORDER: Final = (MAY, MAY, RULE, MAY, POINTS, MAY, RULE, MAY, POINTS, RULE)

YES: Final = "oui"
NO: Final = "non"

LONGEST = 400  # plies of the games that positions are taken from
TRIES = 400  # moves tried in a position in search of some that are refused
MANY = 200  # more legal moves are not looked at one by one
CHOICES = 3
MOST_POINTS = 100  # more is arithmetic, not a question about the game


Fits = Callable[[Any, Any], bool]
"""`fits(view, move)`: whether what is drawn of a view is enough to judge the move by."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position, what is asked about it, and the answer the engine gives."""

    kind: str
    state: Any
    seat: int
    move: Any  # what the question is about; None: the position
    fault: Fault | None  # why the move is refused; None if it is permitted
    article: str  # to read on
    choices: tuple[str, ...]  # YES and NO; articles; numbers of points
    right: str
    outcome: Outcome | None = None  # of a count: what is left is shown, not the position
    # what a game says of a question of its own kind
    ask: str = ""
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)  # choice → words; none: the choice
    why: str = ""


Maker = Callable[[Rules[Any, Any], Mapping[str, Any], Random], "Question | None"]
"""`maker(rules, options, rng)` makes a question of a game's own kind, or None if nothing came of it."""


def question(
    rules: Rules[Any, Any],
    book: Rulebook,
    options: Mapping[str, Any],
    fits: Fits,
    kind: str,
    seed: object,
    own: Mapping[str, Maker] = MappingProxyType({}),
    alike: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Question:
    """The question of that kind for that seed: always the same one. `own` makes a game's own kinds.

    `alike`: article → others that a player could rightly name of the same move; they are no wrong answers."""
    rng = Random(f"{seed}:{kind}")
    while True:
        if kind in own:
            made = own[kind](rules, options, rng)
        elif kind == POINTS:
            made = _points(rules, options, rng)
        else:
            made = _move(rules, book, options, fits, kind, rng, alike)
        if made is not None:
            return made


def _move(
    rules: Rules[Any, Any],
    book: Rulebook,
    options: Mapping[str, Any],
    fits: Fits,
    kind: str,
    rng: Random,
    alike: Mapping[str, Sequence[str]],
) -> Question | None:
    allowed = kind == MAY and rng.random() < 0.5
    state = some_position(rules, options, rng)
    actors = rules.actors(state)
    if not actors or not isinstance(actors[0], int):
        return None
    seat = actors[0]
    view = rules.view(state, seat)
    if allowed:
        legal = rules.moves(state, seat)
        if len(legal) > MANY:
            legal = [rules.sample(state, seat, rng) for _ in range(MANY // 10)]
        moves = [move for move in legal if fits(view, move)]
        if not moves:
            return None
        move = rng.choice(moves)
        article = rules.play(state, seat, move).events[0].article
        return Question(MAY, state, seat, move, None, article, (YES, NO), YES)
    refused = _refused(rules, state, seat, lambda move: fits(view, move), rng)
    if not refused:
        return None
    # first the article, so that the common one is not all there is to ask
    move, fault = rng.choice(refused[rng.choice(sorted(refused))])
    if kind == MAY:
        return Question(MAY, state, seat, move, fault, fault.article, (YES, NO), NO)
    never = (fault.article, *alike.get(fault.article, ()))
    others = [
        article.id for article in book.articles.values() if article.refusals and article.id not in never
    ]
    choices = [fault.article, *rng.sample(others, CHOICES - 1)]
    choices.sort(key=list(book.articles).index)
    return Question(RULE, state, seat, move, fault, fault.article, tuple(choices), fault.article)


def some_position(rules: Rules[Any, Any], options: Mapping[str, Any], rng: Random) -> Any:
    """A position somewhere in a random game of few."""
    seats = rng.choice([n for n in rules.seats if n <= 4])
    state = rules.auto(rules.opening(seats, rng.randrange(seats), **options), rng)
    for _ in range(rng.randrange(2, 40)):
        actors = rules.actors(state)
        if not actors:
            break
        after = rules.advance(state, actors[0], rules.sample(state, actors[0], rng))
        after = rules.auto(after, rng)
        if not rules.actors(after):
            break
        state = after
    return state


def _refused(
    rules: Rules[Any, Any], state: Any, seat: int, fits: Callable[[Any], bool], rng: Random
) -> dict[str, list[tuple[Any, Fault]]]:
    """By article: moves that break this one article of the game and no other, so that one answer is right."""
    found: dict[str, list[tuple[Any, Fault]]] = {}
    for _ in range(TRIES):
        move = rules.any_move(state, rng)
        faults = rules.faults(state, seat, move)
        if len({fault.article for fault in faults}) == 1 and fits(move):
            article = faults[0].article
            if article.startswith(f"{rules.slug}."):
                found.setdefault(article, []).append((move, faults[0]))
    return found


def _points(rules: Rules[Any, Any], options: Mapping[str, Any], rng: Random) -> Question | None:
    seats = rng.choice([n for n in rules.seats if n <= 3])
    state = rules.opening(seats, rng.randrange(seats), **options)
    for _ in range(LONGEST):
        actors = rules.actors(state)
        if not actors:
            break
        move = rules.chance(state, rng) if actors == (CHANCE,) else rules.sample(state, actors[0], rng)
        state = rules.advance(state, actors[0], move)
    outcome = rules.outcome(state)
    if outcome is None or not outcome.lines:
        return None
    seat = outcome.winners[0]
    points = [line.points for line in outcome.lines if line.seat == seat]
    right = sum(points)
    if not 0 < right <= MOST_POINTS:
        return None
    choices = sorted({right, *rng.sample(_near(right, points), CHOICES - 1)})
    return Question(
        POINTS,
        state,
        seat,
        None,
        None,
        outcome.lines[0].article,
        tuple(map(str, choices)),
        str(right),
        outcome,
    )


def _near(right: int, points: Sequence[int]) -> list[int]:
    """What one finds who leaves a line out, or miscounts by ten."""
    near = {right - 10, right + 10, right + 20, right + 5, right - points[0], right - points[-1]}
    return sorted(number for number in near if number > 0 and number != right)
