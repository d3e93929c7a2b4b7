"""Moves of Odin as orders one gives oneself, and why one of them is good advice."""

from __future__ import annotations

from games.engines.kernel.rulebook import counted, enumerate_french, french
from games.engines.odin.cards import GROUPS, Cards, cards_of, value, written
from games.engines.odin.cover import cover
from games.engines.odin.moves import PASS, TAKE, Move, lay
from games.engines.odin.view import View
from games.engines.odin.words import the_card


def told_move(move: Move) -> str:
    """A move as an order one gives oneself: « Pose le 9 rouge et le 4 rouge »."""
    if move.kind == PASS:
        return "Passe"
    cards = french(enumerate_french([the_card(card) for card in move.text.removeprefix(TAKE).split()]))
    return f"{'Reprends' if move.kind == TAKE else 'Pose'} {cards}"


def reason(view: View, move: Move) -> str:
    """What that move gains: cards gone, and a hand that goes in fewer layings."""
    held = view.hands[view.seat] if isinstance(view.seat, int) else ()
    hand, middle = cards_of(held if isinstance(held, tuple) else ()), cards_of(view.middle)
    if move.kind == TAKE:
        return _why_take(hand, move.cards, cards_of(view.beaten))
    if move.kind == PASS:
        return _why_pass(hand, middle)
    left = hand & ~move.cards
    if not left:
        return "Tu n’as plus de cartes, et la manche est finie."
    if not middle:
        return f"{_alone(hand, move.cards)}Il te restera {_layings(left)}."
    beats = f"{move.value} bat {lay(middle).value}."
    if move.number > 1:
        return f"{beats} Tu poses {counted(move.number, 'carte')} et n’en reprends qu’une : ta main diminue."
    return f"{beats} Il te restera {_layings(left)}, et la carte que tu reprends."


def together(hand: Cards, card: Cards) -> tuple[str, ...]:
    """The cards of the hand that go with that one: its colour, or its number, whichever are more."""
    groups = [group & hand & ~card for group in GROUPS if group & card]
    return written(max(groups, key=int.bit_count))


def can_beat(hand: Cards, middle: Cards) -> bool:
    """Whether something in the hand may be laid on the middle."""
    number, beats = middle.bit_count(), lay(middle).value
    for group in GROUPS:
        held = hand & group
        if held.bit_count() > number:
            return True
        if held.bit_count() == number and value(held) > beats:
            return True
    return False


def _why_take(hand: Cards, card: Cards, beaten: Cards) -> str:
    friends = together(hand, card)
    if friends:
        return f"Il va avec {enumerate_french([the_card(name) for name in friends])}."
    if card.bit_length() == beaten.bit_length():
        return "C’est la plus haute des cartes battues : elle te servira à battre."
    return ""


def _why_pass(hand: Cards, middle: Cards) -> str:
    if not can_beat(hand, middle):
        return f"Rien dans ta main ne bat {lay(middle).value}."
    if cover(hand) < hand.bit_count():
        return (
            "Tu pourrais poser, mais garde ensemble tes cartes qui vont ensemble : elles partiront d’un coup."
        )
    return "Tu pourrais poser, mais tu devrais reprendre une carte : ta main ne serait pas plus petite."


def _alone(hand: Cards, card: Cards) -> str:
    return (
        "" if together(hand, card) else "Cette carte ne va avec aucune autre : c’est le moment de la poser. "
    )


def _layings(hand: Cards) -> str:
    """« 4 cartes, à poser en 2 fois »."""
    times, cards = cover(hand), counted(hand.bit_count(), "carte")
    return cards if times == hand.bit_count() else f"{cards}, qui peuvent partir en {times} fois"
