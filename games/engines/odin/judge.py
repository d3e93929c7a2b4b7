"""The one judge: which articles a move breaks. What it lets pass is what `moves` offers."""

from __future__ import annotations

from typing import Final

from ..kernel import CHANCE, Fault, Seat
from ..kernel.citing import Citing
from .cards import BIT, written
from .moves import CHANCE_MOVE, LAY, PASS, TAKE, Move, lay
from .position import DEAL, FOLLOW, HAND, LEAD, OVER, SLUG, TAKING, Position

common, broken = Citing(SLUG).common, Citing(SLUG).broken

# passing has its own article at a lead, which says more than « not now »
KINDS: Final = {
    DEAL: (CHANCE_MOVE,),
    LEAD: (LAY, PASS),
    FOLLOW: (LAY, PASS),
    TAKING: (TAKE,),
}


def faults(p: Position, seat: Seat, move: Move) -> tuple[Fault, ...]:
    """Every article `move` breaks, in the order fin, tour, phase, main, articles."""
    phase = p.phase
    if phase == OVER:
        return (common("fin"),)
    found: list[Fault] = []
    if seat != p.turn:
        if p.turn == CHANCE:
            found.append(common("tour", case="chance"))
        else:
            found.append(common("tour", case="player" if seat == CHANCE else "any", seat=p.turn))
    if move.kind not in KINDS[phase]:
        found.append(common("phase", phase=phase))
    elif move.kind == CHANCE_MOVE:
        _chance(p, move, found)
    if not isinstance(seat, int) or not 0 <= seat < len(p.hands):
        return tuple(found)
    if move.kind == LAY:
        hand = p.hands[seat]
        if move.cards & ~hand or move.number != move.cards.bit_count():
            found.append(_lacking(hand, move))
        if phase == LEAD:
            _lead(hand, move, found)
        elif phase == FOLLOW:
            _follow(p, move, found)
    elif phase == LEAD and move.kind == PASS:
        found.append(broken(2, "pass"))
    elif phase == TAKING and move.kind == TAKE and not move.cards & p.beaten:
        case = "own" if move.cards & p.middle else "any"
        found.append(broken(7, case, card=move.text[-2:], cards=list(written(p.beaten))))
    return tuple(found)


def _lacking(hand: int, move: Move) -> Fault:
    named = move.text.split()
    for at, card in enumerate(named):
        if not BIT[card] & hand:
            return common("main", case="any", card=card)
        if card in named[:at]:
            return common("main", case="once", card=card)
    raise AssertionError("nothing is lacking")


def _lead(hand: int, move: Move, found: list[Fault]) -> None:
    if move.number == 1:
        return
    if move.cards == hand and move.number == hand.bit_count():
        if not move.is_set:
            found.append(broken(4, "hand"))
        return
    found.append(broken(2, "several"))
    if not move.is_set:
        found.append(broken(4, "mixed"))


def _follow(p: Position, move: Move, found: list[Fault]) -> None:
    number = p.middle.bit_count()
    if not move.is_set:
        found.append(broken(4, "mixed"))
    if move.number not in (number, number + 1):
        found.append(broken(5, "any", number=number, more=number + 1, given=move.number))
    beats = lay(p.middle).value
    if move.value <= beats:
        found.append(broken(6, "any", value=move.value, beats=beats))


def _chance(p: Position, move: Move, found: list[Fault]) -> None:
    if move.number != HAND:
        found.append(common("hasard", case="number", number=HAND, given=move.number))
        return
    named = move.text[1:].split()
    for at, card in enumerate(named):
        if not BIT[card] & p.aside or card in named[:at]:
            found.append(common("hasard", case="once", card=card))
            return
