"""What a legal move does. Each function gives the next position and, if asked, tells what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..kernel import CHANCE, Event
from ..kernel.citing import Citing, Tell
from .moves import CHANCE_MOVE, DOUBTS, GUESS, PUT, SIDES, Move
from .order import arms, count, misplaced, misses
from .places import Table
from .position import (
    DOUBT,
    DRAWN,
    ESTIMATE,
    LAST,
    NS,
    OVER,
    PACK,
    PLACE,
    SLUG,
    START,
    Position,
    laid_of,
    position_of,
)

tell_of = Citing(SLUG).tell

TableOf = Callable[[Position], Table]
"""Where the places of a position lie; asked only when a card is turned."""

EXACT: Final = 2
NEAREST: Final = 1


def make(p: Position, table_of: TableOf, move: Move, seat: Any, tell: Tell) -> Position:
    """The position after `move`, which must be legal."""
    kind = move.kind
    if kind == PUT:
        return _put(p, seat, move, tell)
    if kind == CHANCE_MOVE:
        return _draw(p, move.card, tell) if p.phase == DRAWN else _begin(p, move.card, tell)
    if kind == DOUBTS:
        return _check(p, table_of(p), seat, move.side, tell)
    if kind == GUESS:
        return _estimate(p, table_of(p), seat, move.number, tell)
    return _trust(p, seat, tell)


# --- the cards


def _begin(p: Position, card: str, tell: Tell) -> Position:
    """A start card in the middle, both lines through it."""
    tell_of(tell, 10 if p.played else 1, "began", card=card)
    return p._replace(phase=DRAWN, ns=(card,), ew=(card,), start=card)


def _draw(p: Position, card: str, tell: Tell) -> Position:
    _, _, seat, ns, ew, start, _, _, _, played, gone, tokens, _, options = p
    if tell is not None:
        tell_of(tell, 2, "drew", seat=seat, card=card)
    return position_of(
        (PLACE, seat, None, ns, ew, start, card, None, None, played + 1, gone, tokens, None, options)
    )


def _put(p: Position, seat: int, move: Move, tell: Tell) -> Position:
    _, _, _, ns, ew, start, card, _, _, played, gone, tokens, _, options = p
    _, _, line, index, _, _ = move
    added: tuple[Any, ...] = (card,)
    if line == NS:
        ns = ns[:index] + added + ns[index:]
    else:
        ew = ew[:index] + added + ew[index:]
    if tell is not None:
        _tell_laid(seat, line, ns if line == NS else ew, index, tell)
    asked = _next_asked(tokens, seat, seat)
    if asked is None:
        return _settled(p, ns, ew, gone, tokens, seat, tell)
    return position_of(
        (DOUBT, asked, None, ns, ew, start, None, laid_of((line, index)), seat, played, gone, tokens, None,
         options)
    )  # fmt: skip


def _tell_laid(seat: int, line: str, cards: tuple[str, ...], index: int, tell: list[Event]) -> None:
    facts: dict[str, Any] = {"seat": seat, "card": cards[index]}
    if index == 0:
        facts |= {"side": "N" if line == NS else "W", "neighbour": cards[1]}
    elif index == len(cards) - 1:
        facts |= {"side": "S" if line == NS else "E", "neighbour": cards[index - 1]}
    else:
        tell_of(tell, 2, "between", **facts, line=line, neighbours=[cards[index - 1], cards[index + 1]])
        return
    tell_of(tell, 2, "laid", **facts)


# --- doubt


def _next_asked(tokens: tuple[int, ...], seat: int, placer: int) -> int | None:
    """The first seat after `seat`, before the placer's, that has a token to doubt with."""
    while True:
        seat += 1
        if seat == len(tokens):
            seat = 0
        if seat == placer:
            return None
        if tokens[seat]:
            return seat


def _trust(p: Position, seat: int, tell: Tell) -> Position:
    """The next player is asked; after the last one the card stays."""
    _, _, _, ns, ew, start, _, laid, placer, played, gone, tokens, _, options = p
    if tell is not None:
        tell_of(tell, 3, "trusted", seat=seat)
    assert placer is not None
    asked = _next_asked(tokens, seat, placer)
    if asked is None:
        return _settled(p, ns, ew, gone, tokens, placer, tell)
    return position_of(
        (DOUBT, asked, None, ns, ew, start, None, laid, placer, played, gone, tokens, None, options)
    )


