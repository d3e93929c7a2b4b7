"""What a loan costs: its price when it goes out, its late days when it comes back or goes on."""

import datetime

from catalogue import house_rules, policy
from catalogue.models import Household, LedgerEntry, LedgerKind, Loan, User
from catalogue.policy import Case
from catalogue.services import ledger


def charge_loan(
    *, loan: Loan, household: Household, terms: policy.Terms, actor: User | None
) -> LedgerEntry | None:
    """The price of a loan just made; the caller has the household locked and journals it."""
    return _charge(LedgerKind.LOAN, terms.price_cents, loan, household, actor, loan.copy.record.title)


def charge_late(
    *,
    loan: Loan,
    household: Household,
    day: datetime.date,
    actor: User | None,
    rules: house_rules.HouseRules | None = None,
) -> LedgerEntry | None:
    """The open days between the due date and `day`, if the rules want them paid; as above for the caller.

    `rules` are those read since the due date, when the caller has them."""
    if day <= loan.due_on:
        return None
    rules = rules or house_rules.read(since=loan.due_on)
    place = loan.site_id or loan.copy.site_id
    terms = rules.terms(Case(household.category_id, loan.copy.section_id, place))
    calendar = rules.calendar(place, day)
    fee = policy.late_fee(loan.due_on, day, terms.late_cents, terms.late_cap_cents, calendar)
    days = policy.days_late(loan.due_on, day)
    note = f"{loan.copy.record.title[:120]}, {days} jour{'s' * (days > 1)} de retard"
    if (counted := calendar.open_days(loan.due_on, day)) < days:
        note += f", dont {counted} d’ouverture"
    return _charge(LedgerKind.LATE, fee, loan, household, actor, note)


def take_back(*, loan: Loan, actor: User | None, note: str) -> None:
    """All that the loan was charged is owed no more; the caller has the household locked.

    What was paid stays: the money is in the till, and now in the family's favour."""
    ledger.correct_all(actor=actor, note=note, loan_id=loan.pk, kind__in=ledger.CHARGES)


def take_back_one(line: dict, *, actor: User | None, note: str) -> None:
    """The same of the one charge that an act made, as `said` had its line in the journal keep it."""
    if "entry" in line:
        ledger.correct_all(actor=actor, note=note, pk=line["entry"])


def said(entry: LedgerEntry | None) -> dict:
    """What the line of the journal keeps of a charge."""
    return {"entry": entry.pk, "charged_cents": entry.amount_cents} if entry else {}


def _charge(
    kind: LedgerKind, cents: int, loan: Loan, household: Household, actor: User | None, note: str
) -> LedgerEntry | None:
    if not cents:
        return None
    return ledger.charge(
        household_id=household.pk,
        kind=kind,
        amount_cents=cents,
        actor=actor,
        note=note,
        loan_id=loan.pk,
        within=household,
    )
