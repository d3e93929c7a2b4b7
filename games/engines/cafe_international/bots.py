"""Ways of playing Café International; all see their view only, which here is everything but the draw.

`novice` seats somebody where it scores, one card or two, and goes to the bar when nothing comes to mind.
`familier` looks at whole turns: what they score, and what they leave to the next player's open hand.
`expert`, the kernel's, starts from what `familier` would do and plays on in its head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from ..kernel.bags import Bag
from ..kernel.bots import Bot
from ..kernel.expert import Expert
from .board import BAR as AT_BAR
from .board import board
from .cards import JOKERS
from .judge import gain, may_sit
from .moves import BAR, END, ENDS, SEAT, Move
from .outlook import LATE, left_over, turns_left
from .position import OVER, REFILL, SECOND, Position
from .turns import make
from .view import View, looked


class Novice(Bot[View, Move]):
    name = "novice"

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        if not moves:
            return None
        seats = [move for move in moves if move.kind == SEAT]
        # content with one card half the time, and keeps its jokers for later
        ends = [move for move in moves if move.kind == END]
        if ends and (not seats or rng.random() < 0.5):
            return ends[0]
        plain = [move for move in seats if move.card not in JOKERS]
        if plain:
            return plain[int(rng.random() * len(plain))]
        bar = [move for move in moves if move.kind == BAR]
        if bar and (not seats or rng.random() < 0.7):
            return bar[int(rng.random() * len(bar))]
        return moves[int(rng.random() * len(moves))]


class Plan(NamedTuple):
    """A first move, what the action scores by it, and where it leads: the next draw, or the next turn."""

    first: Move
    points: int
    after: Position


LOOKED_AT: Final = 10
"""Of all plans, so many are thought through."""


class Familier(Bot[View, Move]):
    name = "familier"

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move | None:
        if len(moves) < 2:
            return moves[0] if moves else None
        p, seat = looked(view).position, view.seat
        assert isinstance(seat, int)
        plans = [(_worth(p, plan, seat), rng.random(), plan) for plan in _plans(p, moves, seat)]
        plans.sort(key=lambda entry: entry[:2], reverse=True)
        thought = (
            (worth - _left_to_others(plan.after, seat), tie, plan) for worth, tie, plan in plans[:LOOKED_AT]
        )
        return max(thought, key=lambda entry: entry[:2])[2].first


BOTS = {bot.name: bot for bot in (Novice(), Familier(), Expert(Familier()))}


# --- what familier thinks


def _plans(p: Position, moves: Sequence[Move], seat: int) -> Iterator[Plan]:
    """Every whole action that begins with one of the moves."""
    for move in moves:
        after = make(p, move, seat, None)
        points = after.scores[seat] - p.scores[seat]
        if after.phase != SECOND:
            yield Plan(move, points, after)
            continue
        assert after.laid is not None
        if after.laid.points or after.opening:
            yield Plan(move, points, make(after, ENDS, seat, None))
        hand = after.hands[seat]
        for card in dict.fromkeys(hand):
            for place in board().of_card[card]:
                if may_sit(after, hand, place):
                    last = make(after, place.move, seat, None)
                    yield Plan(move, last.scores[seat] - p.scores[seat], last)


def _worth(p: Position, plan: Plan, seat: int) -> float:
    """What the action itself is worth: points, smaller hands, jokers well spent, cards hard to seat gone."""
    after = plan.after
    if seat in after.out:
        return -1000.0
    if after.phase == OVER:
        return _at_the_end(after, seat)
    worth = float(plan.points)
    worth += 4.0 * (after.compatriots[seat] - p.compatriots[seat])
    before = sum(card in JOKERS for card in p.hands[seat])
    jokers = sum(card in JOKERS for card in after.hands[seat]) - before
    # a joker in hand is worth something as long as there is time to use it
    worth += jokers * (4.0 if turns_left(after) > LATE else -6.0)
    if plan.first.kind == BAR:
        worth -= _promise(p, plan.first.card)
    return worth


def _at_the_end(p: Position, seat: int) -> float:
    """The margin over the best of the others, and winning before all."""
    totals = [score - left_over(hand) for score, hand in zip(p.scores, p.hands, strict=True)]
    others = [total for other, total in enumerate(totals) if other != seat and other not in p.out]
    margin = totals[seat] - max(others, default=totals[seat] - 50)
    return margin + (200.0 if margin > 0 else -200.0 if margin < 0 else 0.0)


def _promise(p: Position, card: str) -> float:
    """What a card may still bring at the tables; nothing, if no chair will have it."""
    free = [place for place in board().of_card[card] if not p.chairs[place.chair]]
    fits = [gain(p.groups, place) for place in free]
    return 0.25 * len(free) + 0.5 * max((points for points in fits if points >= 0), default=0)


def _left_to_others(p: Position, seat: int) -> float:
    """What the next player could make of the table at once, with the cards that lie open."""
    if p.phase == OVER:
        return 0.0
    following = p.next if p.phase == REFILL else p.turn
    if not isinstance(following, int):
        return 0.0
    best = float(_best_turn(p, p.hands[following]))
    if len(p.bar) < len(AT_BAR):
        best = max(best, float(AT_BAR[len(p.bar)]))
    return 0.6 * best


def _best_turn(p: Position, hand: Bag) -> int:
    """The points of the best two cards in a row, the first being the best alone."""
    points, chairs, groups, rest = 0, p.chairs, p.groups, list(hand)
    for _ in range(2):
        best, chosen = 0, None
        for card in dict.fromkeys(rest):
            for place in board().of_card[card]:
                if not chairs[place.chair]:
                    more = gain(groups, place)
                    if more > best:
                        best, chosen = more, place
        if chosen is None:
            break
        points += best
        rest.remove(chosen.card)
        chairs = chairs[: chosen.chair] + chosen.sitter + chairs[chosen.chair + 1 :]
        around = bytearray(groups)
        around[chosen.one] = chosen.after_one[groups[chosen.one]]
        around[chosen.two] = chosen.after_two[groups[chosen.two]]
        groups = bytes(around)
        if chosen.card in JOKERS:
            break
    return points
