"""What players have in mind instead of the true places. Bots get what is made here, and nothing truer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from statistics import pstdev
from typing import Final

from .moves import Move
from .order import count, misfit
from .places import Place, Table
from .position import DOUBT, ESTIMATE, Position
from .rules import Oucedonc, shares

CREDIT: Final = {DOUBT: 0.15, ESTIMATE: 0.35}
"""What lies there was laid by somebody who knows something too, and chose line and spot: the odds that
the newest card is wrong, or any card in a count, are worth so much of what one thinks. (Measured: without it
more doubts fail than succeed, and estimates are too high by one.)"""

DOUBTED: Final = {True: 0.3, False: 0.05}
"""How often a wrong card is doubted by the one who is asked, and a right one (measured)."""

WEIGHED: Final = 8
"""Of how many maps that come to mind one is taken, where it matters what others thought."""


def believed(rules: Oucedonc, noise: float, seed: object) -> Believed:
    """The same rules over places as somebody with a bad memory has them in mind (see `distorted`).

    This is the only way from where the places lie to what a bot believes."""
    return Believed(
        {edition: distorted(table, noise, f"{seed} {edition}") for edition, table in rules.atlas.items()}
    )


def distorted(table: Table, noise: float, seed: object) -> Table:
    """The places with errors.

    `noise` is the usual error as a share of how far the places lie apart (their standard deviation).
    Some places one knows better than others, and one knows which: that is what `lat_error` says."""
    rng = Random(f"{seed}")
    across = [noise * pstdev(place[axis] for place in table.values()) for axis in (0, 1)]
    found = {}
    for name in sorted(table):
        place = table[name]
        vague = rng.uniform(0.4, 1.6)
        lat_error, lon_error = (vague * error for error in across)
        lat, lon = rng.gauss(place.lat, lat_error), rng.gauss(place.lon, lon_error)
        found[name] = Place(lat, lon, lat_error, lon_error)
    return found


def credited(wrong: float) -> float:
    """The chance that a card counts as wrong, to somebody who gives credit to those who laid it."""
    credit = CREDIT[ESTIMATE]
    return wrong * credit / (wrong * credit + 1 - wrong)


class Believed(Oucedonc):
    """The rules as somebody knows them who is not sure where the places lie."""

    def world(self, state: Position, rng: Random) -> World:
        """A map that comes to mind: one on which much lies wrong is the less likely, for others think too."""
        if state.phase not in CREDIT:
            return World(self, _number(rng))
        wrong, credit = misfit if state.phase == DOUBT else count, CREDIT[state.phase]
        worlds = [World(self, _number(rng)) for _ in range(WEIGHED)]
        return rng.choices(worlds, [credit ** wrong(state, world.table(state)) for world in worlds])[0]


class World(Oucedonc):
    """The rules over one map that somebody holds possible, as good as the one believed in."""

    def __init__(self, mind: Believed, number: int) -> None:
        super().__init__(mind.atlas)
        self.mind, self.number = mind, number

    def table(self, state: Position) -> Table:
        return Imagined(self.atlas[state.options.edition], self.number)

    def chance(self, state: Position, rng: Random) -> Move:
        return self.mind.chance(state, rng)  # which has its lists made

    def promise(self, state: Position) -> Sequence[float] | None:
        """A card that waits for doubts promises what becomes of it on this map, as often as such a card is
        doubted."""
        if state.phase != DOUBT:
            return super().promise(state)
        asked, placer, tokens = state.turn, state.placer, list(state.tokens)
        assert isinstance(asked, int)
        assert placer is not None
        wrong = misfit(state, self.table(state))
        odds, gain = DOUBTED[wrong], 1 if wrong else -1
        calm = shares(tokens, state.played)
        tokens[asked] += gain
        tokens[placer] = max(0, tokens[placer] - gain)
        return [
            odds * after + (1 - odds) * before
            for after, before in zip(shares(tokens, state.played), calm, strict=True)
        ]


def _number(rng: Random) -> int:
    return int(rng.random() * 2**30)


class Imagined(Mapping[str, Place]):
    """The believed places, each off by an error such as one expects; the same number is the same map.

    Errors are read from one long table of them, at a spot that number and place decide, so that a map is
    made only where it is looked at."""

    __slots__ = ("number", "table")

    def __init__(self, table: Table, number: int) -> None:
        self.table, self.number = table, number

    def __getitem__(self, name: str) -> Place:
        place, luck = self.table[name], _luck()
        at = (self.number + _spot(name)) % (len(luck) - 1)
        lat, lon, lat_error, lon_error = place
        return Place(lat + lat_error * luck[at], lon + lon_error * luck[at + 1])

    def __iter__(self) -> Iterator[str]:
        return iter(self.table)

    def __len__(self) -> int:
        return len(self.table)


@cache
def _luck() -> list[float]:
    rng = Random("luck")
    return [rng.gauss(0, 1) for _ in range(2**14)]


@cache
def _spot(name: str) -> int:
    return Random(name).randrange(2**30)
