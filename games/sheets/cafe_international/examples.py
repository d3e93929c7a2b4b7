"""The examples of Café International's rulebook as pictures: cards of a hand, and the tables they go to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engines.cafe_international import RULES
from games.engines.cafe_international.board import BAR as AT_BAR
from games.engines.cafe_international.board import board
from games.engines.cafe_international.cards import JOKERS
from games.engines.cafe_international.moves import BAR, CHAIRS, CHANCE_MOVE, END, PASS, SEAT, SWAP, Move
from games.engines.cafe_international.words import the_card
from games.engines.kernel.records import read_ply
from games.engines.kernel.rulebook import Example, counted, enumerate_french, french
from games.sheets.cafe_international import plan
from games.sheets.cafe_international.plan import GUEST, NAME, TABLE
from games.sheets.drawing import ARROW, BACK, BADGE, CARD, LABEL, Pen, Scene
from games.tables.cafe_international.said import told_move

MIDDLE = TABLE // 2


def scene(example: Example, allowed: bool | None = None) -> Scene:
    """What an example shows; `allowed` marks what is played."""
    return _result(example) if example.is_result else _played(example, bool(allowed))


def sitters_of(position: Mapping[str, Any]) -> dict[int, str]:
    """Who sits where: number of the chair → sitter."""
    return {CHAIRS.index(chair): sitter for chair, sitter in position.get("chairs", {}).items()}


def _played(example: Example, allowed: bool) -> Scene:
    move, sitters = RULES.read_move(example.move), sitters_of(example.position)
    pen, mark = Pen(), "yes" if allowed else "no"
    words = ""
    if move.kind == SEAT:
        taken, around = move.chair in sitters, {**sitters, move.chair: _sitter(move)}
        numbers = plan.around([move.chair], around)
        words = plan.told(numbers, sitters)
        plan.guest(pen, move.card)
        pen.put(ARROW, MIDDLE, step=46)
        spots = plan.tables(pen, numbers, sitters if taken else around)
        plan.badge(pen, move.chair, spots[move.chair], mark)
    elif move.kind == SWAP:
        numbers = plan.around([move.chair], sitters)
        words = plan.told(numbers, sitters)
        _exchange(pen, move, sitters, mark)
    elif move.kind == BAR:
        place = len(example.position.get("bar", ())) + 1
        words = f"Au bar, c’est la place {place}."
        _to_bar(pen, move.card, place, mark)
    else:
        waiting = example.position.get("laid")
        if waiting:
            numbers = plan.around([CHAIRS.index(waiting["chair"])], sitters)
            words = plan.told(numbers, sitters)
            plan.tables(pen, numbers, sitters)
        end = pen.bubble(MIDDLE, {PASS: "Je passe", END: "Je m’arrête là"}[move.kind].replace("'", "’"))
        pen.mark(BADGE, end - 4, MIDDLE - 18, mark)
    told = f"{words} Le coup : {told_move(move)}."
    return plan.scene(pen, french(told.strip()))


def _result(example: Example) -> Scene:
    """What is played, one thing after the other; those who sit down are numbered."""
    position, pen, told = example.position, Pen(), []
    state, sitters = RULES.from_dict(position), sitters_of(position)
    plies = [(seat, RULES.read_move(text)) for seat, text in map(read_ply, example.plays)]
    seats = [move for _, move in plies if move.kind == SEAT]
    if "bag" in position:
        _bag(pen, len(position["bag"]))
        told.append(f"Dans le sac : {counted(len(position['bag']), 'carte')}.")
        pen.move(6)
    if seats:
        after = {**sitters, **{move.chair: _sitter(move) for move in seats}}
        numbers = plan.around([move.chair for move in seats], after)
        spots = plan.tables(pen, numbers, after)
        for number, move in enumerate(seats, 1):
            plan.badge(pen, move.chair, spots[move.chair], str(number))
        told.append(plan.told(numbers, sitters))
    for seat, move in plies:
        if move.kind == CHANCE_MOVE:
            owed = RULES.to_dict(state)["owed"]["seat"]
            dealt = RULES.to_dict(state)["phase"] == "deal"
            if not dealt:
                pen.put(ARROW, MIDDLE, step=44)
            plan.row(pen, move.cards, f"joueur {owed + 1}" if dealt else "du sac", 46 if dealt else GUEST)
            held = enumerate_french([the_card(card) for card in move.cards])
            told.append(f"Le joueur {owed + 1} tire {held}.")
        else:
            _done(pen, move, state, sitters)
            told.append(f"Le coup : {told_move(move)}.")
        state = RULES.advance(state, seat, move)
    return plan.scene(pen, french(" ".join(told)))


def _done(pen: Pen, move: Move, state: Any, sitters: Mapping[int, str]) -> None:
    if move.kind == BAR:
        _to_bar(pen, move.card, len(state.bar) + 1, "")
    elif move.kind == SWAP:
        _exchange(pen, move, sitters, "")
    elif move.kind == PASS:
        if joker := next((card for card in state.hands[state.turn] if card in JOKERS), ""):
            plan.guest(pen, joker)
            numbers = plan.around(list(sitters), sitters)
            plan.tables(pen, numbers, sitters)
        pen.bubble(MIDDLE, "Je passe")


def _sitter(move: Move) -> str:
    """How a card sits on its chair."""
    if move.card not in JOKERS:
        return move.card
    return f"{move.card}={move.nation or board().chairs[move.chair].nations[0]}"


def _to_bar(pen: Pen, card: str, place: int, mark: str) -> None:
    plan.guest(pen, card)
    pen.put(ARROW, MIDDLE, step=46)
    for number in range(max(1, place - 1), min(len(AT_BAR), place + 1) + 1):
        pen.mark(CARD, pen.x, MIDDLE - GUEST // 2, f"bar {number}", GUEST)
        if number == place:
            if mark:
                pen.mark(BADGE, pen.x + GUEST - 2, MIDDLE - GUEST // 2, mark)
            pen.mark(LABEL, pen.x + GUEST // 2, MIDDLE + GUEST // 2 + NAME - 2, "ici")
        pen.move(GUEST + 4)


def _exchange(pen: Pen, move: Move, sitters: Mapping[int, str], mark: str) -> None:
    """A card of the hand for a joker on its chair, each going where the other was."""
    plan.guest(pen, move.card)
    pen.mark(ARROW, pen.x + 17, MIDDLE - 8, "")
    pen.mark(LABEL, pen.x + 34, MIDDLE + 22, "échange")
    pen.move(80)
    spots = plan.tables(pen, plan.around([move.chair], sitters), sitters)
    if mark:
        plan.badge(pen, move.chair, spots[move.chair], mark)


def _bag(pen: Pen, number: int) -> None:
    """Cards in the bag: a back, and how many."""
    for shift in (8, 4, 0):
        pen.mark(CARD, pen.x + shift, MIDDLE - 33 + shift // 2, BACK, GUEST)
    pen.mark(BADGE, pen.x + GUEST + 4, MIDDLE - 30, str(number))
    pen.mark(LABEL, pen.x + 32, MIDDLE + 33 + NAME, "sac")
    pen.move(GUEST + 24)
