"""Which boxes wait for somebody to count their pieces."""

import datetime

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from catalogue.models import Component, CopyState, Library, Loan, PieceCount


def with_what_to_ask(loans: QuerySet[Loan]) -> QuerySet[Loan]:
    """With what `ask` needs to know of the box, read by the query that fetches the loan."""
    return loans.annotate(
        count_first=Coalesce(Subquery(Library.objects.values("count_first")[:1]), False),
        has_parts=Exists(Component.objects.filter(record=OuterRef("copy__record"))),
        waits_already=Exists(PieceCount.objects.filter(copy=OuterRef("copy"), done_at=None)),
    )


def ask(*, loan: Loan, waits_already: bool, now: datetime.datetime) -> PieceCount | None:
    """The box that came back is to be counted, and stays in until then; what keeps it in for another reason
    goes on doing so. In the caller's transaction, with the copy locked."""
    copy = loan.copy
    if copy.state == CopyState.IN_SERVICE:
        copy.state, copy.state_reason = CopyState.TO_COUNT, ""
        copy.state_since = timezone.localdate(now)
        copy.save(update_fields=["state", "state_reason", "state_since"])
    if waits_already:
        # out and back before anybody had counted: what lacks may lack since either loan
        waiting = PieceCount.objects.filter(copy=copy, done_at=None)
        waiting.update(loan=None)
        return waiting.first()
    return PieceCount.objects.create(copy=copy, loan=loan, asked_at=now)


def unask(*, loan: Loan) -> None:
    """The return is undone: nobody need count what it asked to count."""
    PieceCount.objects.filter(loan=loan, done_at=None).delete()
