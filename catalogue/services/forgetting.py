"""Cutting what is over from whose it was: a loan says who had the box, then only that it was lent.

What stays: the box, the days, and the lines of the ledger, which the accounts need, without their words.
"""

import calendar
import datetime

from django.db.models import Exists, OuterRef
from django.utils import timezone

from catalogue.models import JournalEntry, LedgerEntry, Library, Loan, MissingPiece
from catalogue.services import holds
from ludotheque.writing import writing

CHUNK = 500  # rows of one transaction, so that no desk waits for long


def forget(*, now: datetime.datetime) -> int:
    """How many loans and holds were cut from their family."""
    months = Library.objects.values_list("history_months", flat=True).first()
    if months is None:
        return 0
    before = _months_before(now, months)
    _forget_undone_loans(before)
    return _forget_loans(before) + holds.cut_history(before=before)


def _forget_loans(before: datetime.datetime) -> int:
    """Loans given back before, but for those of which a piece is missing still: somebody will ask."""
    disputed = MissingPiece.objects.open().filter(since_loan=OuterRef("pk"))
    old = Loan.objects.filter(returned_at__lt=before, member__isnull=False).exclude(Exists(disputed))
    gone = 0
    while keys := list(old.order_by("pk").values_list("pk", flat=True)[:CHUNK]):
        with writing():
            these = Loan.objects.filter(pk__in=keys, returned_at__lt=before)  # one may be open again by now
            gone += these.update(member=None, override_note="")
            LedgerEntry.objects.filter(loan__in=keys, loan__member=None).update(loan=None, note="")
    return gone


def _forget_undone_loans(before: datetime.datetime) -> None:
    """Whose a loan was that was undone at once: only the line of its undoing says it."""
    lines = JournalEntry.objects.filter(
        subject_type="copy", verb="undo-checkout", at__lt=before, before__has_key="household"
    )
    while some := list(lines.order_by("pk")[:CHUNK]):
        for line in some:
            del line.before["household"]
        with writing():
            JournalEntry.objects.bulk_update(some, ["before"])


def _months_before(now: datetime.datetime, months: int) -> datetime.datetime:
    """The same moment of so many months before; of a shorter month, its last day."""
    local = timezone.localtime(now)
    year, month = divmod(local.year * 12 + local.month - 1 - months, 12)
    day = min(local.day, calendar.monthrange(year, month + 1)[1])
    return local.replace(year=year, month=month + 1, day=day)
