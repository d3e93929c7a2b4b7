"""What a legal move does. Each function gives the next position and, if asked, tells what happened."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from ..kernel import CHANCE, Event
from ..kernel.bags import bag, less, plus, without
from ..kernel.citing import Citing, Tell
from .cards import FOUR, JOKERS, LAYABLE, NUMBERS, QUIET, SYMBOL, VALUE, WILD
from .judge import holds_colour
from .moves import ACCEPT, CHALLENGE, CHANCE_MOVE, CLAIM, COLOUR, DRAW, LAY, PASS, Move
from .position import (
    ANSWER,
    ASKED,
    CHOOSE,
    DEAL,
    HAND,
    JUST_DRAWN,
    OVER,
    OWE,
    PLAY,
    SEATS,
    SLUG,
    Challenged,
    Owed,
    Position,
    dealt_anew,
    drawable,
    position_of,
)
from .view import is_stuck

tell_of = Citing(SLUG).tell


def make(p: Position, move: Move, seat: Any, tell: Tell) -> Position:
    """The position after `move`, which must be legal."""
    kind = move.kind
    if kind == LAY:
        return _lay(p, seat, move, tell)
    if kind == CHANCE_MOVE:
        return _deal(p, move.cards, tell) if p.phase == DEAL else _draw(p, move.cards, tell)
    if kind == DRAW:
        if tell is not None:
            tell_of(tell, 9, "draws", seat=seat)
            if is_stuck(p, p.hands[seat]):
                tell_of(tell, 8, "stuck", to=(seat,), seat=seat)
        return _same_cards(p, OWE, CHANCE, seat, _TURN_DRAWS[seat], None)
    if kind == PASS:
        if tell is not None:
            tell_of(tell, 9 if p.phase == JUST_DRAWN else 11, "passed", seat=seat)
        return _same_cards(p, PLAY, (seat + p.direction) % len(p.hands), None, None, None)
    if kind == CLAIM:
        tell_of(tell, 10, "called", seat=seat, other=move.seat)
        return _owe(p._replace(forgot=None), move.seat, "uno", p.turn, tell)
    if kind == COLOUR:
        tell_of(tell, 2, "named", seat=seat, colour=move.colour)
        return p._replace(phase=PLAY, colour=move.colour)
    return _answer(p, seat, move, tell)


_TURN_DRAWS = tuple(Owed(seat, 1, "turn") for seat in range(SEATS.stop))


def _same_cards(
    p: Position, phase: str, turn: int | str | None, after: int | None, owed: Owed | None, forgot: int | None
) -> Position:
    """The position with another turn and the same cards; written out, for the way of every playout."""
    _, _, _, hands, pile, discard, colour, direction, _, _, _, _, _, dealer, round, scores, options = p
    return position_of(
        (phase, turn, after, hands, pile, discard, colour, direction, forgot, None, None, owed, None,
         dealer, round, scores, options)
    )  # fmt: skip


# --- laying


def _lay(p: Position, seat: int, move: Move, tell: Tell) -> Position:
    _, _, _, hands, pile, discard, before, direction, _, _, _, _, _, dealer, round, scores, options = p
    _, _, cards, named, announced, _ = move
    hand = hands[seat]
    for card in cards:
        at = hand.index(card)
        hand = hand[:at] + hand[at + 1 :]
    card = cards[-1]
    seats, left = len(hands), len(hand)
    if tell is not None:
        _tell_laid(p, seat, move, left, tell)

    # a Skip, and a Reverse with two, pass over one seat; what makes the next draw is owed below
    symbol, steps = SYMBOL[card], 1
    if symbol == "T":
        direction = -direction
        steps = 2 if seats == 2 else 1
    elif symbol == "S":
        steps = 2
    after = (seat + steps * direction) % seats
    held = list(hands)
    held[seat] = hand
    p = position_of(
        (PLAY, after, None, tuple(held), pile, discard + cards,
         named or card[0], direction, seat if left == 1 and not announced else None, None, None, None, None,
         dealer, round, scores, options)
    )  # fmt: skip
    if card in QUIET:
        if tell is not None and left and symbol in "ST":
            _tell_turned(p, seat, symbol, 7, tell)
        return p if left else _count(p, seat, tell)
    if not left:
        return _owe(p, after, "last", None, tell)
    if symbol == "D":
        return _owe(p, after, "+2", p.after(after), tell)
    if options.bluff:
        assert before is not None
        return p._replace(phase=ANSWER, challenged=Challenged(seat, before))
    return _owe(p, after, "+4", p.after(after), tell)


def _tell_laid(p: Position, seat: int, move: Move, left: int, tell: list[Event]) -> None:
    card = move.cards[-1]
    if len(move.cards) == 2:
        tell_of(tell, 4, "doublet", seat=seat, cards=list(move.cards))
    elif card in JOKERS:
        tell_of(tell, 6 if card == FOUR else 5, "joker", seat=seat, card=card, colour=move.colour)
    else:
        tell_of(tell, 3, "laid", seat=seat, card=card)
    if move.uno:
        tell_of(tell, 10, "announced", seat=seat)
    if not left:
        tell_of(tell, 12, "out", seat=seat)


def _tell_turned(p: Position, seat: int, symbol: str, article: int, tell: list[Event]) -> None:
    """Tells what a Skip or a Reverse did, `p` being the position after it."""
    if symbol == "T":
        tell_of(tell, article, "reversed", direction=p.direction)
        if len(p.hands) > 2 or article == 2:
            return
    tell_of(tell, article, "skipped", seat=p.after(seat))


# --- drawing


def _owe(p: Position, seat: int, why: str, after: Any, tell: Tell) -> Position:
    """The position in which `seat` must draw, then `after` is asked; what cannot be drawn is not owed."""
    top = p.discard[-1]
    asked = ASKED[why] if why != "last" else 4 if top == FOUR else 2
    number = min(asked, drawable(p))
    if number < asked:
        tell_of(tell, 11, "short", seat=seat, left=number)
    if not number:
        return _drawn(p._replace(next=after), Owed(seat, 0, why), tell)
    return _same_cards(p, OWE, CHANCE, after, Owed(seat, number, why), p.forgot)


_ARTICLE = {"turn": 9, "+2": 7, "+4": 6, "guilty": 6, "innocent": 6, "uno": 10, "last": 7}


def _draw(p: Position, cards: tuple[str, ...], tell: Tell) -> Position:
    (_, _, after, hands, pile, discard, colour, direction, forgot, _, _, owed, _, dealer, round, scores,
     options) = p  # fmt: skip
    assert owed is not None
    seat, _, why = owed
    if len(cards) == 1 and pile:
        at = bisect_left(pile, cards[0])
        pile = pile[:at] + pile[at + 1 :]
    elif len(cards) <= len(pile):
        pile = less(pile, cards)
    else:
        tell_of(tell, 11, "shuffled", number=len(discard) - 1)
        pile, discard = less(bag(discard[:-1]), cards[len(pile) :]), discard[-1:]
    if tell is not None:
        facts = {"seat": seat, "number": len(cards), "cards": list(cards)}
        tell_of(tell, _ARTICLE[why], "drew", to=(seat,), hidden=("cards",), **facts)
    hand = hands[seat]
    held = list(hands)
    held[seat] = plus(hand, cards)
    if why == "turn":
        forced = LAYABLE[discard[-1], colour].isdisjoint(hand)
        return position_of(
            (JUST_DRAWN, seat, None, tuple(held), pile, discard, colour, direction, None, cards[0], forced,
             None, None, dealer, round, scores, options)
        )  # fmt: skip
    if forgot == seat:
        forgot = None
    p = position_of(
        (OWE, None, after, tuple(held), pile, discard, colour, direction, forgot, None, None, None, None,
         dealer, round, scores, options)
    )  # fmt: skip
    return _drawn(p, owed, tell)


def _drawn(p: Position, owed: Owed, tell: Tell) -> Position:
    """The play going on after cards were drawn for another reason than one's turn."""
    if owed.why == "last":
        return _count(p, p.after(owed.seat, -1), tell)
    if owed.why in ("+2", "+4", "innocent"):
        tell_of(tell, 7 if owed.why == "+2" else 6, "skipped", seat=owed.seat)
    return _same_cards(p, PLAY, p.next, None, None, p.forgot)


