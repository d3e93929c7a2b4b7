"""Records: a game as text. Head lines, one ply a line (`2 R5`, a chance ply alone: `~R5`), the outcome.

game: uno
seats: 2
first: 0
options: {"target": 0}
date: 2026-03-12

~B1 B2 B3 B4 B5 B6 B7      # a comment
0 R5
outcome: uno.14 scores 79 0 winners 0
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from .protocol import CHANCE, Event, Outcome, Rules, Seat

_HEADS = ("game", "seats", "first", "options", "date")


@dataclass(frozen=True)
class Record:
    """All it takes to play a game again, chance included."""

    game: str
    seats: int
    first: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    date: date | None = None
    plies: tuple[tuple[Seat, str], ...] = ()
    outcome: str = ""

    def __str__(self) -> str:
        heads = [f"game: {self.game}", f"seats: {self.seats}", f"first: {self.first}"]
        if self.options:
            heads.append(f"options: {json.dumps(dict(self.options), sort_keys=True)}")
        if self.date:
            heads.append(f"date: {self.date.isoformat()}")
        plies = [write_ply(seat, move) for seat, move in self.plies]
        return "\n".join([*heads, "", *plies, *([f"outcome: {self.outcome}"] if self.outcome else []), ""])


def write_ply(seat: Seat, move: object) -> str:
    return str(move) if seat == CHANCE else f"{seat} {move}"


def read_ply(line: str) -> tuple[Seat, str]:
    """Seat and move of one line; a ValueError if it is neither."""
    line = line.strip()
    if line.startswith(CHANCE):
        return CHANCE, line
    seat, _, move = line.partition(" ")
    if not (seat.isascii() and seat.isdigit()) or not move:
        raise ValueError(f"{line!r} is no « seat move »")
    return int(seat), move.strip()


def write_outcome(outcome: Outcome | None) -> str:
    if outcome is None:
        return ""
    scores, winners = (" ".join(map(str, numbers)) for numbers in (outcome.scores, outcome.winners))
    return f"{outcome.article} scores {scores} winners {winners}"


def read_record(text: str) -> Record:
    """The record a text holds; a ValueError says which line is wrong."""
    heads: dict[str, str] = {}
    plies: list[tuple[Seat, str]] = []
    outcome = ""
    for number, full in enumerate(text.splitlines(), start=1):
        line = full.partition("#")[0].strip()
        if not line:
            continue
        try:
            if outcome:
                raise ValueError("nothing follows the outcome")
            name, colon, value = line.partition(":")
            if colon and name == "outcome":
                outcome = value.strip()
            elif colon and name in _HEADS:
                if plies or name in heads:
                    raise ValueError(f"{name!r} stands twice, or after the first move")
                heads[name] = value.strip()
            else:
                plies.append(read_ply(line))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
    try:
        options = json.loads(heads.get("options", "{}"))
        if not isinstance(options, dict):
            raise ValueError("options: not an object")
        return Record(
            game=heads["game"],
            seats=int(heads["seats"]),
            first=int(heads.get("first", "0")),
            options=options,
            date=date.fromisoformat(heads["date"]) if "date" in heads else None,
            plies=tuple(plies),
            outcome=outcome,
        )
    except KeyError as error:
        raise ValueError(f"the head line {error} is missing") from error


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of a replayed game: the position it was made in, and what it did."""

    before: Any
    seat: Seat
    move: str
    after: Any
    events: tuple[Event, ...]


def replay(rules: Rules[Any, Any], record: Record) -> Iterator[Ply]:
    """Plays a record again, every move judged; a ValueError if its outcome is not what comes out."""
    if record.game != rules.slug:
        raise ValueError(f"game: {record.game!r} is not {rules.slug!r}")
    state = rules.opening(record.seats, record.first, **record.options)
    for seat, move in record.plies:
        after, events = rules.play(state, seat, move)
        yield Ply(state, seat, move, after, events)
        state = after
    if write_outcome(rules.outcome(state)) != record.outcome:
        raise ValueError(
            f"outcome: the moves lead to {write_outcome(rules.outcome(state))!r}, not {record.outcome!r}"
        )
