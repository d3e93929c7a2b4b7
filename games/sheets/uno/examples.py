"""The examples of Uno's rulebook as pictures: cards on the pile, in the hand, going from one to the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engines.kernel.records import read_ply
from games.engines.kernel.rulebook import Example, enumerate_french, french, seat_name
from games.engines.uno import RULES
from games.engines.uno.cards import VALUE
from games.engines.uno.moves import CLAIM, LAY, Move
from games.engines.uno.words import the_card, words
from games.sheets.drawing import ARROW, BACK, BADGE, CARD, DASH, HEIGHT, LABEL, WIDTH, Pen, Scene
from games.sheets.uno.pile import ABOVE, BOTTOM, NAME, TOP, UP, on
from games.sheets.uno.pile import mark as mark_colour
from games.tables.uno.said import told_move


def scene(example: Example, allowed: bool | None = None) -> Scene:
    """What an example shows; `allowed` marks what is played."""
    return _result(example) if example.is_result else _played(example, bool(allowed))


def before(example: Example) -> Scene:
    """The position of an example, before anything is played."""
    position = example.position
    top, hand = position["discard"][-1], position["hands"][example.seat]
    pen = on(top, position.get("colour", ""))
    pen.mark(LABEL, pen.x + 30, NAME, "ta main")
    for card in hand:
        pen.put(CARD, TOP, card)
    told = f"Sur le talon : {the_card(top)}. Ta main : {enumerate_french([the_card(c) for c in hand])}."
    if position.get("pile") == []:
        pen.mark(LABEL, pen.x + 44, TOP + HEIGHT // 2 + 5, "pioche vide")
        pen.move(90)
        told += " La pioche est vide."
    return pen.scene(BOTTOM, french(told))


def _played(example: Example, allowed: bool) -> Scene:
    position, move = example.position, RULES.read_move(example.move)
    mark = "yes" if allowed else "no"
    whose = move.seat if move.kind == CLAIM else example.seat
    hand = position["hands"][whose]
    pen = on(position["discard"][-1], position.get("colour", ""))
    start, laid = pen.x, list(move.cards)
    for card in hand:
        up = UP if card in laid else 0
        pen.put(CARD, TOP - up, card)
        if up:
            text = str(move.cards.index(card) + 1) if len(move.cards) > 1 else mark
            pen.mark(BADGE, pen.x - 12, TOP - up + 4, text)
            laid.remove(card)
        if card == position.get("drawn"):
            pen.mark(DASH, pen.x - WIDTH - 8, TOP - up, "")
    name = seat_name(whose, None).removeprefix("le ") if move.kind == CLAIM else "ta main"
    pen.mark(LABEL, start + 31, NAME, name)
    if said := _said(move):
        pen.move(4)
        end = pen.bubble(TOP + HEIGHT // 2 + 8, said)
        pen.mark(BADGE, end - 4, TOP + HEIGHT // 2 - 10, mark)
    elif len(move.cards) > 1:
        pen.move(16)
        pen.mark(BADGE, pen.x - 14, TOP + HEIGHT // 2 + 8, mark)
    if move.colour:
        at = hand.index(move.cards[0]) * (WIDTH + 8)
        mark_colour(pen, start + at + 6, TOP + HEIGHT - 12, move.colour)
    held = enumerate_french([the_card(card) for card in hand])
    told = (
        f"Sur le talon : {the_card(position['discard'][-1])}. "
        f"{'Sa main' if move.kind == CLAIM else 'Ta main'} : {held}. "
        + (f"Tu viens de piocher {the_card(position['drawn'])}. " if position.get("drawn") else "")
        + f"Le coup : {told_move(move, None)}."
    )
    return pen.scene(BOTTOM, french(told))


def _said(move: Move) -> str:
    if move.kind == LAY:
        return "Uno\u202f!" if move.uno else ""
    if move.kind == CLAIM:
        return "Tu as oublié «\u00a0Uno\u202f!\u00a0»"
    return {"pass": "Je passe", "draw": "Je pioche"}.get(move.kind, "")


def _result(example: Example) -> Scene:
    """Above, the table before; below, what is played."""
    position, pen, told = example.position, Pen(y=-ABOVE), []
    if "pile" in position:
        _group(pen, "talon", position["discard"])
        _backs(pen, "pioche", len(position["pile"]))
        told.append(f"Le talon : {enumerate_french([the_card(card) for card in position['discard']])}.")
        told.append(f"Dans la pioche : {words('number', len(position['pile']))}.")
    elif position.get("discard"):
        pen = on(position["discard"][-1], position.get("colour", ""), -ABOVE)
        told.append(f"Sur le talon : {the_card(position['discard'][-1])}.")
    for seat, hand in enumerate(position.get("hands", ())):
        if hand:
            _group(pen, f"joueur {seat + 1}", hand)
            held = enumerate_french([the_card(card) for card in hand])
            told.append(f"Le joueur {seat + 1} a {held if len(hand) < 6 else words('number', len(hand))}.")
    if pen.things:
        pen.line(BOTTOM - ABOVE + 10)
    state = RULES.from_dict(position)
    for line in example.plays:
        mover, text = read_ply(line)
        move = RULES.read_move(text)
        who = _who(state, mover, move)
        pen.put(ARROW, TOP + HEIGHT // 2, step=44)
        if move.cards:
            _group(pen, who, move.cards)
            held = enumerate_french([the_card(card) for card in move.cards])
            told.append(f"Puis, {who} : {held if len(move.cards) < 7 else words('number', len(move.cards))}.")
        else:
            pen.mark(LABEL, pen.x + 40, NAME, who)
            pen.bubble(TOP + HEIGHT // 2, {"challenge": "Je conteste\u202f!"}.get(move.kind, move.text))
            told.append(f"Puis, {who} : {told_move(move, None)}.")
        state = RULES.advance(state, mover, move)
    return pen.scene(BOTTOM, french(" ".join(told)))


def _who(state: Any, seat: int | str, move: Move) -> str:
    position = RULES.to_dict(state)
    if isinstance(seat, int):
        return f"joueur {seat + 1}"
    if position["phase"] == "draw":
        return f"joueur {position['owed']['seat'] + 1} pioche"
    if len(move.cards) == 1:
        return "on retourne"
    dealt = [at for at, hand in enumerate(position["hands"]) if not hand]
    return f"joueur {dealt[0] + 1}"


def _group(pen: Pen, name: str, cards: Sequence[str]) -> None:
    """Cards of one player under his name; a whole hand is a back and its number."""
    if len(cards) > 6:
        _backs(pen, name, len(cards))
        return
    step = 42 if len(cards) > 1 else WIDTH
    wide = step * (len(cards) - 1) + WIDTH
    start = pen.x
    for card in cards:
        pen.put(CARD, TOP, card, step=step)
    pen.x = start
    pen.mark(LABEL, start + max(wide, 8 * len(name)) // 2, NAME, name)
    pen.move(max(wide, 8 * len(name)) + 12)


def _backs(pen: Pen, name: str, number: int) -> None:
    pen.mark(LABEL, pen.x + 36, NAME, name)
    for shift in (12, 6, 0)[-min(number, 3) :]:
        pen.mark(CARD, pen.x + shift, TOP - shift // 3, BACK)
    pen.mark(BADGE, pen.x + WIDTH + 2, TOP + 6, str(number))
    pen.move(WIDTH + 34)


def tally(example: Example) -> Scene:
    """A count drawn: what is left to the others, and what each card is worth."""
    left = [card for hand in example.position["hands"][1:] for card in hand]
    pen = Pen()
    for number, card in enumerate(left):
        pen.mark(LABEL, pen.x + WIDTH // 2, HEIGHT + 24, str(VALUE[card]))
        pen.put(CARD, 0, card, step=WIDTH)
        pen.mark(LABEL, pen.x + 13, HEIGHT + 24, "+" if number < len(left) - 1 else "=")
        pen.move(26)
    total = sum(VALUE[card] for card in left)
    pen.bubble(HEIGHT // 2, words("points", total))
    pen.mark(LABEL, pen.x - 55, HEIGHT + 24, str(total))
    counted = " + ".join(f"{VALUE[card]} pour {the_card(card)}" for card in left)
    return pen.scene(HEIGHT + 32, french(f"{counted} : {words('points', total)}."))
