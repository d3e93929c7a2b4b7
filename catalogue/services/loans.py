"""Lending: read, decide purely, write; the database has the last word on races."""

import datetime

from django.db import IntegrityError
from django.utils import timezone

from catalogue import house_rules, policy
from catalogue.models import Copy, Hold, Household, JournalEntry, Loan, Member, Record, User
from catalogue.policy import Case
from catalogue.search import index
from catalogue.services import fees, holds, journal, overriding
from ludotheque.writing import writing


def checkout(
    *,
    copy_id: int | None = None,
    copy: Copy | None = None,
    member_id: int,
    actor: User | None,
    today: datetime.date,
    now: datetime.datetime | None = None,
    site_id: int | None = None,
    override_note: str = "",
) -> Loan:
    """Lends the copy to the member's family, or raises `Refused` with every reason.

    A `copy` that the caller has from `at_desk()` is not read again. `site_id` is where the desk stands. With
    a note a librarian lends against the rules of the house. The loan's `term` is the `policy.Due` that was
    decided, which may have a word to say of the subscription; its `charge` what it costs, if it does; its
    `rules` are those by which all that the family has may be renewed.
    """
    copy = _copy(copy_id, copy)
    with writing():
        # the household is locked, so that two desks cannot both lend it its last permitted box
        member = _member_locked(member_id, copy.record_id)
        household = member.household
        line = Hold.objects.line(household.pk, copy.record_id, copy.pk)
        rules = house_rules.read(since=today, household_id=household.pk, line=line)
        place = site_id or copy.site_id
        terms = rules.terms(Case(household.category_id, copy.section_id, place))
        family = rules.family(household, terms, today)
        refusals = policy.refusals(box=_box(copy), family=family, terms=terms, today=today)
        if copy.open_loan is None:
            claims = holds.claims(copy=copy, line=rules.line, household_id=household.pk, site_id=site_id)
            refusals += policy.claims_on(copy.record.title, claims)
        note = overriding.passed_over(refusals, actor, override_note)
        term = rules.due(terms, place, today, family.subscribed_until)
        try:
            loan = Loan.objects.create(
                copy=copy,
                member=member,
                lent_at=now or timezone.now(),
                lent_by=actor,
                due_on=term.on,
                site_id=site_id,
                override_note=note,
            )
        except IntegrityError as error:  # another desk was faster by a moment
            raise policy.Refused(policy.already_lent(copy.record.title)) from error
        with journal.in_one():
            served = holds.served(copy=copy, loan=loan, line=rules.line, actor=actor)
            charge = fees.charge_loan(loan=loan, household=household, terms=terms, actor=actor)
            after = {"loan": loan.pk, "due_on": term.on.isoformat(), **fees.said(charge)}
            after |= overriding.said(refusals, note) | ({"hold": served} if served else {})
            journal.write(actor=actor, verb="checkout", subject=copy, after=after)
        if holds.shelf_changed(copy=copy, line=rules.line):
            index.update_availability([copy.record_id], locked=True)
    loan.term, loan.charge, loan.rules = term, charge, rules
    return loan


def undo_checkout(*, loan_id: int, actor: User | None, today: datetime.date) -> Loan:
    """Cancels a loan made by mistake today, as if it had never been; the journal keeps both acts."""
    with writing():
        loan, household = _locked_with_household(loan_id)
        if loan is None or loan.returned_at is not None:
            raise policy.Refused(policy.undo_refused("Ce prêt est déjà rendu ou annulé."))
        if timezone.localdate(loan.lent_at) != today:
            raise policy.Refused(policy.undo_refused("Ce prêt n’est pas d’aujourd’hui."))
        fees.take_back(loan=loan, actor=actor, note=f"Prêt annulé : {loan.copy.record.title}")
        journal.write(
            actor=actor,
            verb="undo-checkout",
            subject=loan.copy,
            before={
                "loan": loan.pk,
                "due_on": loan.due_on.isoformat(),
                # for the list of the day: the loan itself is gone; `forgetting` cuts it out in its time
                "household": household.pk if household else None,
            },
        )
        holds.unserved(loan=loan, actor=actor, now=timezone.now())
        loan.delete()
        index.update_availability([loan.copy.record_id], locked=True)
    return loan


