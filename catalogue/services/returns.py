"""Taking back, and taking that back: the loan, the count of its pieces, and who waits for the box."""

import datetime
from dataclasses import dataclass, field

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from catalogue import policy
from catalogue.models import Copy, Hold, JournalEntry, Loan, PieceCount, Site, Transit, User
from catalogue.search import index
from catalogue.services import counts, holds, journal, states
from ludotheque.writing import writing


@dataclass(frozen=True, slots=True)
class Return:
    """What came of a return: the loan that ended, the count that the box waits for, where the box goes."""

    loan: Loan
    count: PieceCount | None = None
    arrival: holds.Arrival = field(default_factory=holds.Arrival)


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
        loan = _open_locked(copy.pk if copy else copy_id)
        if loan is None:  # nobody has it, or another desk was faster
            raise policy.Refused(policy.not_on_loan(_title(copy_id, copy)))
        copy = loan.copy
        before = {"loan": loan.pk, "due_on": loan.due_on.isoformat(), **states.said(copy)}
        # a clock set back must not keep a box from coming home
        loan.returned_at, loan.returned_by = max(now, loan.lent_at), actor
        loan.save(update_fields=["returned_at", "returned_by"])
        copy.open_loans, copy.wanted = [], loan.wanted
        if not loan.going:
            copy.open_transit = None
        count = None
        if loan.count_first and loan.has_parts:
            count = counts.ask(loan=loan, waits_already=loan.waits_already, now=loan.returned_at)
        arrival = holds.box_came_in(copy=copy, actor=actor, now=loan.returned_at, site=site)
        journal.write(
            actor=actor,
            verb="checkin",
            subject=copy,
            before=before,
            after={"loan": loan.pk, "returned_at": loan.returned_at.isoformat(), **states.said(copy)},
        )
        index.update_availability([copy.record_id])
    return Return(loan, count, arrival)


def undo_checkin(*, loan_id: int, actor: User | None, today: datetime.date) -> Loan:
    """Reopens a loan taken back by mistake today, unless the box has gone to somebody since; what the return
    did to the box is undone with it."""
    with writing():
        loan = _closed_locked(loan_id)
        if loan is None or loan.returned_at is None:
            raise policy.Refused(policy.undo_refused("Ce retour est déjà annulé."))
        if timezone.localdate(loan.returned_at) != today:
            raise policy.Refused(policy.undo_refused("Ce retour n’est pas d’aujourd’hui."))
        if loan.member_id is None:
            raise policy.Refused(policy.undo_refused("Ce prêt n’est plus au nom de personne."))
        copy = loan.copy
        before = {"loan": loan.pk, "returned_at": loan.returned_at.isoformat(), **states.said(copy)}
        counts.undo(loan=loan, actor=actor)
        loan.returned_at = loan.returned_by = None
        try:
            with transaction.atomic():
                loan.save(update_fields=["returned_at", "returned_by"])
        except IntegrityError as error:
            raise policy.Refused(policy.undo_refused("La boîte a été prêtée depuis.")) from error
        copy.open_loans = [loan]
        _as_it_went_out(copy, loan)
        holds.box_left(copy=copy, actor=actor, now=timezone.now())
        journal.write(
            actor=actor,
            verb="undo-checkin",
            subject=copy,
            before=before,
            after={"loan": loan.pk, "due_on": loan.due_on.isoformat(), **states.said(copy)},
        )
        index.update_availability([copy.record_id])
    return loan


def _as_it_went_out(copy: Copy, loan: Loan) -> None:
    """The state that the box had before the return, as the journal wrote it down."""
    lines = JournalEntry.objects.filter(subject_type="copy", subject_id=copy.pk, verb="checkin")
    before = lines.values_list("before", flat=True).first() or {}
    if before.get("loan") == loan.pk and "state" in before:
        states.restore(copy, before)


def _open_locked(copy_id: int | None):
    """The open loan of the copy, with its household, its copy and itself locked: in that order, as `of` lists
    them to PostgreSQL. `no_key`: a loan that is being written may go on pointing at them."""
    loans = (
        Loan.objects.open()
        .select_for_update(of=("member__household", "copy", "self"), no_key=True)
        .select_related("copy__record", "copy__section", "copy__site", "member__household")
        # an open loan has a member; saying so makes it an inner join, as a lock must have
        .filter(copy=copy_id, member__household__isnull=False)
        .annotate(
            wanted=Exists(Hold.objects.concerned_by(OuterRef("copy__record"), OuterRef("copy"))),
            going=Exists(Transit.objects.open().filter(copy=OuterRef("copy"))),
        )
    )
    return counts.with_what_to_ask(loans).first()


def _closed_locked(loan_id: int) -> Loan | None:
    loans = Loan.objects.select_for_update(of=("copy", "self"), no_key=True)
    return loans.select_related("copy__record", "member__household").filter(pk=loan_id).first()


def _title(copy_id: int | None, copy: Copy | None) -> str:
    copy = copy or Copy.objects.select_related("record").get(pk=copy_id or 0)
    return copy.record.title
