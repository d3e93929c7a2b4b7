"""A question as families ask it: « on est 4, le plus jeune a 6 ans, 30 minutes, en stock ».

A small grammar, kept in questions.toml, finds the filters that are meant; what it does not understand stays
as words to look for. Whether the text is a question at all, or a title, is decided by search itself.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from ludotheque.text import fold

LONGEST_WAIT = 24 * 60  # minutes; whoever says more does not mean a game's duration
QUOTES = '"«»“”'


@dataclass(frozen=True, slots=True)
class Understood:
    """The filters meant, as fields of a Query, and the words that are left."""

    filters: dict[str, Any] = field(default_factory=dict)
    rest: str = ""


@lru_cache(maxsize=256)
def understand(text: str) -> Understood | None:
    """What the text asks for, or None when nothing in it is a question. Quoted words are only words."""
    if any(quote in text for quote in QUOTES):
        return None
    said = _Said(text)
    grammar = _grammar()
    filters: dict[str, Any] = {}
    # ages and times before players: « pour 4 ans », « pour 30 minutes »
    ages = [age for read in grammar.ages for age in said.each(read)]
    times = list(said.each(grammar.time))
    players = next((found for read in grammar.players if (found := tuple(said.each(read)))), ())
    if players:
        filters["players"] = tuple(dict.fromkeys(value for values in players for value in values))
    if ages:
        filters["age"] = (str(min(ages)),)
    if times:
        filters["duration"] = (str(min(times)),)
    for flag, read in grammar.flags.items():
        if any(said.each(read)):
            filters[flag] = True
    return Understood(filters, said.rest(grammar)) if filters else None


# reads what a pattern has found; None leaves the words where they are
Reader = tuple[re.Pattern[str], Callable[[re.Match[str]], Any]]


class _Said:
    """A text by its words, from which what is understood is crossed out."""

    def __init__(self, text: str):
        self.pieces: list[str] = []  # as typed
        words = []
        self.places: list[int] = []  # word → piece
        for piece in re.findall(r"[^\W_]+|[,;.!?:]+|\+", text):
            folded = fold(piece).split() or ([","] if piece != "+" else [])
            words += folded
            self.places += [len(self.pieces)] * len(folded)
            self.pieces.append(piece)
        self.words = words

    def each(self, reader: Reader) -> Iterator[Any]:
        """What the reader finds, time after time."""
        pattern, read = reader
        start = 0
        while True:
            line = " ".join(self.words)
            found = pattern.search(line, start)
            if not found:
                return
            value = read(found)
            first = line[: found.start()].count(" ")
            count = found[0].strip().count(" ") + 1
            if value is None:
                start = found.end()
                continue
            # a mark that no pattern meets, so that words on both sides do not become neighbours
            self.words[first : first + count] = ["/"]
            self.places[first : first + count] = [-1]
            start = 0
            yield value

    def rest(self, grammar: "_Grammar") -> str:
        """The words that nobody has understood, as they were typed."""
        kept = [
            place
            for word, place in zip(self.words, self.places, strict=True)
            if word not in ("/", ",")
            and (word not in grammar.filler or self.pieces[place].lower() in grammar.no_filler)
        ]
        return " ".join(self.pieces[place] for place in dict.fromkeys(kept))


@dataclass(frozen=True, slots=True)
class _Grammar:
    ages: list[Reader]
    time: Reader
    players: list[Reader]
    flags: dict[str, Reader]
    filler: frozenset[str]
    no_filler: frozenset[str]


def _always(value: Any, found: re.Match[str]) -> Any:
    return value


@cache
def _grammar() -> _Grammar:
    with Path(__file__).with_suffix(".toml").open("rb") as file:
        data = tomllib.load(file)
    numbers = {word: int(value) for word, value in data["numbers"].items()}
    number = "|".join([r"\d{1,3}", *sorted(numbers, key=len, reverse=True)])
    blanks = {"who": data["words"]["who"], "end": data["words"]["end"]}

    def compiled(*patterns: str) -> re.Pattern[str]:
        filled = []
        for pattern in patterns:
            for name, text in blanks.items():
                pattern = pattern.replace(f"{{{name}}}", text)
            for name in "nmh":
                pattern = pattern.replace(f"{{{name}}}", f"(?P<{name}>{number})")
            filled.append(pattern)
        return re.compile(rf"(?<!\S)(?:{'|'.join(filled)})(?!\w)")

    def value(found: re.Match[str], name: str) -> int:
        said = found.groupdict().get(name)
        return numbers.get(said, 0) or int(said) if said else 0

    def age(found: re.Match[str]) -> int | None:
        ages = [value(found, name) for name in "nm" if found.groupdict().get(name)]
        return min(ages) if max(ages) <= 99 else None

    around = data["around_time"]
    forms = [(compiled(form["pattern"]), form.get("plus", 0)) for form in data["time"]]
    each_form = "|".join(form["pattern"] for form in data["time"])
    bare = re.sub(r"\{[nmh]\}", lambda _: f"(?:{number})", each_form)
    never = "".join(f"(?<!{re.escape(one)} )" for one in around["never_after"])
    time = re.compile(
        rf"(?<!\S){never}(?P<before>{around['before']})(?P<time>{bare})(?P<after>{around['after']})(?!\w)"
    )

    def minutes(found: re.Match[str]) -> int | None:
        for pattern, plus in forms:
            form = pattern.fullmatch(found["time"])
            if form:
                total = value(form, "h") * 60 + value(form, "m") + plus
                return total if 1 <= total <= LONGEST_WAIT else None
        return None

    def people(counting: Callable[[re.Match[str]], tuple[str, ...]]) -> Callable:
        def read(found: re.Match[str]) -> tuple[str, ...] | None:
            counted = counting(found)
            return counted if all(0 < int(one) < 100 for each in counted for one in each.split("-")) else None

        return read

    def both(found: re.Match[str]) -> tuple[str, ...]:
        low, high = sorted((value(found, "n"), value(found, "m")))
        return (f"{low}-{high}",) if low != high else (str(low),)

    said = data["players"]
    how: list[tuple[str, Callable[[re.Match[str]], tuple[str, ...]]]] = [
        ("sum", lambda found: (str(value(found, "n") + value(found, "m")),)),
        ("both", both),
        ("either", lambda found: (str(value(found, "n")), str(value(found, "m")))),
        ("more_than", lambda found: (str(value(found, "n") + 1),)),
        ("one", lambda found: (str(value(found, "n")),)),
    ]
    players = [(compiled(pattern), people(counting)) for kind, counting in how for pattern in said[kind]]
    words = said["words"]
    for count in sorted(set(words.values())):
        pattern = compiled(*(word for word, meant in words.items() if meant == count))
        players.append((pattern, partial(_always, (str(count),))))
    return _Grammar(
        ages=[
            *((compiled(pattern), age) for pattern in data["age"]["patterns"]),
            (compiled(data["age"]["months"]), lambda found: value(found, "n") // 12),
        ],
        time=(time, minutes),
        players=players,
        flags={flag: (compiled(*patterns), lambda found: True) for flag, patterns in data["flags"].items()},
        filler=frozenset(data["filler"]["words"]),
        no_filler=frozenset(data["filler"]["except"]),
    )
