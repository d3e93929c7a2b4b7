"""Words of the catalogue and of a query, made alike."""

import re
from dataclasses import dataclass
from functools import lru_cache

from ludotheque.text import fold

LONGEST = 40  # of a word; what is longer is cut, in records and in queries
REVISIONS = 64  # of a record's words that the index tells apart
PREFIX_FROM = 2  # letters from which the last word of a query may be the beginning of one

# too small to be asked for when another word is there
SMALL = frozenset(["d", "de", "des", "du", "l", "la", "le", "les", "un", "une"])

# the same words, marked by the part of the record they stand in
TITLE, NAME, WHOLE_TITLE, IDENTIFIER = "t_", "n_", "w_", "i_"


def words_of(text: str) -> list[str]:
    """The folded words of a text, in their order."""
    return [word[:LONGEST] for word in fold(text).split()]


# plurals of words in « au »
_AU = frozenset(["boyaux", "joyaux", "noyaux", "tuyaux"])


def stem(word: str) -> str:
    """A word without the mark of its plural: `cartes` → `carte`, `jeux` → `jeu`, `animaux` → `animal`."""
    if len(word) > 5 and word.endswith("aux") and word[-4] != "e" and word not in _AU:
        return word[:-2] + "l"
    return word[:-1] if len(word) > 3 and word[-1] in "sx" and not word[-2].isdigit() else word


def joined(text: str) -> str:
    """A whole text as one word: `R refl AD` → `rreflad`, `90 473` → `90473`."""
    return fold(text).replace(" ", "")[: 3 * LONGEST]


def forms_in(text: str) -> dict[str, str]:
    """Folded word → as the text writes it, for all its words that are one word when folded."""
    forms: dict[str, str] = {}
    for raw in re.findall(r"[^\W_]+", text):
        # most words are plain letters, and folding them is the dear part of reading a text
        word = (raw.lower() if raw.isascii() else fold(raw))[:LONGEST]
        if word and " " not in word:
            forms.setdefault(word, raw[:60])
    return forms


_QUOTED = re.compile(r'"([^"]+)"|«([^»]+)»|“([^”]+)”')
_ENDS_QUOTE = '"»”'


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the index, or (`prefix`) all that begin with it."""

    text: str
    prefix: bool = False


# every group must be met, by any of its tokens
Conjunction = tuple[tuple[Token, ...], ...]


@dataclass(frozen=True, slots=True)
class Sought:
    """What a query looks for. `tiers` from the best: a hit counts in the first that it meets."""

    tiers: tuple[Conjunction, ...]
    phrases: tuple[str, ...] = ()  # what stood between quotes, where that is more than a word


@lru_cache(maxsize=128)
def sought(text: str, *, most: int = 12) -> Sought | None:
    """What `text` looks for, or None when no word is in it; words beyond `most` are left aside."""
    words = list(dict.fromkeys(words_of(text)))
    words = ([word for word in words if word not in SMALL] or words)[:most]
    if not words:
        return None
    # what is quoted is whole, and so is a last word that something follows
    quoted = [one for one in map("".join, _QUOTED.findall(text)) if one.strip()]
    last = "" if text.rstrip()[-1] in _ENDS_QUOTE and quoted else words_of(text)[-1]

    def all_words(mark: str) -> Conjunction:
        return tuple(_alternatives(word, mark, word == last) for word in words)

    whole = joined(text)
    return Sought(
        (
            ((Token(IDENTIFIER + whole),),),
            ((Token(WHOLE_TITLE + whole),),),
            all_words(TITLE),
            all_words(NAME),
            all_words(""),
        ),
        tuple(phrase for phrase in dict.fromkeys(map(fold, quoted)) if " " in phrase),
    )


def _alternatives(word: str, mark: str, is_last: bool) -> tuple[Token, ...]:
    base = stem(word)
    if not is_last or len(word) < PREFIX_FROM:
        return (Token(mark + base),)
    if base == word:
        return (Token(mark + word, prefix=True),)
    # `cartes` is a plural, but `bours` may be the beginning of a longer word
    return (Token(mark + base), Token(mark + word, prefix=True))


@dataclass(frozen=True, slots=True)
class Words:
    """All words of a record's index, in order."""

    record_id: int
    revision: int
    tokens: list[str]
