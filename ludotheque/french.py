"""French nouns with their adjectives, singular and plural: « pions rouges » ↔ « pion rouge ».

Only the head of the words is turned: « plateaux de jeu » → « plateau de jeu ». What cannot be told is left
as it stands: capitals (names), figures, lists (« rouges et verts »).
"""

import re
import tomllib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ludotheque.text import fold

_WORD = re.compile(r"[^\W\d_]+")
_LISTS = ("et", "ou")

Turn = Callable[[str], str]


class Words(NamedTuple):
    """What the rules do not tell; see french.toml."""

    stops: frozenset[str]
    still: frozenset[str]
    plain_colours: frozenset[str]
    shades: frozenset[str]
    colours: frozenset[str]
    eu_x: frozenset[str]
    au_x: frozenset[str]
    u_s: frozenset[str]
    al_s: frozenset[str]
    ou_x: frozenset[str]
    verbs: frozenset[str]
    plurals: dict[str, str]
    singulars: dict[str, str]


@lru_cache(maxsize=1)
def _words() -> Words:
    read = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    odd: dict[str, str] = read.pop("odd")
    lists = {name: frozenset(words.split()) for name, words in read.items()}
    plurals = odd | {one: f"{one}x" for one in lists["eu_x"] | lists["au_x"] | lists["ou_x"]}
    return Words(**lists, plurals=plurals, singulars={many: one for one, many in plurals.items()})


def singular(phrase: str) -> str:
    """« dés à six faces » → « dé à six faces »."""
    return _turned(phrase, _one)


def plural(phrase: str) -> str:
    """« cheval rouge » → « chevaux rouges »; what is plural already stays."""
    return _turned(phrase, _many)


def counted(number: int | None, phrase: str) -> str:
    """« 4 pions rouges », « 1 pion rouge »; the bare words where no number is known."""
    if number is None:
        return phrase
    return f"{number} {plural(phrase) if number > 1 else phrase}"


def of(name: str) -> str:
    """« d’Odin », « de Boursicocotte »: a name as it follows « de »."""
    return f"d’{name}" if fold(name)[:1] in _VOWELS else f"de {name}"


def of_title(title: str) -> str:
    """A title as it follows « de »: « des Aventuriers du Rail », « du Petit Prince », « d’Odin »."""
    first, _, rest = title.partition(" ")
    article = {"Les": "des", "Le": "du"}.get(first) if rest else None
    return f"{article} {rest}" if article else of(title)


_VOWELS = frozenset("aeiou")


def _turned(phrase: str, turn: Turn) -> str:
    head, rest = _head(phrase)
    written, known = head.split(" "), _words()
    words = [word.lower() for word in written]
    if any(word in _LISTS or word.endswith((",", "/", ";")) for word in words):
        return phrase
    done = []
    for place, word in enumerate(written):
        before, here, after = (words[max(place - 1, 0)], words[place], (words[place + 1 :] or [""])[0])
        shaded = here in known.colours and after in known.shades
        shade = here in known.shades and before in known.colours
        done.append(word if shaded or shade else _by_parts(word, turn, first=place == 0))
    return " ".join(done) + rest


def _head(phrase: str) -> tuple[str, str]:
    """The words that agree, and the rest with the space before it."""
    place = 0
    for match in re.finditer(r"\S+", phrase):
        word = match[0]
        bare = re.split(r"['’]", word)[0].lower()
        odd = any(not (sign.isalpha() or sign in "-,/;’'") for sign in word)
        if place and (odd or bare in _words().stops):
            return phrase[:place], phrase[place:]
        place = match.end()
    return phrase, ""


def _by_parts(word: str, turn: Turn, *, first: bool) -> str:
    """A word with hyphens is turned part by part: « cartes-indices »."""
    parts = word.split("-")
    if len(parts) > 1 and parts[0].lower() in _words().verbs:
        return word
    return "-".join(_kept_case(part, turn, first=first and not place) for place, part in enumerate(parts))


def _kept_case(word: str, turn: Turn, *, first: bool) -> str:
    if not _WORD.fullmatch(word) or _still(word.lower()):
        return word
    if word.islower():
        return turn(word)
    if first and word[1:].islower():  # the beginning of a line, no name
        turned = turn(word.lower())
        return turned[0].upper() + turned[1:]
    return word


def _still(word: str) -> bool:
    known = _words()
    return word in known.still or word in known.stops or word in known.plain_colours


def _one(word: str) -> str:
    if word in _words().singulars:
        return _words().singulars[word]
    if word.endswith("eaux"):
        return word[:-1]
    if word.endswith("aux") and word not in ("faux", "taux", "chaux"):
        return word[:-3] + "al"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 2 else word


def _many(word: str) -> str:
    known = _words()
    if word in known.plurals:
        return known.plurals[word]
    if word.endswith(("s", "x", "z")):
        return word
    if word.endswith("al") and word not in known.al_s:
        return word[:-2] + "aux"
    if word.endswith("eau") and word not in known.u_s:
        return word + "x"
    return word + "s"
