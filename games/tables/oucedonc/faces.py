"""What the cards of Oùcédonc show: a place is a road sign, its back a compass card with the coordinates.

Codes: `Oslo` a place, `+Oslo` the start card, `Oslo@59.91,10.75` a back (whoever asks must know what stands
there: nothing is looked up here), "" a back that keeps its secret, `*` a token, `=` the Intermède card."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from games.engines.kernel.rulebook import french
from games.engines.oucedonc.words import back

WIDTH, HEIGHT = 180, 92
ROOM = 154  # for the name
BROAD = 0.585  # the usual width of a letter, as a share of the size of the type


class TextLine(NamedTuple):
    text: str
    y: float


def face(code: str) -> dict[str, Any]:
    if code == "*":
        return {"token": True, "name": "un jeton", "width": 48, "height": 48}
    card: dict[str, Any] = {"width": WIDTH, "height": HEIGHT}
    if code == "=":
        return card | {"interlude": True, "name": "la carte Intermède"}
    if not code:
        return card | {"face_down": True, "name": "le dos d’une carte"}
    place, _, where = code.partition("@")
    if where:
        lat, lon = (float(degrees) for degrees in where.split(","))
        degrees = [short("lat", lat), short("lon", lon)]
        told = french(f"{place}, {back(['lat', lat])} et {back(['lon', lon])}")
        size = min(13.0, ROOM / (BROAD * len(place)))
        return card | {"degrees": degrees, "place": french(place), "size": size, "name": told}
    start = place.startswith("+")
    place = place.removeprefix("+")
    lines, size = fitted(place, 32)
    name = f"{place}, carte de départ" if start else place
    return card | {"sign": True, "start": start, "lines": lines, "size": size, "name": french(name)}


def short(axis: str, degrees: float) -> str:
    """« 37,75° N »: what a back says of one coordinate."""
    letters = "NS" if axis == "lat" else "EO"
    return french(f"{abs(degrees):.2f}° {letters[degrees < 0]}".replace(".", ","))


@cache
def fitted(place: str, largest: float) -> tuple[tuple[TextLine, ...], float]:
    """The name in one to three lines, as large as there is room for, and that size."""
    words = re.findall(r"[^ -]+-?", french(place))
    best: tuple[float, tuple[str, ...]] = (0, ())
    for count in range(1, min(3, len(words)) + 1):
        lines = _broken(words, count)
        broadest = max(len(line) for line in lines)
        # a short name is not blown up: the smaller of what fits across and what fits one above another
        size = min(largest, ROOM / (BROAD * broadest), 62 / count / 1.05)
        best = max(best, (size, lines), key=lambda found: found[0])
    size, lines = best
    size = round(size, 1)
    first = HEIGHT / 2 + size * (0.35 - 0.54 * (len(lines) - 1))
    return tuple(
        TextLine(line, round(first + 1.08 * size * number, 1)) for number, line in enumerate(lines)
    ), size


def _broken(words: list[str], count: int) -> tuple[str, ...]:
    """The words in that many lines, the longest as short as can be."""
    if count == 1:
        return (_joined(words),)
    ways = [
        (_joined(words[:first]), *_broken(words[first:], count - 1))
        for first in range(1, len(words) - count + 2)
    ]
    return min(ways, key=lambda lines: max(map(len, lines)))


def _joined(words: list[str]) -> str:
    text = ""
    for word in words:
        text += word if not text or text.endswith("-") else " " + word
    return text
