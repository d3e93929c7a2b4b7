"""The barcodes and the call numbers that a library gives: pure, no clock, no database."""

import re
from collections.abc import Iterator, Mapping
from itertools import count

# what a scheme of call numbers may hold, and what each stands for
PARTS = {
    "indice": "l’indice de la notice",
    "esar": "la classe ESAR",
    "col": "la classe COL",
    "titre": "les premières lettres du titre, sans son article",
}
_PART = re.compile(r"\{([^{}]*)\}")


def call_number(scheme: str, *, title_key: str, letters: int, classes: Mapping[str, str]) -> str:
    """The call number that a scheme such as `{indice} {titre}` gives; what is not known leaves no gap.

    `title_key` is the title folded and without its article: « L’Âne » gives ANE.
    """
    known = {**classes, "titre": title_key.replace(" ", "")[:letters].upper()}
    made = _PART.sub(lambda part: known.get(part[1].strip().lower(), ""), scheme)
    return " ".join(made.split()).strip(" -./:")


def unknown_parts(scheme: str) -> list[str]:
    """The names in braces that stand for nothing."""
    return [part for part in _PART.findall(scheme) if part.strip().lower() not in PARTS]


def without_parts(scheme: str) -> str:
    return _PART.sub("", scheme)


def barcodes(prefix: str, digits: int, start: int) -> Iterator[tuple[int, str]]:
    """(number, barcode) from `start` on, without end; no check digit: none is invented."""
    return ((number, f"{prefix}{number:0{digits}}") for number in count(start))
