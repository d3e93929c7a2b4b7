"""Which of a family's boxes it may keep longer, all at once."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from catalogue import house_rules
from catalogue.models import Hold, Household, Loan
from catalogue.policy import Refusal


@dataclass(frozen=True, slots=True)
class Renewal:
    """Until when a box would be kept, and what stands against it."""

    longer: datetime.date
    refusals: tuple[Refusal, ...] = ()

    @property
    def why_not(self) -> str:
        return " ".join(dict.fromkeys(one.why for one in self.refusals))

    @property
    def overridable(self) -> bool:
        return bool(self.refusals) and all(one.overridable for one in self.refusals)


def with_who_waits(loans: QuerySet[Loan], household_id: int) -> QuerySet[Loan]:
    """Each loan of the household with `awaited`: whether another family waits whom no other box can serve."""
    return loans.annotate(awaited=Hold.objects.held_by_others(household_id, "copy__record"))


def rules_for(loans: Sequence[Loan], household: Household, today: datetime.date) -> house_rules.HouseRules:
    """One query; the household knows its subscriptions from then on."""
    since = min([today, *(loan.due_on for loan in loans)])
    rules = house_rules.read(since=since, household_id=household.pk)
    household.known_periods = rules.subscriptions
    return rules


def judged(
    loans: Iterable[Loan],
    household: Household,
    rules: house_rules.HouseRules,
    today: datetime.date,
    *,
    by_family: bool,
) -> dict[int, Renewal]:
    """By loan, which `with_who_waits` has read. Nothing is asked of the database."""
    found = {}
    for loan in loans:
        due, refusals = rules.renewal(loan, household, awaited=loan.awaited, today=today, by_family=by_family)
        found[loan.pk] = Renewal(due.on, refusals)
    return found
