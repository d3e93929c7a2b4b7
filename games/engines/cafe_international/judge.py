"""The one judge: which articles a move breaks. What it lets pass is what `moves` offers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..kernel import CHANCE, Fault, Seat
from ..kernel.bags import Bag, missing, without
from ..kernel.citing import Citing
from .board import Place, board
from .cards import CARD, JOKERS, OTHER_SEX, SITTERS, nation_of, sex_of
from .groups import BYTE, GROUPS
from .moves import BAR, CHANCE_MOVE, END, PASS, SEAT, SWAP, Move
from .position import ACTION, DEAL, OVER, REFILL, SECOND, SLUG, TURN, Position

common, broken = Citing(SLUG).common, Citing(SLUG).broken

KINDS: Final = {
    DEAL: (CHANCE_MOVE,),
    REFILL: (CHANCE_MOVE,),
    TURN: (SEAT, BAR, SWAP, PASS),
    SECOND: (SEAT, END),
    OVER: (),
}


def faults(p: Position, seat: Seat, move: Move) -> tuple[Fault, ...]:
    """Every article `move` breaks, in the order fin, tour, phase, main, articles."""
    phase, kind = p.phase, move.kind
    if phase == OVER:
        return (common("fin"),)
    found: list[Fault] = []
    if seat != p.turn:
        if p.turn == CHANCE:
            found.append(common("tour", case="chance"))
        else:
            found.append(common("tour", case="player" if seat == CHANCE else "any", seat=p.turn))
    if kind not in KINDS[phase]:
        found.append(common("phase", phase=phase))
    elif kind == CHANCE_MOVE:
        _chance(p, move, found)
    if p.turn == CHANCE or not isinstance(seat, int) or not 0 <= seat < len(p.hands):
        return tuple(found)
    if move.card and move.card not in p.hands[seat]:
        found.append(common("main", card=move.card))
    if kind == SEAT:
        _seat(p, seat, move, found)
    elif phase == SECOND and kind != END:
        found.append(broken(2, "combine"))
    elif found:
        pass  # nothing to add to what is not done now, or by somebody else
    elif kind == BAR:
        if move.card in JOKERS:
            found.append(broken(10, "joker", card=move.card))
    elif kind == SWAP:
        _swap(p, move, found)
    elif kind == PASS:
        if not is_stuck(p, seat):
            found.append(broken(2, "joker" if set(p.hands[seat]) <= set(JOKERS) else "pass"))
    elif kind == END:
        assert p.laid is not None
        if not p.laid.points and not p.opening:
            found.append(broken(6, "end"))
            found.append(broken(5, "end"))
    return tuple(found)


# --- seating


def _seat(p: Position, seat: int, move: Move, found: list[Fault]) -> None:
    places = board()
    chair, joker, sex = places.chairs[move.chair], move.card in JOKERS, sex_of(move.card)
    if joker and p.phase == SECOND and p.options.jokers == ACTION:
        found.append(broken(12, "second", card=move.card))
    taken = p.chairs[move.chair]
    if taken:
        found.append(broken(3, "taken", card=CARD[taken], chair=move.chair))
    if not joker and nation_of(move.card) not in chair.nations:
        found.append(broken(3, "nation", card=move.card, chair=move.chair, places=list(chair.nations)))
    if not taken:
        for table in chair.tables:
            group = GROUPS[p.groups[table]]
            if group.joined(sex, True) not in BYTE:
                both = group.women and group.men
                case = "three" if both else "alone"
                found.append(broken(4, case, sex=sex, wanted=OTHER_SEX[sex], table=table))
    if joker and move.text not in places.places:
        if not move.nation:
            found.append(broken(12, "unnamed", card=move.card, nations=list(chair.nations)))
        elif len(chair.nations) > 1:
            found.append(broken(12, "named", card=move.card, nations=list(chair.nations)))
        else:
            found.append(broken(12, "needless", card=move.card, nations=list(chair.nations)))
    if not found:
        _worth(p, seat, places.places[move.text], found)


def _worth(p: Position, seat: int, place: Place, found: list[Fault]) -> None:
    """Articles 5 to 7 for a card that may sit there: does the action score, and is nobody left alone?"""
    if p.laid is not None:
        if not p.laid.points and not neighbours(p.laid.chair, place):
            found.append(broken(6, "join", chair=p.laid.chair))
            found.append(broken(5, "first", chair=p.laid.chair))
        elif not gain(p.groups, place):
            found.append(broken(6, "second", card=place.card))
            found.append(broken(5, "any", card=place.card, chair=place.chair))
    elif not may_sit(p, p.hands[seat], place):
        found.append(broken(6, "first", card=place.card))
        found.append(broken(5, "any", card=place.card, chair=place.chair))


def gain(groups: bytes, place: Place) -> int:
    """What a card on that chair scores (article 8); negative where article 4 refuses it."""
    return place.gain_one[groups[place.one]] + place.gain_two[groups[place.two]]


def neighbours(chair: int, place: Place) -> bool:
    """Whether a place has a table in common with that chair."""
    tables = board().chairs[chair].tables
    return place.one in tables or place.two in tables


def seated_at(chairs: bytes, chair: int) -> Place:
    """The place somebody has taken."""
    sitter = chairs[chair]
    return next(
        place for place in board().of_card[CARD[sitter]] if place.chair == chair and place.sitter[0] == sitter
    )


def partners(p: Position, rest: Bag, first: Place) -> Iterator[Place]:
    """The places where a second card out of `rest` joins a first one that scores nothing (article 6).

    All its tables were empty: somebody of the other sex is wanted there, on another chair."""
    chairs, groups = p.chairs, p.groups
    tables, sex, alone = board().chairs[first.chair].tables, sex_of(first.card), p.options.jokers == ACTION
    last = ""
    for card in rest:
        if card == last or sex_of(card) == sex or (alone and card in JOKERS):
            continue
        last = card
        for place in board().of_card[card]:
            one, two, chair = place.one, place.two, place.chair
            if chair == first.chair or chairs[chair]:
                continue
            if one in tables:
                # at the other table it is as anywhere: allowed, or not
                if place.gain_two[groups[two]] >= 0:
                    yield place
            elif two in tables and place.gain_one[groups[one]] >= 0:
                yield place


def may_sit(p: Position, hand: Bag, place: Place) -> bool:
    """The judge's answer in short for a card of the hand whose turn it is: is there any fault?"""
    if p.chairs[place.chair]:
        return False
    points = gain(p.groups, place)
    if points < 0:
        return False
    action = p.options.jokers == ACTION and place.card in JOKERS
    if p.laid is not None:
        return points > 0 and not action and (p.laid.points > 0 or neighbours(p.laid.chair, place))
    if points or p.opening or action:
        return True
    return next(partners(p, without(hand, place.card), place), None) is not None


# --- jokers, passing, chance


def _swap(p: Position, move: Move, found: list[Fault]) -> None:
    if move.card in JOKERS:
        found.append(broken(12, "ordinary", card=move.card))
        return
    sitter = SITTERS[p.chairs[move.chair]]
    joker, _, nation = sitter.partition("=")
    if joker not in JOKERS:
        found.append(broken(12, "nobody", chair=move.chair))
    elif move.card != f"{nation}-{sex_of(joker)}":
        found.append(broken(12, "same", card=f"{nation}-{sex_of(joker)}"))


def is_stuck(p: Position, seat: int) -> bool:
    """Whether that seat, asked for a whole turn, can do nothing: jokers only, and no place for one
    (article 13)."""
    hand = p.hands[seat]
    return set(hand) <= set(JOKERS) and not any(
        may_sit(p, hand, place) for joker in set(hand) for place in board().of_card[joker]
    )


def _chance(p: Position, move: Move, found: list[Fault]) -> None:
    assert p.owed is not None
    if len(move.cards) != p.owed.number:
        found.append(common("hasard", case="number", number=p.owed.number, given=len(move.cards)))
    elif lacking := missing(p.bag, move.cards):
        found.append(common("hasard", card=lacking[0]))
