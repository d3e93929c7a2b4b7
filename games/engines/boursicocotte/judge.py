"""The one judge: which articles a move breaks. What it lets pass is what `moves` offers."""

from __future__ import annotations

from typing import Final

from ..kernel import CHANCE, Fault, Seat
from ..kernel.bags import missing
from ..kernel.citing import Citing
from .animals import AT, FAMILY
from .money import CARDS, exact, is_superfluous, worth
from .moves import ACCEPT, AUCTION, BID, BUY, CHANCE_MOVE, COUNTER, OFFER, PASS, PAY, SELL, TRADE, Move
from .position import (
    ANSWER,
    BIDDING,
    DEAL,
    DEALT,
    DECIDE,
    OFFERING,
    OVER,
    PAYING,
    REVEAL,
    SLUG,
    TURN,
    Position,
)

common, broken = Citing(SLUG).common, Citing(SLUG).broken

KINDS: Final = {
    DEAL: (CHANCE_MOVE,),
    REVEAL: (CHANCE_MOVE,),
    TURN: (AUCTION, TRADE),
    BIDDING: (BID, PASS),
    DECIDE: (SELL, BUY),
    PAYING: (PAY,),
    OFFERING: (OFFER,),
    ANSWER: (ACCEPT, COUNTER),
    OVER: (),
}

HELD: Final = (PAY, OFFER, COUNTER)
"""Moves with cards of one's hand."""


def faults(p: Position, seat: Seat, move: Move) -> tuple[Fault, ...]:
    """Every article `move` breaks, in the order fin, tour, phase, main, articles.

    Who is not asked is told only what all can see: the judge looks into no hand but the mover's."""
    phase, kind = p.phase, move.kind
    if phase == OVER:
        return (common("fin"),)
    found: list[Fault] = []
    if seat != p.turn:
        if p.turn == CHANCE:
            found.append(common("tour", case="chance"))
        else:
            found.append(common("tour", case="player" if seat == CHANCE else "any", seat=p.turn))
    fits = kind in KINDS[phase]
    if not fits:
        found.append(common("phase", phase=phase))
    elif kind == CHANCE_MOVE:
        _chance(p, move, found)
    if not isinstance(seat, int) or not 0 <= seat < len(p.money):
        return tuple(found)
    if kind in HELD:
        _held(p, seat, move, found)
    if not fits:
        return tuple(found)
    if kind == AUCTION:
        if not p.deck:
            found.append(broken(3, "empty"))
    elif kind == TRADE:
        _trade(p, seat, move, found)
    elif phase == BIDDING:
        _bid(p, seat, move, found)
    elif kind == BUY:
        assert p.auction is not None
        if seat == p.turn and worth(p.money[seat]) < p.auction.bid:
            found.append(broken(7, "money", amount=p.auction.bid))
    elif kind == PAY:
        if seat == p.turn:
            _pay(p, seat, move, found)
    elif kind in (OFFER, COUNTER) and not any(move.money) and any(p.money[seat]):
        found.append(broken(11, "counter" if kind == COUNTER else "offer"))
    return tuple(found)


def _held(p: Position, seat: int, move: Move, found: list[Fault]) -> None:
    for card, has, wanted in zip(CARDS, p.money[seat], move.money, strict=True):
        if wanted > has:
            case = "any" if not has else "once" if has == 1 else "few"
            found.append(common("main", case=case, card=card, times=has))
            return


def _trade(p: Position, seat: int, move: Move, found: list[Fault]) -> None:
    other, animal, at = move.seat, move.animal, AT[move.animal]
    if other == seat:
        found.append(broken(10, "self"))
        return
    if other >= len(p.money):
        found.append(broken(10, "nobody", number=len(p.money)))
        return
    own, others = p.animals[seat][at], p.animals[other][at]
    if FAMILY in (own, others):
        found.append(broken(14, "complete", animal=animal))
    if not own:
        found.append(broken(10, "mine", animal=animal))
    if not others:
        found.append(broken(10, "theirs", animal=animal, other=other))


def _bid(p: Position, seat: int, move: Move, found: list[Fault]) -> None:
    auction = p.auction
    assert auction is not None
    if seat == auction.seller:
        found.append(broken(5, "seller"))
    if move.kind == BID:
        amount, most = move.amount, sum(map(worth, p.money))
        if amount % 10:
            found.append(broken(5, "ten", amount=amount, tens=auction.bid))
        if auction.bid and amount <= auction.bid:
            found.append(broken(5, "higher", amount=auction.bid))
        elif amount < 10:
            found.append(broken(5, "least"))
        if amount > most:
            found.append(broken(5, "sum", amount=most))
    if seat in auction.excluded:
        found.append(broken(9, "excluded"))
    elif seat in auction.passed and p.options.pass_final:
        found.append(broken(5, "final"))


def _pay(p: Position, seat: int, move: Move, found: list[Fault]) -> None:
    assert p.auction is not None
    bid, paid = p.auction.bid, worth(move.money)
    if move.money[0]:
        found.append(broken(8, "zero"))
    if paid < bid:
        found.append(broken(8, "short", amount=bid, paid=paid))
    elif paid > bid:
        if exact(p.money[seat], bid):
            found.append(broken(8, "exact", amount=bid))
        elif is_superfluous((0, *move.money[1:]), bid):
            found.append(broken(8, "superfluous", amount=bid))


def _chance(p: Position, move: Move, found: list[Fault]) -> None:
    due, given = DEALT if p.phase == DEAL else 1, len(move.animals)
    if given != due:
        found.append(common("hasard", case="number", number=due, given=given))
        return
    lacking = missing(p.deck, move.animals)
    if lacking:
        found.append(common("hasard", card=lacking[0]))
