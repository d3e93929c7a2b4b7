"""Positions of a random game, for checks that are about all games."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.engines.kernel import CHANCE, Rules


def positions(rules: Rules, options: dict[str, Any], plies: int, seed: int = 1) -> Iterator[Any]:
    """The first positions of a game of three (of as many as there must be)."""
    rng = Random(seed)
    state = rules.opening(max(3, rules.seats[0]), 0, **options)
    for _ in range(plies):
        yield state
        actors = rules.actors(state)
        if not actors:
            return
        seat = actors[0]
        move = rules.chance(state, rng) if seat == CHANCE else rules.sample(state, seat, rng)
        state = rules.advance(state, seat, move)
    yield state
