"""What is counted in Café International, drawn: who may sit together, a turn of points, the end."""

from __future__ import annotations

from typing import Final

from games.engines.cafe_international import RULES
from games.engines.cafe_international.moves import SEAT
from games.engines.cafe_international.outlook import left_over as cost
from games.engines.cafe_international.words import the_card
from games.engines.kernel.records import read_ply
from games.engines.kernel.rulebook import Example, counted, enumerate_french, french
from games.sheets.cafe_international import plan
from games.sheets.cafe_international.examples import sitters_of
from games.sheets.cafe_international.plan import GUEST, NAME
from games.sheets.drawing import BADGE, CARD, LABEL, Pen, Scene
from games.tables.cafe_international.room import signed

TOGETHER: Final = ("FM", "FFM", "FMM", "FFMM")
"""Who may sit at one table (article 4), women first."""
NOT_TOGETHER: Final = ("FF", "MM", "FFFM", "FMMM")
SMALL: Final = 38
STEP: Final = 28  # from one of a group to the next, who stands half behind


def groups() -> Scene:
    """The groups that are allowed, and below them those that are not."""
    pen = Pen()
    _groups(pen, TOGETHER, "yes")
    pen.line(SMALL + 24)
    _groups(pen, NOT_TOGETHER, "no")
    allowed = " ; ".join(map(_told, TOGETHER))
    refused = " ; ".join(map(_told, NOT_TOGETHER))
    return plan.scene(pen, french(f"Permis : {allowed}. Refusé : {refused}."))


def _groups(pen: Pen, shown: tuple[str, ...], mark: str) -> None:
    for group in shown:
        for sex in group:
            pen.mark(CARD, pen.x, 6, f"IN-{sex}.", SMALL)
            pen.move(STEP)
        pen.mark(BADGE, pen.x + SMALL - STEP, 10, mark)
        pen.move(SMALL - STEP + 20)


def _told(group: str) -> str:
    women, men = group.count("F"), group.count("M")
    words = [counted(women, "femme")] if women else []
    words += [counted(men, "homme")] if men else []
    return " et ".join(words)


def scored(example: Example) -> Scene:
    """A turn whose points are added: the tables, and for each card what it gives."""
    state, sitters = RULES.from_dict(example.position), sitters_of(example.position)
    seat, pen, sums = example.position["turn"], Pen(), []
    moves = []
    for mover, text in map(read_ply, example.plays):
        move, before = RULES.read_move(text), state.scores[seat]
        step = RULES.play(state, mover, move)
        state = step.state
        if move.kind == SEAT:
            moves.append(move)
            shares = [event.facts["points"] for event in step.events if "points" in event.facts]
            total = state.scores[seat] - before
            sums.append((" + ".join(map(str, shares)) + (f" = {total}" if len(shares) > 1 else ""), total))
    after = {**sitters, **{move.chair: move.card for move in moves}}
    numbers = plan.around([move.chair for move in moves], after)
    spots = plan.tables(pen, numbers, after)
    for number, move in enumerate(moves, 1):
        plan.badge(pen, move.chair, spots[move.chair], str(number))
    pen.move(8)
    right = pen.x
    for number, (words, _) in enumerate(sums, 1):
        pen.mark(BADGE, right + 14, 14 + 32 * (number - 1), str(number))
        pen.mark(LABEL, right + 36 + 5 * len(words), 20 + 32 * (number - 1), words)
    whole = sum(total for _, total in sums)
    pen.x = right
    pen.bubble(20 + 32 * len(sums), counted(whole, "point"))
    told = " ".join(
        f"{number} : {the_card(move.card)}, {words}."
        for number, (move, (words, _)) in enumerate(zip(moves, sums, strict=True), 1)
    )
    return plan.scene(pen, french(f"{plan.told(numbers, after)} {told} En tout : {whole} points."))


def left_over(example: Example) -> Scene:
    """What the cards left at the end cost."""
    state = RULES.from_dict(example.position)
    seat = example.position["turn"]
    for mover, text in map(read_ply, example.plays):
        state = RULES.advance(state, mover, text)
    hand, pen = sorted(state.hands[seat], key=lambda card: cost((card,))), Pen()
    for card in hand:
        plan.guest(pen, card, 0)
        middle = pen.things[-1].x
        pen.mark(LABEL, middle, GUEST + 2 * NAME, signed(-cost((card,))))
    before, lost = state.scores[seat], cost(tuple(hand))
    pen.move(4)
    pen.bubble(GUEST // 2, counted(before - lost, "point"))
    pen.mark(LABEL, pen.x - 62, GUEST + 2 * NAME, f"{before} − {lost} = {before - lost}")
    parts = enumerate_french([f"{cost((card,))} pour {the_card(card)}" for card in hand])
    told = f"Tu as {counted(before, 'point')}. Les cartes qui restent coûtent {parts}."
    told += f" Il te reste {counted(before - lost, 'point')}."
    return plan.scene(pen, french(told))
