"""When a box is due: cases with what a librarian expects, and what holds for any calendar.

The cases are in `due_dates.toml`, for readers in `docs/due-dates.md`; stale, that page is written anew by
`python -m tests.catalogue.test_due_dates`.
"""

import datetime
import tomllib
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import time_machine
from hypothesis import given, settings
from hypothesis import strategies as st

from catalogue import policy
from catalogue.policy import Calendar
from ludotheque import french_days

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "due-dates.md"
CASES = tomllib.loads((HERE / "due_dates.toml").read_text(encoding="utf-8"))["case"]
DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
DAY = datetime.timedelta(days=1)


def instant(case: dict) -> datetime.datetime:
    """The moment of the loan, as the world counts it."""
    local = case["at"].replace(tzinfo=ZoneInfo(case.get("place", "Europe/Paris")), fold=case.get("second", 0))
    return local.astimezone(datetime.UTC)


def today(case: dict) -> datetime.date:
    return instant(case).astimezone(ZoneInfo(case.get("place", "Europe/Paris"))).date()


def week(case: dict) -> list[int]:
    return [DAYS.index(name) for name in case.get("week", "").split()]


def calendar(case: dict) -> Calendar:
    region, day = case.get("holidays", ""), today(case)
    years = range(day.year, day.year + 4) if region != "-" else ()
    schools = french_days.school_holidays(case.get("school", ""))
    return Calendar(
        weekdays=frozenset(week(case)),
        closures=(*map(tuple, case.get("closed", ())), *((one.starts_on, one.ends_on) for one in schools)),
        holidays=frozenset(one for year in years for one in french_days.public_holidays(region, year)),
        openings=frozenset(case.get("opened", ())),
    )


def due(case: dict) -> policy.Due:
    return policy.due(today(case), case.get("days", 21), calendar(case), case.get("until"))


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_it_is_due_when_a_librarian_expects_it(case):
    assert due(case).on == case["due"]


@pytest.mark.django_db
@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_the_desk_lends_and_renews_until_that_day(case):
    from django.utils import timezone

    from catalogue.models import Closure, ExceptionalOpening, Loan
    from catalogue.services import loans
    from tests.make import make_copy, make_household, make_library, make_member

    hours = {"opens_at": datetime.time(9), "closes_at": datetime.time(18)}
    region = case.get("holidays", "")
    make_library(
        open_on=week(case),
        loan_days=case.get("days", 21),
        closed_on_holidays=region != "-",
        holiday_region=region.strip("-"),
        school_zone=case.get("school", ""),
        closed_in_school_holidays="school" in case,
    )
    for first, last in case.get("closed", ()):
        Closure.objects.create(starts_on=first, ends_on=last)
    for day in case.get("opened", ()):
        ExceptionalOpening.objects.create(on=day, **hours)
    member = make_member(make_household(subscribed_until=case.get("until")))
    with timezone.override(ZoneInfo(case.get("place", "Europe/Paris"))):
        now = instant(case)
        loan = loans.checkout(
            copy_id=make_copy().pk, member_id=member.pk, actor=None, today=timezone.localdate(now), now=now
        )
        assert loan.due_on == case["due"]
        Loan.objects.update(due_on=timezone.localdate(now) - DAY)
        assert loans.renew(loan_id=loan.pk, actor=None, today=timezone.localdate(now)).due_on == case["due"]


# --- what holds for any calendar

_SPANS = st.lists(
    st.tuples(st.dates(datetime.date(2026, 1, 1), datetime.date(2028, 12, 31)), st.integers(0, 500)),
    max_size=4,
)
CALENDARS = st.builds(
    lambda weekdays, spans, holidays, openings: Calendar(
        weekdays, tuple((first, first + length * DAY) for first, length in spans), holidays, openings
    ),
    st.frozensets(st.integers(0, 6)),
    _SPANS,
    st.frozensets(st.dates(datetime.date(2026, 1, 1), datetime.date(2028, 12, 31)), max_size=6),
    st.frozensets(st.dates(datetime.date(2026, 1, 1), datetime.date(2028, 12, 31)), max_size=6),
)
STARTS = st.dates(datetime.date(2026, 1, 1), datetime.date(2028, 12, 31))
STEADY = settings(max_examples=150, derandomize=True, deadline=None, database=None)


