"""Playing whole games: by bots, or by playouts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from .bots import Bot, ask
from .protocol import CHANCE, Event, Outcome, Rules, Seat
from .records import Record, write_outcome

LONGEST = 200_000
"""No game takes as many plies; one that does never ends."""


@dataclass(frozen=True, slots=True)
class Played:
    """One ply of a game being played."""

    state: Any
    seat: Seat
    move: Any
    events: tuple[Event, ...]


class Endless(Exception):
    """A game that does not end."""


def play_game(
    rules: Rules[Any, Any], state: Any, bots: Sequence[Bot[Any, Any]], rng: Random
) -> Iterator[Played]:
    """Plays on from `state`, one bot a seat; out of turn every bot may speak before the next move."""
    for _ in range(LONGEST):
        actors = rules.actors(state)
        if not actors:
            return
        seat, move = _next(rules, state, actors, bots, rng)
        state, events = rules.play(state, seat, move)
        yield Played(state, seat, move, events)
    raise Endless(rules.to_dict(state))


def _next(
    rules: Rules[Any, Any], state: Any, actors: tuple[Seat, ...], bots: Sequence[Bot[Any, Any]], rng: Random
) -> tuple[Seat, Any]:
    if actors == (CHANCE,):
        return CHANCE, rules.chance(state, rng)
    others = [seat for seat in range(len(bots)) if seat not in actors]
    rng.shuffle(others)
    for other in others:
        move = ask(rules, state, other, bots[other], rng)
        if move is not None:
            return other, move
    seat = actors[0]
    assert isinstance(seat, int)
    move = ask(rules, state, seat, bots[seat], rng)
    if move is None:
        raise ValueError(f"{bots[seat].name} says nothing in seat {seat}")
    return seat, move


@dataclass(frozen=True, slots=True)
class Result:
    record: Record
    outcome: Outcome
    decisions: int


def simulate(
    rules: Rules[Any, Any],
    bots: Sequence[Bot[Any, Any]],
    rng: Random,
    first: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Result:
    """One whole game between bots, with its record."""
    options = options or {}
    state = rules.opening(len(bots), first, **options)
    plies = []
    for played in play_game(rules, state, bots, rng):
        state = played.state
        plies.append((played.seat, str(played.move)))
    outcome = rules.outcome(state)
    assert outcome is not None
    record = Record(
        rules.slug, len(bots), first, dict(options), plies=tuple(plies), outcome=write_outcome(outcome)
    )
    return Result(record, outcome, sum(seat != CHANCE for seat, _ in plies))


def playout(rules: Rules[Any, Any], state: Any, rng: Random) -> tuple[Any, int]:
    """Plays to the end by sampled moves, judged no more; the last position and the decisions taken."""
    advance, sample, chance, actors = rules.advance, rules.sample, rules.chance, rules.actors
    decisions = 0
    while seats := actors(state):
        seat = seats[0]
        if seat == CHANCE:
            state = advance(state, CHANCE, chance(state, rng))
        else:
            state = advance(state, seat, sample(state, seat, rng))
            decisions += 1
    return state, decisions
