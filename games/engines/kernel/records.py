"""Records: a game as text. Head lines, one ply a line (`2 R5`, a chance ply alone: `~R5`), the outcome.

game: uno
seats: 2
first: 0
options: {"target": 0}
date: 2026-03-12
names: ["Léa", "Nino"]

~B1 B2 B3 B4 B5 B6 B7      # a comment
0 R5
outcome: uno.14 scores 79 0 winners 0
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from .protocol import CHANCE, Event, Outcome, Rules, Seat

_HEADS = ("game", "seats", "first", "options", "date", "names")


class RecordError(ValueError):
    """A text that is no record: `line` is the one that is wrong (None: one is missing), `name` its head."""

    def __init__(self, problem: str, line: int | None = None, name: str = "") -> None:
        super().__init__(f"line {line}: {problem}" if line else problem)
        self.line, self.name = line, name


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
    names: tuple[str, ...] = ()
    where: Mapping[str | int, int] = field(default_factory=dict, compare=False)
    """The line of each head, of each ply by its number, and of the outcome, in the text it was read from."""

    def __str__(self) -> str:
        heads = [f"game: {self.game}", f"seats: {self.seats}", f"first: {self.first}"]
        if self.options:
            heads.append(f"options: {json.dumps(dict(self.options), sort_keys=True)}")
        if self.date:
            heads.append(f"date: {self.date.isoformat()}")
        if self.names:
            heads.append(f"names: {json.dumps(self.names, ensure_ascii=False)}")
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
    """The record a text holds; a RecordError says which line is wrong."""
    heads: dict[str, str] = {}
    plies: list[tuple[Seat, str]] = []
    where: dict[str | int, int] = {}
    # by line ends only: a form feed or the like is no new line in an editor
    for number, full in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        # a name may hold the sign of a comment
        line = full.strip() if full.startswith("names:") else full.partition("#")[0].strip()
        if not line:
            continue
        name, colon, value = line.partition(":")
        is_head = bool(colon) and name in (*_HEADS, "outcome")
        if "outcome" in where:
            raise RecordError("nothing follows the outcome", number)
        if is_head:
            if name in where or (plies and name != "outcome"):
                raise RecordError(f"{name!r} stands twice, or after the first move", number, name)
            heads[name], where[name] = value.strip(), number
            continue
        try:
            plies.append(read_ply(line))
        except ValueError as error:
            raise RecordError(str(error), number) from error
        where[len(plies) - 1] = number

    def head(name: str, read: Callable[[str], Any], default: Any) -> Any:
        if name not in heads:
            return default
        try:
            return read(heads[name])
        except (ValueError, TypeError, RecursionError) as error:
            raise RecordError(f"{name}: {error}", where[name], name) from error

    for name in ("game", "seats"):
        if name not in heads:
            raise RecordError(f"the head line {name!r} is missing", None, name)
    return Record(
        game=heads["game"],
        seats=head("seats", int, 0),
        first=head("first", int, 0),
        options=head("options", _object, {}),
        date=head("date", date.fromisoformat, None),
        plies=tuple(plies),
        outcome=heads.get("outcome", ""),
        names=head("names", _names, ()),
        where=where,
    )


def _object(text: str) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise TypeError("not an object")
    return found


def _names(text: str) -> tuple[str, ...]:
    found = json.loads(text)
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise TypeError("not a list of names")
    return tuple(found)


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
