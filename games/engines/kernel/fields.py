"""Strict reading of positions: every refusal is a ValueError that begins with the key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

MISSING = object()


def refuse(key: str, why: str) -> NoReturn:
    raise ValueError(f"{key}: {why}")


class Fields:
    """A JSON object being read key by key; `done` refuses what nobody asked for."""

    def __init__(self, data: Any, game: str) -> None:
        if not isinstance(data, Mapping):
            refuse("game", "a position is an object")
        self.data = data
        self.asked: set[str] = set()
        if self.take("game") != game:
            refuse("game", f"{data['game']!r} is not {game!r}")

    def take(self, key: str, default: Any = MISSING) -> Any:
        """The value of `key`; where it is left out or null, `default`, if there may be one."""
        self.asked.add(key)
        value = self.data.get(key)
        if value is not None:
            return value
        if default is not MISSING:
            return default
        refuse(key, "is missing" if key not in self.data else "is null")

    def must_be_empty(self, key: str, phase: str) -> None:
        """Refuses anything but null or an empty list at a key of another phase."""
        self.asked.add(key)
        if self.data.get(key) not in (None, [], ()):
            refuse(key, f"has no place in phase {phase!r}")

    def number(self, key: str, allowed: Iterable[int], default: Any = MISSING) -> int:
        return number(key, self.take(key, default), allowed)

    def done(self) -> None:
        for key in self.data:
            if key not in self.asked:
                refuse(str(key), "is no key of a position")


def number(key: str, value: Any, allowed: Iterable[int]) -> int:
    """`value`, which must be a whole number among `allowed`."""
    if type(value) is not int or value not in allowed:
        span = (
            f"from {allowed[0]} to {allowed[-1]}"
            if isinstance(allowed, range) and len(allowed)
            else f"one of {list(allowed)!r}"
        )
        refuse(key, f"{value!r} is not {span}")
    return value


def truth(key: str, value: Any) -> bool:
    if type(value) is not bool:
        refuse(key, f"{value!r} is neither true nor false")
    return value


def rows(key: str, value: Any, count: int) -> list[Any]:
    """A list with one entry a seat."""
    if not isinstance(value, list | tuple) or len(value) != count:
        refuse(key, f"needs a list of {count} entries, one a seat")
    return list(value)


def items(key: str, value: Any, known: Mapping[str, int]) -> tuple[str, ...]:
    """A list of known cards (or tiles), in the order given."""
    if not isinstance(value, list | tuple):
        refuse(key, "needs a list")
    if not all(isinstance(item, str) for item in value) or not known.keys() >= set(value):
        strange = next(item for item in value if not isinstance(item, str) or item not in known)
        refuse(key, f"{strange!r} does not exist")
    return tuple(value)


def at_most(known: Mapping[str, int], places: Mapping[str, Iterable[str]]) -> Counter[str]:
    """How often each card lies somewhere; refuses, by the name of the place, one too many."""
    seen: Counter[str] = Counter()
    for key, place in places.items():
        seen.update(place)
        for item, times in seen.items():
            if times > known[item]:
                refuse(key, f"{item} is there {times} times, and exists {known[item]} times")
    return seen


def changed(options: Any) -> dict[str, Any]:
    """Of options, a named tuple with defaults: those that differ from their default."""
    defaults = options._field_defaults
    return {
        name: value for name, value in zip(options._fields, options, strict=True) if value != defaults[name]
    }
