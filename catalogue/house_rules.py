"""What the library's rules and its calendar say, and how a family stands, read in one query.

A scan at the desk has ten queries in all, so seven small tables come as one list of rows of one shape.
Services and queries read it alike; what it means `catalogue.policy` decides.
"""

import datetime
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from catalogue import policy
from catalogue.letters import Words, signed
from catalogue.membership import Period
from catalogue.models import Household, Loan, MailKind
from catalogue.models.hold import Line
from catalogue.policy import Calendar, Case, Rule, Terms
from catalogue.policy.calendar import Span
from catalogue.policy.terms import NAMES
from ludotheque import french_days

_NUMBERS, _DAYS, _TEXTS = 12, 2, 8  # columns of each shape in a row

_FLAGS = tuple(
    f"CAST({flag} AS integer)"  # PostgreSQL makes no bigint of a boolean
    for flag in ("subscription_required", "closed_on_holidays", "closed_in_school_holidays")
)
_LETTER = tuple(
    f"(SELECT {part} FROM catalogue_mailtext WHERE kind = %(letter)s)" for part in ("subject", "body")
)
# kind of row -> (where from, its numbers, its days, its texts)
_PARTS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "library": (
        "catalogue_library",
        (*NAMES, *_FLAGS, "hold_days"),
        (),
        (*("holiday_region", "school_zone", "name", "address", "phone", "email"), *_LETTER),
    ),
    "rule": ("catalogue_loanpolicy", ("category_id", "section_id", "site_id", *NAMES), (), ()),
    "week": ("catalogue_openingperiod", ("site_id", "weekday"), (), ()),
    "closure": (
        "catalogue_closure WHERE ends_on >= %(since)s",
        ("site_id",),
        ("starts_on", "ends_on"),
        (),
    ),
    "opening": ('catalogue_exceptionalopening WHERE "on" >= %(since)s', ("site_id",), ('"on"',), ()),
    "loan": (
        "catalogue_loan l JOIN catalogue_copy c ON c.id = l.copy_id JOIN catalogue_member m "
        "ON m.id = l.member_id WHERE m.household_id = %(household)s AND l.returned_at IS NULL",
        ("c.section_id", "COALESCE(l.site_id, c.site_id)"),
        (),
        (),
    ),
    "subscription": (
        "catalogue_subscription WHERE household_id = %(household)s",
        (),
        ("starts_on", "ends_on"),
        (),
    ),
}

HOLD_DAYS = 4  # before the library has said how long a box is kept


@dataclass(frozen=True)
class HouseRules:
    """Rules, calendar and one family's boxes, as they stood when they were read."""

    usual: Terms
    rules: tuple[Rule, ...]
    weeks: dict[int | None, frozenset[int]]  # by site; None: every site that has no week of its own
    closures: tuple[tuple[int | None, Span], ...]
    openings: tuple[tuple[int | None, datetime.date], ...]
    open_loans: tuple[tuple[int | None, int | None], ...]  # (section, site) of each box the family has
    subscriptions: tuple[Period, ...]  # the family's
    since: datetime.date
    holiday_region: str | None = None  # None: open on holidays
    school_zone: str = ""  # "": open in school holidays
    hold_days: int = HOLD_DAYS
    line: Line = field(default_factory=Line)  # where it was asked for
    words: Words | None = None  # of the letter that was asked for

    def terms(self, case: Case) -> Terms:
        return policy.terms_for(case, self.rules, self.usual)

    def family(self, household: Household, terms: Terms, today: datetime.date) -> policy.Family:
        """The household whose boxes were read, as deciding needs to know it."""
        household.known_periods = self.subscriptions
        membership = household.membership(today)
        return policy.Family(
            id=household.pk,
            name=household.name,
            subscribed=membership.state != "none",
            subscribed_from=membership.starts_on,
            subscribed_until=membership.ends_on,
            open_loans=len(self.open_loans),
            open_here=self.open_here(terms),
        )

    def open_here(self, terms: Terms) -> int:
        """How many of the family's boxes the limit `terms.max_here` speaks of."""
        section, site = terms.here
        return sum(
            section in (None, in_section) and site in (None, at_site)
            for in_section, at_site in self.open_loans
        )

    def calendar(self, site: int | None, until: datetime.date) -> Calendar:
        """The site's open days from `since`; its holidays are known some years beyond `until`."""
        closures = [span for where, span in self.closures if where in (None, site)]
        closures += [(one.starts_on, one.ends_on) for one in french_days.school_holidays(self.school_zone)]
        return Calendar(
            weekdays=self.weeks.get(site) or self.weeks.get(None) or frozenset(),
            closures=tuple(closures),
            holidays=_holidays(self.holiday_region, self.since.year, until.year + 2),
            openings=frozenset(
                day
                for where, day in self.openings
                # an opening of all places opens none that is itself closed
                if where == site or (where is None and not self._closed_itself(site, day))
            ),
        )

    def _closed_itself(self, site: int | None, day: datetime.date) -> bool:
        spans = (span for where, span in self.closures if where is not None and where == site)
        return any(first <= day <= last for first, last in spans)

    def due(
        self, terms: Terms, site: int | None, today: datetime.date, until: datetime.date | None
    ) -> policy.Due:
        """When a box lent or renewed today is due; `until` is the last day of the subscription."""
        calendar = self.calendar(site, today + datetime.timedelta(days=terms.loan_days))
        return policy.due(today, terms.loan_days, calendar, until)

    def renewal(
        self, loan: Loan, household: Household, *, awaited: bool, today: datetime.date, by_family: bool
    ) -> tuple[policy.Due, tuple[policy.Refusal, ...]]:
        """Until when the household would keep its box, renewed today, and what speaks against it."""
        place = loan.site_id or loan.copy.site_id
        terms = self.terms(Case(household.category_id, loan.copy.section_id, place))
        family = self.family(household, terms, today)
        due = self.due(terms, place, today, family.subscribed_until)
        lent = policy.Lent(loan.copy.record.title, loan.due_on, loan.renewals, awaited)
        return due, policy.renewal_refusals(
            lent=lent, family=family, terms=terms, due=due, today=today, by_family=by_family
        )


