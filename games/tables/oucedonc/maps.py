"""The maps: Mercator's, so that north is up and a parallel is a straight line, as in the game."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, pi, radians, tan

SCALE = 760  # units across a whole map


@dataclass(frozen=True, slots=True)
class Map:
    """A map from west to east and from north to south, in degrees; its picture is static/maps/<name>.svg."""

    name: str
    title: str
    west: float
    east: float
    north: float
    south: float

    @property
    def unit(self) -> float:
        return SCALE / (self.east - self.west)

    @property
    def width(self) -> int:
        return SCALE

    @property
    def height(self) -> int:
        return round(self.at(self.south, self.west)[1])

    def at(self, lat: float, lon: float) -> tuple[float, float]:
        """Where a place stands, in units from the left and from the top."""
        return (lon - self.west) * self.unit, (_rise(self.north) - _rise(lat)) * self.unit


def _rise(lat: float) -> float:
    return log(tan(pi / 4 + radians(lat) / 2)) * 180 / pi


MAPS = {
    "europe": Map("europe", "Carte d’Europe", -25.5, 53.5, 72.3, 33.6),
    "france": Map("france", "Carte de France", -6.2, 10.6, 51.7, 40.9),
}
