"""Bots: players who know what their seat may know, and nothing more."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
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


def ask(rules: Rules[S, M], state: S, seat: Seat, bot: Bot[Any, M], rng: Random) -> M | None:
    """What the bot does in that seat; it is given its view and its moves, never the position."""
    moves = rules.moves(state, seat)
    if not moves:
        return None
    return bot.choose(rules.view(state, seat), moves, rng)
