"""Odin on the table: the players around, what lies in the middle and its value, a hand to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.engines.kernel import Line
from games.engines.kernel.rulebook import enumerate_french, french
from games.engines.odin.cards import BIT, COLOURS, Cards, cards_of, is_set, value, written
from games.engines.odin.moves import LAY, PASS, TAKE, Move
from games.engines.odin.position import FOLLOW, LEAD, TAKING
from games.engines.odin.view import View
from games.engines.odin.words import card_name, the_card
from games.tables.base import NOTHING, Parts
from games.tables.odin.said import told_move

BY_COLOUR, BY_NUMBER = "colour", "number"


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    cards: int
    score: int
    turn: bool
    you: bool
    owner: bool  # who laid the middle

    @property
    def backs(self) -> range:
        return range(self.cards)


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table. With `move` it can be pressed to take it back, rightly (`goes`) or not."""

    card: str
    the_name: str
    move: str = ""
    goes: bool = False


@dataclass(frozen=True, slots=True)
class InHand:
    card: str
    name: str
    ticked: bool
    goes: bool  # with what is chosen it can become something to lay
    tilt: int  # from -5 to 5: how it leans in the fan


@dataclass(frozen=True, slots=True)
class Chosen:
    """The cards chosen so far, and whether they can be laid; `right` is None where that is not told."""

    cards: tuple[str, ...]
    value: str
    told: str
    right: bool | None


@dataclass(frozen=True, slots=True)
class Act:
    move: str
    label: str
    kind: str


