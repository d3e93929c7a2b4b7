"""Bots: players who know what their seat may know, and nothing more."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Generic, TypeVar

from .protocol import Rules, Seat

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


class Bot(ABC, Generic[V, M]):
    """A way of playing. The generator is given, so that a game can be played again."""

    name: str

    @abstractmethod
    def choose(self, view: V, moves: Sequence[M], rng: Random) -> M | None:
        """One of `moves` for the seat that sees `view`; None, only out of turn, to say nothing."""


class Thinker(Bot[Any, Any]):
    """A bot that also imagines, when it is to move, how the game might go on. `choose` is for out of turn."""

    def mind(self, rules: Rules[S, M], seat: int) -> Rules[S, M]:
        """The rules as the bot knows them in that seat: not these, where knowledge is the game."""
        return rules

    @abstractmethod
    def ponder(
        self,
        rules: Rules[S, M],
        imagine: Callable[[Random], S],
        seat: int,
        moves: Sequence[M],
        rng: Random,
    ) -> M:
        """One of `moves`. `imagine` gives positions the seat cannot tell from the true one, never that one;
        `rules` are those of its mind."""


def ask(rules: Rules[S, M], state: S, seat: Seat, bot: Bot[Any, M], rng: Random) -> M | None:
    """What the bot does in that seat; it is given its view and its moves, never the position."""
    moves = rules.moves(state, seat)
    if not moves:
        return None
    if isinstance(bot, Thinker) and isinstance(seat, int) and seat in rules.actors(state):
        believed = bot.mind(rules, seat)
        move: M = bot.ponder(believed, imagining(believed, state, seat, rng), seat, moves, rng)
        return move
    return bot.choose(rules.view(state, seat), moves, rng)


def imagining(rules: Rules[S, M], state: S, seat: int, rng: Random) -> Callable[[Random], S]:
    """Positions the seat cannot tell from `state`, which itself is in nobody's reach any more."""
    return partial(rules.redeal, rules.redeal(state, seat, rng), seat)
