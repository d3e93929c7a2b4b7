"""The places of both editions, and where they are.

Cities come from GeoNames (https://www.geonames.org), under CC BY 4.0; what is no city was put in by hand
and checked against the nearest town. The files are read when a place is first looked up."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

EDITIONS: Final = ("europe", "france")


class Place(NamedTuple):
    """What stands on the back of a card, in degrees; and how far off one thinks one may be."""

    lat: float
    lon: float
    lat_error: float = 0.0
    lon_error: float = 0.0


Table = Mapping[str, Place]
"""Name → place."""

Atlas = Mapping[str, Table]
"""Edition → its places."""


@cache
def _read(edition: str) -> Table:
    path = Path(__file__).with_name(f"places_{edition}.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return {row["name"]: Place(float(row["lat"]), float(row["lon"])) for row in csv.DictReader(file)}


class Charted(Atlas):
    """The true places, as the files have them."""

    def __getitem__(self, edition: str) -> Table:
        if edition not in EDITIONS:
            raise KeyError(edition)
        return _read(edition)

    def __iter__(self) -> Iterator[str]:
        return iter(EDITIONS)

    def __len__(self) -> int:
        return len(EDITIONS)
