"""What can be pressed for a card: chairs that light up, the same as a list, the bar; what it makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from games.engines.cafe_international.board import board as cafe
from games.engines.cafe_international.cards import CARD, JOKERS, SITTERS
from games.engines.cafe_international.judge import gain
from games.engines.cafe_international.moves import BAR, CHAIRS, END, PASS, SEAT, SWAP, Move
from games.engines.cafe_international.position import SECOND
from games.engines.cafe_international.view import Looked
from games.engines.cafe_international.words import the_chair
from games.engines.kernel.rulebook import counted, french
from games.tables.base import Parts
from games.tables.cafe_international import faces, words
from games.tables.cafe_international.corners import MIDDLE
from games.tables.cafe_international.room import signed
from games.tables.cafe_international.said import person, place_of

EXCHANGE: Final = "\N{LEFT RIGHT ARROW}"


@dataclass(frozen=True, slots=True)
class Gain:
    """What a card of the hand would do on a chair."""

    pick: int
    text: str  # its points with their sign, or the sign of an exchange
    scores: bool


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair to press, at its square of the room; it lights up for the cards in `gains`."""

    id: str
    label: str
    classes: str  # its square, its corner, the cards it fits and whether they score
    quarter: str
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A chair where the chosen card fits, with its tables drawn large."""

    move: str
    label: str
    points: str
    picture: str


@dataclass(frozen=True, slots=True)
class Act:
    move: str
    label: str
    offered: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A move as it is drawn beside its words: the card, and the tables where it goes."""

    card: str = ""
    tables: str = ""
    bar: bool = False
    sign: str = ""


SHOWN: Final = 8
"""So many chairs are shown at once in the list of a card."""


def chairs_of(view: Looked, shown: Sequence[Move], picks: dict[str, int]) -> tuple[Chair, ...]:
    gains: dict[int, dict[int, int | None]] = {}
    for move in shown:
        if move.kind in (SEAT, SWAP):
            place = place_of(move)
            points = gain(view.groups, place) if place is not None else None
            there = gains.setdefault(move.chair, {})
            pick = picks[move.card]
            # a joker may sit for two nations: the better one is shown
            there[pick] = max(points or 0, there.get(pick) or 0) if move.kind == SEAT else None
    return tuple(
        _chair(view, number, [
            Gain(pick, EXCHANGE if points is None else signed(points), points != 0)
            for pick, points in gains.get(number, {}).items()
        ])
        for number in range(len(CHAIRS))
    )  # fmt: skip


def _chair(view: Looked, number: int, gains: Sequence[Gain]) -> Chair:
    spot = cafe().chairs[number]
    quarter = ("n" if spot.row <= MIDDLE else "s") + ("o" if spot.column <= MIDDLE else "e")
    classes = [f"chair x-{spot.column} y-{spot.row} at-{quarter}"]
    classes += [f"{'fits' if gain.scores else 'may'}-{gain.pick}" for gain in gains]
    if view.laid is not None and view.laid.chair == number:
        classes.append("chair-laid")
    return Chair(spot.id, _label(number, view.chairs[number]), " ".join(classes), quarter, tuple(gains))


@cache
def _label(chair: int, code: int) -> str:
    """A chair and who sits there: they are few, and asked for at each move."""
    label = the_chair(chair).removeprefix("la ").capitalize()
    return french(f"{label} : {words.sitter(code)}" if code else label)


def ways_of(view: Looked, moves: Sequence[Move], sitters: dict[int, str]) -> tuple[Way, ...]:
    """The chairs of one card, those that score most first."""
    ways = []
    for move in moves:
        if move.kind not in (SEAT, SWAP):
            continue
        place = place_of(move)
        points = gain(view.groups, place) if place is not None and move.kind == SEAT else 0
        label = the_chair(move.chair).removeprefix("la ").capitalize()
        if move.nation:
            label = f"Comme {person(move)} : {the_chair(move.chair)}"
        if move.kind == SWAP:
            text = "échange : 0 point"
        elif points or move.card in JOKERS or view.opening:
            text = counted(points, "point")
        else:
            text = "0 point, puis une deuxième carte"
        chair = cafe().chairs[move.chair]
        arrived = f"{move.card}={move.nation or chair.nations[0]}" if move.card in JOKERS else move.card
        picture = faces.tables_code(chair.tables, sitters | {move.chair: arrived}, move.chair)
        ways.append((points, Way(move.text, french(label), french(text), picture)))
    ways.sort(key=lambda entry: -entry[0])
    return tuple(way for _, way in ways)


def acts_of(view: Looked, moves: Sequence[Move], tries: Sequence[Move], blind: bool) -> tuple[Act, ...]:
    """To stop after a first card can always be tried; to pass only where it is allowed or a lesson asks."""
    legal = {move.kind for move in moves}
    tried = {move.kind for move in tries}
    acts = []
    if view.phase == SECOND:
        acts.append(Act("end", french("M’arrêter là"), END in legal and not blind))
    if PASS in legal | tried:
        acts.append(Act("pass", "Passer mon tour", PASS in legal and not blind))
    return tuple(acts)


def compose(view: Looked, parts: Parts) -> list[str]:
    """The moves that a card and a chair may mean: seating, or an exchange where a joker sits."""
    guest, chair = parts.one("guest"), parts.one("chair")
    if parts.one("do") == "bar":
        return [f"bar {guest}"]
    number = CHAIRS.index(chair)
    if CARD[view.chairs[number]] in JOKERS:
        return [f"swap {chair} {guest}"]
    nations = cafe().chairs[number].nations
    if guest in JOKERS and len(nations) > 1:
        return [f"{guest}@{chair}={nation}" for nation in nations]
    return [f"{guest}@{chair}"]


def pictured(move: Move, view: Looked | None = None) -> Picture:
    """The card and its tables; with a view, who sits there already."""
    if move.kind == BAR:
        return Picture(move.card, bar=True)
    if move.kind in (SEAT, SWAP):
        there = {} if view is None else {n: SITTERS[code] for n, code in enumerate(view.chairs) if code}
        tables = faces.tables_code(cafe().chairs[move.chair].tables, there, move.chair)
        return Picture(move.card, tables, sign=EXCHANGE if move.kind == SWAP else "")
    return Picture(sign={END: "stop", PASS: "pass"}.get(move.kind, ""))