def _check(p: Position, table: Table, seat: int, side: str, tell: Tell) -> Position:
    """Both cards are turned, and the coordinate of their line decides (article 4)."""
    assert p.laid is not None
    assert p.placer is not None
    line, step = SIDES[side]
    index, cards, placer = p.laid.at, p.line(line), p.placer
    card, other = cards[index], cards[index + step]
    wrong = misplaced(table, side, other, card)
    if tell is not None:
        tell_of(tell, 3, "doubted", seat=seat, other=placer, card=card, side=side, neighbour=other)
        back, neighbour_back = _back(table, line, card), _back(table, line, other)
        tell_of(tell, 4, "checked", card=card, back=back, neighbour=other, neighbour_back=neighbour_back,
                where=_where(table, card, other))  # fmt: skip
    tokens, gone = list(p.tokens), p.gone
    ns, ew = p.ns, p.ew
    if wrong:
        tell_of(tell, 5, "right" if tokens[placer] else "reserve", seat=seat, other=placer, card=card)
        tokens[seat] += 1
        tokens[placer] -= 1 if tokens[placer] else 0
        cards = cards[:index] + cards[index + 1 :]
        ns, ew = (cards, ew) if line == NS else (ns, cards)
        gone |= {card}
    else:
        tell_of(tell, 6, "wrong", seat=seat, other=placer, card=card)
        tokens[seat] -= 1
        tokens[placer] += 1
    return _settled(p, ns, ew, gone, tuple(tokens), placer, tell)


def _where(table: Table, *cards: str) -> list[list[float]]:
    """All that stands on the backs of these cards: what a map can show once they are turned."""
    return [[table[card].lat, table[card].lon] for card in cards]


def _back(table: Table, line: str, card: str) -> list[Any]:
    """What the back of a card says of its line's coordinate."""
    place = table[card]
    return ["lat", place.lat] if line == NS else ["lon", place.lon]


def _settled(
    p: Position,
    ns: tuple[str, ...],
    ew: tuple[str, ...],
    gone: frozenset[str],
    tokens: tuple[int, ...],
    placer: int,
    tell: Tell,
) -> Position:
    """The play going on after a place and its doubt: the next one draws, or a pack is through."""
    played, seats = p.played, len(tokens)
    after: int | None = (placer + 1) % seats
    if played % PACK:
        return position_of(
            (DRAWN, CHANCE, after, ns, ew, p.start, None, None, None, played, gone, tokens, None, p.options)
        )
    tell_of(tell, 11 if played == LAST else 7, "last" if played == LAST else "interlude", played=played)
    if played == LAST:
        after = None
    return position_of(
        (ESTIMATE, tuple(range(seats)), after, ns, ew, p.start, None, None, None, played, gone, tokens,
         (None,) * seats, p.options)
    )  # fmt: skip


# --- the count


def _estimate(p: Position, table: Table, seat: int, number: int, tell: Tell) -> Position:
    assert isinstance(p.turn, tuple)
    assert p.estimates is not None
    tell_of(tell, 7, "estimated", to=(seat,), hidden=("number",), seat=seat, number=number)
    estimates = (*p.estimates[:seat], number, *p.estimates[seat + 1 :])
    waiting = tuple(other for other in p.turn if other != seat)
    p = p._replace(turn=waiting, estimates=estimates)
    return p if waiting else _count(p, table, tell)


def _count(p: Position, table: Table, tell: Tell) -> Position:
    """The estimates against the count; then a new start, or the end."""
    assert p.start is not None
    wrong = count(p, table)
    if tell is not None:
        for side, arm in arms(p).items():
            _tell_arm(table, side, p.start, arm, tell)
        tell_of(tell, 8, "counted", wrong=wrong)
    estimates = [estimate for estimate in p.estimates or () if estimate is not None]
    nearest = min(abs(estimate - wrong) for estimate in estimates)
    tokens = list(p.tokens)
    for seat, estimate in enumerate(estimates):
        won = 0 if abs(estimate - wrong) > nearest else NEAREST if nearest else EXACT
        tokens[seat] += won
        kind = {0: "far", NEAREST: "near", EXACT: "exact"}[won]
        tell_of(tell, 9, kind, seat=seat, estimate=estimate)
    p = p._replace(tokens=tuple(tokens), estimates=None)
    if p.played == LAST:
        best = max(tokens)
        winners = [seat for seat, number in enumerate(tokens) if number == best]
        tell_of(tell, 11, "over" if len(winners) == 1 else "shared", seats=winners, tokens=best)
        return p._replace(phase=OVER, turn=None)
    tell_of(tell, 10, "cleared", number=p.lying + 1)
    gone = p.gone.union(p.ns, p.ew)
    return p._replace(phase=START, turn=CHANCE, ns=(), ew=(), start=None, gone=gone)


def _tell_arm(table: Table, side: str, start: str, arm: tuple[str, ...], tell: list[Event]) -> None:
    if not arm:
        return
    line = SIDES[side][0]
    backs = [[card, *_back(table, line, card)] for card in (start, *arm)]
    tell_of(tell, 8, "turned", arm=side, backs=backs, where=_where(table, start, *arm))
    for miss in misses(table, side, start, arm):
        tell_of(tell, 8, "misplaced", card=miss.card, kept=miss.kept, side=side)
