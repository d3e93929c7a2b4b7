"""What a family takes home from a visit: for the screen, the printer and the mail alike."""

import datetime

from django.utils import timezone

from catalogue.models import Loan
from catalogue.queries import counter
from catalogue.receipts import Line, Receipt


def of_visit(household_id: int, *, family: str, day: datetime.date) -> Receipt:
    """The family’s boxes as they stand: those lent on that day, and the others it still has."""
    here = counter.of(household_id)
    lent: list[Line] = []
    others: list[Line] = []
    for loan in sorted(here.loans, key=lambda loan: (loan.lent_at, loan.pk)):
        today = timezone.localdate(loan.lent_at) == day
        (lent if today else others).append(_line(loan))
    return Receipt(household_id, family, day, lent, others, here.owed)


def _line(loan: Loan) -> Line:
    copy = loan.copy
    lacks = getattr(loan, "lacks", "")
    return Line(copy.record.title, copy.barcode, copy.call_number, loan.due_on, lacks)
