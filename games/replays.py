"""A game that is over, step by step: the table after each move, with all hands open or as one seat saw it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.template.loader import render_to_string

from games import registry, tables
from games.engines.kernel import SPECTATOR, Event, Seat
from games.engines.kernel.rulebook import french, seat_name
from games.models import Match, Move
from games.positions import read_event, replayed, rules_of
from games.scenes import Ending, Told, ending_of

OPEN = "tous"
AROUND = 6  # steps listed before and after the one that is shown


@dataclass(frozen=True, slots=True)
class Hand:
    name: str
    html: str


@dataclass(frozen=True, slots=True)
class Listed:
    """One step of the list: what it was, in the words of its first sentence."""

    number: int
    text: str
    here: bool


@dataclass(frozen=True, slots=True)
class Look:
    """A way of seeing: all hands, or those a seat saw."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Frame:
    game: registry.Game
    number: int  # 0: dealt, nobody has moved
    last: int
    title: str
    told: tuple[Told, ...]
    board: Any
    happened: tuple[Event, ...]
    laid_open: Any
    hands: tuple[Hand, ...]
    looks: tuple[Look, ...]
    look: str
    listed: tuple[Listed, ...]
    ending: Ending | None


def see(match: Match, number: int | None, look: str) -> Frame:
    """Step `number` of a match that is over; None: its first; too high: its last."""
    rules, table, game = rules_of(match), tables.of(match.game), registry.get_game(match.game)
    moves = list(match.moves.all())
    steps = _steps(rules, moves)
    number = min(number or 0, len(steps) - 1)
    seat = _seat(match, look)
    state = replayed(match, moves[: steps[number].stop])
    view = rules.view(state, seat)
    happened = tuple(event for move in moves[steps[number]] for event in _seen(move, seat))
    over = number == len(steps) - 1
    return Frame(
        game=game,
        number=number,
        last=len(steps) - 1,
        title=_title(match, moves[steps[number]], number),
        told=tuple(_told(match, happened)),
        board=table.board(view, (), match.names, still=True),
        happened=happened,
        laid_open=table.laid_open(view, happened),
        hands=tuple(_hands(match, rules, state, seat)),
        looks=tuple(_looks(match, seat)),
        look=OPEN if seat == SPECTATOR else str(seat),
        listed=tuple(_listed(match, moves, steps, number, seat)),
        ending=ending_of(match, rules, state, game.book, SPECTATOR) if over else None,
    )


def _steps(rules: Any, moves: Sequence[Move]) -> list[slice]:
    """The moves as the table showed them: one decision each, with the chance it called for.

    What was laid open was looked at first, so the chance after it is a step of its own."""
    starts, revealed = [0], False
    for number, move in enumerate(moves):
        if number and (move.seat is not None or revealed):
            starts.append(number)
        revealed = any(event["kind"] in rules.reveals for event in move.events)
    return [slice(*pair) for pair in pairwise([*starts, len(moves)])]


def _seat(match: Match, look: str) -> Seat:
    number = int(look) if look.isascii() and look.isdigit() and len(look) < 3 else len(match.names)
    return number if number < len(match.names) else SPECTATOR


def _seen(move: Move, seat: Seat) -> list[Event]:
    """What that seat saw happen; where all hands lie open, everything."""
    events = [read_event(data) for data in move.events]
    if seat == SPECTATOR:
        return events
    return [seen for event in events if (seen := event.seen(seat)) is not None]


def _told(match: Match, events: Sequence[Event]) -> list[Told]:
    book = registry.get_game(match.game).book
    assert book is not None
    return [Told(event.told(match.names), book[event.article]) for event in events]


def _title(match: Match, moves: Sequence[Move], number: int) -> str:
    if not number:
        return french("La donne")
    seat = moves[0].seat
    return match.names[seat] if seat is not None else french("La suite")


def _hands(match: Match, rules: Any, state: Any, seat: Seat) -> list[Hand]:
    """The hands that are not on the board for everybody."""
    table, hands = tables.of(match.game), []
    for number, name in enumerate(match.names):
        if seat not in (SPECTATOR, number):
            continue
        view = rules.view(state, number)
        if seat == SPECTATOR and not table.secret(view):
            continue  # there they lie open anyhow
        context = {
            "board": table.board(view, (), match.names, still=True),
            "scene": {"alone": False, "hand_name": name, "to_move": False},
        }
        html = render_to_string(f"games/{match.game}/hand.html", context).strip()
        if html:
            hands.append(Hand(name, html))
    return hands


def _looks(match: Match, seat: Seat) -> list[Look]:
    looks = [Look(OPEN, french("Toutes les mains"), seat == SPECTATOR)]
    looks += [
        Look(str(number), french(f"Les yeux {seat_name(0, [name], 'de')}"), seat == number)
        for number, name in enumerate(match.names)
    ]
    return looks


def _listed(
    match: Match, moves: Sequence[Move], steps: Sequence[slice], number: int, seat: Seat
) -> list[Listed]:
    listed = []
    for near in range(max(0, number - AROUND), min(len(steps), number + AROUND + 1)):
        events = [event for move in moves[steps[near]] for event in _seen(move, seat)]
        text = events[0].told(match.names) if near and events else _title(match, moves[steps[near]], near)
        listed.append(Listed(near, text, near == number))
    return listed
