"""What a query that finds nothing may have meant."""

import itertools
import re
from collections.abc import Callable

from catalogue.search import vocabulary
from catalogue.search.words import LONGEST, SMALL
from ludotheque.text import fold

MOST_WORDS = 6
MOST_TRIES = 12


def corrected(text: str, *, exists: Callable[[str], bool]) -> str | None:
    """The nearest text of known words for which something `exists`, or None."""
    pieces = re.findall(r"[^\W_]+|[\W_]+", text)
    places = [
        place for place, piece in enumerate(pieces) if len(fold(piece)) > 2 and fold(piece) not in SMALL
    ]
    if not 0 < len(places) <= MOST_WORDS:
        return None
    choices = [_choices(pieces[place]) for place in places]
    tries = sorted(
        (cost, number, words)
        for number, chosen in enumerate(itertools.islice(itertools.product(*choices), 5000))
        if (cost := sum(cost for cost, _ in chosen)) and (words := tuple(word for _, word in chosen))
    )
    for _, _, words in tries[:MOST_TRIES]:
        candidate = list(pieces)
        for place, word in zip(places, words, strict=True):
            candidate[place] = word
        if exists("".join(candidate)):
            return "".join(candidate)
    return None


def _choices(piece: str) -> list[tuple[int, str]]:
    """The word itself at no cost where it is known or no other is near, and the words near it."""
    word = fold(piece)[:LONGEST]
    near = [(one.distance, one.form) for one in vocabulary.near(word)]
    if any(c.isdigit() for c in word):
        return [(0, piece)]
    return [(0, piece), *near]
