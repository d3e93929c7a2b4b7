"""Reading a position from JSON, strictly: each refusal begins with the key that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..kernel import CHANCE
from ..kernel.bags import bag
from ..kernel.fields import Fields, at_most, items, number, refuse, rows, truth
from .board import BAR, board, groups_around
from .cards import CARD, DECK, JOKERS
from .groups import BYTE, GROUPS, NO_TABLE, Group
from .judge import partners, seated_at
from .moves import CHAIRS, seating
from .position import (
    ACTION,
    DEAL,
    EMPTY_CAFE,
    ENOUGH,
    HAND,
    KEPT,
    NOBODY,
    OVER,
    PHASES,
    REFILL,
    SEATS,
    SECOND,
    SLUG,
    TURN,
    Laid,
    Options,
    Owed,
    Position,
)

TABLES_AT_ONCE = 2
"""One card can complete two tables of compatriots, one on either side of its chair."""


def from_dict(data: Mapping[str, Any]) -> Position:
    """The position `data` describes, its options checked by the caller; a ValueError names the bad key."""
    fields = Fields(data, SLUG)
    seats = fields.number("seats", SEATS)
    phase = fields.take("phase")
    if phase not in PHASES:
        refuse("phase", f"{phase!r} is not one of {', '.join(PHASES)}")
    options = fields.take("options", {})
    scores = rows("scores", fields.take("scores", [0] * seats), seats)
    compatriots = rows("compatriots", fields.take("compatriots", [0] * seats), seats)
    for key, values, most in (("scores", scores, 10**6), ("compatriots", compatriots, _most_tables(phase))):
        for value in values:
            number(key, value, range(most))
    p = Position(
        phase=phase,
        turn=_turn(fields, phase, seats),
        next=None,
        chairs=_chairs(fields, phase),
        groups=EMPTY_CAFE,
        bar=_bar(fields, phase),
        bag=(),
        hands=tuple(bag(items("hands", hand, DECK)) for hand in rows("hands", fields.take("hands"), seats)),
        scores=tuple(scores),
        compatriots=tuple(compatriots),
        out=_out(fields, phase, seats),
        opening=False,
        laid=None,
        owed=None,
        options=Options(**options),
    )
    p = p._replace(groups=_groups(p.chairs), bag=_bag(fields, p))
    p = _of_phase(fields, p)
    p = p._replace(opening=_opening(fields, p))
    fields.done()
    _may_go_on(p)
    return p


def _most_tables(phase: str) -> int:
    """One more than anybody can have: five end the game, but not before the action is over."""
    if phase == OVER:
        return ENOUGH + 2 * TABLES_AT_ONCE
    return ENOUGH + TABLES_AT_ONCE if phase == SECOND else ENOUGH


def _turn(fields: Fields, phase: str, seats: int) -> int | str | None:
    fields.asked.add("turn")
    if "turn" not in fields.data:
        refuse("turn", "is missing")
    turn: int | str | None = fields.data["turn"]
    if phase == OVER:
        if turn is not None:
            refuse("turn", "must be null when the game is over")
    elif phase in (DEAL, REFILL):
        if turn != CHANCE:
            refuse("turn", f"must be {CHANCE!r} in phase {phase!r}")
    else:
        number("turn", turn, range(seats))
    return turn


# --- what lies on the table


def _chairs(fields: Fields, phase: str) -> bytes:
    """Who sits where, each where the nation may sit (article 3)."""
    given = fields.take("chairs", {})
    if not isinstance(given, Mapping):
        refuse("chairs", "needs an object: chair → card")
    if given and phase == DEAL:
        refuse("chairs", "must be empty in a deal")
    chairs = bytearray(NOBODY)
    for name, guest in given.items():
        if name not in CHAIRS:
            refuse("chairs", f"{name!r} is no chair")
        if not isinstance(guest, str):
            refuse("chairs", f"{guest!r} is no card")
        chair = CHAIRS.index(name)
        card, _, nation = guest.partition("=")
        if card not in DECK or (nation and card not in JOKERS):
            refuse("chairs", f"{guest!r} does not exist")
        place = board().places.get(seating(card, chair, nation).text)
        if place is None or (("=" in guest) is not bool(nation)):
            nations = " or ".join(board().chairs[chair].nations)
            refuse("chairs", f"{guest} cannot sit on {name}, a chair of {nations}")
        chairs[chair] = place.sitter[0]
    if 0 not in chairs and phase != OVER:
        refuse("chairs", "all are taken, so the game is over")
    return bytes(chairs)


def _groups(chairs: bytes) -> bytes:
    """The groups around the tables, each one that article 4 allows."""
    around = groups_around(chairs)
    for table, group in zip(board().tables, around, strict=True):
        if group not in BYTE:
            refuse("chairs", f"{_said(group)} around {table.id}")
    return bytes([*(BYTE[group] for group in around), NO_TABLE])


def _said(group: Group) -> str:
    return f"{group.women} F and {group.men} M"


def _bar(fields: Fields, phase: str) -> tuple[str, ...]:
    bar = items("bar", fields.take("bar", []), DECK)
    if bar and phase == DEAL:
        refuse("bar", "must be empty in a deal")
    if not set(JOKERS).isdisjoint(bar):
        refuse("bar", "has a joker, which never goes there")
    if len(bar) > len(BAR):
        refuse("bar", f"has more than {len(BAR)} cards")
    if len(bar) == len(BAR) and phase != OVER:
        refuse("bar", "it is full, so the game is over")
    return bar


def _bag(fields: Fields, p: Position) -> tuple[str, ...]:
    places = {
        "chairs": [CARD[sitter] for sitter in p.chairs if sitter],
        "bar": p.bar,
        "hands": [card for hand in p.hands for card in hand],
    }
    elsewhere = at_most(DECK, places)
    given = fields.take("bag", None)
    if given is None:
        return bag(card for card, times in DECK.items() for _ in range(times - elsewhere[card]))
    left = bag(items("bag", given, DECK))
    at_most(DECK, {**places, "bag": left})
    return left


# --- who plays


def _out(fields: Fields, phase: str, seats: int) -> tuple[int, ...]:
    out = fields.take("out", [])
    if not isinstance(out, list | tuple):
        refuse("out", "needs a list of seats")
    for seat in out:
        number("out", seat, range(seats))
    if len(set(out)) < len(out):
        refuse("out", "names a seat twice")
    if out and phase == DEAL:
        refuse("out", "must be empty in a deal")
    if len(out) > seats - (1 if phase == OVER else 2):
        refuse("out", "too few are still in")
    return tuple(out)


def _of_phase(fields: Fields, p: Position) -> Position:
    """The position with the keys that only its phase has, and the checks of that phase."""
    seats = len(p.hands)
    if p.turn in p.out:
        refuse("turn", f"seat {p.turn} is out")
    if p.phase in (DEAL, REFILL):
        p = _dealt(fields, p) if p.phase == DEAL else _owing(fields, p)
    else:
        fields.must_be_empty("owed", p.phase)
        fields.must_be_empty("next", p.phase)
    if p.phase == SECOND:
        p = p._replace(laid=_laid(fields, p))
    else:
        fields.must_be_empty("laid", p.phase)
    for seat, tables in enumerate(p.compatriots):
        if tables >= ENOUGH and p.phase != OVER and seat != p.turn:
            refuse("compatriots", f"seat {seat} has five tables, so the game is over")
    if p.phase in (TURN, SECOND):
        assert isinstance(p.turn, int)
        if not p.hands[p.turn]:
            refuse("hands", f"that of seat {p.turn} is empty, so the game is over")
    assert seats in SEATS
    return p


def _owed(fields: Fields, seats: int) -> Owed:
    given = fields.take("owed")
    if not isinstance(given, Mapping) or set(given) != {"seat", "number"}:
        refuse("owed", "needs seat and number")
    return Owed(
        number("owed", given["seat"], range(seats)), number("owed", given["number"], range(1, HAND + 1))
    )


def _dealt(fields: Fields, p: Position) -> Position:
    seats = len(p.hands)
    owed = _owed(fields, seats)
    if owed.number != HAND:
        refuse("owed", f"number must be {HAND} in a deal")
    if [bool(hand) for hand in p.hands] != [seat < owed.seat for seat in range(seats)]:
        refuse("hands", "a seat has cards before one that is dealt earlier")
    if len(p.bag) < HAND * (seats - owed.seat):
        refuse("bag", "has too few cards for the deal")
    return p._replace(owed=owed, next=fields.number("next", range(seats), 0))


def _owing(fields: Fields, p: Position) -> Position:
    seats = len(p.hands)
    owed = _owed(fields, seats)
    if owed.seat in p.out:
        refuse("owed", f"seat {owed.seat} is out and draws no more")
    if owed.number > len(p.bag) - KEPT:
        refuse("owed", f"would draw the bag below {KEPT} cards")
    if owed.number > HAND - p.compatriots[owed.seat] - len(p.hands[owed.seat]):
        refuse("owed", f"that is more than the hand of seat {owed.seat} lacks")
    after = (owed.seat + 1) % seats
    while after in p.out:
        after = (after + 1) % seats
    given = fields.take("next", None)
    if len(p.bag) - owed.number <= KEPT:
        if given is not None:
            refuse("next", "must be null once the bag is down to its last cards")
        return p._replace(owed=owed)
    if given is not None and number("next", given, range(seats)) != after:
        refuse("next", f"must be {after}, after seat {owed.seat}")
    return p._replace(owed=owed, next=after)


def _laid(fields: Fields, p: Position) -> Laid:
    given = fields.take("laid")
    if not isinstance(given, Mapping) or set(given) != {"chair", "points"}:
        refuse("laid", "needs chair and points")
    if given["chair"] not in CHAIRS:
        refuse("laid", f"{given['chair']!r} is no chair")
    chair = CHAIRS.index(given["chair"])
    if not p.chairs[chair]:
        refuse("laid", f"nobody sits on {given['chair']}")
    if CARD[p.chairs[chair]] in JOKERS and p.options.jokers == ACTION:
        refuse("laid", "a joker is an action of its own, without a second card")
    points = sum(GROUPS[p.groups[table]].points for table in board().chairs[chair].tables)
    number("laid", given["points"], (points,))
    return Laid(chair, points)


def _opening(fields: Fields, p: Position) -> bool:
    """Whether this is the very first turn: nothing on the table but what was laid in it."""
    guests = sum(1 for sitter in p.chairs if sitter) - (p.phase == SECOND)
    first = p.phase != OVER and p.phase != REFILL and not p.bar and not guests
    given = fields.take("opening", None)
    if given is None:
        return first
    if truth("opening", given) and not first:
        refuse("opening", "the first turn is over")
    return bool(given)


def _may_go_on(p: Position) -> None:
    """Refuses a position in which whoever must play can do nothing."""
    if p.phase == SECOND and p.laid is not None and not p.laid.points and not p.opening:
        assert isinstance(p.turn, int)
        if next(partners(p, p.hands[p.turn], seated_at(p.chairs, p.laid.chair)), None) is None:
            refuse("laid", "no card in hand can join it, and alone it cannot stay")
