"""The examples of Odin's rulebook as pictures: the middle, the hand, what goes from one to the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engines.kernel import CHANCE
from games.engines.kernel.records import read_ply
from games.engines.kernel.rulebook import Example, french
from games.engines.odin import RULES
from games.engines.odin.moves import CHANCE_MOVE, PASS, TAKE, Move
from games.engines.odin.words import told_move, words
from games.sheets.drawing import ARROW, BADGE, LABEL, Pen, Scene
from games.sheets.odin.laying import (
    BOTTOM,
    GAP,
    HALF,
    NAME,
    group,
    held,
    hidden,
    middle,
    named,
    ordered,
    worth,
)

Position = dict[str, Any]


def scene(example: Example, allowed: bool | None = None) -> Scene:
    """What an example shows; `allowed` marks what is played."""
    return _result(example) if example.is_result else _played(example, bool(allowed))


def before(example: Example) -> Scene:
    """The position of an example, before anything is played."""
    pen, position = Pen(), example.position
    told = [_table(pen, position)]
    hand = position["hands"][example.seat]
    held(pen, "ta main", hand)
    told.append(f"Ta main : {named(hand)}.")
    return pen.scene(BOTTOM, french(" ".join(told)))


def _table(pen: Pen, position: Any, up: tuple[str, ...] = (), mark: str = "") -> str:
    """What lies on the table; cards of `up` are taken from there."""
    if not position.get("beaten"):
        return middle(pen, position.get("middle", ()))
    told = []
    for name, cards in (("tu as posé", position["middle"]), ("battu", position["beaten"])):
        mine = tuple(card for card in up if card in cards)
        group(pen, name, ordered(cards), mine, mark)
        told.append(f"{name.capitalize()} : {named(cards)}.")
    return " ".join(told)


def _played(example: Example, allowed: bool) -> Scene:
    pen, position, move = Pen(), example.position, RULES.read_move(example.move)
    mark, cards = "yes" if allowed else "no", tuple(move.text.removeprefix(TAKE).split())
    taken = cards if move.kind == TAKE else ()
    laid = () if taken or move.kind == PASS else cards
    told = [_table(pen, position, taken, mark)]
    hand = ordered(position["hands"][example.seat])
    several = len(laid) > 1
    group(pen, "ta main", hand, laid, "" if several else mark)
    if several or move.kind == PASS:
        pen.move(4 - GAP + 8)
        end = pen.bubble(HALF, "Je passe" if move.kind == PASS else _read(cards, move))
        pen.mark(BADGE, end - 4, HALF - 20, mark)
    told += [f"Ta main : {named(hand)}.", f"Le coup : {told_move(move)}."]
    return pen.scene(BOTTOM, french(" ".join(told)))


def _read(cards: tuple[str, ...], move: Move) -> str:
    """The value of what is laid; cards that are no set have none."""
    return worth(cards) if move.is_set else "?"


def _result(example: Example) -> Scene:
    """Above, the table before; below, what is played."""
    position, pen, told = example.position, Pen(), []
    if position.get("middle"):
        told.append(_table(pen, position))
    scores = position.get("scores", ())
    for seat, hand in enumerate(position.get("hands", ())):
        name = f"joueur {seat + 1}"
        told.append(f"Le {name} a {named(hand)}{_already(scores, seat)}.")
        held(pen, f"{name}\u202f: {scores[seat]} pts" if scores else name, hand)
    if pen.things:
        pen.line(BOTTOM + 6)
    state = RULES.from_dict(position)
    for line in example.plays:
        mover, text = read_ply(line)
        move = RULES.read_move(text)
        if pen.x or pen.y:
            pen.put(ARROW, HALF, step=34 + GAP)
        told.append(_ply(pen, state, mover, move))
        state = RULES.advance(state, mover, move)
    return pen.scene(BOTTOM, french(" ".join(told)))


def _already(scores: Sequence[int], seat: int) -> str:
    return f", et déjà {words('points', scores[seat])}" if scores else ""


def _ply(pen: Pen, state: Any, mover: int | str, move: Move) -> str:
    """One move after another; in words."""
    if move.kind == CHANCE_MOVE:
        name = f"joueur {RULES.to_dict(state)['hands'].index([]) + 1}"
        hidden(pen, name, move.number)
        return f"Le {name} reçoit {words('number', move.number)}."
    assert mover != CHANCE
    name = f"joueur {int(mover) + 1}"
    if move.kind == PASS:
        pen.mark(LABEL, pen.x + 53, NAME, name)
        pen.bubble(HALF, "Je passe")
        pen.move(GAP - 10)
    else:
        takes = f"{name} reprend" if move.kind == TAKE else name
        group(pen, takes, ordered(move.text.removeprefix(TAKE).split()))
    return f"Puis, le {name} : {told_move(move)}."


def tally(example: Example) -> Scene:
    """A count drawn: what is left to the others, one point each."""
    pen, told = Pen(), []
    for seat, hand in enumerate(example.position["hands"][1:], 2):
        points = words("points", len(hand))
        sum_of = f"{' + '.join('1' * len(hand))} = {points}" if len(hand) > 1 else points
        group(pen, sum_of, ordered(hand))
        told.append(f"Le joueur {seat} garde {named(hand)} : {points}.")
    return pen.scene(BOTTOM, french(" ".join(told)))
