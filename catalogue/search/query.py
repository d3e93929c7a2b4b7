"""What somebody looks for, read from an address and written back into one (docs/search.md)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Self
from urllib.parse import quote_plus

from catalogue.search.words import Sought, sought

LONGEST_TEXT = 200

RELEVANCE, TITLE, NEWEST, DURATION, AGE = SORTS = ("pertinence", "titre", "nouveautes", "duree", "age")

# field → its name in addresses
NAMES = {
    "text": "q",
    "players": "joueurs",
    "age": "age",
    "duration": "duree",
    "category": "categorie",
    "publisher": "editeur",
    "language": "langue",
    "section": "section",
    "site": "site",
    "available": "dispo",
    "trainer": "trainer",
    "new": "nouveau",
    "sort": "tri",
    "view": "vue",
    "page": "page",
}

# the filters that may be given several times: a record needs to fit one of the values
SEVERAL = ("players", "age", "duration", "category", "publisher", "language", "section", "site")
FILTERS = (*SEVERAL, "available", "trainer", "new")
MOST_VALUES = 12  # of one filter; what is beyond is left aside


def _text(value: str) -> str:
    # what no database stores and no page shows
    return re.sub(r"[\x00-\x1f\x7f\ud800-\udfff\s]+", " ", value).strip()


def _number(value: str, least: int, most: int) -> int | None:
    digits = re.fullmatch(r"\s*([0-9]{1,6})\s*\+?\s*", value)
    return int(digits[1]) if digits and least <= int(digits[1]) <= most else None


def _figure(value: str, least: int, most: int) -> str | None:
    number = _number(value, least, most)
    return None if number is None else str(number)


def _span(value: str) -> str | None:
    """« 4 », or « 4-6 » for a number of players that is not settled yet."""
    read = [_number(bound, 1, 99) for bound in value.split("-", 1)]
    bounds = [bound for bound in read if bound is not None]
    if len(bounds) < len(read):
        return None
    low, high = min(bounds), max(bounds)
    return str(low) if low == high else f"{low}-{high}"


def _slug(value: str) -> str | None:
    return value if re.fullmatch(r"[-a-zA-Z0-9_]{1,120}", value) else None


def _yes(value: str) -> bool | None:
    return {"1": True, "0": False}.get(value)


READERS: dict[str, Callable[[str], Any]] = {
    "text": lambda value: _text(value)[:LONGEST_TEXT],
    "players": _span,
    "age": lambda value: _figure(value, 0, 99),
    "duration": lambda value: _figure(value, 1, 9999),
    "category": lambda value: value if re.fullmatch(r"[a-z]{1,10}:[-a-z0-9]{1,40}", value) else None,
    "publisher": _slug,
    "language": lambda value: value if re.fullmatch(r"[a-z]{3}", value) else None,
    "section": _slug,
    "site": lambda value: _figure(value, 1, 999_999),
    "available": _yes,
    "trainer": _yes,
    "new": _yes,
    "sort": lambda value: value if value in SORTS else None,
    "view": lambda value: {"grille": "", "liste": "liste"}.get(value),
    "page": lambda value: _number(value, 1, 999_999),
}


# a page of results has fifty links to fifty searches, mostly of the same values
_quoted = lru_cache(maxsize=4096)(quote_plus)


def _param(field: str, value: Any) -> str:
    """`name=value` as an address has it, for each of several; empty where there is nothing to say."""
    if not value or (field == "page" and value == 1):
        return ""
    name = NAMES[field]
    if value is True:
        return f"{name}=1"
    if not isinstance(value, tuple):
        return f"{name}={_quoted(str(value))}"
    return "&".join([f"{name}={_quoted(one)}" for one in value])


def span(value: str) -> tuple[int, int]:
    """The bounds of a number of players: `4` or `4-6`."""
    low, _, high = value.partition("-")
    return int(low), int(high or low)


@dataclass(frozen=True)
class Query:
    """A search. `ignored` has the parameters that could not be read, as (name in the address, value)."""

    text: str = ""
    players: tuple[str, ...] = ()  # figures, or spans as « 4-6 »: for four as well as for six
    age: tuple[str, ...] = ()
    duration: tuple[str, ...] = ()  # at most so many minutes
    category: tuple[str, ...] = ()  # "scheme:code", or a group of ESAR: "esar:a4"
    publisher: tuple[str, ...] = ()  # slugs
    language: tuple[str, ...] = ()  # codes of three letters
    section: tuple[str, ...] = ()  # slugs
    site: tuple[str, ...] = ()  # keys
    available: bool = False
    trainer: bool = False
    new: bool = False
    sort: str | None = None  # None: by relevance where there are words, else by title
    view: str = ""  # how the page shows them: boxes on a shelf, or "liste"
    page: int = 1
    ignored: tuple[tuple[str, str], ...] = ()

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Self:
        """From the parameters of an address, whatever they are."""
        values: dict[str, Any] = {}
        ignored = []
        for field, name in NAMES.items():
            for raw in _given(params, field):
                if not isinstance(raw, str) or not raw.strip():
                    continue
                value = READERS[field](raw)
                if value is None:
                    ignored.append((name, "".join(filter(str.isprintable, raw))))
                elif field not in SEVERAL:
                    values[field] = value
                elif value not in (before := values.get(field, ())) and len(before) < MOST_VALUES:
                    values[field] = (*before, value)
        return cls(**values, ignored=tuple(ignored))

    def params(self, **changes: Any) -> str:
        """This search with changes as the query string of an address; the page begins anew unless given."""
        said = self._said | {field: _param(field, value) for field, value in changes.items()}
        if "page" not in changes:
            said["page"] = ""
        return "&".join(filter(None, said.values()))

    def varying(self, field: str) -> Callable[[Any], str]:
        """`params(**{field: value})` as a function of the value, for the many links of a facet."""
        fields = list(self._said)
        place = fields.index(field)
        before, after = fields[:place], fields[place + 1 : -1]  # the page, which is last, begins anew
        beginning = "".join([f"{self._said[one]}&" for one in before if self._said[one]])
        end = "".join([f"&{self._said[one]}" for one in after if self._said[one]])

        def params(value: Any) -> str:
            said = _param(field, value)
            return f"{beginning}{said}{end}" if said else f"{beginning}{end[1:]}".removesuffix("&")

        return params

    def without(self, field: str, value: Any) -> Any:
        """What stays of a filter when one of its values goes."""
        if field in SEVERAL:
            return tuple(one for one in getattr(self, field) if one != value)
        return "" if field == "text" else False

    @staticmethod
    def without_all(field: str) -> Any:
        """A filter that is not set."""
        return () if field in SEVERAL else "" if field == "text" else False

    @cached_property
    def _said(self) -> dict[str, str]:
        """Each field as an address has it, put together once for all links of a page."""
        return {field: _param(field, getattr(self, field)) for field in NAMES}

    @property
    def sought(self) -> Sought | None:
        """The words to find, or None when the text has no word."""
        return sought(self.text)

    @property
    def is_wordless(self) -> bool:
        """Whether something was typed in which no word is: nothing answers to it."""
        return bool(self.text) and self.sought is None

    @property
    def order(self) -> str:
        """The order in use."""
        if self.sort and (self.sort != RELEVANCE or self.sought):
            return self.sort
        return RELEVANCE if self.sought else TITLE

    @property
    def filters(self) -> dict[str, Any]:
        """The filters that are set: field → value."""
        set_ = {field: getattr(self, field) for field in FILTERS}
        return {field: value for field, value in set_.items() if value}


def _given(params: Mapping[str, Any], field: str) -> list[Any]:
    """All that an address gives for a field; of several values a plain mapping has a list."""
    name = NAMES[field]
    given = params.getlist(name) if hasattr(params, "getlist") else params.get(name)
    found = list(given) if isinstance(given, list | tuple) else [given]
    if field in SEVERAL:  # a list to choose from sends several as « 4,6 »
        found = [part for one in found if isinstance(one, str) for part in one.split(",")]
    return found[-MOST_VALUES * 2 :]
