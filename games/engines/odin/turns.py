"""What a legal move does. Each function gives the next position and, if asked, tells what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..kernel import CHANCE, Event
from ..kernel.citing import Citing, Tell
from .cards import NAME, Cards, written
from .moves import CHANCE_MOVE, LAY, PASS, TAKE, Move, lay
from .position import DEAL, FOLLOW, HAND, LEAD, OVER, SLUG, TAKING, Position, dealt_anew, position_of

tell_of = Citing(SLUG).tell


# positions are written out: this is the way of every playout


def _lay(p: Position, seat: int, move: Move, tell: Tell) -> Position:
    phase, _, _, hands, middle, _, discard, aside, _, starter, number, scores, options = p
    cards = move.cards
    if tell is not None:
        _tell_laid(p, seat, cards, tell)
    held = list(hands)
    held[seat] = left = held[seat] & ~cards
    hands = tuple(held)
    if not left:
        discard |= middle
        p = position_of(
            (OVER, None, None, hands, cards, 0, discard, aside, seat, starter, number, scores, options)
        )
        return _count(p, seat, tell)
    if phase == FOLLOW:
        return position_of(
            (TAKING, seat, None, hands, cards, middle, discard, aside, seat, starter, number, scores, options)
        )
    after = (seat + 1) % len(hands)
    return position_of(
        (FOLLOW, after, None, hands, cards, 0, discard, aside, seat, starter, number, scores, options)
    )


def _tell_laid(p: Position, seat: int, cards: Cards, tell: list[Event]) -> None:
    laid, named = lay(cards), list(written(cards))
    if p.phase == FOLLOW:
        if laid.number > p.middle.bit_count():
            tell_of(tell, 5, "raised", seat=seat, cards=named)
        else:
            tell_of(tell, 6, "laid", seat=seat, cards=named, value=laid.value, beats=lay(p.middle).value)
    elif laid.number == 1:
        tell_of(tell, 2, "led", seat=seat, card=named[0])
    else:
        tell_of(tell, 3, "whole", seat=seat, cards=named)


def _take(p: Position, seat: int, move: Move, tell: Tell) -> Position:
    card = move.cards
    _, _, _, hands, middle, beaten, discard, aside, owner, starter, number, scores, options = p
    rest = beaten & ~card
    if tell is not None:
        tell_of(tell, 7, "took", seat=seat, card=NAME[card])
        if rest:
            tell_of(tell, 7, "dropped", cards=list(written(rest)))
    held = list(hands)
    held[seat] |= card
    hands, after = tuple(held), (seat + 1) % len(held)
    discard |= rest
    return position_of(
        (FOLLOW, after, None, hands, middle, 0, discard, aside, owner, starter, number, scores, options)
    )


def _pass(p: Position, seat: int, move: Move, tell: Tell) -> Position:
    _, _, _, hands, middle, _, discard, aside, owner, starter, number, scores, options = p
    if tell is not None:
        tell_of(tell, 8, "passed", seat=seat)
    after = (seat + 1) % len(hands)
    if after != owner:
        return position_of(
            (FOLLOW, after, None, hands, middle, 0, discard, aside, owner, starter, number, scores, options)
        )
    if tell is not None:
        tell_of(tell, 9, "cleared", seat=after)
    return position_of(
        (LEAD, after, None, hands, 0, 0, discard | middle, aside, None, starter, number, scores, options)
    )


def _deal(p: Position, chance: Any, move: Move, tell: Tell) -> Position:
    _, _, first, hands, _, _, _, aside, _, starter, number, scores, options = p
    seat = hands.index(0)
    if tell is not None:
        facts = {"seat": seat, "number": HAND, "cards": list(written(move.cards))}
        tell_of(tell, 1, "dealt", to=(seat,), hidden=("cards",), **facts)
    held = list(hands)
    held[seat] = move.cards
    hands, done = tuple(held), seat + 1 == len(held)
    phase, turn, after = (LEAD, first, None) if done else (DEAL, CHANCE, first)
    return position_of(
        (phase, turn, after, hands, 0, 0, 0, aside & ~move.cards, None, starter, number, scores, options)
    )


MAKE: Final[dict[str, Callable[[Position, Any, Move, Tell], Position]]] = {
    LAY: _lay,
    TAKE: _take,
    PASS: _pass,
    CHANCE_MOVE: _deal,
}
"""What each kind of move does, told in the list if there is one."""


# --- the end of a hand


def _count(p: Position, out: int, tell: Tell) -> Position:
    """The count after `out` has laid the last card; then the next deal, or the end of the game.

    `p` is already the position of an end."""
    points = [hand.bit_count() for hand in p.hands]
    scores = tuple(score + more for score, more in zip(p.scores, points, strict=True))
    if tell is not None:
        tell_of(tell, 10, "out", seat=out)
        for seat, more in enumerate(points):
            if more:
                tell_of(tell, 11, "counted", seat=seat, number=more, points=more, total=scores[seat])
    limit, seats = p.options.limit, len(p.hands)
    cards = p.middle | p.discard | p.aside
    for hand in p.hands:
        cards |= hand
    # with cards missing (a position put up by hand) too few for another deal: that is the end
    if not limit or max(scores) >= limit or cards.bit_count() < HAND * seats:
        if tell is not None:
            _tell_won(scores, tell)
        return p._replace(scores=scores)
    starter = (p.starter + 1) % seats
    tell_of(tell, 12, "hand", hand=p.hand + 1, seat=starter)
    return dealt_anew(starter, p.hand + 1, scores, cards, p.options)


def winners(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Who has the fewest points; several share (article 13)."""
    return tuple(seat for seat, score in enumerate(scores) if score == min(scores))


def _tell_won(scores: tuple[int, ...], tell: list[Event]) -> None:
    won = winners(scores)
    if len(won) == 1:
        tell_of(tell, 13, "won", seat=won[0], points=scores[won[0]])
    else:
        tell_of(tell, 13, "shared", seats=list(won), points=scores[won[0]])
