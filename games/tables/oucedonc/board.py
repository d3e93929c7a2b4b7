"""Oùcédonc on the table: the players with their tokens, four arms around the start card, what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engines.kernel.rulebook import french
from games.engines.oucedonc.moves import DOUBTS, GUESS, PUT, SIDES, TRUST, Move, slot
from games.engines.oucedonc.position import ESTIMATE, EW, NS, PACK, PACKS, PLACE
from games.engines.oucedonc.view import View
from games.tables.base import NOTHING, Parts
from games.tables.oucedonc.said import TOWARDS, doubted, gap, told_move

MOST = 999  # what the number field counts up to


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    tokens: int
    turn: bool
    you: bool
    guessed: bool

    @property
    def pile(self) -> range:
        """The tokens drawn; a full pile stands for more."""
        return range(min(self.tokens, 8))


@dataclass(frozen=True, slots=True)
class Item:
    """A card of an arm, or (without `card`) a gap that can be pressed: `move`, said by `label`."""

    card: str = ""
    move: str = ""
    label: str = ""
    newest: bool = False


@dataclass(frozen=True, slots=True)
class Arm:
    """The cards of an arm as they lie, north to south or west to east, with the gaps if one may place."""

    side: str
    label: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Act:
    move: str
    label: str
    doubt: bool = False


@dataclass(frozen=True, slots=True)
class Guess:
    """The number field of an estimate."""

    number: str
    most: int


@dataclass(frozen=True, slots=True)
class Board:
    players: tuple[Player, ...]
    arms: dict[str, Arm]
    start: str
    card: str  # drawn, to be placed
    laid: str  # just placed, by somebody
    claim: str  # what its placer says by it
    place: int  # of this pack: the how manieth place has been drawn
    pack: int
    acts: tuple[Act, ...]
    guess: Guess | None
    placing: bool
    blind: bool = False
    still: bool = False

    @property
    def size(self) -> int:
        return PACK

    @property
    def packs(self) -> int:
        return PACKS


@dataclass(frozen=True, slots=True)
class Picture:
    """A move as it is drawn beside its words: cards in their order, the one it is about marked."""

    cards: tuple[str, ...] = ()
    marked: str = ""
    upright: bool = False
    number: int | None = None
    trust: bool = False


LABELS = {
    "N": "Bras nord, du nord vers la carte de départ",
    "S": "Bras sud, de la carte de départ vers le sud",
    "W": "Bras ouest, de l’ouest vers la carte de départ",
    "E": "Bras est, de la carte de départ vers l’est",
}


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
    moves = () if still else (*moves, *(move for move in tries if move not in moves))
    placing = view.phase == PLACE and any(move.kind == PUT for move in moves)
    laid = "" if view.laid is None else _line(view, view.laid.line)[view.laid.at]
    waiting = view.turn if isinstance(view.turn, tuple) else (view.turn,)
    return Board(
        players=tuple(
            Player(
                name,
                view.tokens[seat],
                turn and seat in waiting,
                seat == view.seat,
                view.estimates is not None and view.estimates[seat] is not None,
            )
            for seat, name in enumerate(names)
        ),
        arms={side: Arm(side, french(LABELS[side]), _items(view, side, placing)) for side in SIDES},
        start=french(view.start or ""),
        card=french(view.card or ""),
        laid=french(laid),
        claim=french(_claim(view)),
        place=(view.played - 1) % PACK + 1 if view.played else 0,
        pack=max(view.played - 1, 0) // PACK + 1,
        acts=_acts(view, moves, placing),
        guess=_guess(view, moves, parts),
        placing=placing,
        blind=blind,
        still=still,
    )


def _line(view: View, line: str) -> tuple[str, ...]:
    return view.ns if line == NS else view.ew


def _items(view: View, side: str, placing: bool) -> tuple[Item, ...]:
    line, step = SIDES[side]
    cards = _line(view, line)
    if view.start is None:
        return ()
    at = cards.index(view.start)
    numbers = range(at) if step < 0 else range(at + 1, len(cards))
    newest = view.laid.at if view.laid is not None and view.laid.line == line else -1
    lying = [Item(card=french(cards[number]), newest=number == newest) for number in numbers]
    if not placing:
        return tuple(lying)
    # before each card of the arm and after its last: the gap beside the start card is part of both ends
    first = 0 if step < 0 else at + 1
    gaps = [
        Item(move=slot(line, index).text, label=french(f"Placer {view.card} {gap(cards, line, index)}"))
        for index in range(first, first + len(lying) + 1)
    ]
    both = [item for pair in zip(gaps, [*lying, None], strict=True) for item in pair if item is not None]
    return tuple(both)


def _claim(view: View) -> str:
    """« Oslo est entre Rome et Paris »: what lies there now, as one judges it."""
    if view.laid is None:
        return ""
    line, at = view.laid
    cards = _line(view, line)
    return f"{cards[at]} {gap(cards[:at] + cards[at + 1 :], line, at)}"


def _acts(view: View, moves: Sequence[Move], placing: bool) -> tuple[Act, ...]:
    acts = []
    for move in moves:
        if move.kind == DOUBTS:
            claim = doubted(move, view) or f"je désigne une carte {TOWARDS[move.side]}"
            acts.append(Act(move.text, french(f"Je doute : {claim}"), doubt=True))
        elif move.kind == TRUST:
            acts.append(Act(move.text, "Je ne doute pas"))
        elif move.kind == PUT and (not placing or move.number > len(_line(view, move.line))):
            acts.append(Act(move.text, told_move(move, view)))  # a gap that is not there: tried in a lesson
        elif move.kind == GUESS and view.phase != ESTIMATE:
            acts.append(Act(move.text, told_move(move, view)))
    return tuple(sorted(acts, key=lambda act: (act.move == TRUST, not act.doubt)))


def _guess(view: View, moves: Sequence[Move], parts: Parts) -> Guess | None:
    if view.phase != ESTIMATE or not any(move.kind == GUESS for move in moves):
        return None
    lying = len(view.ns) + len(view.ew) - 2
    number = parts.number("number")
    steps = {"more": 1, "less": -1}.get(parts.one("preview"))
    if steps is not None:
        number = min(max((number or 0) + steps, 0), MOST) if number is not None else 0
    return Guess("" if number is None else str(number), lying)


def pictured(move: Move, view: View | None) -> Picture:
    """The cards a move is about, in their order on the line."""
    if move.kind == PUT and view is not None and view.card is not None:
        cards = _line(view, move.line)
        near = (
            *cards[max(move.number - 1, 0) : move.number],
            view.card,
            *cards[move.number : move.number + 1],
        )
        return _picture(near, view.card, move.line)
    if move.kind == DOUBTS and view is not None and view.laid is not None:
        line, step = SIDES[move.side]
        cards, at = _line(view, view.laid.line), view.laid.at
        if line == view.laid.line and 0 <= at + step < len(cards):
            return _picture(cards[min(at, at + step) : max(at, at + step) + 1], cards[at], line)
        return _picture((cards[at],), cards[at], view.laid.line)
    if move.kind == GUESS:
        return Picture(number=move.number)
    if move.kind == TRUST:
        return Picture(trust=True)
    return Picture(upright=move.line != EW)


def _picture(cards: tuple[str, ...], marked: str, line: str) -> Picture:
    return Picture(tuple(map(french, cards)), french(marked), line == NS)
