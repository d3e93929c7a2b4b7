"""Expert: a bot that plays on, many times, from positions it cannot tell from the one it sits in.

Information-set Monte-Carlo tree search, seen from one seat (SO-ISMCTS). Every imagined position is one deal
of what is hidden. On each, every move still in question at the root is tried once, so that luck of the deal
falls on all of them alike; then the worse half of them is dropped (sequential halving). Below the root a tree
grows: a node is what was decided since, chance and what is sealed are drawn anew each time, and a branch is
chosen by UCB1 among those the deal allows, counted over how often they were allowed. From a leaf the game is
played out by `Rules.sample`, to its end or as far as `Rules.promise` is asked.

The move of a simpler bot, the guide, is believed to be as good as anything until trials say otherwise."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from .bots import Bot, Thinker, imagining
from .protocol import CHANCE, Rules, Seat

S = TypeVar("S")
M = TypeVar("M")

PLANS = Path(__file__).with_name("expert.toml")
MANY = 60
"""Where there are more moves, the tree ends: each of them would be tried too seldom."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a game is thought about. `expert.toml` has the plans, and says what they were measured to be."""

    playouts: int  # for one move: a count and not a time, so that the same seed thinks the same
    horizon: int | None = None  # decisions played out before `promise` is asked; None: to the end
    guided: int = 0  # so many of them by the guide, if that knows no more of a seat than its view
    candidates: int = 32  # moves tried at the root: of more, a sample
    trust: float = 30.0  # how many trials the guide's word weighs
    lead: float = 0.02  # by how much of a win the guide's move is believed better than others
    explore: float = 0.4  # the constant of UCB1
    ripe: int = 12  # visits a node has before it branches
    left: Sequence[str] = ()  # phases in which the guide has the last word


@cache
def plans() -> dict[str, Plan]:
    """The plans by game, read the first time."""
    return {slug: Plan(**plan) for slug, plan in tomllib.loads(PLANS.read_text(encoding="utf-8")).items()}


class Thought(NamedTuple, Generic[M]):
    """A move that was thought about: the share of a win it is believed to be worth, and how often tried."""

    move: M
    share: float
    tries: int


class Expert(Thinker):
    """Thinks as the plan of the game says; `playouts` instead of the plan's, where given."""

    name = "expert"

    def __init__(self, guide: Bot[Any, Any], playouts: int | None = None) -> None:
        self.guide, self.playouts = guide, playouts

    def plan(self, slug: str) -> Plan:
        """How it thinks about that game."""
        plan = plans()[slug]
        return plan if self.playouts is None else replace(plan, playouts=self.playouts)

    def at(self, playouts: int) -> Expert:
        """The same with another budget."""
        other = copy(self)
        other.playouts = playouts
        return other

    def choose(self, view: Any, moves: Sequence[M], rng: Random) -> M | None:
        move: M | None = self.guide.choose(view, moves, rng)
        return move

    def ponder(
        self,
        rules: Rules[S, M],
        imagine: Callable[[Random], S],
        seat: int,
        moves: Sequence[M],
        rng: Random,
    ) -> M:
        return self.think(rules, imagine, seat, moves, rng)[0].move

    def think(
        self,
        rules: Rules[S, M],
        imagine: Callable[[Random], S],
        seat: int,
        moves: Sequence[M],
        rng: Random,
    ) -> list[Thought[M]]:
        """What it thinks of the moves it has tried, best first."""
        state = imagine(rng)
        word = self.choose(rules.view(state, seat), moves, rng)
        assert word is not None
        plan = self.plan(rules.slug)
        if len(moves) == 1 or (plan.left and rules.to_dict(state)["phase"] in plan.left):
            return [Thought(word, 0.5, 0)]
        tried = _candidates(rules, state, seat, moves, word, plan.candidates, rng)
        return _Search(rules, imagine, seat, plan, self.guide, rng).run(tried)


def advise(rules: Rules[S, M], state: S, seat: int, expert: Expert, rng: Random) -> list[Thought[M]]:
    """What the expert would think of in that seat, best first: the move to advise, and what it leaves."""
    believed = expert.mind(rules, seat)
    return expert.think(believed, imagining(believed, state, seat, rng), seat, rules.moves(state, seat), rng)


def _candidates(
    rules: Rules[S, M], state: S, seat: int, moves: Sequence[M], word: M, most: int, rng: Random
) -> list[M]:
    """The moves to try, the guide's first: all of them, or a sample of many."""
    if len(moves) <= most:
        return [word, *(move for move in moves if move != word)]
    tried = dict.fromkeys([word])
    for _ in range(2 * most):
        tried[rules.sample(state, seat, rng)] = None
        if len(tried) == most:
            break
    return list(tried)