@STEADY
@given(day=STARTS, days=st.integers(0, 400), calendar=CALENDARS)
def test_it_is_the_first_open_day_from_the_term_on(day, days, calendar):
    found, term = policy.due_date(day, days, calendar), day + days * DAY
    assert found >= term
    assert calendar.is_open(found)
    assert not any(calendar.is_open(term + n * DAY) for n in range((found - term).days))


@STEADY
@given(day=STARTS, days=st.integers(0, 400), more=st.integers(0, 60), calendar=CALENDARS)
def test_who_borrows_later_or_for_longer_is_not_due_earlier(day, days, more, calendar):
    found = policy.due_date(day, days, calendar)
    assert policy.due_date(day + more * DAY, days, calendar) >= found
    assert policy.due_date(day, days + more, calendar) >= found


@STEADY
@given(day=STARTS, days=st.integers(1, 90), left=st.integers(0, 120), calendar=CALENDARS)
def test_a_subscription_s_end_brings_it_forward_to_an_open_day_or_is_told(day, days, left, calendar):
    until = day + left * DAY
    found, usual = policy.due(day, days, calendar, until), policy.due_date(day, days, calendar)
    assert found.on <= usual
    assert calendar.is_open(found.on)
    assert found.on > day
    assert found.on <= until or found.sentence
    assert (found.on == usual and usual <= until) == (not found.sentence)


@STEADY
@given(due_on=STARTS, late=st.integers(0, 120), cap=st.none() | st.integers(0, 900), calendar=CALENDARS)
def test_a_late_fee_grows_with_open_days_only_and_never_beyond_its_cap(due_on, late, cap, calendar):
    fee = policy.late_fee(due_on, due_on + late * DAY, 20, cap, calendar)
    opened = [n for n in range(1, late + 1) if calendar.is_open(due_on + n * DAY)]
    assert fee == min(20 * len(opened), 10**9 if cap is None else cap)


# --- the table for readers


def page() -> str:
    lines = [
        "# Due dates",
        "",
        "What `tests/catalogue/due_dates.toml` asks, what was expected, and what the program says, for a",
        "loan and for its renewal alike. Written by `python -m tests.catalogue.test_due_dates`. The rule",
        "is in [lending](lending.md).",
        "",
        "| | lent, by the clock of the place | in UTC | days | expected | the program says |",
        "|---|---|---|---|---|---|",
    ]
    for case in CASES:
        found = due(case)
        said = f"{found.on:%a %Y-%m-%d}" + (f"<br>« {found.sentence} »" if found.sentence else "")
        place = f" ({case['place']})" if "place" in case else ""
        lines.append(
            f"| {case['what']} | {case['at']:%a %Y-%m-%d %H:%M}{place} | {instant(case):%Y-%m-%d %H:%M} "
            f"| {case.get('days', 21)} | {case['due']:%a %Y-%m-%d} | {said} |"
        )
    return "\n".join(lines) + "\n"


def test_the_page_for_readers_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")


# --- the desk's own page, by the clock of the place


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("place", "local", "expected"),
    [
        ("Europe/Paris", "2026-06-14T00:30", datetime.date(2026, 6, 21)),
        ("Europe/Paris", "2026-06-13T23:30", datetime.date(2026, 6, 20)),
        ("America/Martinique", "2026-06-13T23:30", datetime.date(2026, 6, 20)),
        ("Pacific/Noumea", "2026-06-13T08:00", datetime.date(2026, 6, 20)),
    ],
)
def test_an_evening_loan_counts_from_the_day_of_the_place(
    client, login, volunteer, settings, place, local, expected
):
    from catalogue.models import Loan
    from tests.make import make_copy, make_library, make_member

    settings.TIME_ZONE = place
    make_library(open_on=range(7), loan_days=7, closed_on_holidays=False)
    member = make_member()
    make_copy(barcode="0071234")
    moment = datetime.datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(place))
    with time_machine.travel(moment, tick=False):
        desk = login(volunteer)
        desk.post("/gestion/pret/", {"code": "0071234", "adherent": member.pk})
        loan = Loan.objects.get()
        assert loan.due_on == expected
        assert policy.french_date(expected) in desk.get(
            f"/gestion/pret/?adherent={member.pk}&pret={loan.pk}"
        ).text.replace("\u00a0", " ")
