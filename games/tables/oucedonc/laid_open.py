"""The cards that have been turned: their coordinates, right or wrong, and where they truly are on the map.

Everything comes from events, which say what everybody has read on the backs; nothing is looked up here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engines.kernel import Event
from games.engines.kernel.rulebook import french
from games.engines.oucedonc.words import misplaced
from games.tables.oucedonc.faces import short
from games.tables.oucedonc.maps import MAPS, Map

TOWARDS = {"N": "Vers le nord", "S": "Vers le sud", "W": "Vers l’ouest", "E": "Vers l’est"}
LOOK, STUDY = 7000, 30_000  # milliseconds before the others play on: after a check, after a count

WHOLE = 0.55  # of a map is shown at least, so that one knows where one is
SHAPE = 0.8  # height to width of what is shown
AIR = 0.06  # around the outermost places, as a share of the width
PIN = 0.03  # half a pin, as a share of the width
ROUNDS = 80  # of pushing pins apart


@dataclass(frozen=True, slots=True)
class Turned:
    """A card turned: what its back says of its line, and whether it is misplaced there."""

    name: str
    degrees: str
    number: int = 0
    start: bool = False
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class TurnedArm:
    title: str
    cards: tuple[Turned, ...]


@dataclass(frozen=True, slots=True)
class Pin:
    """A place on the map: the dot where it is, and its mark, moved aside where several are near."""

    name: str
    number: int
    start: bool
    wrong: bool
    x: float
    y: float
    mark_x: float
    mark_y: float
    anchor: str = "middle"  # of its name
    name_y: float = 0.0

    @property
    def moved(self) -> bool:
        return (self.x, self.y) != (self.mark_x, self.mark_y)


@dataclass(frozen=True, slots=True)
class Shown:
    """A part of a map with pins; sizes in the map's units, so that they look the same however near one is."""

    map: Map
    x: float
    y: float
    width: float
    height: float
    pins: tuple[Pin, ...]
    lines: str = ""  # "NS": a parallel through each place; "EW": a meridian

    @property
    def pin(self) -> float:
        return self.width * PIN

    @property
    def dot(self) -> float:
        return self.pin * 0.35

    @property
    def letters(self) -> float:
        longest = max((len(pin.name) for pin in self.pins), default=1)
        return self.width * min(0.045, 0.9 / longest)

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class LaidOpen:
    title: str
    arms: tuple[TurnedArm, ...]
    shown: Shown | None  # None: a question shows no map
    pause: int
    judged: bool = True
    named: bool = False  # the names stand on the map itself


def laid_open(edition: str, happened: Sequence[Event]) -> LaidOpen | None:
    """What the last step has turned, if anything: a count, or the two cards of a check."""
    turned = [event.facts for event in happened if event.kind == "turned"]
    if turned:
        wrong = {event.facts["card"] for event in happened if event.kind == "misplaced"}
        total = next((event.facts["wrong"] for event in happened if event.kind == "counted"), len(wrong))
        return _count(edition, turned, wrong, total)
    checks = [event.facts for event in happened if event.kind == "checked"]
    if checks:
        return _check(edition, checks[-1], any(event.kind in ("right", "reserve") for event in happened))
    return None


def unjudged(found: LaidOpen) -> LaidOpen:
    """What the backs say, and neither right nor wrong."""
    arms = tuple(
        TurnedArm(arm.title, tuple(replace(card, wrong=False) for card in arm.cards)) for arm in found.arms
    )
    return replace(found, arms=arms, shown=None, judged=False)


def counted(turned: Sequence[Mapping[str, Any]], wrong: set[str]) -> tuple[TurnedArm, ...]:
    """The arms as they are turned, each from the start card outwards; the places numbered all through."""
    number, arms = 0, []
    for facts in turned:
        cards = []
        for at, (name, axis, degrees) in enumerate(facts["backs"]):
            number += at > 0
            cards.append(
                Turned(french(name), short(axis, degrees), number if at else 0, at == 0, name in wrong)
            )
        arms.append(TurnedArm(french(TOWARDS[facts["arm"]]), tuple(cards)))
    return tuple(arms)


