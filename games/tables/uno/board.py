"""Uno on the table: the players around, pile and discard, a hand, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engines.kernel import Line
from games.engines.kernel.rulebook import enumerate_french, french
from games.engines.uno.cards import COLOURS, DECK, FOUR, JOKERS
from games.engines.uno.moves import CLAIM, CLAIMS, DRAW, LAY, Move
from games.engines.uno.position import PLAY
from games.engines.uno.view import View
from games.engines.uno.words import COLOUR as COLOUR_NAMES
from games.engines.uno.words import card_name, the_card
from games.tables.base import NOTHING, Parts
from games.tables.uno.said import told_move

FAN = 14  # cards that still fan; more lie straight


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    cards: int
    score: int
    turn: bool
    you: bool

    @property
    def backs(self) -> range:
        """The cards drawn face down; a full fan stands for more."""
        return range(min(self.cards, 12))


@dataclass(frozen=True, slots=True)
class Lay:
    """One way to lay a card: alone, with its twin, or naming a colour."""

    move: str
    label: str
    cards: tuple[str, ...] = ()
    colour: str = ""


@dataclass(frozen=True, slots=True)
class InHand:
    """A card of the hand. Without `lays` it does not go: then `tried` is what the judge refuses."""

    id: str
    card: str
    name: str
    the_name: str
    tried: str
    lays: tuple[Lay, ...]
    drawn: bool
    tilt: int  # from -5 to 5: how it leans in the fan
    bluff: str = ""  # the colour one holds, in words: a super joker may be laid all the same, and contested

    @property
    def choice(self) -> bool:
        """Whether there is something to choose once this card is taken."""
        return len(self.lays) > 1


@dataclass(frozen=True, slots=True)
class Toggle:
    """A card one may choose together with others."""

    card: str
    name: str
    ticked: bool


@dataclass(frozen=True, slots=True)
class Act:
    move: str
    label: str
    kind: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    players: tuple[Player, ...]
    top: str
    top_name: str
    colour: str
    colour_name: str
    clockwise: bool
    pile: int
    rounds: bool
    hand: tuple[InHand, ...]
    acts: tuple[Act, ...]
    claims: tuple[Act, ...]
    toggles: tuple[Toggle, ...]
    chosen: str  # what is ticked, in words
    draw: str
    stuck: bool
    announce: bool
    blind: bool = False  # in a lesson: nothing shows which cards go
    still: bool = False  # to look at, not to play


@dataclass(frozen=True, slots=True)
class Picture:
    """A move as it is drawn beside its words."""

    cards: tuple[str, ...] = ()
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    """The hand somebody is left with at the end, laid open."""

    name: str
    cards: tuple[str, ...]


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
    sizes = [hand if isinstance(hand, int) else len(hand) for hand in view.hands]
    own = view.hands[view.seat] if isinstance(view.seat, int) else ()
    hand = own if isinstance(own, tuple) else ()
    lays = [move for move in moves if move.kind == LAY]
    top = view.discard[-1] if view.discard else ""
    colour = view.colour or ""
    return Board(
        players=tuple(
            Player(name, sizes[seat], view.scores[seat], turn and seat == view.turn, seat == view.seat)
            for seat, name in enumerate(names)
        ),
        top=top,
        top_name=the_card(top) if top else "",
        colour=colour,
        colour_name=COLOUR_NAMES.get(colour, ""),
        clockwise=view.direction == 1,
        pile=view.pile,
        rounds=view.options.target > 0 and (not blind or any(view.scores)),
        hand=_hand(hand, lays, view.drawn, "" if blind else _bluffed(view, hand)),
        acts=tuple(
            Act(move.text, told_move(move, names), move.kind, move.colour)
            for move in moves
            if move.kind not in (LAY, DRAW, CLAIM)
        ),
        claims=()
        if still
        else tuple(Act(move.text, told_move(move, names), CLAIM) for move in claims(view, moves)),
        toggles=_toggles(hand, lays, parts),
        chosen=_chosen(parts),
        draw=next((move.text for move in moves if move.kind == DRAW), ""),
        stuck=not blind and not lays,
        announce=any(move.uno for move in lays),
        blind=blind,
        still=still,
    )


def left(lines: Sequence[Line], names: Sequence[str]) -> tuple[Left, ...]:
    """The hands that a count is about."""
    return tuple(Left(names[line.facts["other"]], tuple(line.facts["cards"])) for line in lines)


def claims(view: View, moves: Sequence[Move]) -> list[Move]:
    """Whom one may call out: all who have one card, for noticing who has forgotten is part of the game."""
    right = [move for move in moves if move.kind == CLAIM]
    if not isinstance(view.seat, int) or view.phase != PLAY:
        return right
    sizes = [hand if isinstance(hand, int) else len(hand) for hand in view.hands]
    others = [CLAIMS[seat] for seat, size in enumerate(sizes) if size == 1 and seat != view.seat]
    return [*others, *(move for move in right if move not in others)]


def _toggles(hand: Sequence[str], lays: Sequence[Move], parts: Parts) -> tuple[Toggle, ...]:
    """The hand to choose a doublet from, where there is one to lay, or to try."""
    if not any(len(move.cards) > 1 for move in lays):
        return ()
    chosen, toggles = list(parts.all("card")), []
    for card in _sorted(hand):
        ticked = card in chosen
        if ticked:
            chosen.remove(card)
        toggles.append(Toggle(card, card_name(card), ticked))
    return tuple(toggles)


def _chosen(parts: Parts) -> str:
    cards = [card for card in parts.all("card") if card in DECK]
    return french(enumerate_french([the_card(card) for card in cards]))


def _sorted(hand: Sequence[str]) -> list[str]:
    return sorted(
        hand, key=lambda card: (card in JOKERS, COLOURS.index(card[0]) if card[0] in COLOURS else 4)
    )


def _hand(hand: Sequence[str], lays: Sequence[Move], drawn: str | None, bluffed: str) -> tuple[InHand, ...]:
    cards = []
    order = _sorted(hand)
    for at, card in enumerate(order):
        number = order[:at].count(card) + 1
        cards.append(
            InHand(
                id=f"{card}-{number}",
                card=card,
                name=card_name(card),
                the_name=french(the_card(card)),
                tried=f"{card} {COLOURS[0]}" if card in JOKERS else card,
                # announcing is said beside the card, not chosen with it
                lays=tuple(
                    _lay(move)
                    for move in lays
                    if move.cards[0] == card and not move.uno and (move.colour or card not in JOKERS)
                ),
                drawn=card == drawn and number == order.count(card),
                tilt=round(10 * at / (len(order) - 1)) - 5 if 1 < len(order) <= FAN else 0,
                bluff=bluffed if card == FOUR else "",
            )
        )
    return tuple(cards)


def _bluffed(view: View, hand: Sequence[str]) -> str:
    """The colour to follow, if the hand holds it: laying a super joker is then a bluff (article 6)."""
    held = view.options.bluff and any(card[0] == view.colour for card in hand)
    return COLOUR_NAMES[view.colour] if held and view.colour else ""


def _lay(move: Move) -> Lay:
    if move.colour:
        return Lay(move.text, COLOUR_NAMES[move.colour], (), move.colour)
    return Lay(move.text, french(" et ".join(the_card(card) for card in move.cards)), move.cards)
