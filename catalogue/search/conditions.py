"""The filters of a query as SQL over an entry `e`, in three values: fits, does not say, does not fit."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from catalogue.search import letters
from catalogue.search.backend import backend
from catalogue.search.query import span
from games import registry

NEW_DAYS = 90  # where there is no library yet


@dataclass(frozen=True, slots=True)
class Condition:
    """`misfit` is true of entries known not to fit, `unsaid` of those that fit as far as they say."""

    field: str
    misfit: str
    misfit_params: tuple
    unsaid: str = "FALSE"


def conditions(filters: dict[str, Any]) -> list[Condition]:
    return [_MAKERS[field](field, value) for field, value in filters.items()]


def _any_of(field: str, misfit: str, params: list[tuple], unsaid: str) -> Condition:
    """Fits one of several values; whatever says all it could, and is no misfit, fits one of them."""
    if len(params) == 1:
        return Condition(field, f"({misfit})", params[0], unsaid)
    all_of = " AND ".join(f"({misfit})" for _ in params)
    return Condition(field, f"({all_of})", tuple(one for values in params for one in values), unsaid)


def _players(field: str, values: tuple[str, ...]) -> Condition:
    return _any_of(
        field,
        "COALESCE(e.min_players > %s, FALSE) OR COALESCE(e.max_players < %s, FALSE)",
        [span(value) for value in values],
        "(e.min_players IS NULL OR e.max_players IS NULL)",
    )


def _age(field: str, values: tuple[str, ...]) -> Condition:
    # most games say « dès 7 ans » and no more: that is enough to know
    return _any_of(
        field,
        "COALESCE(e.min_age > %s, FALSE) OR COALESCE(e.max_age < %s, FALSE)",
        [(int(value), int(value)) for value in values],
        "(e.min_age IS NULL)",
    )


def _duration(field: str, values: tuple[str, ...]) -> Condition:
    longest = max(map(int, values))
    return Condition(field, "COALESCE(e.duration > %s, FALSE)", (longest,), "(e.duration IS NULL)")


def _available(field: str, value: bool) -> Condition:
    return Condition(field, "(e.available_count = 0)", ())


def _new(field: str, value: bool) -> Condition:
    days = "COALESCE((SELECT new_days FROM catalogue_library WHERE id = 1), %s)"
    return Condition(field, f"(e.arrived < %s - {days})", (letters.today(), NEW_DAYS))


def _bearing(field: str, found: Iterable[str]) -> Condition:
    """Bears one of these letters."""
    borne = tuple(letter for letter in found if letter)
    bears = " OR ".join(backend().HOLDS.format("e.letters", "%s") for _ in borne)
    return Condition(field, f"(NOT ({bears}))" if bears else "TRUE", borne)


def _trainer(field: str, value: bool) -> Condition:
    return _bearing(field, (letters.QUIZ, *(letters.game(game.slug) for game in registry.playable())))


def _language(field: str, values: tuple[str, ...]) -> Condition:
    return _bearing(field, map(letters.language, values))


def _site(field: str, values: tuple[str, ...]) -> Condition:
    return _bearing(field, (letters.site(int(value)) for value in values))


def _row(table: str, where: str, split: Callable[[str], tuple]) -> Callable[[str, tuple], Condition]:
    """A condition on rows of another table, found by what addresses call them."""

    def condition(field: str, values: tuple[str, ...]) -> Condition:
        speaks = backend()
        letter = speaks.LETTER.format(
            f"{letters.STARTS[field]} + (SELECT id FROM catalogue_{table} WHERE {where})"
        )
        bears = [f"COALESCE({speaks.HOLDS.format('e.letters', letter)}, FALSE)" for _ in values]
        params = [one for value in values for one in split(value)]
        return Condition(field, f"(NOT ({' OR '.join(bears)}))", tuple(params))

    return condition


def _category(field: str, values: tuple[str, ...]) -> Condition:
    """Of one of these classes, or of a class in one of these groups."""
    groups = [value for value in values if is_group(value)]
    classes = tuple(value for value in values if not is_group(value))
    parts = []
    if classes:
        parts.append(_classes(field, classes))
    if groups:
        parts.append(_bearing(field, (letters.group(*value.split(":", 1)) for value in groups)))
    params = tuple(param for part in parts for param in part.misfit_params)
    return Condition(field, f"({' AND '.join(part.misfit for part in parts)})", params)


def is_group(category: str) -> bool:
    """Whether « scheme:code » names a group of ESAR and not a class of it."""
    scheme, _, code = category.partition(":")
    return letters.group_of(scheme, code) == code != ""


_classes = _row("category", "scheme = %s AND code = %s", lambda value: tuple(value.split(":", 1)))
_MAKERS: dict[str, Callable[[str, Any], Condition]] = {
    "players": _players,
    "age": _age,
    "duration": _duration,
    "available": _available,
    "trainer": _trainer,
    "new": _new,
    "language": _language,
    "site": _site,
    "category": _category,
    "publisher": _row("publisher", "slug = %s", lambda value: (value,)),
    "section": _row("section", "slug = %s", lambda value: (value,)),
}
