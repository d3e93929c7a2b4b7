"""From rows to the values the engines work with."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from games import registry, tables
from games.engines.kernel import CHANCE, Event
from games.engines.kernel.records import Record, write_outcome
from games.models import PERSON, Match, Move


class UnreadableError(Exception):
    """A match that this version of the games cannot read any more."""


def rules_of(match: Match) -> Any:
    game = registry.GAMES.get(match.game)
    if game is None or game.rules is None or not tables.offered(match.game):
        raise UnreadableError
    return game.rules


def position_of(match: Match) -> Any:
    """The present position; UnreadableError if it was written by other rules or bots than ours."""
    if match.read is None or match.read[0] is not match.position:
        match.read = (match.position, _read(match))
    return match.read[1]


def _read(match: Match) -> Any:
    rules = rules_of(match)
    known = {PERSON, *registry.get_game(match.game).bots}
    if match.format != tables.of(match.game).format or any(s["kind"] not in known for s in match.seats):
        raise UnreadableError
    try:
        return rules.from_dict(match.position)
    except (ValueError, TypeError, KeyError) as error:
        raise UnreadableError from error


def replayed(match: Match, moves: Iterable[Move]) -> Any:
    """The position that `moves` lead to, from the opening on."""
    rules = rules_of(match)
    state = rules.opening(len(match.seats), match.first, **match.options)
    for move in moves:
        state = rules.advance(state, CHANCE if move.seat is None else move.seat, move.text)
    return state


def record_of(match: Match) -> Record:
    """The whole game as a record; it holds every hand, so it is for games that are over."""
    rules = rules_of(match)
    return Record(
        game=match.game,
        seats=len(match.seats),
        first=match.first,
        options=match.options,
        date=timezone.localdate(match.created_at),
        plies=tuple((CHANCE if move.seat is None else move.seat, move.text) for move in match.moves.all()),
        outcome=write_outcome(rules.outcome(position_of(match))),
        names=tuple(match.names),
    )


def write_event(event: Event) -> dict[str, Any]:
    data: dict[str, Any] = {"article": event.article, "kind": event.kind, "facts": dict(event.facts)}
    if event.to is not None:
        data |= {"to": list(event.to), "hidden": list(event.hidden)}
    return data


def read_event(data: dict[str, Any]) -> Event:
    to = data.get("to")
    return Event(
        data["article"],
        data["kind"],
        data["facts"],
        None if to is None else tuple(to),
        tuple(data.get("hidden", ())),
    )