# --- the answer to a +4


def _answer(p: Position, seat: int, move: Move, tell: Tell) -> Position:
    assert p.challenged is not None
    layer = p.challenged.layer
    done = p._replace(challenged=None)
    if move.kind == ACCEPT:
        tell_of(tell, 6, "accepted", seat=seat)
        return _owe(done, seat, "+4", p.after(seat), tell)
    assert move.kind == CHALLENGE
    guilty = holds_colour(p._replace(colour=p.challenged.colour), layer)
    tell_of(tell, 6, "challenged", seat=seat, other=layer)
    tell_of(
        tell,
        6,
        "shown",
        to=(seat, layer),
        hidden=("cards",),
        seat=layer,
        other=seat,
        cards=list(p.hands[layer]),
    )
    tell_of(tell, 6, "guilty" if guilty else "innocent", seat=layer, other=seat, colour=p.challenged.colour)
    if guilty:
        # drawing closes the matter of a forgotten announcement; with nothing to draw it stays open
        return _owe(done, layer, "guilty", seat, tell)
    return _owe(done, seat, "innocent", p.after(seat), tell)


# --- dealing


def _deal(p: Position, cards: tuple[str, ...], tell: Tell) -> Position:
    if p.hands[-1]:
        return _first_card(p, cards[0], tell)
    _, turn, after, hands, pile, discard, _, direction, _, _, _, _, _, dealer, round, scores, options = p
    seat = hands.index(())
    if tell is not None:
        facts = {"seat": seat, "number": HAND, "cards": list(cards)}
        tell_of(tell, 1, "dealt", to=(seat,), hidden=("cards",), **facts)
    hands = (*hands[:seat], bag(cards), *hands[seat + 1 :])
    return position_of(
        (DEAL, turn, after, hands, less(pile, cards), discard, None, direction, None, None, None, None, None,
         dealer, round, scores, options)
    )  # fmt: skip


