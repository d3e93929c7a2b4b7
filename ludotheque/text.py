"""Folding of text for comparing and ordering, the same on every database."""

import re
import unicodedata

_LIGATURES = str.maketrans(
    {"œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l"}
)
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_NOT_WORD = re.compile(r"[^0-9a-z]+")
_ARTICLE = re.compile(r"^(?:(?:le|la|les|un|une|des|the|a|an|der|die|das) |[ld] (?=[a-z0-9]))")
# "d" and "l" stand alone only after an apostrophe has been folded to a space


def fold(text: str) -> str:
    """`text` in small unaccented letters and digits, words parted by one space: « L'Œuf » → « l oeuf »."""
    if text.isascii():
        return _NOT_WORD.sub(" ", text.lower()).strip()
    bare = unicodedata.normalize("NFKD", text.translate(_LIGATURES).casefold())
    bare = _NOT_ASCII.sub(_without_mark, bare.translate(_LIGATURES))
    return _NOT_WORD.sub(" ", bare).strip()


def _without_mark(found: re.Match[str]) -> str:
    return "" if unicodedata.combining(found[0]) else found[0]


def sort_key(title: str) -> str:
    """The key by which titles are ordered: folded, without the leading article."""
    folded = fold(title)
    return _ARTICLE.sub("", folded, count=1) or folded
