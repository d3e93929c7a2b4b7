"""The questions of the quiz that only Café International asks."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from games.engines.cafe_international.board import board
from games.engines.cafe_international.judge import gain
from games.engines.cafe_international.moves import SEAT
from games.engines.cafe_international.rules import left_over as cost
from games.engines.cafe_international.view import looked
from games.engines.kernel import Line, Outcome, Rules, quiz
from games.engines.kernel.quiz import Question
from games.engines.kernel.rulebook import counted
from games.tables.cafe_international.said import sum_of

GAIN, LEFT = "gain", "left"


def gained(rules: Rules[Any, Any], options: Mapping[str, Any], rng: Random) -> Question | None:
    """How many points does this card score?"""
    state = quiz.some_position(rules, options, rng)
    actors = rules.actors(state)
    if not actors or not isinstance(actors[0], int):
        return None
    seat = actors[0]
    worth = [
        (gain(state.groups, board().places[move.text]), move)
        for move in rules.moves(state, seat)
        if move.kind == SEAT
    ]
    worth = [(points, move) for points, move in worth if points > 0]
    if not worth:
        return None
    # first the number of points, so that couples are not all there is to ask
    right = rng.choice(sorted({points for points, _ in worth}))
    move = rng.choice([move for points, move in worth if points == right])
    others = sorted({2, 3, 4, 5, 6, 7, 8, right + 2} - {right}, key=lambda other: (abs(other - right), other))
    choices = sorted([right, *rng.sample(others[:4], 2)])
    view = looked(rules.view(state, seat))
    return Question(
        kind=GAIN,
        state=state,
        seat=seat,
        move=move,
        fault=None,
        article=f"{rules.slug}.8",
        choices=tuple(map(str, choices)),
        right=str(right),
        ask="Combien de points cette carte rapporte-t-elle ?",
        labels={str(points): counted(points, "point") for points in choices},
        why=f"Cela fait {sum_of(view, board().places[move.text])}.",
    )


def left_over(rules: Rules[Any, Any], options: Mapping[str, Any], rng: Random) -> Question | None:
    """How many points do the cards left in a hand cost at the end?"""
    state = rules.auto(rules.opening(2, 0, **options), rng)
    hand = tuple(sorted(rng.sample([*state.bag, "JK-F", "JK-M"], rng.randrange(2, 6))))
    right = cost(hand)
    jokers = right // 5 - len(hand)
    near = {right - 5, right + 5, right + 10, 5 * len(hand), 10 * len(hand)} - {right, 0}
    choices = sorted([right, *rng.sample(sorted(near), 2)])
    line = Line(f"{rules.slug}.15", 0, -right, {"cards": list(hand)})
    parts = [f"{counted(len(hand) - jokers, 'carte')} à 5 points"] if len(hand) > jokers else []
    if jokers:
        parts.append(f"{counted(jokers, 'joker')} à 10 points")
    return Question(
        kind=LEFT,
        state=state,
        seat=0,
        move=None,
        fault=None,
        article=f"{rules.slug}.15",
        choices=tuple(map(str, choices)),
        right=str(right),
        outcome=Outcome(f"{rules.slug}.15", (-right, 0), (1,), (line,)),
        ask="La partie est finie, et voici les cartes qui te restent. Combien de points perds-tu ?",
        labels={str(points): counted(points, "point") for points in choices},
        why=f"Tu perds {' et '.join(parts)} : {counted(right, 'point')} en tout.",
    )
