"""Café International on the table: who plays, the room, a hand, and where its cards fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from games.engines.cafe_international.board import BAR as AT_BAR
from games.engines.cafe_international.cards import SITTERS
from games.engines.cafe_international.moves import BAR, CHAIRS, Move
from games.engines.cafe_international.position import SECOND
from games.engines.cafe_international.view import Looked
from games.engines.cafe_international.words import card_name, the_card
from games.engines.kernel import Line
from games.engines.kernel.rulebook import french
from games.tables.base import NOTHING, Parts
from games.tables.cafe_international import room, words
from games.tables.cafe_international.chairs import SHOWN, Act, Chair, Way, acts_of, chairs_of, ways_of
from games.tables.cafe_international.corners import Zoom, corner_of, edge_of, zooms_of
from games.tables.cafe_international.room import BarSpot, Guest


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
class InHand:
    id: str
    card: str
    name: str
    pick: int  # the same for equal cards
    ticked: bool
    goes: bool


@dataclass(frozen=True, slots=True)
class Board:
    players: tuple[Player, ...]
    bar: tuple[BarSpot, ...]
    guests: tuple[Guest, ...]
    told: tuple[str, ...]  # the tables in words
    bar_told: str
    bag: int
    zooms: tuple[Zoom, ...]
    edge: str  # a corner is cut to its rows at the top or at the bottom
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
class Left:
    name: str
    cards: tuple[str, ...]


def board(
    view: Looked,
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
    players = _players(view, names, turn)
    chairs = chairs_of(view, shown, picks) if active else ()
    pressed = {move.chair for move in (*moves, *tries) if move.chair >= 0} if active else set()
    fits = {pick: {move.chair for move in shown if move.card == card} - {-1} for card, pick in picks.items()}
    ways = ways_of(view, [move for move in shown if move.card == chosen], sitters) if chosen else ()
    return Board(
        players=players,
        bar=at_bar,
        guests=room.guests(sitters, at_bar),
        told=tuple(words.tables(view)),
        bar_told=words.bar(view),
        bag=len(view.bag),
        zooms=zooms_of(parts.one("zoom"), _wished(view, sitters, pressed, blind or still), fits),
        edge=edge_of(sitters.keys() | pressed) if blind and active else "",
        chairs=chairs,
        entry=next((chair.id for chair in chairs if chair.gains), CHAIRS[0]),
        next_bar=at_bar[len(view.bar)] if active and len(view.bar) < len(AT_BAR) else None,
        hand=_hand(own, picks, shown, chosen),
        chosen=french(the_card(chosen)) if chosen else "",
        ways=ways[:SHOWN],
        others=ways[SHOWN:],
        acts=acts_of(view, moves, tries, blind) if active else (),
        bar_offered=any(move.kind == BAR for move in shown),
        active=active,
        second=view.phase == SECOND,
        blind=blind,
        still=still,
    )


def left(lines: Sequence[Line], names: Sequence[str]) -> tuple[Left, ...]:
    """The hands that a count is about."""
    return tuple(Left(names[line.seat], tuple(line.facts["cards"])) for line in lines)


# ---


def _players(view: Looked, names: Sequence[str], turn: bool) -> tuple[Player, ...]:
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


def _wished(view: Looked, sitters: Mapping[int, str], pressed: Set[int], lesson: bool) -> str:
    """The corner to look at: where a second card may go; in a lesson, where people sit."""
    if view.laid is not None:
        return corner_of(pressed | {view.laid.chair})
    return corner_of(sitters.keys()) if lesson else ""


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
