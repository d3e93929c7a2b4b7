"""When the library is open, said for one week."""

import datetime
from dataclasses import dataclass

from catalogue.models import Library, OpeningPeriod
from catalogue.models.library import Weekday


@dataclass(frozen=True, slots=True)
class Day:
    """One day of the week and its opening times, in order."""

    weekday: Weekday
    periods: tuple[OpeningPeriod, ...]
    is_today: bool


@dataclass(frozen=True, slots=True)
class Hours:
    """The week, and what it means at this moment; empty when the library has told no hours."""

    days: tuple[Day, ...]
    open_until: datetime.time | None = None
    next_day: Weekday | None = None
    next_time: datetime.time | None = None
    next_is_today: bool = False

    @property
    def known(self) -> bool:
        return bool(self.days)


def of(library: Library | None, now: datetime.datetime) -> Hours:
    """`now` in the library's own time zone."""
    periods = list(library.opening_periods.all()) if library else []
    if not periods:
        return Hours(days=())
    today, time = now.weekday(), now.time()
    days = tuple(Day(day, tuple(p for p in periods if p.weekday == day), day == today) for day in Weekday)
    for period in days[today].periods:
        if period.opens_at <= time < period.closes_at:
            return Hours(days, open_until=period.closes_at)
    for ahead in range(8):
        day = days[(today + ahead) % 7]
        for period in day.periods:
            if ahead or period.opens_at > time:
                return Hours(days, next_day=day.weekday, next_time=period.opens_at, next_is_today=ahead == 0)
    return Hours(days)
