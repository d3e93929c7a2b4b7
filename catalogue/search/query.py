"""What somebody looks for, read from an address and written back into one (docs/search.md)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
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
    "section": "section",
    "available": "dispo",
    "trainer": "trainer",
    "sort": "tri",
    "page": "page",
}


def _text(value: str) -> str:
    # what no database stores and no page shows
    return re.sub(r"[\x00-\x1f\x7f\ud800-\udfff\s]+", " ", value).strip()


def _number(value: str, least: int, most: int) -> int | None:
    digits = re.fullmatch(r"\s*([0-9]{1,6})\s*\+?\s*", value)
    return int(digits[1]) if digits and least <= int(digits[1]) <= most else None


def _slug(value: str) -> str | None:
    return value if re.fullmatch(r"[-a-zA-Z0-9_]{1,120}", value) else None


READERS = {
    "text": lambda value: _text(value)[:LONGEST_TEXT],
    "players": lambda value: _number(value, 1, 99),
    "age": lambda value: _number(value, 0, 99),
    "duration": lambda value: _number(value, 1, 9999),
    "category": lambda value: value if re.fullmatch(r"[a-z]{1,10}:[-a-z0-9]{1,40}", value) else None,
    "publisher": _slug,
    "section": _slug,
    "available": lambda value: {"1": True, "0": False}.get(value),
    "trainer": lambda value: {"1": True, "0": False}.get(value),
    "sort": lambda value: value if value in SORTS else None,
    "page": lambda value: _number(value, 1, 999_999),
}


# a page of results has fifty links to fifty searches, mostly of the same values
_quoted = lru_cache(maxsize=4096)(quote_plus)


def _param(field: str, value: Any) -> str:
    """`name=value` as an address has it; empty where there is nothing to say."""
    if value in (None, "", False) or (field == "page" and value == 1):
        return ""
    return f"{NAMES[field]}={'1' if value is True else _quoted(str(value))}"


@dataclass(frozen=True, slots=True)
class Query:
    """A search. `ignored` has the parameters that could not be read, as (name in the address, value)."""

    text: str = ""
    players: int | None = None
    age: int | None = None
    duration: int | None = None  # at most so many minutes
    category: str | None = None  # "scheme:code"
    publisher: str | None = None  # a slug
    section: str | None = None  # a slug
    available: bool = False
    trainer: bool = False
    sort: str | None = None  # None: by relevance where there are words, else by title
    page: int = 1
    ignored: tuple[tuple[str, str], ...] = ()

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> Self:
        """From the parameters of an address, whatever they are."""
        values: dict[str, Any] = {}
        ignored = []
        for field, name in NAMES.items():
            raw = params.get(name)
            if not isinstance(raw, str) or not raw.strip():
                continue
            value = READERS[field](raw)
            if value is None:
                ignored.append((name, raw))
            else:
                values[field] = value
        return cls(**values, ignored=tuple(ignored))

    def params(self, **changes: Any) -> str:
        """This search with changes as the query string of an address; the page begins anew unless given."""
        changed = replace(self, **({"page": 1} | changes))
        return "&".join(filter(None, (_param(field, getattr(changed, field)) for field in NAMES)))

    def varying(self, field: str) -> Callable[[Any], str]:
        """`params(**{field: value})` as a function of the value, for the many links of a facet."""
        others = [_param(other, getattr(self, other)) for other in NAMES if other != "page"]
        place = list(NAMES).index(field)
        before, after = filter(None, others[:place]), filter(None, others[place + 1 :])
        beginning, end = "".join(f"{one}&" for one in before), "".join(f"&{one}" for one in after)

        def params(value: Any) -> str:
            said = _param(field, value)
            return f"{beginning}{said}{end}" if said else f"{beginning}{end[1:]}".removesuffix("&")

        return params

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
        return {field: value for field, value in set_.items() if value not in (None, False)}


FILTERS = ("players", "age", "duration", "category", "publisher", "section", "available", "trainer")
