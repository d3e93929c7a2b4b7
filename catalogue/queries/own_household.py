"""What a family sees of itself: what it owes, its boxes, and whether it may keep them longer."""

import datetime
from dataclasses import dataclass

from catalogue import house_rules, policy
from catalogue.models import Household, Loan
from catalogue.policy import Case
from catalogue.queries import loans
from catalogue.queries.ledger import balance_of


@dataclass(frozen=True, slots=True)
class Own:
    """One box; `longer`: until when it would be kept; `why_not`: what stands against it, in a sentence.

    Whether another family waits is asked when it is renewed: until then it may have changed.
    """

    loan: Loan
    longer: datetime.date
    why_not: str = ""


def of(household_id: int) -> Household:
    """The household, with `owed`: cents, below zero paid in advance."""
    return Household.objects.annotate(owed=balance_of()).get(pk=household_id)


def boxes(household: Household, today: datetime.date) -> list[Own]:
    """Two queries: the rules, and the boxes; the household knows its subscriptions from then on."""
    found = list(loans.of_household(household.pk))
    since = min([today, *(loan.due_on for loan in found)])
    rules = house_rules.read(since=since, household_id=household.pk)
    household.known_periods = rules.subscriptions
    return [_own(loan, household, rules, today) for loan in found]


def _own(loan: Loan, household: Household, rules: house_rules.HouseRules, today: datetime.date) -> Own:
    place = loan.site_id or loan.copy.site_id
    terms = rules.terms(Case(household.category_id, loan.copy.section_id, place))
    family = rules.family(household, terms, today)
    due = rules.due(terms, place, today, family.subscribed_until)
    refusals = policy.renewal_refusals(
        lent=policy.Lent(loan.copy.record.title, loan.due_on, loan.renewals),
        family=family,
        terms=terms,
        due=due,
        today=today,
        by_family=True,
    )
    return Own(loan, due.on, _briefly(refusals[0]) if refusals else "")


def _briefly(refusal: policy.Refusal) -> str:
    """Beside the due date, which says the reason itself when the box is late or the date would not move."""
    return refusal.next if refusal.code in ("late", "no-later") else refusal.why
