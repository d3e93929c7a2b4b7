"""What a box that comes back late costs its family."""

import datetime

from django.utils import timezone

from catalogue import house_rules, policy
from catalogue.models import LedgerEntry, LedgerKind, Loan, User
from catalogue.policy import Case
from catalogue.services import ledger


def charge(*, loan: Loan, actor: User | None) -> LedgerEntry | None:
    """The fee of a loan that has just ended, if the rules know one. In the caller's transaction, with the
    household locked."""
    assert loan.returned_at is not None
    assert loan.member is not None
    day = timezone.localdate(loan.returned_at)
    if not policy.days_late(loan.due_on, day):
        return None
    household = loan.member.household
    rules = house_rules.read(since=loan.due_on)
    place = loan.site_id or loan.copy.site_id
    terms = rules.terms(Case(household.category_id, loan.copy.section_id, place))
    fee = policy.late_fee(
        loan.due_on, day, terms.late_cents, terms.late_cap_cents, rules.calendar(place, day)
    )
    if not fee:
        return None
    return ledger.charge(
        household_id=household.pk,
        kind=LedgerKind.LATE,
        amount_cents=fee,
        actor=actor,
        note=_note(loan, day),
        loan_id=loan.pk,
    )


def take_back(*, loan: Loan, actor: User | None) -> None:
    """The return is undone: the family owes no fee for it."""
    asked = LedgerEntry.objects.filter(
        loan=loan, kind=LedgerKind.LATE, corrected_by=None, at__gte=loan.returned_at
    )
    for entry in asked:
        ledger.correct(entry_id=entry.pk, actor=actor, note="Retour annulé")


def _note(loan: Loan, day: datetime.date) -> str:
    days = policy.days_late(loan.due_on, day)
    return f"{loan.copy.record.title[:120]}, {days} jour{'s' * (days > 1)} de retard"
