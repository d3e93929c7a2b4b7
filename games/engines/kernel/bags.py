"""Multisets as sorted tuples: hands and face-down piles, where order means nothing."""

from bisect import bisect_left
from collections.abc import Iterable
from random import Random
from typing import TypeVar

Bag = tuple[str, ...]
T = TypeVar("T")


def bag(items: Iterable[str]) -> Bag:
    """A bag of these items."""
    return tuple(sorted(items))


def without(items: Bag, item: str) -> Bag:
    """The bag less one `item`, which must be in it."""
    at = bisect_left(items, item)
    if at == len(items) or items[at] != item:
        raise KeyError(item)
    return items[:at] + items[at + 1 :]


def less(items: Bag, taken: tuple[str, ...]) -> Bag:
    """The bag less all of `taken`, which must be in it."""
    if len(taken) == 1:
        return without(items, taken[0])
    rest = list(items)
    for item in taken:
        del rest[bisect_left(rest, item)]
    return tuple(rest)


def plus(items: Bag, added: tuple[str, ...]) -> Bag:
    """The bag with all of `added`."""
    if len(added) == 1:
        at = bisect_left(items, added[0])
        return items[:at] + added + items[at:]
    return tuple(sorted(items + added))


def missing(items: Iterable[str], wanted: Iterable[str]) -> list[str]:
    """What of `wanted` (each as often as it is wanted) is not in `items`."""
    rest = list(items)
    lacking = []
    for item in wanted:
        if item in rest:
            rest.remove(item)
        else:
            lacking.append(item)
    return lacking


def draw(items: Bag, number: int, rng: Random) -> tuple[str, ...]:
    """`number` items drawn blindly, in the order drawn; `items` stays as it is."""
    if number == 1:
        return (items[int(rng.random() * len(items))],)
    return take(list(items), number, rng)


def take(pool: list[T], number: int, rng: Random) -> tuple[T, ...]:
    """`number` items taken blindly out of `pool`, in the order taken."""
    random, taken = rng.random, []
    for left in range(len(pool), len(pool) - number, -1):
        at = int(random() * left)
        taken.append(pool[at])
        pool[at] = pool[-1]
        pool.pop()
    return tuple(taken)
