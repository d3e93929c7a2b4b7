"""Taking back, and taking that back: the loan, the count of its pieces, and who waits for the box."""

import datetime
from dataclasses import dataclass, field

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone

from catalogue import policy
from catalogue.models import (
    Copy,
    CopyState,
    Errand,
    Hold,
    JournalEntry,
    LedgerEntry,
    Loan,
    PieceCount,
    Site,
    Transit,
    User,
)
from catalogue.models.hold import first_of
from catalogue.search import index
from catalogue.services import counts, fees, holds, journal, states
from ludotheque.writing import writing

# a loan in the making waits for one that ends, and holds the record: so the record comes before the loan
_IN_ORDER = ("member__household", "copy", "copy__record", "self")
_LENT_SINCE = "La boîte a été prêtée depuis."


@dataclass(frozen=True, slots=True)
class Return:
    """What came of a return: the loan that ended, the count that the box waits for, where the box goes, and
    what being late costs."""

    loan: Loan
    count: PieceCount | None = None
    arrival: holds.Arrival = field(default_factory=holds.Arrival)
    late_fee: LedgerEntry | None = None


def checkin(
    *,
    copy_id: int | None = None,
    copy: Copy | None = None,
    actor: User | None,
    now: datetime.datetime,
    site: Site | None = None,
) -> Return:
    """Takes the copy back from whoever has it, or raises `Refused` when nobody has."""
    with writing():
        loan = _lent().filter(copy=copy.pk if copy else copy_id).first()
        if loan is None:  # nobody has it, or another desk was faster
            raise policy.Refused(policy.not_on_loan(_title(copy_id, copy)))
        return _taken_back(loan, actor=actor, now=now, site=site)


def scanned(
    *, codes: list[str], actor: User | None, now: datetime.datetime, here: int | None = None
) -> Return | None:
    """The same of the box that bears one of the codes, the likeliest first, found and locked by one query;
    None where nobody has it, or there is none. `here`: the key of the desk's site, if that is still there."""
    box = Copy.objects.bearing(codes).values("pk")[:1]
    name = Site.objects.filter(pk=here or 0).values("name")
    with writing():
        loan = _lent().filter(copy=Subquery(box)).annotate(desk_name=Subquery(name)).first()
        if loan is None:
            return None
        site = Site(pk=here, name=loan.desk_name) if loan.desk_name else None
        return _taken_back(loan, actor=actor, now=now, site=site)


def _taken_back(loan: Loan, *, actor: User | None, now: datetime.datetime, site: Site | None) -> Return:
    """In the caller's transaction, with all that the return touches locked."""
    copy = loan.copy
    before = {"loan": loan.pk, "due_on": loan.due_on.isoformat(), **states.said(copy)}
    # a clock set back must not keep a box from coming home
    loan.returned_at, loan.returned_by = max(now, loan.lent_at), actor
    loan.save(update_fields=["returned_at", "returned_by"])
    copy.open_loans, copy.ready_hold = [], None  # what is lent lies aside for nobody
    if not loan.going:
        copy.open_transit = None
    count = None
    if loan.count_first and loan.has_parts:
        count = counts.ask(loan=loan, waits_already=loan.waits_already, now=loan.returned_at)
    assert loan.member is not None  # an open loan has one: the database says so
    day = timezone.localdate(loan.returned_at)
    first = first_of(loan, copy.record)
    goes = first if copy.state == CopyState.IN_SERVICE else None
    rules = holds.rules_for(goes, day, loan.due_on) if goes or day > loan.due_on else None
    with journal.in_one():
        late_fee = fees.charge_late(
            loan=loan, household=loan.member.household, day=day, actor=actor, rules=rules
        )
        seen = holds.Seen(first, loan.to_put_back, rules)
        arrival = holds.box_came_in(copy=copy, actor=actor, now=loan.returned_at, site=site, seen=seen)
        journal.write(
            actor=actor,
            verb="checkin",
            subject=copy,
            before=before,
            after={
                "loan": loan.pk,
                "returned_at": loan.returned_at.isoformat(),
                **fees.said(late_fee),
                **states.said(copy),
            },
        )
    index.update_availability([copy.record_id], locked=True)
    return Return(loan, count, arrival, late_fee)