def _count(edition: str, turned: Sequence[Mapping[str, Any]], wrong: set[str], total: int) -> LaidOpen:
    arms = counted(turned, wrong)
    where = {
        french(name): tuple(place)
        for facts in turned
        for (name, _, _), place in zip(facts["backs"], facts.get("where", ()), strict=False)
    }
    cards = {card.name: card for arm in arms for card in arm.cards}
    shown = _shown(MAPS[edition], [(cards[name], *place) for name, place in where.items()])
    return LaidOpen(french(f"Le compte : {misplaced(total)}"), arms, shown, STUDY)


def _check(edition: str, facts: Mapping[str, Any], wrong: bool) -> LaidOpen:
    card = Turned(french(facts["card"]), short(*facts["back"]), wrong=wrong)
    neighbour = Turned(french(facts["neighbour"]), short(*facts["neighbour_back"]))
    axis = facts["back"][0]
    line, title = ("NS", "On compare les latitudes") if axis == "lat" else ("EW", "On compare les longitudes")
    places = [(one, *place) for one, place in zip((card, neighbour), facts.get("where", ()), strict=False)]
    shown = replace(_shown(MAPS[edition], places), lines=line)
    arm = TurnedArm(title, (card, neighbour))
    return LaidOpen("Les deux cartes retournées", (arm,), shown, LOOK, judged=False, named=True)


# --- the map


def _shown(area: Map, places: Sequence[tuple[Turned, float, float]]) -> Shown:
    """The part of the map around these places, with their pins."""
    points = [area.at(lat, lon) for _, lat, lon in places] or [(area.width / 2, area.height / 2)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    width = max(area.width * WHOLE, across / (1 - 2 * AIR), down / (1 - 2 * AIR) / SHAPE)
    width = min(width, area.width)
    height = min(max(width * SHAPE, down / (1 - 2 * AIR)), area.height)
    x = min(max((min(xs) + max(xs) - width) / 2, 0), area.width - width)
    y = min(max((min(ys) + max(ys) - height) / 2, 0), area.height - height)
    marks = _apart(points, width * PIN)
    pins = tuple(
        Pin(
            card.name,
            card.number,
            card.start,
            card.wrong,
            round(point[0], 1),
            round(point[1], 1),
            round(mark[0], 1),
            round(mark[1], 1),
            anchor=_anchor((point[0] - x) / width),
            name_y=round(mark[1] + width * PIN * (-1.7 if point[1] == min(ys) else 2.9), 1),
        )
        for (card, _, _), point, mark in zip(places, points, marks, strict=False)
    )
    return Shown(area, round(x, 1), round(y, 1), round(width, 1), round(height, 1), pins)


def _anchor(share: float) -> str:
    """Which end of a name stands at its place, so that it stays on the map."""
    return "start" if share < 1 / 3 else "end" if share > 2 / 3 else "middle"


def _apart(points: Sequence[tuple[float, float]], radius: float) -> list[tuple[float, float]]:
    """The points pushed aside until no two marks of that radius cover one another, or nearly so."""
    marks = [list(point) for point in points]
    for _ in range(ROUNDS):
        still = True
        for one in range(len(marks)):
            for two in range(one):
                dx, dy = marks[one][0] - marks[two][0], marks[one][1] - marks[two][1]
                distance = (dx * dx + dy * dy) ** 0.5
                if distance >= 2.1 * radius:
                    continue
                still = False
                if distance < 0.01:  # the same place: one goes up, the other down
                    dx, dy, distance = 0.0, 1.0, 1.0
                    push = 1.05 * radius
                else:
                    push = (2.1 * radius - distance) / 2
                for mark, sign in ((marks[one], 1), (marks[two], -1)):
                    mark[0] += sign * push * dx / distance
                    mark[1] += sign * push * dy / distance
        if still:
            break
    return [(mark[0], mark[1]) for mark in marks]
