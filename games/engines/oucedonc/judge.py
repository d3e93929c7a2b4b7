"""The one judge: which articles a move breaks. What it lets pass is what `moves` offers.

No legal or illegal move depends on where the places lie."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ..kernel import CHANCE, Fault, Seat
from ..kernel.citing import Citing
from .moves import CHANCE_MOVE, DOUBTS, GUESS, PUT, SIDES, TRUST, Move
from .position import DOUBT, DRAWN, ESTIMATE, OVER, PLACE, SLUG, START, Position

common, broken = Citing(SLUG).common, Citing(SLUG).broken

KINDS: Final = {
    START: (CHANCE_MOVE,),
    DRAWN: (CHANCE_MOVE,),
    PLACE: (PUT,),
    DOUBT: (DOUBTS, TRUST),
    ESTIMATE: (GUESS,),
    OVER: (),
}


def faults(p: Position, known: Collection[str], seat: Seat, move: Move) -> tuple[Fault, ...]:
    """Every article `move` breaks, in the order fin, tour, phase, articles; `known` are all places."""
    phase = p.phase
    if phase == OVER:
        return (common("fin"),)
    found: list[Fault] = []
    if seat != p.turn and not (isinstance(p.turn, tuple) and seat in p.turn):
        found.append(_not_yours(p, seat))
    kind = move.kind
    if kind not in KINDS[phase]:
        found.append(common("phase", phase=phase))
    elif kind == CHANCE_MOVE:
        if move.card not in known or move.card in p.ns or move.card in p.ew or move.card in p.gone:
            found.append(common("hasard", case="once", card=move.card))
    elif kind == PUT:
        last = len(p.line(move.line))
        if move.number > last:
            found.append(broken(2, "beyond", line=move.line, last=last))
    elif kind == DOUBTS:
        _doubt(p, seat, move, found)
    elif kind == GUESS and move.number > p.lying:
        found.append(broken(7, "some" if p.lying else "none", lying=p.lying, number=p.lying))
    return tuple(found)


def _not_yours(p: Position, seat: Seat) -> Fault:
    if p.turn == CHANCE:
        return common("tour", case="chance")
    if isinstance(p.turn, tuple):
        several = {"seat": p.turn[0]} if len(p.turn) == 1 else {"case": "several", "seats": list(p.turn)}
        return common("tour", **({"case": "player", "seat": p.turn[0]} if seat == CHANCE else several))
    return common("tour", case="player" if seat == CHANCE else "any", seat=p.turn)


def _doubt(p: Position, seat: Seat, move: Move, found: list[Fault]) -> None:
    assert p.laid is not None
    line, step = SIDES[move.side]
    if seat == p.placer:
        found.append(broken(3, "own"))
    elif isinstance(seat, int) and seat < len(p.tokens) and not p.tokens[seat]:
        found.append(broken(3, "token"))
    if line != p.laid.line:
        found.append(broken(3, "line", line=p.laid.line))
    elif not 0 <= p.laid.at + step < len(p.line(line)):
        found.append(broken(3, "end", side=move.side))
