"""The short game that ends a course: a position played on against bots, kept as lines of a record."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.engines.kernel import CHANCE, Event, IllegalMove, Seat
from games.engines.kernel.bots import ask
from games.engines.kernel.lessons import Step
from games.engines.kernel.records import read_ply, write_ply
from games.registry import Game


@dataclass(frozen=True)
class ShortGame:
    """A game as far as it has come; `events` are those since the last decision of the learner."""

    lines: tuple[str, ...]
    state: Any
    events: tuple[Event, ...] = ()

    @property
    def ply(self) -> int:
        return len(self.lines)


def resume(game: Game, step: Step, lines: list[str]) -> ShortGame:
    """The game those lines lead to; from the beginning again if another version wrote them."""
    rules = game.rules
    assert rules is not None
    state, since = rules.from_dict(step.position), 0
    events: list[Event] = []
    try:
        for line in lines:
            seat, move = read_ply(line)
            if seat == step.seat:
                since = len(events)
            state, told = rules.play(state, seat, move)
            events += told
    except (ValueError, IllegalMove):
        return ShortGame((), rules.from_dict(step.position))
    return ShortGame(tuple(lines), state, tuple(events[since:]))


def take_back(step: Step, lines: Sequence[str]) -> list[str]:
    """The lines before the learner's last decision."""
    own = [number for number, line in enumerate(lines) if read_ply(line)[0] == step.seat]
    return list(lines[: own[-1]] if own else lines)


def go_on(game: Game, step: Step, now: ShortGame, move: str, seed: object) -> list[str]:
    """The lines after the learner's move and all that follows by itself, until the learner may act again.

    An empty move lets the others play on. IllegalMove and NotationError as the rules raise them."""
    rules = game.rules
    assert rules is not None
    state, lines = now.state, list(now.lines)

    def make(seat: Seat, made: Any) -> None:
        nonlocal state
        state = rules.play(state, seat, made).state
        lines.append(write_ply(seat, str(made) if not isinstance(made, str) else str(rules.read_move(made))))

    if move:
        make(step.seat, move)
    bot = game.bots[step.bots]
    first = not move
    while (actors := rules.actors(state)) and step.seat not in actors:
        if rules.moves(state, step.seat) and not first:
            break  # something to say before the others go on
        rng = Random(f"{seed}:{len(lines)}")
        seat = actors[0]
        made = rules.chance(state, rng) if seat == CHANCE else ask(rules, state, seat, bot, rng)
        make(seat, made)
        first = False
    return lines
