"""The ten families of four, what each is worth, and holdings: how many of each species a seat has."""

from collections.abc import Mapping
from typing import Final

VALUE: Final[dict[str, int]] = {
    "coq": 10,
    "oie": 40,
    "chat": 90,
    "chien": 160,
    "mouton": 250,
    "chevre": 350,
    "ane": 500,
    "cochon": 650,
    "vache": 800,
    "cheval": 1000,
}
"""Every species, cheapest first, and the value of its complete family."""

DONKEY: Final = "ane"
FAMILY: Final = 4

SPECIES: Final = tuple(VALUE)
VALUES: Final = tuple(VALUE.values())
AT: Final = {species: at for at, species in enumerate(SPECIES)}
EXIST: Final = dict.fromkeys(SPECIES, FAMILY)

ALL: Final = tuple(sorted(species for species in SPECIES for _ in range(FAMILY)))

Holding = tuple[int, ...]
"""How many animals of each species, in the order of SPECIES."""

NONE: Final[Holding] = (0,) * len(SPECIES)


def counted(held: Mapping[str, int]) -> Holding:
    """The holding that is written with its species' names."""
    return tuple([held.get(species, 0) for species in SPECIES])


def changed(holding: Holding, species: str, by: int) -> Holding:
    """The holding with `by` more of a species."""
    at = AT[species]
    return (*holding[:at], holding[at] + by, *holding[at + 1 :])


def families(holding: Holding) -> list[str]:
    """The complete families, cheapest first."""
    return [species for species, number in zip(SPECIES, holding, strict=True) if number == FAMILY]


def score(holding: Holding) -> int:
    """The sum of the complete families' values, times their number (article 15)."""
    if FAMILY not in holding:
        return 0
    values = [value for value, number in zip(VALUES, holding, strict=True) if number == FAMILY]
    return sum(values) * len(values)
