"""The days on which a place is open, and when a box is due: dates only, no clock and no time zone."""

import datetime
from dataclasses import dataclass

from catalogue.policy.dates import french_date

Span = tuple[datetime.date, datetime.date]  # both days count

DAY = datetime.timedelta(days=1)
HORIZON = 3660  # days; a place that opens on none of the next ten years' days has told no calendar


@dataclass(frozen=True, slots=True)
class Calendar:
    """When one place is open. No weekday: its hours are not known, every day counts but those said closed.

    An exceptional opening is stronger than a closure, a holiday and the week.
    """

    weekdays: frozenset[int] = frozenset()  # as `date.weekday()` counts them
    closures: tuple[Span, ...] = ()
    holidays: frozenset[datetime.date] = frozenset()
    openings: frozenset[datetime.date] = frozenset()

    def is_open(self, day: datetime.date) -> bool:
        if day in self.openings:
            return True
        if self.weekdays and day.weekday() not in self.weekdays:
            return False
        return day not in self.holidays and not any(first <= day <= last for first, last in self.closures)

    def first_open(self, day: datetime.date) -> datetime.date:
        """The first open day on or after `day`; `day` itself where none is known."""
        days = (day + n * DAY for n in range(HORIZON))
        return next((one for one in days if self.is_open(one)), day)

    def last_open(self, day: datetime.date, after: datetime.date) -> datetime.date | None:
        """The last open day on or before `day` and later than `after`."""
        days = (day - n * DAY for n in range((day - after).days))
        return next((one for one in days if self.is_open(one)), None)

    def open_days(self, after: datetime.date, last: datetime.date) -> int:
        """How many open days lie after the one and up to the other."""
        return sum(self.is_open(after + n * DAY) for n in range(1, (last - after).days + 1))

    def nth_open(self, day: datetime.date, number: int) -> datetime.date:
        """The `number`-th open day after `day`."""
        for _ in range(number):
            day = self.first_open(day + DAY)
        return day


ALWAYS_OPEN = Calendar()


@dataclass(frozen=True, slots=True)
class Due:
    """When a box is due; `ends` is the end of the subscription where it had a say."""

    on: datetime.date
    ends: datetime.date | None = None

    @property
    def shortened(self) -> bool:
        """Whether the day came forward, so that the box is back before the subscription ends."""
        return self.ends is not None and self.on <= self.ends

    @property
    def sentence(self) -> str:
        """What the desk says of the subscription's end, or nothing."""
        if self.ends is None:
            return ""
        if self.shortened:
            return f"L’adhésion finit le {french_date(self.ends)} : le retour est avancé."
        return f"L’adhésion finit le {french_date(self.ends)}, avant le retour : pensez à la renouveler."


def due_date(day: datetime.date, days: int, calendar: Calendar = ALWAYS_OPEN) -> datetime.date:
    """The first open day on or after `day` + `days`: for a loan and for its renewal alike."""
    return calendar.first_open(day + max(days, 0) * DAY)


def due(
    day: datetime.date, days: int, calendar: Calendar = ALWAYS_OPEN, until: datetime.date | None = None
) -> Due:
    """As `due_date`, but not beyond the subscription's last day `until` while an open day is left before it.

    Where none is left the term stays as it is, and `Due.ends` says that the subscription ends before.
    """
    usual = due_date(day, days, calendar)
    if until is None or usual <= until:
        return Due(usual)
    return Due(calendar.last_open(until, after=day) or usual, until)


def days_late(due_on: datetime.date, day: datetime.date) -> int:
    """By how many days `day` lies after the due date; 0 when it does not."""
    return max(0, (day - due_on).days)


def late_fee(
    due_on: datetime.date,
    day: datetime.date,
    per_day: int,
    cap: int | None = None,
    calendar: Calendar = ALWAYS_OPEN,
) -> int:
    """Cents owed for a box that comes back on `day`: so much for each *open* day after the due date.

    On a closed day nobody could have brought it, so it costs nothing; no more than `cap`, if there is one.
    """
    if not per_day or day <= due_on:
        return 0
    fee = per_day * calendar.open_days(due_on, day)
    return fee if cap is None else min(fee, cap)
