"""Cutting what is over from whose it was: a loan says who had the box, then only that it was lent.

What stays: the box, the days, and the lines of the ledger, which the accounts need, without their words. The
journal goes on saying what was done, no longer by which family, nor why.
"""

import calendar
import datetime
from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from catalogue.models import Household, JournalEntry, LedgerEntry, Library, Loan, Member, MissingPiece, Role
from catalogue.services import holds, mails
from ludotheque import days
from ludotheque.writing import writing

CHUNK = 500  # rows of one transaction, so that no desk waits for long
# what lines of lending say of a family: its key, the line of its account, and words that may speak of it
PERSONAL = ("household", "entry", "override", "override_note", "note")
REMOVED = {"household": (Household, "un foyer retiré"), "member": (Member, "une personne retirée")}
LENDING = ("checkout", "undo-checkout", "checkin", "renew", "undo-renew")


def forget(*, now: datetime.datetime) -> int:
    """Cuts what is older than the library keeps it; how many loans and holds that were."""
    months = Library.objects.values_list("history_months", flat=True).first()
    if months is None:
        return 0
    # never of today: its acts may still be taken back
    before = min(_months_before(now, months), days.begins(timezone.localdate(now)))
    _forget_in_journal(before)
    _forget_removed(before)
    mails.forget(before=before)
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
            MissingPiece.objects.filter(since_loan__in=keys, since_loan__member=None).update(charge=None)
    return gone


def _forget_in_journal(before: datetime.datetime) -> None:
    lines = JournalEntry.objects.filter(
        Q(subject_type="copy", verb__in=LENDING) | Q(subject_type="hold"), at__lt=before
    )
    for some in _chunks(lines.filter(actor__role=Role.MEMBER)):
        for line in some:
            line.actor, line.actor_name = None, "une famille"
        with writing():
            JournalEntry.objects.bulk_update(some, ["actor", "actor_name"])
    for some in _chunks(lines.filter(Q(before__has_any_keys=PERSONAL) | Q(after__has_any_keys=PERSONAL))):
        for line in some:
            line.before, line.after = _cut(line.before), _cut(line.after)
        with writing():
            JournalEntry.objects.bulk_update(some, ["before", "after"])


def _forget_removed(before: datetime.datetime) -> None:
    """Families and members removed before: nobody puts them back from then on."""
    for kind, (model, nobody) in REMOVED.items():
        there = model._default_manager.filter(pk=OuterRef("subject_id"))
        lines = JournalEntry.objects.filter(~Exists(there), subject_type=kind, at__lt=before)
        for some in _chunks(lines.exclude(subject_name=nobody)):
            for line in some:
                line.subject_name, line.before, line.after = nobody, {}, {}
            with writing():
                JournalEntry.objects.bulk_update(some, ["subject_name", "before", "after"])


def _chunks(rows: QuerySet[JournalEntry]) -> Iterator[list[JournalEntry]]:
    """So many at once, until there are none: whoever takes them changes them so that they fit no more."""
    while some := list(rows.order_by("pk")[:CHUNK]):
        yield some


def _cut(said: dict) -> dict:
    return {name: value for name, value in said.items() if name not in PERSONAL}


def _months_before(now: datetime.datetime, months: int) -> datetime.datetime:
    """The same moment of so many months before; of a shorter month, its last day."""
    local = timezone.localtime(now)
    year, month = divmod(local.year * 12 + local.month - 1 - months, 12)
    day = min(local.day, calendar.monthrange(year, month + 1)[1])
    return local.replace(year=year, month=month + 1, day=day)
