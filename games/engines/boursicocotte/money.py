"""Money cards: a hand is how many cards it has of each worth; and what pays a sum (article 8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

CARDS: Final = (0, 10, 50, 100, 200, 500)
EXIST: Final = (10, 20, 10, 5, 5, 5)

Money = tuple[int, ...]
"""How many cards of each worth, in the order of CARDS."""

NONE: Final[Money] = (0,) * len(CARDS)
START: Final[Money] = (2, 4, 1, 0, 0, 0)
DONKEYS: Final = (50, 100, 200, 500)
"""What every player takes for the first to the fourth donkey (article 4)."""

SLOT: Final = {card: at for at, card in enumerate(CARDS)}
ONE: Final = {card: tuple(int(card == other) for other in CARDS) for card in CARDS}


def worth(money: Money) -> int:
    _, tens, fifties, hundreds, two_hundreds, five_hundreds = money
    return 10 * tens + 50 * fifties + 100 * hundreds + 200 * two_hundreds + 500 * five_hundreds


MOST: Final = worth(EXIST)


def money(cards: Iterable[int]) -> Money:
    """These cards as money."""
    counts = list(NONE)
    for card in cards:
        counts[SLOT[card]] += 1
    return tuple(counts)


def cards(money: Money) -> list[int]:
    """The cards one by one, lowest first."""
    return [card for card, number in zip(CARDS, money, strict=True) for _ in range(number)]


def plus(money: Money, other: Money) -> Money:
    a, b, c, d, e, f = money
    g, h, i, j, k, m = other
    return (a + g, b + h, c + i, d + j, e + k, f + m)


def less(money: Money, taken: Money) -> Money:
    a, b, c, d, e, f = money
    g, h, i, j, k, m = taken
    return (a - g, b - h, c - i, d - j, e - k, f - m)


def holds(money: Money, wanted: Money) -> bool:
    """Whether `wanted` can be taken out of `money`."""
    return all(has >= asked for has, asked in zip(money, wanted, strict=True))


def may_offer(hand: Money, offered: Money) -> bool:
    """Whether that is an offer of that hand: in it, and not empty unless the hand is (article 11)."""
    return holds(hand, offered) and (any(offered) or not any(hand))


def drawn(pool: list[int], number: int, rng: Random) -> Money:
    """`number` cards taken blindly out of the pool, which loses them."""
    counts, random = [0] * len(CARDS), rng.random
    for _ in range(number):
        at = int(random() * len(pool))
        counts[SLOT[pool[at]]] += 1
        pool[at] = pool[-1]
        pool.pop()
    return tuple(counts)


# --- payments


def exact(hand: Money, amount: int) -> Money | None:
    """Cards of the hand that make just this sum, the greatest first; None if none do."""
    _, tens, fifties, hundreds, two_hundreds, five_hundreds = hand
    # each card divides the next greater one but 500, so that only the number of 500s has to be tried
    for top in range(min(five_hundreds, amount // 500), -1, -1):
        rest = amount - 500 * top
        two = min(two_hundreds, rest // 200)
        rest -= 200 * two
        one = min(hundreds, rest // 100)
        rest -= 100 * one
        fifty = min(fifties, rest // 50)
        rest -= 50 * fifty
        if rest <= 10 * tens:
            return (0, rest // 10, fifty, one, two, top)
    return None


def cheapest(hand: Money, amount: int) -> Money:
    """A payment that gives away as little as can be; the hand must cover the sum."""
    for sum in range(amount, MOST + 1, 10):
        found = exact(hand, sum)
        if found:
            return found
    raise ValueError(f"{hand} does not cover {amount}")


def is_superfluous(paid: Money, amount: int) -> bool:
    """Whether a card of the payment could be left out."""
    least = next((card for card, number in zip(CARDS, paid, strict=True) if number), 0)
    return worth(paid) - least >= amount


def payments(hand: Money, amount: int) -> Iterator[Money]:
    """Every way of paying: the exact ones if there are any, else those of which no card could be left out."""
    if exact(hand, amount):
        yield from _exactly(hand, amount, len(CARDS) - 1)
    else:
        yield from _covering(hand, amount, len(CARDS) - 1)


def _exactly(hand: Money, amount: int, slot: int) -> Iterator[Money]:
    if not slot:
        if not amount:
            yield NONE
        return
    card = CARDS[slot]
    for number in range(min(hand[slot], amount // card), -1, -1):
        for rest in _exactly(hand, amount - number * card, slot - 1):
            yield (*rest[:slot], number, *rest[slot + 1 :])


def _covering(hand: Money, amount: int, slot: int) -> Iterator[Money]:
    """Greatest cards first: the sum is reached by the last card, so that every card before it is needed."""
    if not slot:
        return
    card = CARDS[slot]
    enough = -(-amount // card)
    for number in range(min(hand[slot], enough), -1, -1):
        if number == enough:
            yield (*NONE[:slot], number, *NONE[slot + 1 :])
            continue
        for rest in _covering(hand, amount - number * card, slot - 1):
            yield (*rest[:slot], number, *rest[slot + 1 :])