def undo_checkin(*, loan_id: int, actor: User | None, today: datetime.date) -> Loan:
    """Reopens a loan taken back by mistake today, unless the box has gone to somebody since; what the return
    did to the box is undone with it."""
    with writing():
        loan = _locked().with_lent_since().filter(pk=loan_id).first()
        if loan is None or loan.returned_at is None:
            nobodys = Loan.objects.filter(pk=loan_id, member=None).exists()
            why = "Ce prêt n’est plus au nom de personne." if nobodys else "Ce retour est déjà annulé."
            raise policy.Refused(policy.undo_refused(why))
        if timezone.localdate(loan.returned_at) != today:
            raise policy.Refused(policy.undo_refused("Ce retour n’est pas d’aujourd’hui."))
        if loan.lent_since:  # and even where it has come back again, there is more to it than this return
            raise policy.Refused(policy.undo_refused(_LENT_SINCE))
        copy = loan.copy
        before = {"loan": loan.pk, "returned_at": loan.returned_at.isoformat(), **states.said(copy)}
        counts.undo(loan=loan, actor=actor)
        said_before, said_after = _line_of_return(copy, loan)
        fees.take_back_one(said_after, actor=actor, note="Retour annulé")
        loan.returned_at = loan.returned_by = None
        try:
            with transaction.atomic():
                loan.save(update_fields=["returned_at", "returned_by"])
        except IntegrityError as error:
            raise policy.Refused(policy.undo_refused(_LENT_SINCE)) from error
        copy.open_loans = [loan]
        if "state" in said_before:
            states.restore(copy, said_before)
        holds.box_left(copy=copy, actor=actor, now=timezone.now())
        journal.write(
            actor=actor,
            verb="undo-checkin",
            subject=copy,
            before=before,
            after={"loan": loan.pk, "due_on": loan.due_on.isoformat(), **states.said(copy)},
        )
        index.update_availability([copy.record_id], locked=True)
    return loan


def _line_of_return(copy: Copy, loan: Loan) -> tuple[dict, dict]:
    """What the journal wrote down, before and after, when this loan came back."""
    lines = JournalEntry.objects.filter(subject_type="copy", subject_id=copy.pk, verb="checkin")
    before, after = lines.values_list("before", "after").first() or ({}, {})
    return (before, after) if before.get("loan") == loan.pk else ({}, {})


def _locked() -> QuerySet[Loan]:
    """Loans with their household, their copy, its record and themselves locked: in that order, as `of` lists
    them to PostgreSQL. `no_key`: a loan that is being written may go on pointing at them."""
    return (
        Loan.objects.select_for_update(of=_IN_ORDER, no_key=True)
        .select_related("copy__record", "copy__section", "copy__site", "member__household")
        # makes it an inner join, as a lock must have; a loan of nobody is no business of the desk's
        .filter(member__household__isnull=False)
    )


def _lent() -> QuerySet[Loan]:
    """Open loans, locked, with all that a return needs to know of the box and of who waits for it."""
    loans = counts.with_what_to_ask(_locked()).filter(returned_at=None)
    return Hold.objects.next_in_line(loans, "copy__record").annotate(
        to_put_back=Exists(Hold.objects.filter(copy=OuterRef("copy"), errand=Errand.RESHELVE)),
        going=Exists(Transit.objects.open().filter(copy=OuterRef("copy"))),
    )


def _title(copy_id: int | None, copy: Copy | None) -> str:
    copy = copy or Copy.objects.select_related("record").get(pk=copy_id or 0)
    return copy.record.title
