"""A game in the terminal, for developers: you in one seat, bots in the others."""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engines.kernel import CHANCE, IllegalMove, NotationError, Seat
from games.engines.kernel.bots import ask
from games.engines.kernel.records import Record, write_outcome
from games.management.commands import _game
from games.registry import get_game

HELP = "Type a move; « ? » lists them, « record » writes the game so far, « quit » leaves."


class Command(BaseCommand):
    help = "Plays a game in the terminal."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        _game.add_arguments(parser)
        parser.add_argument("--seat", type=int, default=0, help="your seat")
        parser.add_argument("--bot", default="", help="who plays the others (default: the strongest)")

    def handle(self, *args: Any, **given: Any) -> None:
        game = get_game(given["game"])
        rules = game.rules
        assert rules is not None
        options = _game.read_options(rules, given["option"])
        wanted = rules.seats[0] if given["players"] is None else given["players"]
        seats = _game.read_seats(rules, wanted, options)
        me, rng = given["seat"], Random(given["seed"])
        if not 0 <= me < seats:
            raise CommandError(f"--seat {me}: there are seats 0 to {seats - 1}")
        bot = _game.pick(game.bots, [given["bot"] or list(game.bots)[-1]])[0]
        state = rules.opening(seats, 0, **options)
        plies: list[tuple[Seat, str]] = []
        self.stdout.write(HELP)
        seat: Seat
        while actors := rules.actors(state):
            if actors == (CHANCE,):
                seat, move = CHANCE, rules.chance(state, rng)
            else:
                seat, move = self.next(rules, state, me, bot, rng, seats)
                if move is None:
                    break
                if move == "record":
                    self.stdout.write(str(Record(game.slug, seats, 0, options, plies=tuple(plies))))
                    continue
            state, events = rules.play(state, seat, move)
            plies.append((seat, str(move)))
            for event in events:
                seen = event.seen(me)
                if seen:
                    self.stdout.write("  " + seen.told(you=me))
        outcome = rules.outcome(state)
        if outcome:
            for line in outcome.lines:
                self.stdout.write(f"  {line.told()}")
            self.stdout.write(write_outcome(outcome))

    def next(self, rules: Any, state: Any, me: int, bot: Any, rng: Random, seats: int) -> tuple[int, Any]:
        """Who moves, and how: a bot that speaks out of turn, you, or the bot whose turn it is."""
        actor = rules.actors(state)[0]
        for other in range(seats):
            if other not in (me, actor):
                claim = ask(rules, state, other, bot, rng)
                if claim is not None:
                    return other, claim
        if actor != me and not rules.moves(state, me):
            return actor, ask(rules, state, actor, bot, rng)
        self.show(rules, state, me)
        while True:
            try:
                text = input(f"{me}> " if actor == me else f"{me} (Enter: say nothing)> ").strip()
            except EOFError:
                return me, None
            if text == "quit":
                return me, None
            if text == "record":
                return me, text
            if not text and actor != me:
                return actor, ask(rules, state, actor, bot, rng)
            if text in ("", "?"):
                self.stdout.write(" · ".join(map(str, rules.moves(state, me))))
                continue
            try:
                move = rules.read_move(text)
                faults = rules.faults(state, me, move)
                if faults:
                    raise IllegalMove(faults)
            except NotationError as error:
                self.stdout.write(f"{error}. {HELP}")
            except IllegalMove as refusal:
                for fault in refusal.faults:
                    self.stdout.write(f"{fault.sentence} ({fault.article})")
            else:
                return me, move

    def show(self, rules: Any, state: Any, me: int) -> None:
        for key, value in rules.view(state, me).to_dict().items():
            if value not in (None, [], {}) and key not in ("game", "seats", "options", "seat"):
                self.stdout.write(f"{key:>10}  {value}")
