"""A return taken back, and what to say went with it."""

from django.utils import timezone

from catalogue.models import Loan, User
from catalogue.queries import return_traces
from catalogue.services import returns


def take_back(loan_id: int, actor: User) -> tuple[Loan, list[str]]:
    """The loan that is open again; raises `Refused` as the service does."""
    traces = return_traces.of(loan_id)
    loan = returns.undo_checkin(loan_id=loan_id, actor=actor, today=timezone.localdate())
    return loan, traces.gone_with(loan.copy)
