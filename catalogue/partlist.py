"""The list of the parts of a box, read from what people type or what a box says.

« 4 pions rouges », « 2 x plateau », « pions x4 », « un sablier (30 s) », one a line or in one sentence.
"""

import re
from typing import NamedTuple

from ludotheque.french import singular

LONGEST = 160  # of a name


class Read(NamedTuple):
    """A part as it was read; no quantity means: the text does not say how many."""

    name: str
    quantity: int | None


_NUMBERS = {
    word: number
    for number, words in {
        1: "un une le la", 2: "deux", 3: "trois", 4: "quatre", 5: "cinq", 6: "six", 7: "sept", 8: "huit",
        9: "neuf", 10: "dix", 11: "onze", 12: "douze", 13: "treize", 14: "quatorze", 15: "quinze",
        16: "seize", 20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante", 100: "cent",
    }.items()
    for word in words.split()
}  # fmt: skip
_HUNDREDS = {
    f"{word} {cent}": number * 100
    for word, number in _NUMBERS.items()
    if 2 <= number <= 9
    for cent in ("cents", "cent")
}
_DOZENS = {"une demi-douzaine": 6, "une douzaine": 12, "deux douzaines": 24, "trois douzaines": 36}
_FIGURE = r"(?:\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d{1,6})(?![\d.,]*\d)"
_BEFORE = re.compile(rf"^({_FIGURE})(?:\s*[x×*](?=\s|[^\W\d])\s*|\s+)(?=\S)(?!ou\s)", re.IGNORECASE)
_AFTER = re.compile(r"\s*(?:[x×*]\s*(\d{1,6})|\(\s*[x×*]?\s*(\d{1,6})\s*\)|\s:\s*(\d{1,6}))$", re.IGNORECASE)
# « un ou deux », « 2 à 4 » and « deux cent vingt » are no number that we know
_NO_MORE = rf"(?!(?:ou|à|{'|'.join(word for word, number in _NUMBERS.items() if number > 1)})\s)"
_IN_WORDS = re.compile(
    rf"^(?:(?:({'|'.join(_DOZENS)})\s+d(?:e\s+|['’]\s*)"
    rf"|({'|'.join([*_HUNDREDS, *_NUMBERS])})\s+){_NO_MORE}|l['’])(?=\S)",
    re.IGNORECASE,
)
_SOME = re.compile(r"^(?:des|les|plusieurs|quelques)\s+(?=\S)", re.IGNORECASE)
_COUNT = rf"(?:{_FIGURE}|(?:{'|'.join(_NUMBERS)}|des)\b)"
# between two parts of one line: a comma or « et » counts only where a number follows
_BETWEEN = re.compile(rf"\s*;\s*|\s*(?:,(?:\s*et)?|\.(?=\s)|\s\+|\set)\s+(?={_COUNT}\s*\S)", re.IGNORECASE)
_HEADING = re.compile(rf"^[^:\d]{{0,60}}:\s*(?={_COUNT}\s)", re.IGNORECASE)
_BULLET = re.compile(r"^(?:[-*•·–—>▪■]\s*)+")


def read(text: str) -> list[Read]:
    """The parts in their order; who is named twice with the same words is there twice."""
    found = []
    for line in text.splitlines():
        line = _HEADING.sub("", " ".join(_BULLET.sub("", line.strip()).split()))
        found += [part for piece in _split(line) if (part := read_one(piece))]
    return found


def _split(line: str) -> list[str]:
    """The pieces of a line; nothing is parted inside brackets."""
    pieces, start = [], 0
    for cut in _BETWEEN.finditer(line):
        if line.count("(", 0, cut.start()) == line.count(")", 0, cut.start()):
            pieces.append(line[start : cut.start()])
            start = cut.end()
    return [*pieces, line[start:]]


def read_one(piece: str) -> Read | None:
    """One part; None where there are no words."""
    text = " ".join(_BULLET.sub("", piece.strip()).split()).rstrip(".,;: ")
    quantity, name = _counted(text)
    if not any(sign.isalnum() for sign in name):
        return None
    return Read(singular(name) if quantity and quantity > 1 else name, quantity)


def _counted(text: str) -> tuple[int | None, str]:
    if before := _BEFORE.match(text):
        return int(re.sub(r"\D", "", before[1])), text[before.end() :]
    if after := _AFTER.search(text):
        number = next(figure for figure in after.groups() if figure)
        return int(number), text[: after.start()].rstrip(" ,")
    if in_words := _IN_WORDS.match(text):
        word = (in_words[1] or in_words[2] or "la").lower()
        return (_DOZENS | _HUNDREDS | _NUMBERS)[word], text[in_words.end() :]
    return None, _SOME.sub("", text)
