"""Bakes the maps from Natural Earth (public domain), as the npm package world-atlas 2.0.2 has it:

    python -m games.tables.oucedonc.baking FOLDER_OF_WORLD_ATLAS static/maps

Coasts and borders are cut to the map, simplified (Douglas and Peucker) and written in whole units."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from games.tables.oucedonc.maps import MAPS, Map

Point = tuple[float, float]
FRANCE = "250"  # its number in ISO 3166
# map → the file of countries, how far a line may go astray, the smallest island kept (units, square units)
FINENESS = {"europe": ("countries-50m.json", 0.6, 1.5), "france": ("countries-10m.json", 0.55, 3.0)}
MARGIN = 12  # units beyond the edge, so that no cut shows


def arcs_of(topology: dict[str, Any]) -> list[list[Point]]:
    """The lines of a TopoJSON file in degrees (longitude, latitude)."""
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        arcs.append(points)
    return arcs


def rings_of(geometry: dict[str, Any], arcs: Sequence[list[Point]]) -> Iterable[list[Point]]:
    polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
    for polygon in polygons:
        for ring in polygon:
            points: list[Point] = []
            for number in ring:
                arc = arcs[number] if number >= 0 else arcs[~number][::-1]
                points += arc[1:] if points else arc
            yield unrolled(points)


def unrolled(ring: list[Point]) -> list[Point]:
    """A ring that crosses the 180th meridian, without the jump from one edge of the world to the other."""
    turn, found = 0, ring[:1]
    for (before, _), (lon, lat) in pairwise(ring):
        turn += 360 * ((before - lon > 180) - (lon - before > 180))
        found.append((lon + turn, lat))
    middle = sum(lon for lon, _ in found) / len(found)
    back = 360 * round(middle / 360)
    return [(lon - back, lat) for lon, lat in found]


def borders_of(topology: dict[str, Any], arcs: Sequence[list[Point]]) -> Iterable[list[Point]]:
    """The lines that two countries share."""
    users: dict[int, int] = {}
    for geometry in topology["objects"]["countries"]["geometries"]:
        polygons = geometry.get("arcs") or []
        for polygon in polygons if geometry["type"] == "MultiPolygon" else [polygons]:
            for number in {n if n >= 0 else ~n for ring in polygon for n in ring}:
                users[number] = users.get(number, 0) + 1
    return [arcs[number] for number, count in users.items() if count > 1]


def cut(points: Sequence[Point], area: Map) -> list[Point]:
    """A ring within the map and its margin (Sutherland and Hodgman), on the map's units."""
    found = [area.at(max(min(lat, 85.0), -85.0), lon) for lon, lat in points]
    edges: list[tuple[int, float, int]] = [
        (0, -MARGIN, 1), (0, area.width + MARGIN, -1), (1, -MARGIN, 1), (1, area.height + MARGIN, -1)
    ]  # fmt: skip
    for axis, limit, sign in edges:
        found = _half(found, lambda p, a=axis, e=limit, s=sign: (p[a] - e) * s)  # type: ignore[misc]
    return found


def _half(points: Sequence[Point], inside: Callable[[Point], float]) -> list[Point]:
    found: list[Point] = []
    for before, here in zip([*points[-1:], *points[:-1]], points, strict=True):
        one, two = inside(before), inside(here)
        if (one >= 0) != (two >= 0):
            share = one / (one - two)
            found.append(
                (before[0] + (here[0] - before[0]) * share, before[1] + (here[1] - before[1]) * share)
            )
        if two >= 0:
            found.append(here)
    return found


def simplified(points: Sequence[Point], astray: float) -> list[Point]:
    """The fewest of these points from which none of the line is farther than that."""
    keep, stack = {0, len(points) - 1}, [(0, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        (ax, ay), (bx, by) = points[first], points[last]
        dx, dy = bx - ax, by - ay
        length = (dx * dx + dy * dy) ** 0.5
        worst, at = astray, 0
        for number in range(first + 1, last):
            x, y = points[number]
            off = (
                abs((x - ax) * dy - (y - ay) * dx) / length
                if length
                else ((x - ax) ** 2 + (y - ay) ** 2) ** 0.5
            )
            if off > worst:
                worst, at = off, number
        if at:
            keep.add(at)
            stack += [(first, at), (at, last)]
    return [points[number] for number in sorted(keep)]


def size(ring: Sequence[Point]) -> float:
    pairs = zip(ring, [*ring[1:], *ring[:1]], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def path(lines: Iterable[Sequence[Point]], closed: bool) -> str:
    """Path data, as short as it can be said."""
    said = []
    for line in lines:
        whole = [(round(x), round(y)) for x, y in line]
        text, (x, y) = f"M{whole[0][0]} {whole[0][1]}", whole[0]
        steps = []
        for here in whole[1:]:
            if here != (x, y):
                steps.append(f"{here[0] - x} {here[1] - y}")
                x, y = here
        if len(steps) > (1 if closed else 0):
            said.append(text + "l" + " ".join(steps).replace(" -", "-") + ("z" if closed else ""))
    return "".join(said)


def within(line: Sequence[Point], area: Map) -> list[list[Point]]:
    """The pieces of an open line that lie on the map."""
    pieces: list[list[Point]] = [[]]
    for lon, lat in line:
        x, y = area.at(lat, lon)
        if -MARGIN <= x <= area.width + MARGIN and -MARGIN <= y <= area.height + MARGIN:
            pieces[-1].append((x, y))
        elif pieces[-1]:
            pieces.append([])
    return [piece for piece in pieces if len(piece) > 1]


def baked(area: Map, folder: Path) -> str:
    file, astray, smallest = FINENESS[area.name]
    topology = json.loads((folder / file).read_text(encoding="utf-8"))
    arcs = arcs_of(topology)

    def filled(geometries: Iterable[dict[str, Any]]) -> str:
        rings = [cut(ring, area) for geometry in geometries for ring in rings_of(geometry, arcs)]
        return path([simplified(ring, astray) for ring in rings if size(ring) > smallest], closed=True)

    countries = topology["objects"]["countries"]["geometries"]
    parts = {"land": filled(topology["objects"]["land"]["geometries"])}
    if area.name == "france":
        parts["country"] = filled(one for one in countries if one.get("id") == FRANCE)
    lines = [simplified(piece, astray) for line in borders_of(topology, arcs) for piece in within(line, area)]
    parts["borders"] = path(lines, closed=False)
    drawn = "".join(f'<path id="{name}" d="{data}"/>' for name, data in parts.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {area.width} {area.height}">'
        f"<title>{area.title} (Natural Earth)</title><defs>{drawn}</defs></svg>\n"
    )


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    target.mkdir(exist_ok=True)
    for area in MAPS.values():
        (target / f"{area.name}.svg").write_text(baked(area, source), encoding="utf-8")
