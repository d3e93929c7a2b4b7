"""Boursicocotte's own kinds of questions: what pays a price, how many animals are at stake, the count."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from games.engines.boursicocotte.animals import AT, FAMILY, NONE, SPECIES, VALUE, changed
from games.engines.boursicocotte.money import cards, money, payments, worth
from games.engines.boursicocotte.moves import PAY, TRADES, with_money
from games.engines.boursicocotte.position import PAYING, TURN, at_stake
from games.engines.boursicocotte.words import several
from games.engines.kernel import Line, Outcome, Rules
from games.engines.kernel.bags import bag
from games.engines.kernel.quiz import CHOICES, Maker, Question, some_position
from games.tables.boursicocotte.said import bundle

PRODUCT: Final = "product"  # how many points do these families make?
PAYS: Final = "pays"  # with which cards is this price paid?
STAKE: Final = "stake"  # how many animals is this trade about?

ANIMALS: Final = {"1": "un animal", "2": "deux animaux", "3": "trois animaux"}

STAKES: Final = {1: ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1)), 2: ((2, 2),)}
"""By how many are at stake: how many the two have."""

AnyRules = Rules[Any, Any]


def _product(rules: AnyRules, options: Mapping[str, Any], rng: Random) -> Question | None:
    number = rng.choice((2, 2, 3))
    families = sorted(rng.sample(SPECIES, number), key=SPECIES.index)
    values = [VALUE[species] for species in families]
    right = sum(values) * number
    # whoever forgets to multiply, counts a family too few or too many, or the dearest one alone
    less = sorted({sum(values), sum(values) * (number - 1), max(values) * number})
    more = [sum(values) * (number + 1), sum(values) * (number + 2)]
    below = rng.randrange(CHOICES)
    choices = sorted([right, *rng.sample(less, below), *rng.sample(more, CHOICES - 1 - below)])
    holding = NONE
    for species in families:
        holding = changed(holding, species, FAMILY)
    state = rules.opening(3, 0, **options)._replace(animals=(holding, NONE, NONE))
    facts = {"families": families, "sum": sum(values), "times": number}
    line = Line(f"{rules.slug}.15", 0, right, facts)
    return Question(
        PRODUCT, state, 0, None, None, f"{rules.slug}.15", tuple(map(str, choices)), str(right),
        outcome=Outcome(f"{rules.slug}.15", (right, 0, 0), (0,), (line,)),
        ask="La partie est finie, et voici tes familles. Combien de points fais-tu ?",
        labels={str(points): f"{points} points" for points in choices},
        why=f"{' + '.join(map(str, values))} = {sum(values)}, multiplié par {number} familles : {right}.",
    )  # fmt: skip


def _pays(rules: AnyRules, options: Mapping[str, Any], rng: Random) -> Question | None:
    state = some_position(rules, options, rng)
    if state.phase != PAYING:
        return None
    seat, price = state.turn, state.auction.bid
    hand = state.money[seat]
    right = rng.choice(list(payments(hand, price)))
    wrong = []
    for _ in range(60):
        pool = cards(hand)
        few = rng.sample(pool, rng.randint(1, min(len(pool), sum(right) + 1)))
        move = with_money(PAY, money(few))
        if rules.faults(state, seat, move) and move not in wrong:
            wrong.append(move)
    # rather what is near the price than what is seen at once to be wrong
    wrong.sort(key=lambda move: abs(worth(move.money) - price))
    if len(wrong) < CHOICES - 1:
        return None
    good = with_money(PAY, right)
    choices = [good, *wrong[: CHOICES - 1]]
    rng.shuffle(choices)
    exact = worth(right) == price
    return Question(
        PAYS, state, seat, None, None, f"{rules.slug}.8", tuple(map(str, choices)), str(good),
        ask=f"Le prix est de {price}. Avec quelles cartes peux-tu payer ?",
        labels={str(move): bundle(move) for move in choices},
        why=f"{bundle(good)} : cela fait juste {price}." if exact
        else f"Tu ne peux pas faire {price} exactement : on donne alors un peu plus, sans carte de trop.",
    )  # fmt: skip


def _stake(rules: AnyRules, options: Mapping[str, Any], rng: Random) -> Question | None:
    """A trade in a position that was met, with two animals each in half of the questions: that is rare."""
    state = some_position(rules, options, rng)
    if state.phase != TURN:
        return None
    seat = state.turn
    other = rng.choice([some for some in range(len(state.money)) if some != seat])
    own, others = rng.choice(STAKES[1] if rng.random() < 0.5 else STAKES[2])
    free = [species for species in SPECIES if _only(state, species, (seat, other))]
    if not free:
        return None
    species = rng.choice(free)
    holdings = list(state.animals)
    for holder, number in ((seat, own), (other, others)):
        holdings[holder] = changed(holdings[holder], species, number - holdings[holder][AT[species]])
    deck = [animal for animal in state.deck if animal != species] + [species] * (FAMILY - own - others)
    state = state._replace(animals=tuple(holdings), deck=bag(deck))
    right = at_stake(own, others)
    return Question(
        STAKE, state, seat, TRADES[other][AT[species]], None, f"{rules.slug}.10", tuple(ANIMALS), str(right),
        ask=f"Tu as {several(species, own)}, l’autre a {several(species, others)}, et vous marchandez. "
        "Combien d’animaux sont en jeu ?",
        labels=ANIMALS,
        why="Vous en avez deux chacun : deux animaux sont en jeu." if right == 2
        else "Deux animaux ne sont en jeu que si vous en avez deux chacun. Sinon, c’est un seul.",
    )  # fmt: skip


def _only(state: Any, species: str, seats: tuple[int, int]) -> bool:
    """Whether nobody but these two has any, and neither has all."""
    numbers = [holding[AT[species]] for holding in state.animals]
    return FAMILY not in numbers and not any(
        number for seat, number in enumerate(numbers) if seat not in seats
    )


MAKERS: Final[Mapping[str, Maker]] = {PRODUCT: _product, PAYS: _pays, STAKE: _stake}
