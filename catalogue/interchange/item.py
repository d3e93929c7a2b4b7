"""What a file says of one game, before anybody has judged it."""

from dataclasses import asdict, dataclass, field
from typing import Any


class Unreadable(ValueError):
    """A value that cannot be kept; its text is the reason, in French."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a game does not come in: where, which value, and what is wrong with it."""

    what: str
    value: str
    reason: str

    def as_dict(self) -> dict[str, str]:
        return asdict(self)


@dataclass(slots=True)
class Item:
    """A game of a file. `values` and each of `copies` go by the names of columns.COLUMNS."""

    number: int  # the how-manieth game of the file
    place: str  # where it stands there, as a person would look for it: « ligne 12 »
    values: dict[str, Any] = field(default_factory=dict)
    copies: list[dict[str, Any]] = field(default_factory=list)
    # as other systems number it: (system, number)
    identifiers: list[tuple[str, str]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    # names of values of which a sheet holds only the beginning
    cut: set[str] = field(default_factory=set)
    # what was left aside though the game comes in
    remarks: list[str] = field(default_factory=list)

    @property
    def title(self) -> str:
        return self.values.get("title", "")

    def add(self, name: str, value: Any) -> None:
        """Adds a value of a column; a second one completes the first."""
        known = self.values.get(name)
        if known in (None, "", []):
            self.values[name] = value
        elif isinstance(known, list):
            known.extend(one for one in value if one not in known)
        elif isinstance(known, str) and "\n" in f"{known}{value}" and value not in known:
            self.values[name] = f"{known}\n{value}"
