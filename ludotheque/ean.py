"""The codes that shops print on boxes: EAN-13, EAN-8, and UPC, which is an EAN-13 that begins with 0."""

import re

_CODE = re.compile(r"\d{8}|\d{12,13}")


def can_be(code: str) -> bool:
    """Whether it has as many digits as one of these codes."""
    return bool(_CODE.fullmatch(code))


def check_digit(code: str) -> str:
    """The last digit that the others ask for."""
    total = sum(int(digit) * (3 if place % 2 == 0 else 1) for place, digit in enumerate(reversed(code[:-1])))
    return str(-total % 10)


def is_right(code: str) -> bool:
    """Whether the last digit goes with the others: a slip of one digit never does."""
    return can_be(code) and code[-1] == check_digit(code)
