"""Odin's own kinds of questions: what a set is worth, what beats the middle, what comes back, the count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from random import Random
from typing import Any, Final

from games.engines.kernel import Rules
from games.engines.kernel.quiz import CHOICES, Maker, Question, some_position
from games.engines.kernel.rulebook import enumerate_french
from games.engines.odin.cards import GROUPS, Cards, names, parts, written
from games.engines.odin.moves import lay, lay_any
from games.engines.odin.position import FOLLOW, TAKING, Position
from games.engines.odin.words import the_card

WORTH: Final = "worth"  # how much are these cards worth together?
BEATS: Final = "beats"  # which of these beats the middle?
TAKE: Final = "take"  # which card may be taken back?
COUNT: Final = "count"  # how many points is this hand?

AnyRules = Rules[Any, Any]


def _worth(rules: AnyRules, options: Mapping[str, Any], rng: Random) -> Question | None:
    state, seat = _asked(rules, options, rng)
    sets = [cards for cards in _sets(state.hands[seat]) if len({name[0] for name in written(cards)}) > 1]
    if state.phase != FOLLOW or not sets:
        return None
    cards = rng.choice(sets)
    digits = [name[0] for name in written(cards)]
    right, reverse = "".join(digits), "".join(reversed(digits))
    choices = _mixed({right, reverse, str(sum(map(int, digits)))}, rng)
    return Question(
        WORTH, state, seat, lay(cards), None, "odin.6", tuple(choices), right,
        ask="Combien vaudraient ces cartes, posées ensemble ?",
        why="Les nombres sont des chiffres, le plus grand d’abord : "
        f"{enumerate_french(digits)} font {right}.",
    )  # fmt: skip


def _beats(rules: AnyRules, options: Mapping[str, Any], rng: Random) -> Question | None:
    state, seat = _asked(rules, options, rng)
    if state.phase != FOLLOW:
        return None
    number = state.middle.bit_count()
    tried = [lay_any(few) for size in (number, number + 1) for few in combinations(_held(state, seat), size)]
    right = [move for move in tried if not rules.faults(state, seat, move)]
    wrong = [move for move in tried if rules.faults(state, seat, move)]
    # rather what is worth too little than what is no set: that is seen at once
    wrong.sort(key=lambda move: (not move.is_set, rng.random()))
    if not right or len(wrong) < CHOICES - 1:
        return None
    good = rng.choice(right)
    choices = [good, *wrong[: CHOICES - 1]]
    rng.shuffle(choices)
    return Question(
        BEATS, state, seat, None, None, "odin.6", tuple(map(str, choices)), str(good),
        ask="C’est à toi. Que peux-tu poser ?",
        labels={str(move): _named(str(move).split()) for move in choices},
        why=f"{good.value} bat {lay(state.middle).value}.",
    )  # fmt: skip


def _take(rules: AnyRules, options: Mapping[str, Any], rng: Random) -> Question | None:
    state, seat = _asked(rules, options, rng)
    others = [*names(state.discard), *names(state.hands[seat])]
    if state.phase != TAKING or not others:
        return None
    right = rng.choice(names(state.beaten))
    choices = [right, rng.choice(names(state.middle)), rng.choice(others)]
    rng.shuffle(choices)
    return Question(
        TAKE, state, seat, None, None, "odin.7", tuple(choices), right,
        ask=f"Tu viens de poser {_named(written(state.middle))}. Quelle carte reprends-tu ?",
        labels={card: the_card(card) for card in choices},
        why=f"On reprend une des cartes que l’on vient de battre : {_named(written(state.beaten))}.",
    )  # fmt: skip


def _count(rules: AnyRules, options: Mapping[str, Any], rng: Random) -> Question | None:
    seats = rng.choice((2, 3, 4))
    state = rules.auto(rules.opening(seats, rng.randrange(seats), **options), rng)
    while actors := rules.actors(state):
        state = rules.auto(rules.advance(state, actors[0], rules.sample(state, actors[0], rng)), rng)
    seat = rng.choice([seat for seat, hand in enumerate(state.hands) if hand])
    cards = _held(state, seat)
    right, total = len(cards), sum(int(card[0]) for card in cards)
    # whoever adds the numbers up, or counts what is on the highest card
    choices = _mixed({right, total, max(right + 1, int(cards[0][0]))}, rng)
    if len(choices) < CHOICES:
        return None
    return Question(
        COUNT, state, seat, None, None, "odin.11", tuple(map(str, choices)), str(right),
        ask="La manche est finie. Combien de points marques-tu ?",
        labels={str(points): f"{points} point{'s' if points > 1 else ''}" for points in choices},
        why=f"Un point par carte qui te reste en main, quel que soit son nombre : {right}.",
    )  # fmt: skip


MAKERS: Final[Mapping[str, Maker]] = {WORTH: _worth, BEATS: _beats, TAKE: _take, COUNT: _count}


def _asked(rules: AnyRules, options: Mapping[str, Any], rng: Random) -> tuple[Position, int]:
    """A position, and who is to move in it."""
    while True:
        state = some_position(rules, options, rng)
        if isinstance(state.turn, int):
            return state, state.turn


def _mixed(numbers: set[Any], rng: Random) -> list[Any]:
    """The numbers in no order that tells which is right, yet always the same one."""
    return rng.sample(sorted(numbers, key=int), len(numbers))


def _held(state: Position, seat: int) -> tuple[str, ...]:
    return written(state.hands[seat])


def _sets(hand: Cards) -> list[Cards]:
    """What could be laid of that hand, two or three cards at a time."""
    return [cards for group in GROUPS for size in parts(hand & group)[2:4] for cards in size]


def _named(cards: Iterable[str]) -> str:
    return enumerate_french([the_card(card) for card in cards])
