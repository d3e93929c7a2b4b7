"""Lending: read, decide purely, write; the database has the last word on races."""

import datetime

from django.db import IntegrityError
from django.db.models import Count, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from catalogue import policy
from catalogue.models import Copy, Household, Library, Loan, Member, User
from catalogue.search import index
from catalogue.services import journal
from ludotheque.writing import writing


def checkout(
    *,
    copy_id: int | None = None,
    copy: Copy | None = None,
    member_id: int,
    actor: User | None,
    today: datetime.date,
    now: datetime.datetime | None = None,
) -> Loan:
    """Lends the copy to the member's family, or raises `Refused` with every reason.

    A `copy` that the caller has from `at_desk()` is not read again.
    """
    copy = _copy(copy_id, copy)
    with writing():
        # the household is locked, so that two desks cannot both lend it its last permitted box
        member = _member_locked(member_id)
        terms, calendar, open_loans = _terms(member.household)
        refusals = policy.refusals(
            box=_box(copy), family=_family(member.household, open_loans), terms=terms, today=today
        )
        if refusals:
            raise policy.Refused(*refusals)
        due_on = policy.due_date(today, terms.loan_days, calendar)
        try:
            loan = Loan.objects.create(
                copy=copy, member=member, lent_at=now or timezone.now(), lent_by=actor, due_on=due_on
            )
        except IntegrityError as error:  # another desk was faster by a moment
            raise policy.Refused(policy.already_lent(copy.record.title)) from error
        journal.write(
            actor=actor, verb="checkout", subject=copy, after={"loan": loan.pk, "due_on": due_on.isoformat()}
        )
        index.update_availability([copy.record_id])
    return loan


def undo_checkout(*, loan_id: int, actor: User | None, today: datetime.date) -> Loan:
    """Cancels a loan made by mistake today, as if it had never been; the journal keeps both acts."""
    with writing():
        loan = _locked(loan_id)
        if loan is None or loan.returned_at is not None:
            raise policy.Refused(policy.undo_refused("Ce prêt est déjà rendu ou annulé."))
        if timezone.localdate(loan.lent_at) != today:
            raise policy.Refused(policy.undo_refused("Ce prêt n’est pas d’aujourd’hui."))
        journal.write(
            actor=actor,
            verb="undo-checkout",
            subject=loan.copy,
            before={"loan": loan.pk, "due_on": loan.due_on.isoformat()},
        )
        loan.delete()
        index.update_availability([loan.copy.record_id])
    return loan


def _copy(copy_id: int | None, copy: Copy | None) -> Copy:
    found = copy or Copy.objects.at_desk(pk=copy_id)
    if found is None:
        raise Copy.DoesNotExist
    return found


def _member_locked(member_id: int) -> Member:
    """The member; nobody else lends to the household until the transaction ends."""
    members = Member.objects.select_related("household").select_for_update(of=("self", "household"))
    return members.get(pk=member_id)


def _terms(household: Household) -> tuple[policy.Terms, policy.Calendar, int]:
    """What the library's own row says about lending, and how many boxes the household has, in one query."""
    theirs = Loan.objects.open().filter(member__household=household).order_by()
    rows = list(
        Library.objects.values_list("loan_days", "max_loans", "opening_periods__weekday").annotate(
            open_loans=Coalesce(
                Subquery(theirs.values("member__household").annotate(n=Count("pk")).values("n")), 0
            )
        )
    )
    if not rows:
        return policy.Terms(), policy.Calendar(), 0
    loan_days, max_loans, _, open_loans = rows[0]
    weekdays = frozenset(weekday for _, _, weekday, _ in rows if weekday is not None)
    terms = policy.Terms(loan_days=loan_days, max_loans=max_loans)
    return terms, policy.Calendar(weekdays), open_loans


def _locked(loan_id: int) -> Loan | None:
    return (
        Loan.objects.select_for_update(of=("self",))
        .select_related("copy__record", "member__household")
        .filter(pk=loan_id)
        .first()
    )


def _box(copy: Copy) -> policy.Box:
    loan = copy.open_loan
    return policy.Box(
        title=copy.record.title,
        state=copy.state,
        on_site_only=copy.on_site_only,
        held_by=loan.member.household_id if loan else None,
        due_on=loan.due_on if loan else None,
    )


def _family(household: Household, open_loans: int) -> policy.Family:
    return policy.Family(
        id=household.pk,
        name=household.name,
        subscribed_from=household.subscribed_from,
        subscribed_until=household.subscribed_until,
        open_loans=open_loans,
    )
