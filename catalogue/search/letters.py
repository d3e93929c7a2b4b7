"""Facts as letters: what facets count is kept of a record as a string with one letter a fact.

The database concatenates the letters of all hits, and counting them counts every facet at once, however
many values a record has. « De 2 à 4 joueurs » is one letter, each publisher is one, each category too.
"""

import datetime
import re
import zlib
from collections import Counter
from collections.abc import Iterable
from functools import cached_property, lru_cache

from django.utils import timezone

RECORD = "R"
AVAILABLE = "D"  # also written by the triggers of migration 0002
QUIZ = "Q"  # is learnt by a librarian's own questions

# where the letters of each kind begin; Unicode has 1,114,112 of them, U+D800 to U+DFFF excepted
_PLAYERS = 0x1000
_AGES = 0x4000
_DURATION = 0x7000
_SITE = 0xA000
_GROUP = 0xB000
_GROUPS_END = 0xC000
_CATEGORY = 0x10000
_SECTION = 0x20000
_GAME = 0x30000
_ARRIVED = 0x40000
_LANGUAGE = 0x50000
_PUBLISHER = 0x55000
_END = 0x110000
_FIRST_DAY = datetime.date(2000, 1, 1)
_MOST = 99  # as many players or years as the letters can tell apart
_LONGEST = 9999


def _span(low: int | None, high: int | None) -> int:
    """Two bounds as one number; 0 is « not said »."""
    return min(low or 0, _MOST) * (_MOST + 1) + min(high or 0, _MOST)


def players(low: int | None, high: int | None) -> str:
    return chr(_PLAYERS + _span(low, high)) if low or high else ""


def ages(low: int | None, high: int | None) -> str:
    # an age « from 0 » is said: it counts as from 1
    return (
        chr(_AGES + _span(max(low, 1) if low is not None else None, high)) if low is not None or high else ""
    )


def duration(minutes: int | None) -> str:
    return chr(_DURATION + min(minutes, _LONGEST)) if minutes else ""


def category(pk: int) -> str:
    return _letter(_CATEGORY, _SECTION, pk)


def group(scheme: str, code: str) -> str:
    """The letter of the group of a class of ESAR (`a407`, or the group `a4` itself): of no other scheme."""
    found = group_of(scheme, code)
    return chr(_GROUP + (ord(found[0]) - ord("a")) * 10 + int(found[1])) if found else ""


@lru_cache(maxsize=4096)
def group_of(scheme: str, code: str) -> str:
    """`a4` of `a407`; empty for what has no groups."""
    return code[:2] if scheme == "esar" and re.fullmatch(r"[a-z][0-9]+", code) else ""


def section(pk: int) -> str:
    return _letter(_SECTION, _GAME, pk)


def site(pk: int) -> str:
    return _letter(_SITE, _GROUP, pk)


def language(code: str) -> str:
    """The letter of a code of three letters; anything else is no language we could count."""
    if not re.fullmatch(r"[a-z]{3}", code):
        return ""
    number = 0
    for c in code:
        number = number * 26 + ord(c) - ord("a")
    return chr(_LANGUAGE + number)


def day(date: datetime.date) -> int:
    """A date as a number, from 2000 on."""
    return max(0, min((date - _FIRST_DAY).days, 0x7FFF))


def today() -> int:
    return day(timezone.localdate())


def arrived(date: datetime.date) -> str:
    return chr(_ARRIVED + day(date))


def publisher(pk: int | None) -> str:
    return _letter(_PUBLISHER, _END, pk) if pk else ""


def game(slug: str) -> str:
    """The letter of a game's slug; two of 65,536 might share one, the five we know do not."""
    return chr(_GAME + (zlib.crc32(slug.encode()) & 0xFFFF)) if slug else ""


def _letter(start: int, end: int, pk: int) -> str:
    """The letter of a row; a row beyond the alphabet is not counted (the 65,536th category)."""
    return chr(start + pk) if start + pk < end else ""


# the first letter of the kinds whose letter is made from a row's key inside SQL
STARTS = {"category": _CATEGORY, "section": _SECTION, "publisher": _PUBLISHER}


_STARTS = (
    0,
    _PLAYERS,
    _AGES,
    _DURATION,
    _SITE,
    _GROUP,
    _GROUPS_END,
    _CATEGORY,
    _SECTION,
    _GAME,
    _ARRIVED,
    _LANGUAGE,
    _PUBLISHER,
)
# kinds begin at multiples of this: a letter's place among them tells its kind
_STEP = 0x1000
_KIND_AT = [max(start for start in _STARTS if start <= code) for code in range(0, _END, _STEP)]


class Tally:
    """Letters, counted, and read back as facts."""

    def __init__(self, counted: Counter | None = None):
        self.counted: Counter = Counter() if counted is None else counted

    @classmethod
    def of_rows(cls, rows: Iterable[tuple[str, int]]) -> "Tally":
        """From (letters, how many times) rows."""
        counted: dict[str, int] = {}
        for text, times in rows:
            for letter in text:
                counted[letter] = counted.get(letter, 0) + times
        return cls(Counter({letter: times for letter, times in counted.items() if times > 0}))

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.counted + other.counted)

    def __getitem__(self, letter: str) -> int:
        return self.counted[letter]

    def players(self) -> dict[tuple[int, int], int]:
        """(least, most) → records; 0 where the record does not say."""
        return self._spans(_PLAYERS)

    def ages(self) -> dict[tuple[int, int], int]:
        return self._spans(_AGES)

    def durations(self) -> dict[int, int]:
        return self._kinds[_DURATION]

    def categories(self) -> dict[int, int]:
        """Key → records; so the other two."""
        return self._kinds[_CATEGORY]

    def sections(self) -> dict[int, int]:
        return self._kinds[_SECTION]

    def publishers(self) -> dict[int, int]:
        return self._kinds[_PUBLISHER]

    def sites(self) -> dict[int, int]:
        return self._kinds[_SITE]

    def groups(self) -> dict[str, int]:
        """Group of ESAR, as `a4`, → records."""
        return {
            f"{chr(ord('a') + number // 10)}{number % 10}": times
            for number, times in self._kinds[_GROUP].items()
        }

    def languages(self) -> dict[str, int]:
        """Code of three letters → records."""
        return {_language(number): times for number, times in self._kinds[_LANGUAGE].items()}

    def arrived_within(self, days: int) -> int:
        """Records that came so many days ago or later."""
        first = today() - days
        return sum(times for number, times in self._kinds[_ARRIVED].items() if number >= first)

    def _spans(self, start: int) -> dict[tuple[int, int], int]:
        return {divmod(code, _MOST + 1): times for code, times in self._kinds[start].items()}

    @cached_property
    def _kinds(self) -> dict[int, dict[int, int]]:
        """The letters of each kind, as numbers from the kind's first letter on."""
        kinds: dict[int, dict[int, int]] = {start: {} for start in _STARTS}
        for letter, times in self.counted.items():
            code = ord(letter)
            start = _KIND_AT[code // _STEP]
            kinds[start][code - start] = times
        return kinds


def _language(number: int) -> str:
    first, rest = divmod(number, 26 * 26)
    return "".join(chr(ord("a") + part) for part in (first, *divmod(rest, 26)))
