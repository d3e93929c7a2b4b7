"""What is counted in Boursicocotte, drawn: the money at the start, what donkeys bring, the points."""

from __future__ import annotations

from games.engines.boursicocotte.animals import FAMILY, VALUE, families, score
from games.engines.boursicocotte.money import DONKEYS, START, cards, worth
from games.engines.boursicocotte.position import Position
from games.engines.boursicocotte.words import the_animal, words
from games.engines.kernel.rulebook import counted, enumerate_french
from games.sheets.boursicocotte.laying import GAP, HEAD, MIDDLE, NAME, TOP, heads, money, notes, scene
from games.sheets.drawing import BADGE, CARD, LABEL, Pen, Scene


def start() -> Scene:
    """What each has in hand when the game begins."""
    pen = Pen()
    hand = cards(START)
    notes(pen, f"pour chacun\u202f: {worth(START)}", hand)
    told = f"Chacun commence avec {money(hand)} : {worth(START)} en {words('number', len(hand))}."
    return scene(pen, told)


def donkeys() -> Scene:
    """The card each donkey brings to everybody."""
    pen = Pen()
    for number, card in enumerate(DONKEYS, 1):
        heads(pen, f"+ {card}", ["ane"])
        pen.mark(BADGE, pen.x - GAP - 6, TOP + 3, str(number))
    told = enumerate_french([f"{card} pour le {words('donkey', at)}" for at, card in enumerate(DONKEYS, 1)])
    return scene(pen, f"Chaque joueur reçoit {told} âne.")


def points(state: Position, seat: int) -> Scene:
    """The complete families of a seat, and what they make."""
    pen, holding = Pen(), state.animals[seat]
    own = families(holding)
    for species in own:
        for at in range(FAMILY):
            pen.mark(CARD, pen.x + 12 * at, TOP, f"={species}", HEAD)
        pen.mark(LABEL, pen.x + (HEAD + 36) // 2, NAME, str(VALUE[species]))
        pen.move(HEAD + 36 + GAP)
    sum_ = sum(VALUE[species] for species in own)
    total = score(holding)
    said = counted(total, "point")
    pen.mark(LABEL, pen.x + 5 * len(said) + 13, NAME, f"{sum_} × {len(own)} = {total}")
    pen.bubble(MIDDLE, said)
    parts = enumerate_french([f"{the_animal(species)} ({VALUE[species]})" for species in own])
    told = f"Familles complètes : {parts}. {sum_} × {len(own)} familles = {total} points."
    return scene(pen, told)