def _first_card(p: Position, card: str, tell: Tell) -> Position:
    first = p.next
    assert first is not None
    if card == FOUR:
        tell_of(tell, 2, "returned", card=card)
        return p
    tell_of(tell, 2, "turned", card=card)
    p = p._replace(
        phase=PLAY,
        turn=first,
        next=None,
        pile=without(p.pile, card),
        discard=(card,),
        colour=None if card == WILD else card[0],
    )
    symbol = SYMBOL[card]
    if card == WILD:
        return p._replace(phase=CHOOSE)
    if symbol == "S":
        tell_of(tell, 2, "skipped", seat=first)
        return p._replace(turn=p.after(first))
    if symbol == "T":
        tell_of(tell, 2, "reversed", direction=-1)
        return p._replace(direction=-1, turn=p.dealer)
    if symbol == "D":
        return _owe(p, first, "+2", p.after(first), tell)
    assert card in NUMBERS
    return p


# --- the end of a round


def _count(p: Position, winner: int, tell: Tell) -> Position:
    """The count after `winner` has gone out; then the next deal, or the end of the game."""
    points = sum(VALUE[card] for hand in p.hands for card in hand)
    scores = tuple(score + points if seat == winner else score for seat, score in enumerate(p.scores))
    if tell is not None:
        for seat, hand in enumerate(p.hands):
            if hand:
                tell_of(
                    tell, 13, "counted", seat=seat, cards=list(hand), points=sum(VALUE[card] for card in hand)
                )
        tell_of(tell, 13, "scored", seat=winner, points=points, total=scores[winner])
    target, seats = p.options.target, len(p.hands)
    cards: tuple[str, ...] = ()
    if scores[winner] < target:
        cards = bag((*p.pile, *p.discard, *(card for hand in p.hands for card in hand)))
    # no card, or with some missing (a position put up by hand) too few for another deal: that is the end
    if sum(card != FOUR for card in cards) <= HAND * seats:
        tell_of(tell, 14, "over", seat=winner, points=scores[winner])
        return _same_cards(p, OVER, None, None, None, None)._replace(scores=scores)
    tell_of(tell, 1, "round", round=p.round + 1, seat=(p.dealer + 1) % seats)
    return dealt_anew((p.dealer + 1) % seats, p.round + 1, scores, cards, p.options)
