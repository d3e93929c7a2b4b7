"""Trying the examples of a rulebook on the engine itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from .protocol import IllegalMove, Rules
from .records import read_ply
from .rulebook import Example


def verdict(rules: Rules[Any, Any], example: Example) -> str:
    """What the engine says of a move example: "" if it allows it, else the leading article it cites."""
    faults = rules.faults(rules.from_dict(example.position), example.seat, example.move)
    return faults[0].article if faults else ""


def result(rules: Rules[Any, Any], example: Example) -> dict[str, Any]:
    """The position (with its `outcome`) a result example leads to."""
    state = rules.from_dict(example.position)
    for line in example.plays:
        state = rules.play(state, *read_ply(line)).state
    outcome = rules.outcome(state)
    return {**rules.to_dict(state), "outcome": outcome and outcome._asdict()}


def holds(position: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
    """Whether all facts hold: `{"turn": 1, "hands.0#": 7}`; `#` asks for a length."""
    return all(_plain(find(position, path)) == _plain(value) for path, value in expected.items())


def find(value: Any, path: str) -> Any:
    """What lies at a dotted path."""
    for name in path.removesuffix("#").split("."):
        value = value[int(name)] if isinstance(value, list | tuple) else value[name]
    return len(value) if path.endswith("#") else value


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def troubles(rules: Rules[Any, Any], example: Example) -> list[str]:
    """Why an example does not show what it says; empty if it does."""
    try:
        if not example.is_result:
            said = verdict(rules, example)
            return [] if said == example.refused else [f"{example.move}: {said!r}, not {example.refused!r}"]
        if example.wrong is None:
            return ["no wrong answer"]
        position = result(rules, example)
    except (ValueError, IllegalMove, KeyError, IndexError) as error:
        return [f"{type(error).__name__}: {error}"]
    assert example.right is not None
    return [
        f"{name} answer {asdict(answer)}"
        for name, answer, expected in (("right", example.right, True), ("wrong", example.wrong, False))
        if holds(position, answer.holds) is not expected
    ]
