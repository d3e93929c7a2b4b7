"""Uno in its rules: cards on the pile, in the hand, going from one to the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engines.kernel.records import read_ply
from games.engines.kernel.rulebook import Example, enumerate_french, french, seat_name
from games.engines.uno import RULES
from games.engines.uno.cards import DECK, NUMBERS, SYMBOL, VALUE
from games.engines.uno.moves import CLAIM, LAY, Move
from games.engines.uno.words import the_card, words
from games.sheets.drawing import (
    ARROW,
    BACK,
    BADGE,
    CARD,
    COLOUR,
    DASH,
    HEIGHT,
    LABEL,
    WIDTH,
    Pen,
    Scene,
    Thing,
)
from games.tables.uno import OPTIONS, told_move

COVER = Scene(
    300,
    190,
    tuple(
        Thing(CARD, 10 + 45 * at, 16 + 5 * abs(at - 2), card, 84, 8 * (at - 2))
        for at, card in enumerate(("R7", "YS", "W", "G2", "BD"))
    ),
    "Cinq cartes : le 7 rouge, le passe-tour jaune, un joker, le 2 vert, le +2 bleu.",
)

SECTIONS = (
    ("Pour commencer", ("uno.1", "uno.2")),
    ("À ton tour", ("uno.3", "uno.4", "uno.8", "uno.9")),
    ("Les cartes et ce qu’elles font", ("uno.7", "uno.5", "uno.6")),
    ("Uno\u202f!, la fin et les points", ("uno.10", "uno.11", "uno.12", "uno.13", "uno.14")),
)
PIECES_IN = "uno.7"  # the section that shows the kinds of cards
TALLIES = {"uno.13"}
PRINTED = {"uno.7": 1}  # the example that goes on the sheet

KINDS = (
    ("R5", "les chiffres"),
    ("YS", "passe-tour"),
    ("GT", "inversion"),
    ("BD", "+2"),
    ("W", "joker"),
    ("W4", "super joker +4"),
)

TURN_TOP = "Y4"  # what lies there in the pictures of a turn, and what is shown to go on it, or not
TURN_GOES = (("Y8", "couleur"), ("R4", "chiffre"), ("W", "joker"))
TURN_DOUBLET = ("Y5", "G5")

_TOP = 24  # where cards lie; what is played lies higher
_UP = 8
_NAME = _TOP + HEIGHT + 20  # the line of names
_BOTTOM = _NAME + 6
_ABOVE = 14  # above the cards, where nothing is marked


def pieces() -> list[tuple[str, str, int, str]]:
    """(card, name, how many there are, points) of each kind of card."""
    shown = []
    for card, name in KINDS:
        same = NUMBERS if card in NUMBERS else [one for one in DECK if SYMBOL[one] == SYMBOL[card]]
        worth = "leur valeur" if card in NUMBERS else words("points", VALUE[card])
        shown.append((card, name, sum(DECK[one] for one in same), worth))
    return shown


# --- the turn as a picture


def turn() -> tuple[Scene, ...]:
    """A picture for each line of the rulebook's turn."""
    return (_cover(), _doublet(), _draw(), _last())


