"""Subscriptions and ages on a day: pure, no clock, no database."""

import calendar
import datetime
from collections.abc import Iterable
from dataclasses import dataclass

ADULT = 18
SOON = 30  # days before its end from which a subscription is said to run out

Period = tuple[datetime.date | None, datetime.date | None]  # both days count; None: without beginning or end


@dataclass(frozen=True, slots=True)
class Membership:
    """Where a household stands on a day.

    `state` is none (never subscribed), current, ended or coming. The days are those of the subscription
    that counts, together with those that follow it without a gap.
    """

    state: str
    starts_on: datetime.date | None = None
    ends_on: datetime.date | None = None
    on: datetime.date | None = None

    @property
    def is_current(self) -> bool:
        return self.state == "current"

    @property
    def days_left(self) -> int | None:
        """Whole days after this one; None when it does not end, or does not run."""
        if self.state != "current" or self.ends_on is None or self.on is None:
            return None
        return (self.ends_on - self.on).days

    @property
    def ends_soon(self) -> bool:
        return self.days_left is not None and self.days_left <= SOON


def standing(periods: Iterable[Period], on: datetime.date) -> Membership:
    """What counts on that day: the time that covers it, else the last that ended, else the next to come."""
    ended: Period | None = None
    for starts_on, ends_on in _joined(periods):
        if starts_on is not None and starts_on > on:
            if ended is None:
                return Membership("coming", starts_on, ends_on, on)
            break
        if ends_on is None or ends_on >= on:
            return Membership("current", starts_on, ends_on, on)
        ended = (starts_on, ends_on)
    return Membership("ended", *ended, on) if ended else Membership("none", on=on)


def next_start(periods: Iterable[Period], on: datetime.date) -> datetime.date | None:
    """The day on which a new subscription begins: after the last one, today at the earliest.

    None where one runs without end: nothing can follow it.
    """
    first = on
    for _, ends_on in periods:
        if ends_on is None:
            return None
        first = max(first, ends_on + datetime.timedelta(days=1))
    return first


def last_day(starts_on: datetime.date, months: int) -> datetime.date:
    """The day before the same day so many months later; where there is none, the last of that month."""
    years, month = divmod(starts_on.month - 1 + months, 12)
    year, month = starts_on.year + years, month + 1
    length = calendar.monthrange(year, month)[1]
    if starts_on.day > length:
        return datetime.date(year, month, length)
    return datetime.date(year, month, starts_on.day) - datetime.timedelta(days=1)


def age(birth_date: datetime.date, on: datetime.date) -> int:
    """Whole years; who was born on 29 February is a year older on 1 March of a common year."""
    return on.year - birth_date.year - ((on.month, on.day) < (birth_date.month, birth_date.day))


def born_by(on: datetime.date, years: int) -> datetime.date:
    """The latest day of birth of somebody who is `years` old on that day."""
    try:
        return on.replace(year=on.year - years)
    except ValueError:  # 29 February, counted back into a common year
        return datetime.date(on.year - years, 2, 28)


def _joined(periods: Iterable[Period]) -> list[Period]:
    """In order, those that follow one another without a gap made one."""
    found: list[Period] = []
    for starts_on, ends_on in sorted(periods, key=lambda period: period[0] or datetime.date.min):
        if found and starts_on is not None:
            before = found[-1][1]
            if before is not None and starts_on == before + datetime.timedelta(days=1):
                found[-1] = (found[-1][0], ends_on)
                continue
        found.append((starts_on, ends_on))
    return found