@dataclass(frozen=True, slots=True)
class Board:
    players: tuple[Player, ...]
    middle: tuple[Lying, ...]
    value: str  # of the middle; "" if nothing lies there
    owner: str
    own: bool  # whether that is whoever looks
    beaten: tuple[Lying, ...]
    taking: bool  # whether one is to take back a card
    may: str  # how many cards go, in words
    discard: tuple[str, ...]
    aside: int
    rounds: bool
    number: int  # of the hand that is played
    hand: tuple[InHand, ...]
    order: str
    lays: bool  # whether cards can be chosen
    goes: str  # the cards that go along, for the script that marks them
    along: str  # those not chosen yet, in words; "" if that is the whole hand
    chosen: Chosen
    stuck: bool
    acts: tuple[Act, ...]
    blind: bool = False
    still: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A move as it is drawn beside its words."""

    cards: tuple[str, ...]
    takes: bool
    passes: bool


@dataclass(frozen=True, slots=True)
class Left:
    """How many cards somebody is left with: which ones, nobody sees."""

    name: str
    cards: int

    @property
    def backs(self) -> range:
        return range(self.cards)


def board(
    view: View,
    moves: Sequence[Move],
    names: Sequence[str],
    *,
    parts: Parts = NOTHING,
    tries: Sequence[Move] = (),
    blind: bool = False,
    still: bool = False,
    turn: bool = True,
) -> Board:
    """What is drawn for the seat that sees `view` and may make `moves`, or try others."""
    moves = [] if still else [*moves, *(move for move in tries if move not in moves)]
    own = view.hands[view.seat] if isinstance(view.seat, int) else ()
    hand = own if isinstance(own, tuple) else ()
    lays = bool(moves) and view.phase in (LEAD, FOLLOW) and view.seat == view.turn
    legal = [] if blind else [move.cards for move in moves if move.kind == LAY]
    chosen = cards_of(card for card in parts.all("card") if card in hand) if lays else 0
    goes = _joining(legal, chosen)
    taking = view.phase == TAKING and any(move.kind == TAKE for move in moves)
    order = parts.one("by") if parts.one("by") in (BY_COLOUR, BY_NUMBER) else BY_COLOUR
    return Board(
        players=tuple(
            Player(
                name,
                cards if isinstance(cards := view.hands[seat], int) else len(cards),
                view.scores[seat],
                turn and seat == view.turn,
                seat == view.seat,
                seat == view.owner,
            )
            for seat, name in enumerate(names)
        ),
        middle=_lying(view.middle, taking, False),
        value=str(value(cards_of(view.middle))) if view.middle else "",
        owner="" if view.owner is None else names[view.owner],
        own=view.owner == view.seat,
        beaten=_lying(view.beaten, taking, not blind),
        taking=taking,
        may=_may(len(view.middle)),
        discard=_ordered(view.discard),
        aside=view.aside,
        rounds=view.options.limit > 0 and (not blind or any(view.scores)),
        number=view.hand,
        hand=_hand(hand, chosen, goes, order),
        order=order,
        lays=lays,
        goes=" ".join(written(goes)),
        along="" if goes == cards_of(hand) else _named(goes & ~chosen),
        chosen=_chosen(view, chosen, legal, blind),
        stuck=not blind and lays and not legal,
        acts=tuple(_acts(moves, hand, (*view.middle, *view.beaten), blind)),
        blind=blind,
        still=still,
    )


def left(lines: Sequence[Line], names: Sequence[str]) -> tuple[Left, ...]:
    return tuple(Left(names[line.seat], line.facts["number"]) for line in lines)


def picture(move: Move) -> Picture:
    cards = tuple(move.text.removeprefix(TAKE).split()) if move.kind in (LAY, TAKE) else ()
    return Picture(cards, move.kind == TAKE, move.kind == PASS)


def _ordered(cards: Iterable[str]) -> tuple[str, ...]:
    return written(cards_of(cards))


def _joining(legal: Iterable[Cards], chosen: Cards) -> Cards:
    """The cards of everything that can be laid together with what is chosen."""
    found = 0
    for cards in legal:
        if not chosen & ~cards:
            found |= cards
    return found


def _lying(cards: Iterable[str], taking: bool, goes: bool) -> tuple[Lying, ...]:
    return tuple(
        Lying(card, french(the_card(card)), f"{TAKE} {card}" if taking else "", taking and goes)
        for card in _ordered(cards)
    )


def _hand(hand: Sequence[str], chosen: Cards, goes: Cards, order: str) -> tuple[InHand, ...]:
    cards = list(_ordered(hand))
    if order == BY_COLOUR:
        cards.sort(key=lambda card: COLOURS.index(card[1]))
    last = len(cards) - 1
    return tuple(
        InHand(
            card,
            card_name(card),
            bool(chosen & BIT[card]),
            bool(goes & BIT[card]),
            round(10 * at / last) - 5 if last else 0,
        )
        for at, card in enumerate(cards)
    )


def _named(cards: Cards) -> str:
    return french(enumerate_french([the_card(card) for card in written(cards)]))


def _may(number: int) -> str:
    if not number:
        return ""
    return f"{number} ou {number + 1} cartes"


def _chosen(view: View, cards: Cards, legal: Sequence[Cards], blind: bool) -> Chosen:
    """What is said of the cards chosen so far. A lesson tells their value only."""
    named = written(cards)
    worth = str(value(cards)) if cards else ""
    if not cards or blind:
        return Chosen(named, worth, "", None)
    right = cards in legal
    return Chosen(named, worth, french(_verdict(view, cards, right)), right)


def _verdict(view: View, cards: Cards, right: bool) -> str:
    number, least = cards.bit_count(), len(view.middle)
    if not is_set(cards):
        return "Ni la même couleur, ni le même nombre."
    if not least:
        if number == 1:
            return "Tu ouvres le tour."
        return "Toute ta main d’un coup !" if right else "Pour ouvrir, une seule carte."
    if number < least:
        return "Encore une carte." if least - number == 1 else f"Encore {least - number} cartes."
    if number > least + 1:
        return f"C’est trop de cartes : {_may(least)}."
    return f"{value(cards)} {'bat' if right else 'ne bat pas'} {value(cards_of(view.middle))}."


def _acts(moves: Sequence[Move], hand: Sequence[str], lying: Sequence[str], blind: bool) -> Iterable[Act]:
    """What is one press: passing, and laying the whole hand where that may be (a lesson lets one find it)."""
    for move in moves:
        if move.kind == PASS:
            yield Act(move.text, "Passer", PASS)
        elif move.kind == LAY and move.number == len(hand) > 1 and not blind:
            yield Act(move.text, french(f"Tout poser : {move.value}"), LAY)
        elif move.kind == TAKE and move.text[-2:] not in lying:
            yield Act(move.text, told_move(move), TAKE)
