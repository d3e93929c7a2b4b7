"""Café International on the table: who plays, the room, a hand, and where its cards fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.engines.cafe_international.board import BAR as AT_BAR
from games.engines.cafe_international.board import board as cafe
from games.engines.cafe_international.cards import CARD, JOKERS, SITTERS
from games.engines.cafe_international.groups import GROUPS
from games.engines.cafe_international.judge import gain
from games.engines.cafe_international.moves import BAR, CHAIRS, END, PASS, SEAT, SWAP, Move
from games.engines.cafe_international.position import SECOND
from games.engines.cafe_international.view import View
from games.engines.cafe_international.words import card_name, the_card, the_chair, the_table
from games.engines.kernel import Line
from games.engines.kernel.rulebook import counted, enumerate_french, french
from games.tables.base import NOTHING, Parts
from games.tables.cafe_international import faces, room
from games.tables.cafe_international.emblems import NOBODY, Emblem, emblems
from games.tables.cafe_international.room import BarSpot, Room, signed
from games.tables.cafe_international.said import person, place_of

ALL: Final = "tout"
QUARTERS: Final = {
    "no": "en haut à gauche",
    "ne": "en haut à droite",
    "so": "en bas à gauche",
    "se": "en bas à droite",
}
"""The corners of the room that a phone shows large: seven squares each, the middle belongs to all."""
MIDDLE: Final = 6
EXCHANGE: Final = "\N{LEFT RIGHT ARROW}"


@dataclass(frozen=True, slots=True)
class Small:
    """A card of somebody else."""

    face: str
    name: str


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    score: int
    compatriots: int
    cards: tuple[Small, ...]
    turn: bool
    you: bool
    out: bool


@dataclass(frozen=True, slots=True)
class Gain:
    """What a card of the hand would do on a chair."""

    pick: int
    text: str  # its points with their sign, or the sign of an exchange
    scores: bool


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair to press. `at` is where it stands, in squares; it lights up for the cards in `gains`."""

    id: str
    label: str
    column: int
    row: int
    quarter: str
    gains: tuple[Gain, ...]
    laid: bool


@dataclass(frozen=True, slots=True)
class InHand:
    id: str
    card: str
    name: str
    pick: int  # the same for equal cards
    ticked: bool
    goes: bool


@dataclass(frozen=True, slots=True)
class Way:
    """A chair where the chosen card fits, with its tables drawn large."""

    move: str
    label: str
    points: str
    scores: bool
    picture: str


@dataclass(frozen=True, slots=True)
class Act:
    move: str
    label: str
    offered: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A nation's emblem, to be drawn many times."""

    nation: str
    emblem: Emblem


@dataclass(frozen=True, slots=True)
class Zoom:
    value: str
    label: str
    ticked: bool