def renew(*, loan_id: int, actor: User | None, today: datetime.date, override_note: str = "") -> Loan:
    """Lets the family keep the box as long as if it were lent today, or raises `Refused` with every reason.

    A family's account renews its own loans only; for others' it is as if they did not exist. With a note a
    librarian renews against the rules of the house.
    """
    with writing():
        loan, household = _locked_with_household(loan_id)
        if loan is None or household is None or not _may_see(actor, household):
            raise Loan.DoesNotExist
        copy = loan.copy
        if loan.returned_at is not None:
            raise policy.Refused(policy.not_open(copy.record.title))
        rules = house_rules.read(since=min(today, loan.due_on), household_id=household.pk)
        term, refusals = rules.renewal(
            loan,
            household,
            awaited=Hold.objects.held_by_another(record_id=copy.record_id, household_id=household.pk),
            today=today,
            by_family=actor is not None and actor.household_id is not None,
        )
        note = overriding.passed_over(refusals, actor, override_note)
        before = _renewal_facts(loan)
        # what is late is paid for now: the new due date forgets the old one
        charge = fees.charge_late(loan=loan, household=household, day=today, actor=actor, rules=rules)
        loan.due_on, loan.renewals = max(term.on, loan.due_on), loan.renewals + 1
        loan.override_note = note or loan.override_note
        loan.save(update_fields=["due_on", "renewals", "override_note"])
        after = _renewal_facts(loan) | fees.said(charge) | overriding.said(refusals, note)
        journal.write(actor=actor, verb="renew", subject=copy, before=before, after=after)
    loan.term, loan.charge = term, charge
    return loan


def undo_renew(*, loan_id: int, actor: User | None, today: datetime.date) -> Loan:
    """Takes back today's last renewal of an open loan; the journal says what it was before."""
    with writing():
        loan, _ = _locked_with_household(loan_id)
        if loan is None or loan.returned_at is not None:
            raise policy.Refused(policy.undo_refused("Ce prêt est déjà rendu ou annulé."))
        acts = JournalEntry.objects.filter(
            subject_type="copy",
            subject_id=loan.copy_id,
            verb__in=["renew", "undo-renew"],
            after__loan=loan.pk,
        )
        last = acts.order_by("-at", "-id").first()
        if last is None or last.verb != "renew" or last.after["renewals"] != loan.renewals:
            raise policy.Refused(policy.undo_refused("Cette prolongation est déjà annulée."))
        if timezone.localdate(last.at) != today:
            raise policy.Refused(policy.undo_refused("Cette prolongation n’est pas d’aujourd’hui."))
        before = _renewal_facts(loan)
        loan.due_on = datetime.date.fromisoformat(last.before["due_on"])
        loan.renewals, loan.override_note = last.before["renewals"], last.before["override_note"]
        fees.take_back_one(last.after, actor=actor, note=f"Prolongation annulée : {loan.copy.record.title}")
        loan.save(update_fields=["due_on", "renewals", "override_note"])
        after = _renewal_facts(loan)
        journal.write(actor=actor, verb="undo-renew", subject=loan.copy, before=before, after=after)
    return loan


def _copy(copy_id: int | None, copy: Copy | None) -> Copy:
    found = copy or Copy.objects.at_desk(pk=copy_id)
    if found is None:
        raise Copy.DoesNotExist
    return found


def _member_locked(member_id: int, record_id: int) -> Member:
    """The member; nobody else lends to the household, or a box of the title, until the transaction ends.

    The record is joined for its lock alone: what is counted next must be counted after both are held."""
    table = Record._meta.db_table
    members = Member.objects.select_related("household").select_for_update(no_key=True)
    return members.extra(tables=[table], where=[f"{table}.id = %s"], params=[record_id]).get(pk=member_id)


def _locked(loan_id: int) -> Loan | None:
    """The loan, after the record whose boxes will be counted: as a loan in the making takes them."""
    return (
        Loan.objects.select_for_update(of=("copy__record", "self"), no_key=True)
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


def _renewal_facts(loan: Loan) -> dict:
    return {
        "loan": loan.pk,
        "due_on": loan.due_on.isoformat(),
        "renewals": loan.renewals,
        "override_note": loan.override_note,
    }


def _may_see(actor: User | None, household: Household) -> bool:
    return actor is None or actor.is_staff_member or actor.household_id == household.pk


def _locked_with_household(loan_id: int) -> tuple[Loan | None, Household | None]:
    """The loan and who has it, locked in the order of docs/locking.md: the household first."""
    whose = Household.objects.filter(members__loans=loan_id).select_for_update(of=("self",), no_key=True)
    household = whose.first()  # before the loan
    return _locked(loan_id), household