class _Node(Generic[M]):
    """A decision: how often it was taken, how often it could have been, what it was worth to its seat."""

    __slots__ = ("branches", "offered", "visits", "worth")

    def __init__(self) -> None:
        self.visits = self.offered = 0
        self.worth = 0.0
        self.branches: dict[M, _Node[M]] = {}


class _Search(Generic[S, M]):
    def __init__(
        self,
        rules: Rules[S, M],
        imagine: Callable[[Random], S],
        seat: int,
        plan: Plan,
        guide: Bot[Any, M],
        rng: Random,
    ) -> None:
        self.rules, self.imagine, self.seat, self.plan = rules, imagine, seat, plan
        self.guide, self.rng = guide, rng
        self.tries, self.total = 0, 0.0

    def run(self, moves: list[M]) -> list[Thought[M]]:
        """Tries the moves, whose first is the guide's; all thoughts, best first."""
        guided, nodes = moves[0], {move: _Node[M]() for move in moves}

        def belief(move: M) -> float:
            # what trials say, mixed with what was thought before: all alike, the guide's word a bit better
            node, plan = nodes[move], self.plan
            before = self.total / self.tries - (0.0 if move == guided else plan.lead)
            return (node.worth + plan.trust * before) / (node.visits + plan.trust)

        left = moves
        rounds = max(1, (len(moves) - 1).bit_length())
        for _ in range(rounds):
            for _ in range(max(1, self.plan.playouts // rounds // len(left))):
                start = self.rules.foresee(self.imagine(self.rng))
                world = self.rules.world(start, self.rng)
                for move in left:
                    self.trial(world, start, nodes[move], move)
            left = sorted(left, key=belief, reverse=True)
            kept = left[: (len(left) + 1) // 2]
            # the guide's move stays to the last, so that what is preferred to it has been tried as often
            left = kept if guided in kept else [*kept[: len(kept) - 1 or 1], guided]
        rest = sorted((move for move in moves if move not in left), key=belief, reverse=True)
        ranked = [*sorted(left, key=belief, reverse=True), *rest]
        return [Thought(move, belief(move), nodes[move].visits) for move in ranked]

    def trial(self, rules: Rules[S, M], state: S, node: _Node[M], move: M) -> None:
        """One game from the root on: down the tree, one branch further, and out."""
        ripe = self.plan.ripe
        besides = [seat for seat in rules.actors(state) if seat != self.seat]
        state = rules.advance(state, self.seat, move)
        for other in besides:
            # what others seal beside it cannot answer it: that is drawn, not searched
            state = rules.advance(state, other, rules.sample(state, other, self.rng))
        path: list[tuple[_Node[M], Seat]] = [(node, self.seat)]
        while node.visits >= ripe:
            state = rules.auto(state, self.rng)
            actors = rules.actors(state)
            if len(actors) != 1:
                break
            seat = actors[0]
            moves = rules.moves(state, seat)
            if len(moves) > MANY:
                break
            move, node = self.branch(node, moves)
            state = rules.advance(state, seat, move)
            path.append((node, seat))
        shares = self.play_out(rules, state)
        for node, seat in path:
            node.visits += 1
            node.worth += shares[seat]  # type: ignore[index]
        self.tries += 1
        self.total += shares[self.seat]

    def branch(self, node: _Node[M], moves: Sequence[M]) -> tuple[M, _Node[M]]:
        """A move this deal allows: one not tried yet, else the best by UCB1."""
        branches = node.branches
        fresh = []
        best, chosen = -1.0, moves[0]
        for move in moves:
            other = branches.get(move)
            if other is None:
                fresh.append(move)
                continue
            other.offered += 1
            bound = other.worth / other.visits + self.plan.explore * sqrt(log(other.offered) / other.visits)
            if bound > best:
                best, chosen = bound, move
        if fresh:
            chosen = fresh[int(self.rng.random() * len(fresh))]
            branches[chosen] = _Node()
            branches[chosen].offered = 1
        return chosen, branches[chosen]

    def play_out(self, rules: Rules[S, M], state: S) -> Sequence[float]:
        """What playing on by sampled moves comes to, in shares of a win."""
        rng, horizon, guided = self.rng, self.plan.horizon, self.plan.guided
        actors, advance, sample, chance = rules.actors, rules.advance, rules.sample, rules.chance
        decided = 0
        while seats := actors(state):
            seat = seats[0]
            if seat == CHANCE:
                state = advance(state, CHANCE, chance(state, rng))
                continue
            if horizon is not None and decided >= horizon:
                shares = rules.promise(state)
                if shares is not None:
                    return shares
            move = None
            if decided < guided:
                move = self.guide.choose(rules.view(state, seat), rules.moves(state, seat), rng)
            state = advance(state, seat, sample(state, seat, rng) if move is None else move)
            decided += 1
        shares = rules.promise(state)
        assert shares is not None
        return shares
