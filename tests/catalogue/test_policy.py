"""Decisions about lending, without a database."""

import datetime

import pytest

from catalogue import policy
from catalogue.models import CopyState
from catalogue.policy import Box, Calendar, Family, Terms

SATURDAY = datetime.date(2026, 3, 14)
MARTIN = Family(id=1, name="Famille Martin")


def codes(box=None, family=MARTIN, terms=None):
    found = policy.refusals(box=box or Box("Uno"), family=family, terms=terms or Terms(), today=SATURDAY)
    return [refusal.code for refusal in found]


def test_a_box_in_service_goes_to_a_family_in_order():
    assert codes() == []


def test_it_says_every_reason_at_once():
    box = Box("Uno", state="perdu", on_site_only=True, held_by=2)
    family = Family(1, "Famille Martin", subscribed_until=datetime.date(2026, 3, 13), open_loans=3)
    assert codes(box, family, Terms(max_loans=3)) == [
        "already-lent",
        "state-perdu",
        "on-site",
        "subscription-ended",
        "too-many",
    ]


def test_a_box_scanned_twice_is_no_fault():
    found = policy.refusals(
        box=Box("Uno", held_by=1, due_on=datetime.date(2026, 4, 1)),
        family=MARTIN,
        terms=Terms(),
        today=SATURDAY,
    )
    assert [refusal.code for refusal in found] == ["already-theirs"]
    assert found[0].sentence == "« Uno » est déjà prêté à cette famille. À rendre le 1er avril 2026."


@pytest.mark.parametrize("state", [state for state in CopyState if state != CopyState.IN_SERVICE])
def test_only_a_copy_in_service_goes_home(state):
    assert codes(Box("Uno", state=state.value)) == [f"state-{state.value}"]


def test_a_subscription_covers_its_first_and_its_last_day():
    def with_days(first, last):
        return codes(family=Family(1, "Famille Martin", subscribed_from=first, subscribed_until=last))

    day = datetime.timedelta(days=1)
    assert with_days(SATURDAY, SATURDAY) == []
    assert with_days(SATURDAY + day, None) == ["subscription-not-begun"]
    assert with_days(None, SATURDAY - day) == ["subscription-ended"]


def test_the_last_permitted_box_goes_and_the_next_one_stays():
    assert codes(family=Family(1, "Famille Martin", open_loans=2), terms=Terms(max_loans=3)) == []
    assert codes(family=Family(1, "Famille Martin", open_loans=3), terms=Terms(max_loans=3)) == ["too-many"]


def test_every_refusal_says_what_why_and_what_next():
    boxes = [Box("Uno", state=state.value) for state in CopyState if state != CopyState.IN_SERVICE]
    boxes += [Box("Uno", on_site_only=True), Box("Uno", held_by=2)]
    for box in boxes:
        for refusal in policy.refusals(box=box, family=MARTIN, terms=Terms(), today=SATURDAY):
            assert refusal.what
            assert refusal.why
            assert refusal.next


def test_it_is_due_three_weeks_later_on_the_next_open_day():
    assert policy.due_date(SATURDAY, 21, Calendar(frozenset({5}))) == datetime.date(2026, 4, 4)
    assert policy.due_date(SATURDAY, 21, Calendar(frozenset({2}))) == datetime.date(2026, 4, 8)
    assert policy.due_date(SATURDAY, 21) == datetime.date(2026, 4, 4)


def test_days_late_are_counted_from_the_day_after():
    assert policy.days_late(SATURDAY, SATURDAY) == 0
    assert policy.days_late(SATURDAY, SATURDAY - datetime.timedelta(days=3)) == 0
    assert policy.days_late(SATURDAY, SATURDAY + datetime.timedelta(days=3)) == 3
