"""Uno on the table: the players around, pile and discard, a hand, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engines.kernel import Line
from games.engines.kernel.rulebook import french, seat_name
from games.engines.uno.cards import COLOURS, JOKERS
from games.engines.uno.moves import ACCEPT, CHALLENGE, CLAIM, COLOUR, DRAW, LAY, PASS, Move
from games.engines.uno.view import View
from games.engines.uno.words import COLOUR as COLOUR_NAMES
from games.engines.uno.words import card_name, the_card

FORMAT = 1

FAN = 14  # cards that still fan; more lie straight

# one cannot see whether somebody has announced, nor whether a +4 will be challenged
QUIZ = {"target": 0, "bluff": False}
QUIZ_HAND = 9
QUIET = frozenset({"dealt"})  # events of others that the story keeps, but nobody says out loud

START = {"doublet": True, "bluff": True, "forced_play": True, "target": 0}

OPTIONS = {
    "target": (
        "La partie",
        {
            0: "une seule manche",
            100: "jusqu'à 100 points",
            200: "jusqu'à 200 points",
            300: "jusqu'à 300 points",
            500: "jusqu'à 500 points (règle officielle)",
        },
    ),
    "doublet": (
        "Deux chiffres égaux en main",
        {
            True: "on peut les poser d'un coup (règle de la fiche)",
            False: "une carte à la fois (règle officielle)",
        },
    ),
    "forced_play": (
        "Rien n'allait, et la carte piochée va",
        {True: "il faut la poser (règle de la fiche)", False: "on peut la garder (règle officielle)"},
    ),
    "bluff": (
        "Le super joker +4 quand on a la couleur",
        {
            True: "on peut tricher, et se faire contester (règle officielle)",
            False: "il est refusé (plus simple)",
        },
    ),
}


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

    @property
    def choice(self) -> bool:
        """Whether there is something to choose once this card is taken."""
        return len(self.lays) > 1


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
    blind: bool = False,
    still: bool = False,
    turn: bool = True,
) -> Board:
    """What is drawn for the seat that sees `view` and may try `moves`.

    A lesson asks what may be laid (`blind`), or whose turn it is (not `turn`): then nothing shows it."""
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
        hand=_hand(hand, lays, view.drawn),
        acts=tuple(
            Act(move.text, told_move(move, names), move.kind, move.colour)
            for move in moves
            if move.kind not in (LAY, DRAW)
        ),
        draw=next((move.text for move in moves if move.kind == DRAW), ""),
        stuck=not blind and not lays,
        announce=any(move.uno for move in lays),
        blind=blind,
        still=still,
    )


def fits(view: View, move: Move) -> bool:
    """Whether a picture of `view` is enough to judge `move` by."""
    hand = view.hands[view.seat] if isinstance(view.seat, int) else 0
    return move.kind in (LAY, DRAW, PASS) and isinstance(hand, tuple) and len(hand) <= QUIZ_HAND


def pictured(move: Move) -> Picture:
    """What is drawn of a move."""
    return Picture(move.cards, move.colour)


def left(lines: Sequence[Line], names: Sequence[str]) -> tuple[Left, ...]:
    """The hands that a count is about."""
    return tuple(Left(names[line.facts["other"]], tuple(line.facts["cards"])) for line in lines)


def _hand(hand: Sequence[str], lays: Sequence[Move], drawn: str | None) -> tuple[InHand, ...]:
    cards = []
    order = sorted(
        hand, key=lambda card: (card in JOKERS, COLOURS.index(card[0]) if card[0] in "RYGB" else 4)
    )
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
            )
        )
    return tuple(cards)


def _lay(move: Move) -> Lay:
    if move.colour:
        return Lay(move.text, COLOUR_NAMES[move.colour], (), move.colour)
    return Lay(move.text, french(" et ".join(the_card(card) for card in move.cards)), move.cards)


def told_move(move: Move, names: Sequence[str] | None) -> str:
    """A move as an order one gives oneself: « Pose le 5 rouge »."""
    if move.kind == LAY:
        told = "Pose " + ", puis ".join(the_card(card) for card in move.cards)
        if move.colour:
            told += f" et demande du {COLOUR_NAMES[move.colour]}"
        if move.uno:
            told += " en annonçant « Uno ! »"
    elif move.kind == CLAIM:
        told = f"« Uno ! » {seat_name(move.seat, names)} a oublié de l'annoncer"
    elif move.kind == COLOUR:
        told = f"Demande du {COLOUR_NAMES[move.colour]}"
    else:
        told = {
            DRAW: "Pioche une carte",
            PASS: "Passe ton tour",
            ACCEPT: "Accepte : pioche quatre cartes",
            CHALLENGE: "Conteste : fais montrer la main",
        }[move.kind]
    return french(told)
