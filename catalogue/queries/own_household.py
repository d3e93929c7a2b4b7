"""What a family sees of itself: what it owes, its boxes, and whether it may keep them longer."""

import datetime
from dataclasses import dataclass

from catalogue.models import Household, Loan
from catalogue.policy import Refusal
from catalogue.queries import loans, renewals
from catalogue.queries.ledger import balance_of


@dataclass(frozen=True, slots=True)
class Own:
    """One box; `longer`: until when it would be kept; `why_not`: what stands against it, in a sentence."""

    loan: Loan
    longer: datetime.date
    why_not: str = ""


def of(household_id: int) -> Household:
    """The household, with `owed`: cents, below zero paid in advance."""
    return Household.objects.annotate(owed=balance_of()).get(pk=household_id)


def boxes(household: Household, today: datetime.date) -> list[Own]:
    """Two queries: the rules, and the boxes; the household knows its subscriptions from then on."""
    found = list(renewals.with_who_waits(loans.open_of(household.pk), household.pk)[: loans.SHOWN])
    rules = renewals.rules_for(found, household, today)
    judged = renewals.judged(found, household, rules, today, by_family=True)
    return [Own(loan, judged[loan.pk].longer, _briefly(judged[loan.pk].refusals)) for loan in found]


def _briefly(refusals: tuple[Refusal, ...]) -> str:
    """Beside the due date, which says the reason itself when the box is late or the date would not move."""
    said = (one.next if one.code in ("late", "no-later") else one.why for one in refusals)
    return " ".join(dict.fromkeys(said))
