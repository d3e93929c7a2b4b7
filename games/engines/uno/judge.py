"""The one judge: which articles a move breaks. What it lets pass is what `moves` offers."""

from __future__ import annotations

from typing import Final

from ..kernel import CHANCE, Fault, Seat
from ..kernel.bags import missing
from ..kernel.citing import Citing
from .cards import COVERS, FOUR, JOKERS, NUMBERS, OF_COLOUR, SYMBOL, may_circle
from .moves import ACCEPT, CHALLENGE, CHANCE_MOVE, CLAIM, COLOUR, DRAW, LAY, PASS, Move
from .position import ANSWER, CHOOSE, DEAL, HAND, JUST_DRAWN, OVER, OWE, PLAY, SLUG, Position, drawable
from .view import is_stuck

common, broken = Citing(SLUG).common, Citing(SLUG).broken

KINDS: Final = {
    DEAL: (CHANCE_MOVE,),
    OWE: (CHANCE_MOVE,),
    CHOOSE: (COLOUR,),
    PLAY: (LAY, DRAW, PASS),
    JUST_DRAWN: (LAY, PASS),
    ANSWER: (ACCEPT, CHALLENGE),
    OVER: (),
}


def faults(p: Position, seat: Seat, move: Move) -> tuple[Fault, ...]:
    """Every article `move` breaks, in the order fin, tour, phase, main, articles."""
    phase = p.phase
    if phase == OVER:
        return (common("fin"),)
    if move.kind == CLAIM:
        return _claim(p, seat, move)
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
        lacking = missing(p.hands[seat], move.cards)
        if lacking:
            case = "once" if lacking[0] in p.hands[seat] else "any"
            found.append(common("main", case=case, card=lacking[0]))
        if phase == PLAY or (phase == JUST_DRAWN and seat == p.turn):  # a drawn card is a secret
            _lay(p, seat, move, bool(lacking), found)
    elif phase == PLAY and move.kind in (DRAW, PASS):
        _draw_or_pass(p, seat, move, found)
    elif phase == JUST_DRAWN and move.kind == PASS and seat == p.turn and must_lay(p):
        found.append(broken(8, "lay", card=p.drawn))
    return tuple(found)


def _lay(p: Position, seat: int, move: Move, lacking: bool, found: list[Fault]) -> None:
    cards = move.cards
    card = cards[0]
    if p.phase == JUST_DRAWN and card != p.drawn:
        found.append(broken(9, "drawn", card=p.drawn))
    if card in JOKERS:
        article = 6 if card == FOUR else 5
        if not move.colour:
            found.append(broken(article, "colour"))
        if card == FOUR and not p.options.bluff and holds_colour(p, seat):
            found.append(broken(6, "unlawful", colour=p.colour))
    else:
        top, colour = p.discard[-1], p.colour
        assert colour is not None
        if card not in COVERS[top, colour]:
            case = "joker" if top in JOKERS else "number" if top in NUMBERS else "symbol"
            found.append(broken(3, case, card=card, colour=colour, sign=SYMBOL[top]))
    if len(cards) > 1:
        _several(p, cards, found)
    if move.uno and not lacking:
        left = len(p.hands[seat]) - len(cards)
        if left != 1:
            found.append(broken(10, "out" if left == 0 else "early", left=left))


def _several(p: Position, cards: tuple[str, ...], found: list[Fault]) -> None:
    if not p.options.doublet:
        found.append(broken(4, "off"))
        return
    if not NUMBERS.issuperset(cards):
        found.append(broken(4, "numbers"))
    elif len({SYMBOL[card] for card in cards}) > 1:
        found.append(broken(4, "same", card=cards[0], digit=SYMBOL[cards[0]]))
    if len(cards) > 2:
        found.append(broken(4, "one"))
    if p.phase == JUST_DRAWN:
        found.append(broken(4, "drawn"))


def _draw_or_pass(p: Position, seat: int, move: Move, found: list[Fault]) -> None:
    nothing, stuck = drawable(p) == 0, is_stuck(p, p.hands[seat])
    if move.kind == DRAW:
        if nothing:
            found.append(broken(11, "draw_stuck" if stuck else "draw"))
    elif nothing:
        if not stuck:
            found.append(broken(11, "pass"))
    elif stuck:
        found.append(broken(8, "draw"))
    else:
        found.append(broken(9, "draw"))


def _claim(p: Position, seat: Seat, move: Move) -> tuple[Fault, ...]:
    found = []
    if not isinstance(seat, int) or not 0 <= seat < len(p.hands):
        found.append(common("tour", case="player" if isinstance(p.turn, int) else "chance", seat=p.turn))
    if p.phase != PLAY:
        found.append(common("phase", phase=p.phase))
    if move.seat == seat:
        found.append(broken(10, "self"))
    elif p.forgot != move.seat:
        found.append(broken(10, "nothing"))
    return tuple(found)


def _chance(p: Position, move: Move, found: list[Fault]) -> None:
    due, given = chance_due(p), len(move.cards)
    if given != due:
        found.append(common("hasard", case="number", number=due, given=given))
        return
    old = p.pile if due > len(p.pile) else ()
    lacking = missing(move.cards[: len(old)], old)
    if lacking:
        found.append(common("hasard", case="first"))
        return
    source = p.discard[:-1] if old or not p.pile else p.pile
    lacking = missing(source, move.cards[len(old) :])
    if lacking:
        found.append(common("hasard", card=lacking[0]))


def chance_due(p: Position) -> int:
    """How many cards the chance move due has: a hand, the first card, or what is owed."""
    if p.owed:
        return p.owed.number
    return 1 if p.hands[-1] else HAND


def holds_colour(p: Position, seat: int) -> bool:
    """Whether a +4 of that seat is unlawful: a card of the current colour is in the hand (article 6)."""
    return not OF_COLOUR[p.colour].isdisjoint(p.hands[seat])


def may_lay_drawn(p: Position) -> bool:
    """Whether the card just drawn can be laid."""
    assert p.colour is not None
    assert p.drawn is not None
    assert isinstance(p.turn, int)
    if p.drawn == FOUR:
        return p.options.bluff or not holds_colour(p, p.turn)
    return p.drawn in JOKERS or p.drawn in COVERS[p.discard[-1], p.colour]


def must_lay(p: Position) -> bool:
    """Whether passing is refused: the draw was forced and gave a playable card (article 8)."""
    if not p.forced or not p.options.forced_play or may_circle(p.drawn, drawable(p)):
        return False
    return may_lay_drawn(p)
