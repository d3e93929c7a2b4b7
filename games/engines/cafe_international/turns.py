"""What a legal move does. Each function gives the next position and, if asked, tells what happened."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from ..kernel import CHANCE, Event
from ..kernel.bags import Bag, bag, less, plus, without
from ..kernel.citing import Citing, Tell
from .board import BAR as AT_BAR
from .board import NOWHERE, Place, board
from .cards import CARD, CODE, JOKERS, SITTERS
from .groups import COMPATRIOTS, GROUPS
from .judge import is_stuck, neighbours
from .moves import BAR, CHANCE_MOVE, END, PASS, SEAT, Move
from .position import (
    ACTION,
    DEAL,
    ENOUGH,
    HAND,
    KEPT,
    OVER,
    REFILL,
    SECOND,
    SLUG,
    TURN,
    Laid,
    Owed,
    Position,
    position_of,
)

tell_of = Citing(SLUG).tell


def make(p: Position, move: Move, seat: Any, tell: Tell) -> Position:
    """The position after `move`, which must be legal."""
    kind = move.kind
    if kind == SEAT:
        return _seat(p, seat, move, tell)
    if kind == CHANCE_MOVE:
        return _deal(p, move.cards, tell) if p.phase == DEAL else _draw(p, move.cards, tell)
    if kind == BAR:
        return _bar(p, seat, move, tell)
    if kind == END:
        assert p.laid is not None
        if not p.laid.points:
            tell_of(tell, 7, "opened", seat=seat)
        return _over_action(p, seat, p.chairs, p.groups, p.hands, p.scores, p.compatriots, tell)
    if kind == PASS:
        tell_of(tell, 13, "passed", seat=seat)
        return _draw_back(p, seat, tell)
    return _swap(p, seat, move, tell)


# --- seating


def _seat(p: Position, seat: int, move: Move, tell: Tell) -> Position:
    (phase, turn, _, chairs, groups, bar, bag, hands, scores, compatriots, out, opening, _, _,
     options) = p  # fmt: skip
    place = board().places[move.text]
    _, card, sitter, chair, one, two, gain_one, gain_two, after_one, after_two = place
    was_one, was_two = groups[one], groups[two]
    points = gain_one[was_one] + gain_two[was_two]
    one_after, two_after = after_one[was_one], after_two[was_two]

    chairs = chairs[:chair] + sitter + chairs[chair + 1 :]
    around = bytearray(groups)
    around[one], around[two] = one_after, two_after
    groups = bytes(around)
    hand = hands[seat]
    at = bisect_left(hand, card)
    hand = hand[:at] + hand[at + 1 :]
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    if points:
        scores = (*scores[:seat], scores[seat] + points, *scores[seat + 1 :])
    completed = (one_after == COMPATRIOTS) + (two_after == COMPATRIOTS)
    if completed:
        compatriots = (*compatriots[:seat], compatriots[seat] + completed, *compatriots[seat + 1 :])
    if tell is not None:
        _tell_seated(p, seat, place, (one_after, two_after), points, tell)

    action = card in JOKERS and options.jokers == ACTION
    if phase == TURN and not action and hand and 0 in chairs:
        return position_of(
            (SECOND, turn, None, chairs, groups, bar, bag, hands, scores, compatriots, out, opening,
             Laid(chair, points), None, options)
        )  # fmt: skip
    return _over_action(p, seat, chairs, groups, hands, scores, compatriots, tell)


def _tell_seated(
    p: Position, seat: int, place: Place, after: tuple[int, int], points: int, tell: list[Event]
) -> None:
    facts: dict[str, Any] = {"seat": seat, "card": place.card, "chair": place.chair}
    if place.card in JOKERS:
        nation = SITTERS[place.sitter[0]].partition("=")[2]
        tell_of(tell, 12, "joker", **facts, nation=nation)
    else:
        tell_of(tell, 3, "seated", **facts)
    tables = [table for table in (place.one, place.two) if table != NOWHERE]
    for table, group in zip((place.one, place.two), after, strict=True):
        if table == NOWHERE:
            continue
        size = GROUPS[group].size
        if group == COMPATRIOTS:
            tell_of(tell, 8, "compatriots", seat=seat, table=table, points=8)
            tell_of(tell, 9, "fewer", seat=seat)
        elif size > 1:
            tell_of(tell, 8, "scored", seat=seat, table=table, people=size, points=size)
        elif points:
            # scored at the other table: there the guest is in company
            other = tables[1 - tables.index(table)]
            tell_of(tell, 5, "company", card=place.card, table=table, other_table=other)
    if p.laid is not None and not p.laid.points and neighbours(p.laid.chair, place):
        tell_of(tell, 6, "joined", seat=seat, card=place.card, chair=p.laid.chair)


# --- the other actions


def _bar(p: Position, seat: int, move: Move, tell: Tell) -> Position:
    place = len(p.bar)
    value = AT_BAR[place]
    left = p.scores[seat] + value
    hands = (*p.hands[:seat], without(p.hands[seat], move.card), *p.hands[seat + 1 :])
    bar = (*p.bar, move.card)
    scores = (*p.scores[:seat], max(left, 0), *p.scores[seat + 1 :])
    if tell is not None:
        kind = "gained" if value > 0 else "paid" if left >= 0 else "unpaid"
        tell_of(tell, 10, kind, seat=seat, card=move.card, place=place + 1, points=abs(value))
    if left >= 0:
        phase, turn, _, chairs, groups, _, bag_, _, _, compatriots, out, opening, _, _, options = p
        p = position_of(
            (phase, turn, None, chairs, groups, bar, bag_, hands, scores, compatriots, out, opening, None,
             None, options)
        )  # fmt: skip
        return _over_action(p, seat, chairs, groups, hands, scores, compatriots, tell)
    tell_of(tell, 11, "eliminated", seat=seat, points=p.scores[seat])
    p = p._replace(bar=bar, hands=hands, scores=scores, out=(*p.out, seat), opening=False)
    if len(p.out) == len(hands) - 1:
        return _end(p, 11, "last", tell)
    if len(bar) == len(AT_BAR):
        return _end(p, 14, "bar", tell)
    return _next_turn(p, seat, tell)


def _swap(p: Position, seat: int, move: Move, tell: Tell) -> Position:
    joker = CARD[p.chairs[move.chair]]
    chairs = bytearray(p.chairs)
    chairs[move.chair] = CODE[move.card]  # of the joker's sex and nation: no group changes
    hand = plus(without(p.hands[seat], move.card), (joker,))
    hands = (*p.hands[:seat], hand, *p.hands[seat + 1 :])
    tell_of(tell, 12, "exchanged", seat=seat, card=move.card, joker=joker, chair=move.chair)
    return _draw_back(p._replace(chairs=bytes(chairs), hands=hands), seat, tell)


# --- the end of an action: refill, next turn, end of the game


def _over_action(
    p: Position,
    seat: int,
    chairs: bytes,
    groups: bytes,
    hands: tuple[Bag, ...],
    scores: tuple[int, ...],
    compatriots: tuple[int, ...],
    tell: Tell,
) -> Position:
    """After an action that draws back: the ends of article 14 in their order, then the cards owed."""
    _, _, _, _, _, bar, left, _, _, _, out, _, _, _, options = p
    over = ""
    if len(bar) == len(AT_BAR):
        over = "bar"
    elif 0 not in chairs:
        over = "chairs"
    elif compatriots[seat] >= ENOUGH:
        over = "tables"
    due = HAND - compatriots[seat] - len(hands[seat])
    number = min(due, len(left) - KEPT)
    if number > 0 and not over:
        return position_of(
            (REFILL, CHANCE, _following(seat, len(hands), out) if len(left) - number > KEPT else None,
             chairs, groups, bar, left, hands, scores, compatriots, out, False, None, Owed(seat, number),
             options)
        )  # fmt: skip
    p = position_of(
        (TURN, seat, None, chairs, groups, bar, left, hands, scores, compatriots, out, False, None, None,
         options)
    )  # fmt: skip
    return _end(p, 14, over, tell) if over else _draw_back(p, seat, tell)


def _draw_back(p: Position, seat: int, tell: Tell) -> Position:
    """After the refill, if there was one: the last two ends of article 14, then the next turn."""
    if len(p.bag) <= KEPT:
        return _end(p, 14, "bag", tell)
    if () in p.hands:
        for player, hand in enumerate(p.hands):
            if not hand and player not in p.out:
                return _end(p, 14, "hand", tell)
    return _next_turn(p, seat, tell)


def _following(seat: int, seats: int, out: tuple[int, ...]) -> int:
    """The next seat still in."""
    seat = (seat + 1) % seats
    while seat in out:
        seat = (seat + 1) % seats
    return seat


def _next_turn(p: Position, seat: int, tell: Tell) -> Position:
    """The turn of the next seat still in, unless nobody can do anything any more (article 13)."""
    (_, _, _, chairs, groups, bar, left, hands, scores, compatriots, out, opening, _, _, options) = p
    turn = _following(seat, len(hands), out)
    p = position_of(
        (TURN, turn, None, chairs, groups, bar, left, hands, scores, compatriots, out, opening, None, None,
         options)
    )  # fmt: skip
    if hands[turn][0] in JOKERS and all(
        is_stuck(p, player) for player in range(len(hands)) if player not in out
    ):
        return _end(p, 13, "stuck", tell)
    return p


def _end(p: Position, article: int, reason: str, tell: Tell) -> Position:
    tell_of(tell, article, "ended", reason=reason)
    return p._replace(phase=OVER, turn=None, next=None, opening=False, laid=None, owed=None)


# --- chance


def _deal(p: Position, cards: tuple[str, ...], tell: Tell) -> Position:
    assert p.owed is not None
    seat = p.owed.seat
    tell_of(tell, 1, "dealt", seat=seat, cards=list(cards))
    hands = (*p.hands[:seat], bag(cards), *p.hands[seat + 1 :])
    p = p._replace(bag=less(p.bag, cards), hands=hands)
    if seat + 1 < len(hands):
        return p._replace(owed=Owed(seat + 1, HAND))
    tell_of(tell, 1, "begins", seat=p.next)
    return p._replace(phase=TURN, turn=p.next, next=None, owed=None)


def _draw(p: Position, cards: tuple[str, ...], tell: Tell) -> Position:
    (_, _, after, chairs, groups, bar, left, hands, scores, compatriots, out, opening, _, owed, options) = p
    assert owed is not None
    seat = owed.seat
    if tell is not None:
        tell_of(tell, 9, "drew", seat=seat, cards=list(cards))
    hand = hands[seat]
    if len(cards) == 1:
        card = cards[0]
        at = bisect_left(left, card)
        left = left[:at] + left[at + 1 :]
        at = bisect_left(hand, card)
        hand = hand[:at] + cards + hand[at:]
    else:
        left, hand = less(left, cards), plus(hand, cards)
    hands = (*hands[:seat], hand, *hands[seat + 1 :])
    p = position_of(
        (TURN, after, None, chairs, groups, bar, left, hands, scores, compatriots, out, opening, None, None,
         options)
    )  # fmt: skip
    # nothing ends the game here, nearly always
    if after is not None and () not in hands and hands[after][0] not in JOKERS:
        return p
    return _draw_back(p, seat, tell)
