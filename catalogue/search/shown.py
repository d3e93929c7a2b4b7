"""As much of a record as a shelf shows: twenty whole ones would cost more than finding them."""

import datetime
from dataclasses import dataclass

from catalogue.models.authority import Family
from catalogue.models.copy import Status

# of a record `r` and its place `p` in a page, in the order of the fields of `Shown`
COLUMNS = (
    "r.id, r.slug, r.title, r.motif, r.cover, r.min_players, r.max_players, r.min_age, r.max_age, r.duration,"
    " p.unsaid, p.available_count, p.copy_count"
)


@dataclass(slots=True)
class Shown:
    """A record in a page of results."""

    pk: int
    slug: str
    title: str
    motif: str
    cover: str  # the name of its picture, if it has one
    min_players: int | None
    max_players: int | None
    min_age: int | None
    max_age: int | None
    duration: int | None
    unsaid: int  # 1 if it does not say a filtered fact
    available_count: int
    copy_count: int
    family: str = Family.OTHER.value
    call_number: str = ""
    next_due_on: datetime.date | None = None
    why_not: Status | None = None
