"""Plays a game many times: between bots, or at random with every property checked on the way."""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from random import Random
from time import perf_counter, process_time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engines.kernel import Rules
from games.engines.kernel.bots import Thinker
from games.engines.kernel.expert import Expert
from games.engines.kernel.properties import Broken, all_options, check_game
from games.engines.kernel.simulation import simulate
from games.management.commands import _game
from games.registry import get_game


class Command(BaseCommand):
    help = "Plays a game many times between bots; with --check at random, checking all that must hold."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        _game.add_arguments(parser)
        parser.add_argument("--games", type=int, default=100, metavar="K")
        parser.add_argument(
            "--bots",
            default="",
            metavar="A,B",
            help="one a seat, the weakest where none is named; seats rotate; expert:200 has 200 playouts",
        )
        parser.add_argument(
            "--check", action="store_true", help="check every property, all seats and options"
        )
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **given: Any) -> None:
        game = get_game(given["game"])
        assert game.rules is not None
        options = _game.read_options(game.rules, given["option"])
        if given["check"]:
            result = self.examine(game.rules, options, given)
        else:
            result = self.contest(game, options, given)
        if given["json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False, indent=2))
            return
        for key, value in result.items():
            self.stdout.write(f"{key}: {value}")

    def examine(self, rules: Rules[Any, Any], fixed: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
        """Random games over all seats and options (less those fixed), up to the first broken property.

        Ctrl-C stops earlier and tells what was checked."""
        if given["players"] is not None:
            wanted = [_game.read_seats(rules, given["players"], fixed)]
        else:
            wanted = list(rules.seats)
        options = {
            seated: [choice for choice in all_options(rules, seated) if fixed.items() <= choice.items()]
            for seated in wanted
        }
        seats = [seated for seated in wanted if options[seated]]  # some options are not for everybody
        games = decisions = longest = most = 0
        start, seed = perf_counter(), given["seed"]
        try:
            for number in _game.progress(given["games"], f"{rules.slug}, checking"):
                rng = Random(f"{seed} {number}")
                seated = seats[number % len(seats)]
                chosen = options[seated][number // len(seats) % len(options[seated])]
                checked = check_game(
                    rules, rng, seated, number % seated, chosen, wild=(0.0, 0.2, 0.5, 1.0)[number % 4]
                )
                decisions += checked.decisions
                longest, most = max(longest, checked.decisions), max(most, checked.most_moves)
                games += 1
        except Broken as broken:
            raise CommandError(f"game {games}: {broken}") from broken
        except KeyboardInterrupt:
            self.stderr.write(f"stopped; what follows is about the first {games} games")
        return {
            "game": rules.slug,
            "games": games,
            "seats": seats,
            "option sets": len({str(choice) for choices in options.values() for choice in choices}),
            "decisions": decisions,
            "longest game, decisions": longest,
            "longest list of moves": most,
            "seconds": round(perf_counter() - start, 1),
            "broken properties": 0,
        }

    def contest(self, game: Any, options: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
        """Games between bots, who change seats from one to the next."""
        names = [name for name in given["bots"].split(",") if name]
        weakest = next(iter(game.bots))
        bots = _game.pick(game.bots, names)
        wanted = given["players"] if given["players"] is not None else max(len(names), game.rules.seats[0])
        seats = _game.read_seats(game.rules, wanted, options)
        bots += [game.bots[weakest]] * (seats - len(names))
        if len(bots) != seats:
            raise CommandError(f"--bots: {len(bots)} bots for {seats} seats")
        clocked = {bot: _Clocked(bot) for bot in bots if isinstance(bot, Thinker)}
        bots = [clocked.get(bot, bot) for bot in bots]
        wins: Counter[int] = Counter()
        decisions, start, games = 0, perf_counter(), given["games"]
        for number in _game.progress(games, game.name):
            turned = number % seats
            seating = [*bots[turned:], *bots[:turned]]
            rng = Random(f"{given['seed']} {number}")
            result = simulate(game.rules, seating, rng, number // seats % seats, options)
            decisions += result.decisions
            for winner in result.outcome.winners:
                wins[(winner + turned) % seats] += 1
        seconds = perf_counter() - start
        return {
            "game": game.slug,
            "games": games,
            "options": options,
            "bots": [
                {"bot": bot.name, **_thinking(bot, game.slug), "wins": wins[at], **_share(wins[at], games)}
                for at, bot in enumerate(bots)
            ],
            "games/s": round(games / seconds, 1),
            "decisions/s": round(decisions / seconds),
        }


class _Clocked(Thinker):
    """A bot that thinks, and the time it takes for it."""

    def __init__(self, bot: Thinker) -> None:
        self.name, self.bot = bot.name, bot
        self.spans: list[float] = []

    def choose(self, *seen: Any) -> Any:
        return self.bot.choose(*seen)

    def mind(self, rules: Any, seat: int) -> Any:
        return self.bot.mind(rules, seat)

    def ponder(self, *position: Any) -> Any:
        start = process_time()
        move = self.bot.ponder(*position)
        self.spans.append(process_time() - start)
        return move


def _thinking(bot: Any, slug: str) -> dict[str, Any]:
    """The budget of a bot that thinks, and the milliseconds its moves took."""
    if not isinstance(bot, _Clocked) or not bot.spans:
        return {}
    budget = {"playouts": bot.bot.plan(slug).playouts} if isinstance(bot.bot, Expert) else {}
    mean = 1000 * sum(bot.spans) / len(bot.spans)
    return budget | {"ms a move": round(mean, 1), "longest ms": round(1000 * max(bot.spans))}


def _share(wins: int, games: int) -> dict[str, Any]:
    """The share of games won, with its 95 % interval (Wilson)."""
    if not games:
        return {}
    z, p = 1.96, wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return {"share": round(p, 3), "interval": [round(middle - half, 3), round(middle + half, 3)]}
