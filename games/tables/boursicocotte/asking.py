"""Boursicocotte's own kinds of questions: what pays a price, how many animals are at stake, the count."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from games.engines.boursicocotte import animals
from games.engines.boursicocotte.animals import AT, FAMILY, SPECIES, VALUE
from games.engines.boursicocotte.money import cards, money, payments, worth
from games.engines.boursicocotte.moves import PAY, TRADE, with_money
from games.engines.boursicocotte.position import PAYING, at_stake
from games.engines.boursicocotte.words import several, the_animal
from games.engines.kernel import Line, Outcome, Rules
from games.engines.kernel.quiz import CHOICES, Maker, Question, some_position
from games.tables.boursicocotte.said import bundle

PRODUCT: Final = "product"  # how many points do these families make?
PAYS: Final = "pays"  # with which cards is this price paid?
STAKE: Final = "stake"  # how many animals is this trade about?

STAKES: Final = {"1": "un animal", "2": "deux animaux", "3": "trois animaux"}

AnyRules = Rules[Any, Any]


def _product(rules: AnyRules, options: Mapping[str, Any], rng: Random) -> Question | None:
    number = rng.choice((2, 2, 3))
    families = sorted(rng.sample(SPECIES, number), key=SPECIES.index)
    values = [VALUE[species] for species in families]
    right = sum(values) * number
    # whoever forgets to multiply, counts a family too few or too many, or the dearest one alone
    wrong = {sum(values) * times for times in (1, number - 1, number + 1, number + 2)} | {
        max(values) * number
    }
    choices = sorted([right, *rng.sample(sorted(wrong - {right}), CHOICES - 1)])
    holding = animals.NONE
    for species in families:
        holding = animals.changed(holding, species, FAMILY)
    state = rules.opening(3, 0, **options)._replace(animals=(holding, animals.NONE, animals.NONE))
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
    state = some_position(rules, options, rng)
    actors = rules.actors(state)
    if not actors or not isinstance(actors[0], int):
        return None
    seat = actors[0]
    trades = [move for move in rules.moves(state, seat)[:60] if move.kind == TRADE]
    if not trades:
        return None
    wanted = rng.choice((1, 2))
    those = [move for move in trades if _at_stake(state, seat, move) == wanted]
    if not those:
        return None
    move = rng.choice(those)
    own, others = _both(state, seat, move)
    why = (
        "Vous en avez deux chacun : deux animaux sont en jeu." if wanted == 2
        else "Deux animaux ne sont en jeu que si vous en avez deux chacun. Sinon, c'est un seul."
    )  # fmt: skip
    has = f"tu as {several(move.animal, own)}, l'autre a {several(move.animal, others)}"
    return Question(
        STAKE, state, seat, move, None, f"{rules.slug}.10", tuple(STAKES), str(wanted),
        ask=f"Tu proposes de marchander {the_animal(move.animal)} : {has}. Combien d'animaux sont en jeu ?",
        labels=STAKES,
        why=why,
    )  # fmt: skip


def _both(state: Any, seat: int, move: Any) -> tuple[int, int]:
    at = AT[move.animal]
    return state.animals[seat][at], state.animals[move.seat][at]


def _at_stake(state: Any, seat: int, move: Any) -> int:
    return at_stake(*_both(state, seat, move))


MAKERS: Final[Mapping[str, Maker]] = {PRODUCT: _product, PAYS: _pays, STAKE: _stake}
