"""Engines: playouts beside yardsticks in the same run, what a position costs, how long the best bot thinks.

Everything about a game comes from the registry; yardsticks that are not installed are said to be so."""

from __future__ import annotations

import json
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

from games.benchmark import yardsticks
from games.engines.kernel import CHANCE, Rules
from games.engines.kernel.bots import ask
from games.engines.kernel.simulation import playout
from games.registry import GAMES, Game
from ludotheque.benchmark.frame import SQLITE, Bar, Found

SIZES = (0,)
DATABASES = (SQLITE,)  # the frame wants one; no engine does

TURNS = 5
PEER_MISSING = "not installed: tests/bench/requirements.txt"

Figures = dict[str, Any]
Random_game = Callable[[Random], int]


def measure(size: int = 0, seconds: float = 2.0, positions: int = 4) -> Figures:
    """`seconds` of playouts for each game and yardstick, so many positions of every phase."""
    games = {slug: game for slug, game in GAMES.items() if game.rules is not None}
    racers: dict[str, Random_game] = {"floor": yardsticks.floor_game}
    racers |= {slug: _playouts(_rules(game)) for slug, game in games.items()}
    if find_spec("rlcard"):
        racers["RLCard"] = yardsticks.rlcard_game()
    if find_spec("pyspiel"):
        racers["OpenSpiel"] = yardsticks.open_spiel_game()
    figures: Figures = {"rates": _race(racers, seconds)}
    for slug, game in games.items():
        figures[slug] = _costs(game, positions)
    return figures


def bars(found: Found) -> list[Bar]:
    out: list[Bar] = []
    for one in found.values():
        rates = one["rates"]
        for slug in (slug for slug in GAMES if slug in one):
            if slug == "uno":
                out += _uno_bars(rates)
            else:
                out.append(_against(rates, slug, "decisions/s", "floor", 0.05, 0.15))
        for slug in (slug for slug in GAMES if slug in one):
            costs = one[slug]
            plies = f"{rates[slug]['games/s']:.0f} games/s, redeal {costs['redeal µs']:.1f} µs"
            out += [
                Bar(f"{slug}: view, µs", "", costs["view µs"], 5, 2, note=plies),
                Bar(f"{slug}: to_dict and JSON, µs", "", costs["to_dict and JSON µs"], 60, 20),
            ]
            thinks = costs["bot"]
            note = f"median {thinks['median s']:.3f} s over {thinks['positions']} positions of every phase"
            out.append(
                Bar(f"{slug}: {thinks['name']}'s longest move, s", "", thinks["max s"], 1, 0.3, note=note)
            )
    return out


def _uno_bars(rates: Figures) -> list[Bar]:
    return [
        _against(rates, "uno", "decisions/s", "RLCard", 1, 2),
        _against(rates, "uno", "games/s", "RLCard", 0.8, 1.5),
        _against(rates, "uno", "games/s", "OpenSpiel", 0, 1, "its crazy_eights"),
    ]


def _against(
    rates: Figures, slug: str, unit: str, peer: str, must: float, stretch: float, what: str = ""
) -> Bar:
    """A game's rate over a yardstick's; without a value if that is not installed."""
    name = f"{slug}: {unit} ÷ {peer}'s" + (f" ({what})" if what else "")
    if peer not in rates:
        return Bar(name, "", None, must, stretch, floor=True, note=PEER_MISSING)
    own, other = rates[slug][unit], rates[peer][unit]
    return Bar(name, "", own / other, must, stretch, floor=True, note=f"{own:,.0f} ÷ {other:,.0f}")


# --- how it is measured


def _race(racers: dict[str, Random_game], seconds: float) -> Figures:
    """Games and decisions a second, the best of some turns taken one after the other by all."""
    rates: Figures = {name: {"games/s": 0.0, "decisions/s": 0.0} for name in racers}
    rng = Random(1)
    for _ in range(TURNS):
        for name, game in racers.items():
            games = decisions = 0
            start = process_time()
            while (spent := process_time() - start) < seconds / TURNS or not games:
                decisions += game(rng)
                games += 1
            best = rates[name]
            best["games/s"] = max(best["games/s"], games / spent)
            best["decisions/s"] = max(best["decisions/s"], decisions / spent)
    return rates


def _playouts(rules: Rules[Any, Any]) -> Random_game:
    start = rules.opening(rules.seats[0], 0, **rules.short)
    return lambda rng: playout(rules, start, rng)[1]


def _costs(game: Game, each: int) -> Figures:
    """What a position costs, in microseconds over some of every phase, and how long the best bot thinks."""
    rules, rng = _rules(game), Random(1)
    states = [(state, rules.actors(state)[0]) for state in some_positions(rules, rng, each)]
    name, bot = list(game.bots.items())[-1]
    spans = []
    for state, seat in states:
        start = process_time()
        ask(rules, state, seat, bot, rng)
        spans.append(process_time() - start)
    return {
        "view µs": _each(lambda: [rules.view(*place) for place in states]) / len(states),
        "to_dict and JSON µs": _each(lambda: [json.dumps(rules.to_dict(s)) for s, _ in states]) / len(states),
        "redeal µs": _each(lambda: [rules.redeal(*place, rng) for place in states]) / len(states),
        "bot": {
            "name": name,
            "positions": len(states),
            "median s": statistics.median(spans),
            "max s": max(spans),
        },
    }


def some_positions(rules: Rules[Any, Any], rng: Random, each: int, games: int = 40) -> Iterator[Any]:
    """Positions of random games, a player to move: up to `each` of every phase and number of seats."""
    for seats in sorted({rules.seats[0], rules.seats[-1]}):
        seen: Counter[str] = Counter()
        for _ in range(games):
            state = rules.opening(seats, 0, **rules.short)
            while actors := rules.actors(state):
                if actors == (CHANCE,):
                    state = rules.advance(state, CHANCE, rules.chance(state, rng))
                    continue
                phase = rules.to_dict(state)["phase"]
                # seldom, so that they are of all times of a game; at once where a phase is rare
                if seen[phase] < each and rng.random() < (0.05 if seen[phase] else 0.3):
                    seen[phase] += 1
                    yield state
                state = rules.advance(state, actors[0], rules.sample(state, actors[0], rng))
            if min(seen.values(), default=0) >= each:
                break


def _each(call: Callable[[], object], times: int = 50) -> float:
    """Microseconds a call, median of five."""
    spans = []
    for _ in range(5):
        start = process_time()
        for _ in range(times):
            call()
        spans.append((process_time() - start) / times * 1e6)
    return statistics.median(spans)


def _rules(game: Game) -> Rules[Any, Any]:
    assert game.rules is not None
    return game.rules
