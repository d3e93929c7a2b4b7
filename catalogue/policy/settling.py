"""Which of the things that a family owed are paid: a payment settles what it was for, then the oldest."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an account that nothing takes back: owed above zero, paid below.

    `of`: what it is for, a loan or a subscription, where it says so; two lines of one thing say the same.
    """

    key: int
    cents: int
    of: object = None


def left_to_pay(lines: Iterable[Line]) -> dict[int, int]:
    """For each line that is owed what of it is still to be paid; the oldest line comes first.

    Together they are what the account owes, or nothing where more was paid than owed.
    """
    lines = list(lines)
    left = {line.key: line.cents for line in lines if line.cents > 0}
    money = 0
    for paid in (line for line in lines if line.cents < 0):
        own = [line.key for line in lines if line.key in left and paid.of is not None and line.of == paid.of]
        money += _pay(left, own, -paid.cents)
    _pay(left, list(left), money)
    return left


def _pay(left: dict[int, int], keys: list[int], money: int) -> int:
    """Pays these in their order, and gives the change back."""
    for key in keys:
        part = min(money, left[key])
        left[key] -= part
        money -= part
    return money
