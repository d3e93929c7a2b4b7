"""Numbers that addresses and forms hold as text: keys of rows, mostly."""

from collections.abc import Iterable

LONGEST = 18  # digits; a longer number is no row's key


def digits(text: str | None) -> int | None:
    """The number written so, or None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= LONGEST else None


def several(texts: Iterable[str]) -> list[int]:
    """Those that are numbers, each once, in their order."""
    return list(dict.fromkeys(number for text in texts if (number := digits(text))))