@dataclass(frozen=True, slots=True)
class Board:
    players: tuple[Player, ...]
    room: Room
    bar: tuple[BarSpot, ...]
    marks: tuple[Mark, ...]
    guests: tuple[str, ...]  # faces to be drawn, once each
    told: tuple[str, ...]  # the tables in words
    bar_told: str
    plants: tuple[tuple[int, int], ...]
    bag: int
    zooms: tuple[Zoom, ...]
    chairs: tuple[Chair, ...]
    entry: str  # the chair where the keyboard enters the room; a list says where the chosen card fits
    next_bar: BarSpot | None
    hand: tuple[InHand, ...]
    chosen: str
    ways: tuple[Way, ...]
    others: tuple[Way, ...]  # those that score least, when there are many
    acts: tuple[Act, ...]
    bar_offered: bool
    active: bool  # there is something to press
    second: bool
    blind: bool
    still: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A move as it is drawn beside its words: the card, and the tables where it goes."""

    card: str = ""
    tables: str = ""
    bar: bool = False
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    name: str
    cards: tuple[str, ...]


SHOWN: Final = 8
"""So many chairs are shown at once in the list of a card."""


def board(
    view: View,
    moves: Sequence[Move],
    names: Sequence[str],
    *,
    parts: Parts = NOTHING,
    tries: Sequence[Move] = (),
    blind: bool = False,
    still: bool = False,
    turn: bool = True,
) -> Board:
    """What is drawn for the seat that sees `view` and may make `moves`, or try others."""
    active = not still and bool(moves or tries)
    own = view.hands[view.seat] if isinstance(view.seat, int) else ()
    picks = {card: number for number, card in enumerate(dict.fromkeys(own), 1)}
    shown = () if blind or not active else moves
    sitters = {chair: SITTERS[sitter] for chair, sitter in enumerate(view.chairs) if sitter}
    chosen = parts.one("guest") if active else ""
    if chosen not in picks:
        chosen = next(iter(picks)) if len(picks) == 1 and active else ""
    at_bar = room.bar(view.bar)
    drawn = room.whole(sitters)
    players = _players(view, names, turn)
    chairs = _chairs(view, shown, picks) if active else ()
    ways = _ways(view, [move for move in shown if move.card == chosen], sitters) if chosen else ()
    return Board(
        players=players,
        room=drawn,
        bar=at_bar,
        marks=tuple(Mark(nation, emblem) for nation, emblem in emblems().items() if nation != NOBODY),
        guests=tuple(
            sorted(
                {spot.sitter for spot in (*drawn.chairs, *at_bar) if spot.sitter}
                | {small.face for player in players for small in player.cards}
            )
        ),
        told=tuple(_told(view)),
        bar_told=_bar_told(view),
        plants=room.PLANTS,
        bag=len(view.bag),
        zooms=_zooms(view, sitters, parts, alone=blind or still),
        chairs=chairs,
        entry=next((chair.id for chair in chairs if chair.gains), CHAIRS[0]),
        next_bar=at_bar[len(view.bar)] if active and len(view.bar) < len(AT_BAR) else None,
        hand=_hand(own, picks, shown, chosen),
        chosen=french(the_card(chosen)) if chosen else "",
        ways=ways[:SHOWN],
        others=ways[SHOWN:],
        acts=_acts(view, moves, tries, blind) if active else (),
        bar_offered=any(move.kind == BAR for move in shown),
        active=active,
        second=view.phase == SECOND,
        blind=blind,
        still=still,
    )


def left(lines: Sequence[Line], names: Sequence[str]) -> tuple[Left, ...]:
    """The hands that a count is about."""
    return tuple(Left(names[line.seat], tuple(line.facts["cards"])) for line in lines)


def pictured(move: Move) -> Picture:
    if move.kind == BAR:
        return Picture(move.card, bar=True)
    if move.kind in (SEAT, SWAP):
        tables = faces.tables_code(cafe().chairs[move.chair].tables, {}, move.chair)
        return Picture(move.card, tables, sign=EXCHANGE if move.kind == SWAP else "")
    return Picture(sign={END: "stop", PASS: "pass"}.get(move.kind, ""))


# ---


def _players(view: View, names: Sequence[str], turn: bool) -> tuple[Player, ...]:
    return tuple(
        Player(
            name=name,
            score=view.scores[seat],
            compatriots=view.compatriots[seat],
            cards=tuple(Small(f"{card}.", card_name(card)) for card in view.hands[seat]),
            turn=turn and seat == view.turn,
            you=seat == view.seat,
            out=seat in view.out,
        )
        for seat, name in enumerate(names)
    )


def _hand(
    own: Sequence[str], picks: dict[str, int], shown: Sequence[Move], chosen: str
) -> tuple[InHand, ...]:
    going = {move.card for move in shown if move.kind != BAR}
    cards = []
    for at, card in enumerate(own):
        first = own.index(card) == at
        cards.append(
            InHand(
                id=f"{card}-{at + 1}",
                card=card,
                name=card_name(card),
                pick=picks[card],
                ticked=card == chosen and first,
                goes=card in going,
            )
        )
    return tuple(cards)


def _chairs(view: View, shown: Sequence[Move], picks: dict[str, int]) -> tuple[Chair, ...]:
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
        Chair(
            id=chair.id,
            label=french(_chair_label(view, number)),
            column=chair.column,
            row=chair.row,
            quarter=("n" if chair.row <= MIDDLE else "s") + ("o" if chair.column <= MIDDLE else "e"),
            gains=tuple(
                Gain(pick, EXCHANGE if points is None else signed(points), points != 0)
                for pick, points in gains.get(number, {}).items()
            ),
            laid=view.laid is not None and view.laid.chair == number,
        )
        for number, chair in enumerate(cafe().chairs)
    )


def _chair_label(view: View, chair: int) -> str:
    words = the_chair(chair).removeprefix("la ").capitalize()
    sitter = view.chairs[chair]
    return f"{words} : {the_card(CARD[sitter])}" if sitter else words


def _ways(view: View, moves: Sequence[Move], sitters: dict[int, str]) -> tuple[Way, ...]:
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
        after = sitters | {
            move.chair: f"{move.card}={move.nation or place.move.nation or _nation(move)}"
            if move.card in JOKERS and place is not None
            else move.card
        }
        picture = faces.tables_code(cafe().chairs[move.chair].tables, after, move.chair)
        ways.append((points, Way(move.text, french(label), french(text), points > 0, picture)))
    ways.sort(key=lambda entry: -entry[0])
    return tuple(way for _, way in ways)


def _nation(move: Move) -> str:
    return cafe().chairs[move.chair].nations[0]


def _acts(view: View, moves: Sequence[Move], tries: Sequence[Move], blind: bool) -> tuple[Act, ...]:
    """To stop after a first card can always be tried; to pass only where it is allowed or a lesson asks."""
    legal = {move.kind for move in moves}
    tried = {move.kind for move in tries}
    acts = []
    if view.phase == SECOND:
        acts.append(Act("end", french("M'arrêter là"), END in legal and not blind))
    if PASS in legal | tried:
        acts.append(Act("pass", "Passer mon tour", PASS in legal and not blind))
    return tuple(acts)


# --- in words


def _told(view: View) -> Sequence[str]:
    """Each table where somebody sits: « Première table indienne : l'Indienne et l'Indien »."""
    told = []
    for number, table in enumerate(cafe().tables):
        guests = [the_card(CARD[view.chairs[chair]]) for chair in table.chairs if view.chairs[chair]]
        if guests:
            name = the_table(number).removeprefix("la ").capitalize()
            points = GROUPS[view.groups[number]].points
            end = ", table de compatriotes" if points == 8 else ""
            told.append(french(f"{name} : {enumerate_french(guests)}{end}."))
    return told


def _bar_told(view: View) -> str:
    taken = len(view.bar)
    if taken == len(AT_BAR):
        return "Le bar est plein."
    points = AT_BAR[taken]
    gives = "rapporte" if points > 0 else "coûte"
    return french(
        f"Prochaine place au bar : la place {taken + 1}, qui {gives} {counted(abs(points), 'point')}."
    )


def _zooms(view: View, sitters: dict[int, str], parts: Parts, alone: bool) -> tuple[Zoom, ...]:
    """What a narrow screen shows: what was asked for; else where the first card lies; a position to learn
    from, if all its guests sit in one corner, shows that corner."""
    asked = parts.one("zoom")
    if asked != ALL and asked not in QUARTERS:
        asked = ALL
        if view.laid is not None:
            asked = _corner({view.laid.chair}) or ALL
        elif alone and sitters:
            asked = _corner(set(sitters)) or ALL
    return tuple(
        Zoom(value, label, value == asked)
        for value, label in {
            ALL: "Tout le café",
            **{key: f"Le coin {text}" for key, text in QUARTERS.items()},
        }.items()
    )


def _corner(chairs: set[int]) -> str:
    """The corner in which all those chairs stand, if there is one."""
    spots = [cafe().chairs[chair] for chair in chairs]
    for corner in QUARTERS:
        north, west = corner[0] == "n", corner[1] == "o"
        if all(
            (spot.row <= MIDDLE if north else spot.row >= MIDDLE)
            and (spot.column <= MIDDLE if west else spot.column >= MIDDLE)
            for spot in spots
        ):
            return corner
    return ""


def compose(parts: Parts, view: View) -> list[str]:
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
