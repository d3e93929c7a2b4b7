"""Speed of the engines beside yardsticks in the same run: functions that return figures, and judge none."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

from games.engines.kernel import CHANCE, Rules
from games.engines.kernel.simulation import playout
from games.registry import GAMES

# the options that make a game one round or one hand
SHORT: dict[str, dict[str, Any]] = {"uno": {"target": 0}, "odin": {"limit": 0}}


def measure(seconds: float = 1.0) -> dict[str, float]:
    """All figures of this section: decisions and games a second, microseconds, ratios to the yardsticks."""
    figures: dict[str, float] = {}
    floor = _rate(_floor_game, seconds)
    figures["floor decisions/s"] = floor["decisions/s"]
    for slug, game in GAMES.items():
        if game.rules is None:
            continue
        rules = game.rules
        rate = _rate(_playouts(rules), seconds)
        figures |= {f"{slug} {key}": value for key, value in rate.items()}
        figures[f"{slug} decisions/s ÷ floor"] = rate["decisions/s"] / floor["decisions/s"]
        figures |= {f"{slug} {key}": value for key, value in positions(rules).items()}
    if find_spec("rlcard"):
        peer = _rate(_rlcard_game, seconds)
        figures |= {f"rlcard uno {key}": value for key, value in peer.items()}
        for key, value in peer.items():
            figures[f"uno {key} ÷ rlcard"] = figures[f"uno {key}"] / value
    return figures


def positions(rules: Rules[Any, Any], times: int = 2000) -> dict[str, float]:
    """Microseconds for what a position costs in the middle of a game."""
    rng = Random(1)
    state = middle(rules, rng)
    seat = rules.actors(state)[0]
    moves = rules.moves(state, seat)
    return {
        "view µs": _each(lambda: rules.view(state, seat), times),
        "to_dict and JSON µs": _each(lambda: json.dumps(rules.to_dict(state)), times),
        "moves µs": _each(lambda: rules.moves(state, seat), times),
        "redeal µs": _each(lambda: rules.redeal(state, seat, rng), times),
        "play µs": _each(lambda: rules.play(state, seat, moves[0]), times),
    }


def middle(rules: Rules[Any, Any], rng: Random, plies: int = 20) -> Any:
    """A position some moves into a game of as few as can play, a player to move."""
    while True:
        state = rules.opening(rules.seats[0], 0, **SHORT.get(rules.slug, {}))
        for _ in range(plies):
            state = rules.auto(state, rng)
            seats = rules.actors(state)
            if seats:
                state = rules.advance(state, seats[0], rules.sample(state, seats[0], rng))
        state = rules.auto(state, rng)
        if rules.actors(state) not in ((), (CHANCE,)):
            return state


def _rate(game: Callable[[Random], int], seconds: float) -> dict[str, float]:
    """Best of three: games and decisions a second of a function that plays one game."""
    rng, best = Random(1), {"games/s": 0.0, "decisions/s": 0.0}
    for _ in range(3):
        games = decisions = 0
        start = process_time()
        while (spent := process_time() - start) < seconds / 3:
            decisions += game(rng)
            games += 1
        best = max(
            best, {"games/s": games / spent, "decisions/s": decisions / spent}, key=lambda r: r["games/s"]
        )
    return best


def _each(call: Callable[[], object], times: int) -> float:
    """Microseconds a call, median of five."""
    spans = []
    for _ in range(5):
        start = process_time()
        for _ in range(times):
            call()
        spans.append((process_time() - start) / times * 1e6)
    return statistics.median(spans)


def _playouts(rules: Rules[Any, Any]) -> Callable[[Random], int]:
    start = rules.opening(rules.seats[0], 0, **SHORT.get(rules.slug, {}))
    return lambda rng: playout(rules, start, rng)[1]


def _floor_game(rng: Random) -> int:
    """The least a card game can cost: draw one, discard one, until the deck is empty."""
    deck = list(range(108))
    rng.shuffle(deck)
    hands = [[deck.pop() for _ in range(7)] for _ in range(2)]
    discard: list[int] = []
    decisions = seat = 0
    while deck:
        hand = hands[seat]
        hand.append(deck.pop())
        at = int(rng.random() * len(hand))
        discard.append(hand.pop(at))
        seat = 1 - seat
        decisions += 1
    return decisions


def _rlcard_game(rng: Random) -> int:
    """RLCard's Uno, bare: its rules without its states."""
    from rlcard.games.uno import Game

    game = Game()
    game.init_game()
    table, players, decisions = game.round, game.players, 0
    while not table.is_over:
        actions = table.get_legal_actions(players, table.current_player)
        table.proceed_round(players, actions[int(rng.random() * len(actions))])
        decisions += 1
    return decisions
