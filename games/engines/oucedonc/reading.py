"""Reading a position from JSON, strictly: each refusal begins with the key that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..kernel import CHANCE
from ..kernel.fields import Fields, at_most, items, number, refuse, rows
from .places import Atlas
from .position import (
    DOUBT,
    DRAWN,
    ESTIMATE,
    EW,
    LAST,
    NS,
    OVER,
    PACK,
    PACKS,
    PHASES,
    PLACE,
    SEATS,
    SLUG,
    START,
    TOKENS,
    Laid,
    Options,
    Position,
    starts,
)

ENDLESS = range(10**6)

PLAYED = {
    START: range(0, LAST, PACK),
    DRAWN: range(LAST),
    PLACE: range(1, LAST + 1),
    DOUBT: range(1, LAST + 1),
    ESTIMATE: range(PACK, LAST + 1, PACK),
    OVER: (LAST,),
}
"""Phase → how many places may have been drawn."""


def from_dict(data: Mapping[str, Any], atlas: Atlas) -> Position:
    """The position `data` describes, its options checked by the caller; a ValueError names the bad key."""
    fields = Fields(data, SLUG)
    seats = fields.number("seats", SEATS)
    phase = fields.take("phase")
    if phase not in PHASES:
        refuse("phase", f"{phase!r} is not one of {', '.join(PHASES)}")
    options = Options(**fields.take("options", {}))
    rows("scores", fields.take("scores", [0] * seats), seats)  # they are the tokens, and counted anew
    tokens = tuple(rows("tokens", fields.take("tokens", [TOKENS] * seats), seats))
    for count in tokens:
        number("tokens", count, ENDLESS)
    played = fields.number("played", PLAYED[phase])
    turn, after = _turn(fields, phase, seats, played)
    ns, ew, start, card, gone = _cards(fields, phase, dict.fromkeys(atlas[options.edition], 1), played)
    position = Position(
        phase=phase,
        turn=turn,
        next=after,
        ns=ns,
        ew=ew,
        start=start,
        card=card,
        laid=None,
        placer=None,
        played=played,
        gone=frozenset(gone),
        tokens=tokens,
        estimates=None,
        options=options,
    )
    position = _estimates(fields, _doubt(fields, position))
    fields.done()
    return position


def _turn(
    fields: Fields, phase: str, seats: int, played: int
) -> tuple[int | str | tuple[int, ...] | None, int | None]:
    """`turn` and `next`."""
    fields.asked |= {"turn", "next"}
    if "turn" not in fields.data:
        refuse("turn", "is missing")
    turn, after = fields.data["turn"], fields.data.get("next")
    if phase in (START, DRAWN, ESTIMATE) and not (phase == ESTIMATE and played == LAST):
        after = number("next", 0 if after is None else after, range(seats))
    elif after is not None:
        refuse("next", f"has no place in phase {phase!r} after {played} places")
    if phase == OVER:
        if turn is not None:
            refuse("turn", "must be null when the game is over")
    elif phase in (START, DRAWN):
        if turn != CHANCE:
            refuse("turn", f"must be {CHANCE!r} in phase {phase!r}")
    elif phase == ESTIMATE:
        if not isinstance(turn, list | tuple) or not turn:
            refuse("turn", "must be the list of those who still have to estimate")
        turn = tuple(sorted(number("turn", seat, range(seats)) for seat in turn))
        if len(set(turn)) < len(turn):
            refuse("turn", "lists a seat twice")
    else:
        number("turn", turn, range(seats))
    return turn, after


def _cards(
    fields: Fields, phase: str, known: Mapping[str, int], played: int
) -> tuple[tuple[str, ...], tuple[str, ...], str | None, str | None, tuple[str, ...]]:
    """Both lines, the start card, the card in hand, and what is out of the game."""
    gone = items("gone", fields.take("gone", []), known)
    start = card = None
    ns: tuple[str, ...] = ()
    ew: tuple[str, ...] = ()
    if phase == START:
        for key in ("ns", "ew", "start"):
            fields.must_be_empty(key, phase)
    else:
        ns, ew = (items(key, fields.take(key), known) for key in ("ns", "ew"))
        start = items("start", [fields.take("start")], known)[0]
        for key, line in (("ns", ns), ("ew", ew)):
            if line.count(start) != 1:
                refuse(key, f"must have the start card {start} once")
    if phase == PLACE:
        card = items("card", [fields.take("card")], known)[0]
    elif phase != DOUBT:  # there it may be named once more
        fields.must_be_empty("card", phase)
    others = [name for name in ew if name != start]
    places = {"ns": ns, "ew": others, "gone": gone, "card": [card] if card else []}
    used = at_most(known, places).total()
    # what is still to be drawn: the other places, and the start cards of the packs to come
    due = LAST - played + PACKS - starts(phase, played)
    if len(known) - used < due:
        refuse("gone", f"{len(known) - used} places are left, and {due} are still to be drawn")
    return ns, ew, start, card, gone


def _doubt(fields: Fields, p: Position) -> Position:
    """The position with what only a doubt has: where the new card lies, and who laid it."""
    if p.phase != DOUBT:
        fields.must_be_empty("laid", p.phase)
        fields.must_be_empty("placer", p.phase)
        return p
    seats = len(p.tokens)
    assert isinstance(p.turn, int)
    placer = fields.number("placer", range(seats), (p.turn - 1) % seats)
    if placer == p.turn:
        refuse("placer", "is asked about a card of their own")
    if not p.tokens[p.turn]:
        refuse("tokens", f"seat {p.turn} is asked (turn) and has none, which a doubt takes")
    given = fields.take("laid")
    if not isinstance(given, list | tuple) or len(given) != 2 or given[0] not in (NS, EW):
        refuse("laid", f"needs a line ({NS} or {EW}) and an index in it")
    line = p.line(given[0])
    index = number("laid", given[1], range(len(line)))
    if line[index] == p.start:
        refuse("laid", f"{p.start} is the start card")
    card = fields.take("card", line[index])
    if card != line[index]:
        refuse("card", f"must be the one at laid, {line[index]}")
    return p._replace(laid=Laid(given[0], index), placer=placer)


def _estimates(fields: Fields, p: Position) -> Position:
    seats = len(p.tokens)
    given = rows("estimates", fields.take("estimates", [None] * seats), seats)
    if p.phase != ESTIMATE:
        if any(estimate is not None for estimate in given):
            refuse("estimates", f"has no place in phase {p.phase!r}")
        return p
    for estimate in given:
        if estimate is not None:
            number("estimates", estimate, range(p.lying + 1))
    waiting = tuple(seat for seat, estimate in enumerate(given) if estimate is None)
    if p.turn != waiting:
        refuse("turn", f"must be {list(waiting)}, those who still have to estimate")
    return p._replace(estimates=tuple(given))