def _cover() -> Scene:
    pen = _on(TURN_TOP)
    for card, why in TURN_GOES:
        pen.mark(LABEL, pen.x + WIDTH // 2, _NAME, why)
        pen.mark(BADGE, pen.x + WIDTH - 4, _TOP + 4, "yes")
        pen.put(CARD, _TOP, card)
        pen.things[-1], pen.things[-2] = pen.things[-2], pen.things[-1]
    going = enumerate_french([f"{the_card(card)} ({why})" for card, why in TURN_GOES])
    return pen.scene(_BOTTOM, french(f"Sur {the_card(TURN_TOP)}, tu peux poser {going}."))


def _doublet() -> Scene:
    pen = _on(TURN_TOP)
    for number, card in enumerate(TURN_DOUBLET, 1):
        pen.put(CARD, _TOP, card)
        pen.mark(BADGE, pen.x - 12, _TOP + 4, str(number))
    one, two = map(the_card, TURN_DOUBLET)
    return pen.scene(_BOTTOM, french(f"Sur {the_card(TURN_TOP)} : {one}, puis {two}."))


def _draw() -> Scene:
    pen = Pen()
    pen.mark(LABEL, WIDTH // 2 + 4, _NAME, "pioche")
    for x in (8, 4, 0):
        pen.things.append(Thing(BACK, x, _TOP + x // 2))
    pen.move(WIDTH + 20)
    pen.put(ARROW, _TOP + HEIGHT // 2, step=50)
    pen.put(CARD, _TOP, "Y2")
    pen.mark(BADGE, pen.x - 12, _TOP + 4, "yes")
    return pen.scene(_BOTTOM, french(f"Tu pioches {the_card('Y2')} : il va, tu le poses."))


def _last() -> Scene:
    pen = _on(TURN_TOP)
    pen.put(CARD, _TOP, "R4", step=WIDTH + 16)
    pen.bubble(18, "Uno\u202f!")
    pen.things.append(Thing(CARD, pen.x - 84, _TOP, "B7"))
    pen.things[-1], pen.things[-2] = pen.things[-2], pen.things[-1]
    told = f"Tu poses {the_card('R4')}, il te reste {the_card('B7')} : tu dis « Uno ! »."
    return pen.scene(_BOTTOM, french(told))


def _on(top: str, colour: str = "", y: int = 0) -> Pen:
    """A pen that has drawn the pile."""
    pen = Pen(y=y)
    pen.mark(LABEL, WIDTH // 2 + 2, _NAME, "talon")
    pen.mark(CARD, 4, _TOP + 2, top)
    pen.mark(CARD, 0, _TOP, top)
    if colour and top.startswith("W"):
        pen.mark(COLOUR, WIDTH - 2, _TOP + HEIGHT - 8, colour)
    pen.move(WIDTH + 26)
    return pen


# --- the examples of the rulebook


def scene(example: Example, allowed: bool | None = None) -> Scene:
    """What an example shows; `allowed` marks what is played."""
    return _result(example) if example.is_result else _played(example, bool(allowed))


def before(example: Example) -> Scene:
    """The position of an example, before anything is played."""
    position = example.position
    top, hand = position["discard"][-1], position["hands"][example.seat]
    pen = _on(top, position.get("colour", ""))
    pen.mark(LABEL, pen.x + 30, _NAME, "ta main")
    for card in hand:
        pen.put(CARD, _TOP, card)
    told = f"Sur le talon : {the_card(top)}. Ta main : {enumerate_french([the_card(c) for c in hand])}."
    if position.get("pile") == []:
        pen.mark(LABEL, pen.x + 44, _TOP + HEIGHT // 2 + 5, "pioche vide")
        pen.move(90)
        told += " La pioche est vide."
    return pen.scene(_BOTTOM, french(told))


def _played(example: Example, allowed: bool) -> Scene:
    position, move = example.position, RULES.read_move(example.move)
    mark = "yes" if allowed else "no"
    whose = move.seat if move.kind == CLAIM else example.seat
    hand = position["hands"][whose]
    pen = _on(position["discard"][-1], position.get("colour", ""))
    start, laid = pen.x, list(move.cards)
    for card in hand:
        up = _UP if card in laid else 0
        pen.put(CARD, _TOP - up, card)
        if up:
            text = str(move.cards.index(card) + 1) if len(move.cards) > 1 else mark
            pen.mark(BADGE, pen.x - 12, _TOP - up + 4, text)
            laid.remove(card)
        if card == position.get("drawn"):
            pen.mark(DASH, pen.x - WIDTH - 8, _TOP - up, "")
    name = seat_name(whose, None).removeprefix("le ") if move.kind == CLAIM else "ta main"
    pen.mark(LABEL, start + 31, _NAME, name)
    if said := _said(move):
        pen.move(4)
        end = pen.bubble(_TOP + HEIGHT // 2 + 8, said)
        pen.mark(BADGE, end - 4, _TOP + HEIGHT // 2 - 10, mark)
    elif len(move.cards) > 1:
        pen.move(16)
        pen.mark(BADGE, pen.x - 14, _TOP + HEIGHT // 2 + 8, mark)
    if move.colour:
        pen.mark(
            COLOUR, start + (hand.index(move.cards[0])) * (WIDTH + 8) + 6, _TOP + HEIGHT - 12, move.colour
        )
    held = enumerate_french([the_card(card) for card in hand])
    told = (
        f"Sur le talon : {the_card(position['discard'][-1])}. "
        f"{'Sa main' if move.kind == CLAIM else 'Ta main'} : {held}. "
        + (f"Tu viens de piocher {the_card(position['drawn'])}. " if position.get("drawn") else "")
        + f"Le coup : {told_move(move, None)}."
    )
    return pen.scene(_BOTTOM, french(told))


def _said(move: Move) -> str:
    if move.kind == LAY:
        return "Uno\u202f!" if move.uno else ""
    if move.kind == CLAIM:
        return "Tu as oublié «\u00a0Uno\u202f!\u00a0»"
    return {"pass": "Je passe", "draw": "Je pioche"}.get(move.kind, "")


def _result(example: Example) -> Scene:
    """Above, the table before; below, what is played."""
    position, pen, told = example.position, Pen(y=-_ABOVE), []
    if "pile" in position:
        _group(pen, "talon", position["discard"])
        _backs(pen, "pioche", len(position["pile"]))
        told.append(f"Le talon : {enumerate_french([the_card(card) for card in position['discard']])}.")
        told.append(f"Dans la pioche : {words('number', len(position['pile']))}.")
    elif position.get("discard"):
        pen = _on(position["discard"][-1], position.get("colour", ""), -_ABOVE)
        told.append(f"Sur le talon : {the_card(position['discard'][-1])}.")
    for seat, hand in enumerate(position.get("hands", ())):
        if hand:
            _group(pen, f"joueur {seat + 1}", hand)
            held = enumerate_french([the_card(card) for card in hand])
            told.append(f"Le joueur {seat + 1} a {held if len(hand) < 6 else words('number', len(hand))}.")
    if pen.things:
        pen.line(_BOTTOM - _ABOVE + 10)
    state = RULES.from_dict(position)
    for line in example.plays:
        mover, text = read_ply(line)
        move = RULES.read_move(text)
        who = _who(state, mover, move)
        pen.put(ARROW, _TOP + HEIGHT // 2, step=44)
        if move.cards:
            _group(pen, who, move.cards)
            held = enumerate_french([the_card(card) for card in move.cards])
            told.append(f"Puis, {who} : {held if len(move.cards) < 7 else words('number', len(move.cards))}.")
        else:
            pen.mark(LABEL, pen.x + 40, _NAME, who)
            pen.bubble(_TOP + HEIGHT // 2, {"challenge": "Je conteste\u202f!"}.get(move.kind, move.text))
            told.append(f"Puis, {who} : {told_move(move, None)}.")
        state = RULES.advance(state, mover, move)
    return pen.scene(_BOTTOM, french(" ".join(told)))


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
        pen.put(CARD, _TOP, card, step=step)
    pen.x = start
    pen.mark(LABEL, start + max(wide, 8 * len(name)) // 2, _NAME, name)
    pen.move(max(wide, 8 * len(name)) + 12)


def _backs(pen: Pen, name: str, number: int) -> None:
    pen.mark(LABEL, pen.x + 36, _NAME, name)
    for shift in (12, 6, 0)[-min(number, 3) :]:
        pen.mark(BACK, pen.x + shift, _TOP - shift // 3, "")
    pen.mark(BADGE, pen.x + WIDTH + 2, _TOP + 6, str(number))
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


# --- exercises and house rules


def choices(example: Example) -> list[tuple[str, str]]:
    """What one may answer where a move is asked for: (move, its words), legal or not."""
    state = RULES.from_dict(example.position)
    moves = [str(move) for move in RULES.moves(state, example.seat)]
    hand = [card for card in example.position["hands"][example.seat] if not card.startswith("W")]
    offered = dict.fromkeys([*hand, "draw", "pass", *(move for move in moves if "!" not in move)])
    return [(move, told_move(RULES.read_move(move), None)) for move in offered]


def house_rules(options: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, bool]]]]:
    """(label, [(words, whether that is played here)]) of all there is to agree on."""
    agreed = {name: options.get(name, option.default) for name, option in RULES.options.items()}
    return [
        (french(label), [(french(text), value == agreed[name]) for value, text in values.items()])
        for name, (label, values) in OPTIONS.items()
    ]
