"""Playthroughs: a record with positions, legal moves and events written out, as a golden file.

All but the moves stands in comments, so that a playthrough is itself a record. The first position is
written whole, then what each move changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .protocol import Event, Rules
from .records import Record, replay, write_ply

LISTED = 100
"""Where there are more legal moves than this, not all are written."""


def playthrough(rules: Rules[Any, Any], record: Record) -> str:
    """The whole game as text; the same record always gives the same text."""
    heads = Record(record.game, record.seats, record.first, record.options, record.date)
    lines = [str(heads).rstrip()]
    before: dict[str, Any] = {}
    state = rules.opening(record.seats, record.first, **record.options)
    for ply in replay(rules, record):
        lines += _position(rules, state, before)
        before, state = rules.to_dict(state), ply.after
        lines.append(write_ply(ply.seat, ply.move))
        for event in ply.events:
            lines += ["#   " + _event(event), "#     " + event.told()]
    lines += _position(rules, state, before)
    outcome = rules.outcome(state)
    if outcome is not None:
        lines.append(f"outcome: {record.outcome}")
        lines += [f"#   {line.article} {line.told()}" for line in outcome.lines]
    return "\n".join(lines) + "\n"


def _position(rules: Rules[Any, Any], state: Any, before: dict[str, Any]) -> list[str]:
    """What is new in the position, and everybody's moves."""
    data = rules.to_dict(state)
    changed = {key: value for key, value in data.items() if key not in before or before[key] != value}
    lines = ["", *(f"# {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in changed.items())]
    for seat in range(data["seats"]):
        moves = rules.moves(state, seat)
        if moves:
            lines.append(f"# {seat} may {_listed(moves)}")
    return lines


def _listed(moves: Sequence[Any]) -> str:
    """All moves; of very many the first and the last ones, and how many there are."""
    if len(moves) <= LISTED:
        return " · ".join(map(str, moves))
    ends = [str(moves[at]) for at in (0, 1, 2, -2, -1)]
    return " · ".join([*ends[:3], "…", *ends[3:]]) + f" ({len(moves)} moves)"


def _event(event: Event) -> str:
    facts = " ".join(f"{key}={json.dumps(fact, ensure_ascii=False)}" for key, fact in event.facts.items())
    to = "" if event.to is None else f" [{' '.join(event.hidden) or 'all'} to {' '.join(map(str, event.to))}]"
    return f"{event.article} {event.kind} {facts}{to}".rstrip()
