"""Money as whole cents; French words for them."""

import re

NBSP, NARROW = "\u00a0", "\u202f"
MOST = 1_000_000  # 10 000 €: more than a toy library ever writes in one line
_AMOUNT = re.compile(r"(\d{1,7})(?:[.,](\d{1,2}))?", re.ASCII)


def euros(cents: int) -> str:
    """« 12,50 € », « −3,00 € », « 1 250,00 € »."""
    whole, rest = divmod(abs(cents), 100)
    threes = f"{whole:,}".replace(",", NARROW)
    return f"{'−' if cents < 0 else ''}{threes},{rest:02}{NBSP}€"


def plain(cents: int) -> str:
    """« 12,50 », as it is typed."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100},{abs(cents) % 100:02}"


def cents(text: str) -> int | None:
    """The cents of « 12,50 », « 12.5 € » or « 1 250 »; None where no amount can be read."""
    found = _AMOUNT.fullmatch("".join(text.split()).removesuffix("€").replace(NARROW, ""))
    if not found:
        return None
    return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))
