"""The examples of Boursicocotte's rulebook as pictures: what lies there, what is said, who gets what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.engines.boursicocotte import RULES
from games.engines.boursicocotte.money import cards
from games.engines.boursicocotte.moves import (
    AUCTION,
    BID,
    BUY,
    OFFER,
    PAY,
    SELL,
    TRADE,
    Move,
)
from games.engines.boursicocotte.words import several, the_animal, words
from games.engines.kernel import Event
from games.engines.kernel.records import read_ply
from games.engines.kernel.rulebook import Example
from games.sheets.boursicocotte import laying
from games.sheets.boursicocotte.laying import (
    arrow,
    bare,
    deck,
    heads,
    herd,
    money,
    notes,
    player,
    says,
)
from games.sheets.drawing import Pen, Scene
from games.tables.boursicocotte.said import told_move

SAID: Final = {
    "passed": "Je passe",
    "sells": "Je vends",
    "buys": "J’achète",
    "accepted": "J’accepte",
    "skipped": "Je passe",
    "repeated": "Égalité",
    "tied": "Égalité",
}
"""Events that are words, and of whom the picture needs no more."""
SHOWS: Final = {"paid": "paie", "shown": "montre", "offered": "offre", "countered": "contre"}
"""Events with money, and what is done with it."""
GOES: Final = frozenset({"won", "kept"})
"""Events by which animals go to somebody."""


def scene(example: Example, allowed: bool | None = None) -> Scene:
    """What an example shows; `allowed` marks what is played."""
    return _result(example) if example.is_result else _played(example, bool(allowed))


def _played(example: Example, allowed: bool) -> Scene:
    pen, position, move = Pen(), example.position, RULES.read_move(example.move)
    mark, seat = "yes" if allowed else "no", example.seat
    hand = position["money"][seat]
    told = [_before(pen, position)]
    if move.kind == AUCTION:
        state = RULES.from_dict(position)
        deck(pen, len(state.deck), mark)
        told.append(f"Dans la pioche : {words('number', len(state.deck))}.")
    elif move.kind == TRADE:
        told += _herds(pen, position, move, seat, mark)
    elif move.kind in (PAY, OFFER) and any(move.money):
        notes(pen, _purse(hand), hand, cards(move.money), mark)
        told.append(f"Ton argent : {money(hand)}.")
    else:
        notes(pen, _purse(hand), hand)
        told.append(f"Ton argent : {money(hand)}.")
        says(pen, _words(move), mark=mark)
    told.append(f"Le coup : {told_move(move, None)}.")
    return laying.scene(pen, " ".join(filter(None, told)))


def _purse(hand: list[int]) -> str:
    return f"tu as {sum(hand)}"


def _words(move: Move) -> str:
    """What somebody says who makes a move without money cards."""
    if move.kind == BID:
        return str(move.amount)
    return {BUY: "J’achète", SELL: "Je vends", OFFER: "Rien"}.get(move.kind, "Je passe")


def _herds(pen: Pen, position: Mapping[str, Any], move: Move, seat: int, mark: str = "") -> list[str]:
    """The animals of both who trade, of the species it is about."""
    only = (move.animal,)
    own = herd(pen, "toi" if mark else player(seat), position["animals"][seat], only)
    other = herd(pen, player(move.seat), position["animals"][move.seat], only, mark)
    return [own, other]


def _before(pen: Pen, position: Mapping[str, Any]) -> str:
    """The animal that is sold, or those at stake and the offer; in words."""
    auction, trade = position.get("auction"), position.get("trade")
    if auction and auction.get("animal"):
        animal, bid = auction["animal"], auction["bid"]
        heads(pen, f"prix\u202f: {bid}" if bid else bare(animal), [animal])
        return f"Aux enchères : {the_animal(animal)}" + (f", à {bid}." if bid else ".")
    if trade:
        animal, stake = trade["animal"], trade["cards"]
        heads(pen, "en jeu", [animal] * stake)
        told = f"En jeu : {several(animal, stake)}."
        if trade.get("offer"):
            notes(pen, f"offre\u202f: {sum(trade['offer'])}", trade["offer"])
            told += f" Le {player(trade['challenger'])} offre {money(trade['offer'])}."
        return told
    return ""


def _result(example: Example) -> Scene:
    """What lies there, then what happens."""
    pen, position = Pen(), example.position
    told = [_before(pen, position)]
    state = RULES.from_dict(position)
    for line in example.plays:
        seat, text = read_ply(line)
        move = RULES.read_move(text)
        if move.kind == TRADE:
            assert isinstance(seat, int)
            told += _herds(pen, position, move, seat)
        step = RULES.play(state, seat, move)
        for event in step.events:
            told.append(_event(pen, event))
        state = step.state
    return laying.scene(pen, " ".join(filter(None, told)))


def _event(pen: Pen, event: Event) -> str:
    """One thing that happens; in words."""
    kind, facts = event.kind, event.facts
    name = player(facts["seat"]) if isinstance(facts.get("seat"), int) else ""
    if kind == "dealt":
        heads(pen, name, facts["animals"])
    elif kind == "donkey":
        arrow(pen)
        notes(pen, "pour chacun", [facts["worth"]])
    elif kind == "turned":
        heads(pen, "retourné", [facts["animal"]])
    elif kind == "bids":
        says(pen, str(facts["amount"]), name)
    elif kind in SHOWS:
        notes(pen, f"{name} {SHOWS[kind]}", facts["cards"])
    elif kind in SAID:
        says(pen, SAID[kind], name)
    elif kind in GOES:
        arrow(pen)
        heads(pen, name, facts.get("animals") or [facts["animal"]])
    elif kind != "reopened":
        return ""
    return event.told()
