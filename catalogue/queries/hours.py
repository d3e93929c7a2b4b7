"""When it is open: the week of each place, what it means at this moment, and the days unlike others."""

import datetime
from dataclasses import dataclass

from django.db.models import Count
from django.db.models.functions import Coalesce

from catalogue import house_rules
from catalogue.house_rules import HouseRules
from catalogue.models import Closure, ExceptionalOpening, Library, Loan, OpeningPeriod, Site
from catalogue.models.library import Weekday
from catalogue.policy import Calendar
from ludotheque import french_days

DAY = datetime.timedelta(days=1)
AHEAD = 120  # days in which one looks for the next opening
SPECIAL = datetime.timedelta(days=92)  # how far ahead holidays are told
SHOWN = 8


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
    next_on: datetime.date | None = None
    next_time: datetime.time | None = None
    today: datetime.date | None = None
    closed_until: datetime.date | None = None  # the last day of a closure that hides the next opening

    @property
    def known(self) -> bool:
        return bool(self.days)

    @property
    def next_is_today(self) -> bool:
        return self.next_on is not None and self.next_on == self.today

    @property
    def next_day(self) -> Weekday | None:
        """The weekday, where that says enough: within the next seven days."""
        if self.next_on is None or self.today is None or (self.next_on - self.today).days > 7:
            return None
        return Weekday(self.next_on.weekday())


@dataclass(frozen=True, slots=True)
class Place:
    """A site with its hours; no name: all of them have the same."""

    name: str
    hours: Hours


@dataclass(frozen=True, slots=True)
class Special:
    """Days on which it is closed, or open at other hours."""

    starts_on: datetime.date
    ends_on: datetime.date
    why: str = ""
    site: str = ""
    opens_at: datetime.time | None = None
    closes_at: datetime.time | None = None


def of(library: Library | None, now: datetime.datetime) -> Hours:
    """The hours of all places, or of the first; `now` in the library's own time zone."""
    return places(library, now)[0].hours


def places(library: Library | None, now: datetime.datetime) -> list[Place]:
    """Each site where one at least has a week of its own, else one place for all."""
    periods = list(library.opening_periods.all()) if library else []
    if not periods:
        return [Place("", Hours(days=()))]
    rules = house_rules.read(since=now.date())
    openings = list(ExceptionalOpening.objects.filter(on__gte=now.date()))
    own = {period.site_id for period in periods} - {None}
    sites: list[Site | None] = list(Site.objects.order_by("name")) if own else [None]
    return [
        Place(site.name if site else "", _hours(site.pk if site else None, periods, openings, rules, now))
        for site in sites
    ]


def special(library: Library | None, today: datetime.date) -> list[Special]:
    """The next closures, holidays and exceptional openings, in order."""
    if library is None:
        return []
    closures = Closure.objects.filter(ends_on__gte=today).select_related("site")[:SHOWN]
    openings = ExceptionalOpening.objects.filter(on__gte=today).select_related("site")[:SHOWN]
    found = [Special(one.starts_on, one.ends_on, one.reason, _name(one.site)) for one in closures]
    found += [
        Special(one.on, one.on, one.reason, _name(one.site), one.opens_at, one.closes_at) for one in openings
    ]
    opened = {one.on for one in openings if one.site is None}  # one site's leaves the others closed
    weekdays = {period.weekday for period in library.opening_periods.all()}
    last = today + SPECIAL
    if library.closed_on_holidays:
        for year in range(today.year, last.year + 1):
            for day, name in french_days.public_holidays(library.holiday_region, year).items():
                missed = not weekdays or day.weekday() in weekdays
                if today <= day <= last and missed and day not in opened:
                    found.append(Special(day, day, name))
    if library.closed_in_school_holidays:
        found += [
            Special(one.starts_on, one.ends_on, one.name)
            for one in french_days.school_holidays(library.school_zone)
            if one.ends_on >= today and one.starts_on <= last
        ]
    return sorted(found, key=lambda one: (one.starts_on, one.ends_on, one.site))[:SHOWN]


def due_while_closed(today: datetime.date) -> int:
    """How many open loans are to come back, from today on, on a day when their place is closed."""
    due = Loan.objects.filter(returned_at=None, due_on__gte=today)
    days = due.values_list("due_on", Coalesce("site_id", "copy__site_id")).annotate(Count("pk"))
    counted = list(days.order_by())
    rules = house_rules.read(since=today)
    last = max((day for day, _, _ in counted), default=today)
    calendars = {site: rules.calendar(site, last) for _, site, _ in counted}
    return sum(number for day, site, number in counted if not calendars[site].is_open(day))


def _hours(
    site: int | None,
    periods: list[OpeningPeriod],
    openings: list[ExceptionalOpening],
    rules: HouseRules,
    now: datetime.datetime,
) -> Hours:
    week = [one for one in periods if one.site_id == site] or [one for one in periods if one.site_id is None]
    theirs = [one for one in openings if one.site_id in (None, site)]
    today, time = now.date(), now.time()
    days = tuple(
        Day(day, tuple(one for one in week if one.weekday == day), day == today.weekday()) for day in Weekday
    )
    if not week and not theirs:
        return Hours(days=())
    calendar = rules.calendar(site, today + AHEAD * DAY)
    for ahead in range(AHEAD):
        day = today + ahead * DAY
        for opens, closes in _times(day, week, theirs, calendar):
            if not ahead and opens <= time < closes:
                return Hours(days, open_until=closes, today=today)
            if ahead or opens > time:
                return Hours(days, next_on=day, next_time=opens, today=today)
    return Hours(days, today=today, closed_until=_closed_until(site, rules, today))


def _closed_until(site: int | None, rules: HouseRules, today: datetime.date) -> datetime.date | None:
    """The last day of the closures that run today, one after the other; None where none runs."""
    last = None
    for where, (first, end) in sorted(rules.closures, key=lambda one: one[1]):
        if where in (None, site) and first <= (last + DAY if last else today) and end >= (last or today):
            last = end
    return last


def _times(
    day: datetime.date, week: list[OpeningPeriod], openings: list[ExceptionalOpening], calendar: Calendar
) -> list[tuple[datetime.time, datetime.time]]:
    """From when to when on that day; exceptional hours replace those of the week."""
    if not calendar.is_open(day):
        return []
    other = [(one.opens_at, one.closes_at) for one in openings if one.on == day]
    return sorted(other or [(one.opens_at, one.closes_at) for one in week if one.weekday == day.weekday()])


def _name(site: Site | None) -> str:
    return site.name if site else ""
