"""What a receipt says: the boxes of one visit, and what else the family has at home. Plain values."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from catalogue.policy import french_date


@dataclass(frozen=True, slots=True)
class Line:
    """One box; `lacks`: what is known to be missing, « 1 dé »."""

    title: str
    barcode: str
    call_number: str
    due_on: datetime.date
    lacks: str = ""

    @property
    def text(self) -> str:
        lacks = f" (il y manque : {self.lacks})" if self.lacks else ""
        return f"{self.title}, à rendre le {french_date(self.due_on)}{lacks}"


@dataclass(frozen=True, slots=True)
class Receipt:
    """`lent`: on that day; `others`: what the family had already; `owed`: cents, below zero a credit."""

    household_id: int
    family: str
    day: datetime.date
    lent: Sequence[Line]
    others: Sequence[Line] = ()
    owed: int = 0
