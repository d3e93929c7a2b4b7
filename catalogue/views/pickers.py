"""« On est combien ? »: the choices offered for players, age and time."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from catalogue.search import Query
from catalogue.search.facets import Chosen, age_label, players_label

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


def _picker(
    name: str, label: str, numbers: Iterable[int], said: Callable[[str], str], chosen: Chosen
) -> Picker:
    """What came with the address is offered too, or the form would silently drop it."""
    choices = [Choice(str(n), said(str(n)), chosen == (str(n),)) for n in numbers]
    if chosen and not any(choice.selected for choice in choices):
        together = " ou ".join([*chosen[:-1], said(chosen[-1])])
        choices.append(Choice(",".join(chosen), together, True))
    return Picker(name, label, tuple(choices))


def pickers(query: Query | None = None) -> tuple[Picker, ...]:
    query = query or Query()
    return _pickers(query.players, query.age, query.duration)


@lru_cache(maxsize=256)
def _pickers(players: Chosen, age: Chosen, duration: Chosen) -> tuple[Picker, ...]:
    return (
        _picker("joueurs", "On est combien ?", PLAYERS, players_label, players),
        _picker("age", "Le plus jeune a", AGES, age_label, age),
        _picker("duree", "On a le temps", MINUTES, _minutes, duration),
    )


def _minutes(value: str) -> str:
    return f"{value}\u00a0min"
