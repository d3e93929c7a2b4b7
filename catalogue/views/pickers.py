"""« On est combien ? »: the choices offered for players, age and time."""

from collections.abc import Iterable
from dataclasses import dataclass

PLAYERS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12)
AGES = (2, 3, 4, 5, 6, 7, 8, 10, 12, 14)
MINUTES = (15, 30, 45, 60, 90, 120)


@dataclass(frozen=True, slots=True)
class Choice:
    value: int | str
    label: str
    selected: bool


@dataclass(frozen=True, slots=True)
class Picker:
    """A list to choose one number from; `name` is the parameter of the address."""

    name: str
    label: str
    choices: tuple[Choice, ...]


def _picker(name: str, label: str, numbers: Iterable[int], unit: str, chosen: int | None) -> Picker:
    """A number that came with the address is offered too, or the form would silently drop it."""
    offered = sorted({*numbers, *([chosen] if chosen else [])})
    choices = tuple(
        Choice(n, f"{n} {unit}{'s' if n > 1 and unit != 'min' else ''}", n == chosen) for n in offered
    )
    return Picker(name, label, choices)


def pickers(
    players: int | None = None, age: int | None = None, duration: int | None = None
) -> tuple[Picker, ...]:
    return (
        _picker("joueurs", "On est combien ?", PLAYERS, "joueur", players),
        _picker("age", "Le plus jeune a", AGES, "an", age),
        _picker("duree", "On a le temps", MINUTES, "min", duration),
    )
