"""What acts at the desk leave in the database: in its tables, in the journal, in all that goes with them."""

from collections import Counter

from django.db import connection
from django.db.models import Count, Q
from django_tasks_db.models import DBTaskResult

from catalogue.models import (
    Hold,
    HoldState,
    JournalEntry,
    LedgerEntry,
    LedgerKind,
    Loan,
    Mail,
    MailKind,
    Record,
)
from catalogue.models.hold import free_boxes
from catalogue.search import Query, search

Act = tuple[str, int | None, int | None]  # what was done, to what, for whom or for how much


def in_tables() -> Counter[Act]:
    """Every loan, return, renewal, hold and payment, as the rows have it."""
    acts: Counter[Act] = Counter()
    for pk, copy, member, renewals, returned in Loan.objects.values_list(
        "pk", "copy", "member", "renewals", "returned_at"
    ):
        acts["checkout", copy, member] += 1
        acts["checkin", copy, member] += returned is not None
        acts["renew", pk, member] += renewals
    acts.update(("hold", *row) for row in Hold.objects.values_list("record", "household"))
    paid = LedgerEntry.objects.filter(kind=LedgerKind.PAYMENT)
    acts.update(("pay", *row) for row in paid.values_list("household", "amount_cents"))
    return +acts


def in_journal() -> Counter[Act]:
    """The same, as the lines have it."""
    acts: Counter[Act] = Counter()
    loans = dict(Loan.objects.values_list("pk", "member"))
    holds: dict[int | None, int | None] = dict(Hold.objects.values_list("pk", "household"))
    lines = JournalEntry.objects.filter(verb__in=["checkout", "checkin", "renew", "hold", "pay"])
    for verb, subject, after in lines.values_list("verb", "subject_id", "after"):
        if verb == "hold":
            acts[verb, after["record"], holds.get(subject)] += 1
        elif verb == "pay":
            acts[verb, subject, after["amount_cents"]] += 1
        else:
            loan = after["loan"]
            acts[verb, loan if verb == "renew" else subject, loans.get(loan)] += 1
    return acts


def half_done() -> dict[str, int]:
    """What would have to go together and does not, by kinds of it that there are."""
    tables, journal = in_tables(), in_journal()
    priced = Loan.objects.annotate(prices=Count("ledger", filter=Q(ledger__kind=LedgerKind.LOAN)))
    told: Counter[int | None] = Counter(
        Mail.objects.filter(kind=MailKind.HOLD_READY).values_list("household", flat=True)
    )
    ready = JournalEntry.objects.filter(verb="hold-ready").values_list("subject_id", flat=True)
    whose: dict[int | None, int | None] = dict(Hold.objects.values_list("pk", "household"))
    aside = Counter(whose.get(pk) for pk in ready)
    out = Loan.objects.open().values("copy")
    sending = DBTaskResult.objects.filter(task_path="catalogue.tasks.send_mails", status="READY")
    waiting = Mail.objects.filter(next_try_at__isnull=False).count()
    found = {
        "without a line in the journal": (tables - journal).total(),
        "told by the journal only": (journal - tables).total(),
        "loan without its one price": priced.exclude(prices=1).count(),
        "set aside without a mail": (aside - told).total() + (told - aside).total(),
        "served without a loan": Hold.objects.filter(state=HoldState.SERVED, loan=None).count(),
        "aside and lent": Hold.objects.ready().filter(copy__in=out).count(),
        "miscounted by the search": abs(
            search(Query(available=True)).total
            - Record.objects.annotate(free=free_boxes("pk")).filter(free__gt=0).count()
        ),
        "mail that nobody will send": 0 if sending.exists() else waiting,
        "broken page of the file": _broken(),
    }
    return {name: number for name, number in found.items() if number}


def _broken() -> int:
    """What SQLite finds amiss with its own file, and rows that point at nothing."""
    if connection.vendor != "sqlite":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        amiss = [line for (line,) in cursor.fetchall() if line != "ok"]
        cursor.execute("PRAGMA foreign_key_check")
        return len(amiss) + len(cursor.fetchall())
