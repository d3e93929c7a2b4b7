"""Subscriptions and ages on a day."""

import datetime

import pytest

from catalogue.membership import age, born_by, last_day, next_start, standing


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


TODAY = day("2026-03-14")


def periods(*texts: str):
    return [tuple(day(one) if one else None for one in text.split("/")) for text in texts]


@pytest.mark.parametrize(
    ("given", "state", "until"),
    [
        ([], "none", None),
        (["2025-01-01/2026-03-13"], "ended", "2026-03-13"),
        (["2025-01-01/2026-03-14"], "current", "2026-03-14"),
        (["2026-03-14/"], "current", None),
        (["2026-03-15/2026-04-01"], "coming", "2026-04-01"),
        (["/2026-05-01"], "current", "2026-05-01"),
        # one that follows without a gap counts with it, in whatever order they are told
        (["2026-05-02/2027-05-01", "2025-05-02/2026-05-01"], "current", "2027-05-01"),
        (["2025-05-02/2026-05-01", "2026-05-03/2027-05-01"], "current", "2026-05-01"),
        # between two of them it has ended
        (["2024-01-01/2024-12-31", "2026-05-03/2027-05-01"], "ended", "2024-12-31"),
    ],
)
def test_what_counts_on_a_day(given, state, until):
    found = standing(periods(*given), TODAY)
    assert (found.state, found.ends_on) == (state, day(until) if until else None)


def test_it_says_when_it_runs_out_soon():
    for left, soon in ((0, True), (30, True), (31, False)):
        found = standing([(None, TODAY + datetime.timedelta(days=left))], TODAY)
        assert (found.days_left, found.ends_soon) == (left, soon)


def test_a_new_one_begins_after_the_last_and_never_in_the_past():
    assert next_start([], TODAY) == TODAY
    assert next_start(periods("2025-01-01/2025-12-31"), TODAY) == TODAY
    assert next_start(periods("2025-04-01/2026-03-31", "2026-04-01/2027-03-31"), TODAY) == day("2027-04-01")
    assert next_start(periods("2025-04-01/"), TODAY) is None


@pytest.mark.parametrize(
    ("begins", "months", "ends"),
    [
        ("2026-03-14", 12, "2027-03-13"),
        ("2026-01-01", 1, "2026-01-31"),
        ("2026-01-31", 1, "2026-02-28"),
        ("2028-01-30", 1, "2028-02-29"),
        ("2028-02-29", 12, "2029-02-28"),
        ("2027-03-01", 12, "2028-02-29"),
        ("2026-12-31", 2, "2027-02-28"),
        ("2026-12-01", 120, "2036-11-30"),
    ],
)
def test_the_last_day_of_so_many_months(begins, months, ends):
    assert last_day(day(begins), months) == day(ends)


@pytest.mark.parametrize(
    ("born", "on", "years"),
    [
        ("2008-02-29", "2026-02-28", 17),
        ("2008-02-29", "2026-03-01", 18),
        ("2008-02-29", "2028-02-29", 20),
        ("2008-03-14", "2026-03-13", 17),
        ("2008-03-14", "2026-03-14", 18),
        ("2026-03-14", "2026-03-14", 0),
    ],
)
def test_ages_follow_from_the_day_of_birth(born, on, years):
    assert age(day(born), day(on)) == years
    assert (day(born) <= born_by(day(on), 18)) is (years >= 18)


def test_who_is_of_age_is_found_by_day_of_birth_on_29_february():
    assert born_by(day("2028-02-29"), 18) == day("2010-02-28")
    assert age(day("2010-03-01"), day("2028-02-29")) == 17
