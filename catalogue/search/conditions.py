"""The filters of a query as SQL over an entry `e`, in three values: fits, does not say, does not fit."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from catalogue.search import letters
from catalogue.search.backend import backend
from games import registry


@dataclass(frozen=True, slots=True)
class Condition:
    """`misfit` is true of entries known not to fit, `unsaid` of those that fit as far as they say."""

    field: str
    misfit: str
    misfit_params: tuple
    unsaid: str = "FALSE"


def conditions(filters: dict[str, Any]) -> list[Condition]:
    return [_MAKERS[field](field, value) for field, value in filters.items()]


def _players(field: str, value: int) -> Condition:
    return Condition(
        field,
        "(COALESCE(e.min_players > %s, FALSE) OR COALESCE(e.max_players < %s, FALSE))",
        (value, value),
        "(e.min_players IS NULL OR e.max_players IS NULL)",
    )


def _age(field: str, value: int) -> Condition:
    # most games say « dès 7 ans » and no more: that is enough to know
    return Condition(
        field,
        "(COALESCE(e.min_age > %s, FALSE) OR COALESCE(e.max_age < %s, FALSE))",
        (value, value),
        "(e.min_age IS NULL)",
    )


def _duration(field: str, value: int) -> Condition:
    return Condition(field, "COALESCE(e.duration > %s, FALSE)", (value,), "(e.duration IS NULL)")


def _available(field: str, value: bool) -> Condition:
    return Condition(field, "(e.available_count = 0)", ())


def _trainer(field: str, value: bool) -> Condition:
    bears = [backend().HOLDS.format("e.letters", "%s") for _ in registry.playable()]
    games = tuple(letters.game(game.slug) for game in registry.playable())
    return Condition(field, f"(NOT ({' OR '.join(bears)}))" if bears else "TRUE", games)


def _row(table: str, where: str, split: Callable[[str], tuple]) -> Callable[[str, Any], Condition]:
    """A condition on a row of another table, found by what addresses call it."""

    def condition(field: str, value: str) -> Condition:
        speaks = backend()
        letter = speaks.LETTER.format(
            f"{letters.STARTS[field]} + (SELECT id FROM catalogue_{table} WHERE {where})"
        )
        bears = speaks.HOLDS.format("e.letters", letter)
        return Condition(field, f"NOT COALESCE({bears}, FALSE)", split(value))

    return condition


_MAKERS: dict[str, Callable[[str, Any], Condition]] = {
    "players": _players,
    "age": _age,
    "duration": _duration,
    "available": _available,
    "trainer": _trainer,
    "category": _row("category", "scheme = %s AND code = %s", lambda value: tuple(value.split(":", 1))),
    "publisher": _row("publisher", "slug = %s", lambda value: (value,)),
    "section": _row("section", "slug = %s", lambda value: (value,)),
}