def read(
    *,
    since: datetime.date,
    household_id: int | None = None,
    line: QuerySet | None = None,
    letter: MailKind | None = None,
) -> HouseRules:
    """The rules of the house; its closures and openings from `since` on, and the family's open loans.

    In the same breath, where asked: a row of `Hold.objects.line`, and what a letter needs of the library.
    """
    rows = _rows(since, household_id, line, letter)
    usual, region, zone, hold_days, words = Terms(), None, "", HOLD_DAYS, None
    for numbers, _, texts in rows["library"]:
        said = dict(zip(NAMES, numbers, strict=False))
        required, on_holidays, in_school_holidays = numbers[len(NAMES) : len(NAMES) + 3]
        usual = replace(Terms(), **said, subscription_required=bool(required))
        region = texts[0] if on_holidays else None
        zone = texts[1] if in_school_holidays else ""
        hold_days = numbers[len(NAMES) + 3]
        name, *contact = texts[2:6]
        words = Words(name, signed(name, *contact), *texts[6:8])
    weeks: dict[int | None, set[int]] = defaultdict(set)
    for (site, weekday, *_), _, _ in rows["week"]:
        weeks[site].add(weekday)
    return HouseRules(
        usual=usual,
        rules=tuple(Rule(*numbers[: len(NAMES) + 3]) for numbers, _, _ in rows["rule"]),
        weeks={site: frozenset(days) for site, days in weeks.items()},
        closures=tuple((site, (first, last)) for (site, *_), (first, last), _ in rows["closure"]),
        openings=tuple((site, day) for (site, *_), (day, _), _ in rows["opening"]),
        open_loans=tuple((section, site) for (section, site, *_), _, _ in rows["loan"]),
        subscriptions=tuple((first, last) for _, (first, last), _ in rows["subscription"]),
        since=since,
        holiday_region=region,
        school_zone=zone,
        hold_days=hold_days,
        line=next((Line(*numbers[: len(Line._fields)]) for numbers, _, _ in rows["line"]), Line()),
        words=words if letter else None,
    )


@cache
def _holidays(region: str | None, first: int, last: int) -> frozenset[datetime.date]:
    if region is None:
        return frozenset()
    years = range(first, last + 1)
    return frozenset(day for year in years for day in french_days.public_holidays(region, year))


def _rows(
    since: datetime.date, household_id: int | None, line: QuerySet | None, letter: str | None
) -> dict[str, list[tuple]]:
    found: dict[str, list[tuple]] = defaultdict(list)
    asked: dict[str, Any] = {"since": since.isoformat(), "household": household_id, "letter": letter}
    sql = _sql()
    if line is not None:
        text, values = line.query.sql_with_params()
        named = {f"line{number}": value for number, value in enumerate(values)}
        source = f"({text % tuple(f'%({name})s' for name in named)}) AS line"
        sql, asked = f"{sql} UNION ALL {_select('line', source, Line._fields, (), ())}", asked | named
    with connection.cursor() as cursor:
        cursor.execute(sql, asked)
        for kind, *cells in cursor.fetchall():
            days = tuple(_day(cell) for cell in cells[_NUMBERS : _NUMBERS + _DAYS])
            found[kind].append((cells[:_NUMBERS], days, cells[_NUMBERS + _DAYS :]))
    return found


@cache
def _sql() -> str:
    """One SELECT a kind."""
    return " UNION ALL ".join(_select(kind, *part) for kind, part in _PARTS.items())


def _select(kind: str, source: str, numbers: Sequence[str], days: Sequence[str], texts: Sequence[str]) -> str:
    """Every cell is cast, since PostgreSQL will not guess what an empty one is."""
    columns = [f"'{kind}'"]
    shapes = ((numbers, "bigint", _NUMBERS), (days, "date", _DAYS), (texts, "varchar", _TEXTS))
    for given, shape, width in shapes:
        padded = [*given, *["NULL"] * (width - len(given))]
        # SQLite would make a number of a day
        columns += [
            cell if shape == "date" and cell != "NULL" else f"CAST({cell} AS {shape})" for cell in padded
        ]
    return f"SELECT {', '.join(columns)} FROM {source}"


def _day(cell: Any) -> datetime.date | None:
    """SQLite keeps days as text."""
    return datetime.date.fromisoformat(cell) if isinstance(cell, str) else cell
