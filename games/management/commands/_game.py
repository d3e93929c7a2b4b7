"""Arguments that the commands about games share, and their progress bar."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.management.base import CommandError

from games.engines.kernel import Rules
from games.engines.kernel.expert import Expert
from games.registry import GAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=[slug for slug, game in GAMES.items() if game.rules])
    parser.add_argument("--players", type=int, metavar="N", help="number of seats")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a house rule, such as target=0"
    )


def read_options(rules: Rules[Any, Any], given: list[str]) -> dict[str, Any]:
    """The options of the command line, refused by name if there is no such thing."""
    options = {}
    for pair in given:
        name, _, text = pair.partition("=")
        choices = rules.options[name].choices if name in rules.options else ()
        values = [choice for choice in choices if str(choice).lower() == text.lower()]
        if not values:
            known = "; ".join(
                f"{name}={'|'.join(str(choice).lower() for choice in option.choices)}"
                for name, option in rules.options.items()
            )
            raise CommandError(f"--option {pair}: there is only {known}")
        options[name] = values[0]
    return options


def read_seats(rules: Rules[Any, Any], players: int, options: Mapping[str, Any]) -> int:
    """The number of seats, refused if so many cannot play, or not with these options."""
    try:
        rules.check_opening(players, 0, options)
    except ValueError as error:
        raise CommandError(f"--players {players}: {error}") from error
    return players


def progress(total: int, label: str) -> Iterator[int]:
    """Counts to `total`, with a bar on a terminal and silence elsewhere."""
    shown = -1
    for number in range(total):
        percent = 100 * number // total
        if sys.stderr.isatty() and percent != shown:
            shown = percent
            bar = "█" * (percent // 4) + "·" * (25 - percent // 4)
            print(f"\r{label} {bar} {percent:3d} %", end="", file=sys.stderr, flush=True)
        yield number
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def pick(values: Mapping[str, Any], names: list[str]) -> list[Any]:
    """The bots of these names, `expert:200` with so many playouts; a CommandError names the unknown one."""
    picked = []
    for asked in names:
        name, _, playouts = asked.partition(":")
        if name not in values:
            raise CommandError(f"--bots {name}: there is only {', '.join(values)}")
        bot = values[name]
        if playouts:
            if not isinstance(bot, Expert) or not playouts.isdecimal() or not int(playouts):
                raise CommandError(f"--bots {asked}: a budget is a number of playouts, and for an expert")
            bot = bot.at(int(playouts))
        picked.append(bot)
    return picked
