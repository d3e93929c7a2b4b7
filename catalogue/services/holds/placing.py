"""Reserving a title, and giving up the place in the queue."""

import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from catalogue import house_rules, policy
from catalogue.models import Copy, Hold, HoldState, Household, Loan, Record, Transit, User
from catalogue.models.copy import GONE
from catalogue.policy import Refusal, Refused
from catalogue.search import index
from catalogue.services import overriding
from catalogue.services.holds import queue
from catalogue.services.holds.lending import reopened
from ludotheque.writing import writing


def refusals(
    *,
    record: Record,
    household: Household,
    today: datetime.date,
    site_id: int | None = None,
    by_family: bool = False,
) -> tuple[Refusal, ...]:
    """Every reason not to let the family reserve the title; none: it may."""
    goes_home = Copy.objects.filter(on_site_only=False).exclude(state__in=GONE)
    box = goes_home.filter(record=record).order_by("pk").first()
    at_home = Loan.objects.open().filter(copy__record=record, member__household=household)
    active = list(Hold.objects.active().filter(household=household).values_list("record_id", flat=True))
    awaited = policy.Awaited(
        title=record.title,
        copies=int(box is not None),
        has_it=at_home.exists(),
        waits=record.pk in active,
    )
    rules = house_rules.read(since=today, household_id=household.pk)
    place = site_id or (box.site_id if box else None)
    terms = rules.terms(policy.Case(household.category_id, box.section_id if box else None, place))
    family = rules.family(household, terms, today)
    return policy.hold_refusals(
        awaited=awaited,
        family=family,
        holds=len(active),
        terms=terms,
        today=today,
        by_family=by_family,
    )


def place(
    *,
    record_id: int,
    household_id: int,
    actor: User | None,
    now: datetime.datetime,
    site_id: int | None = None,
    member_id: int | None = None,
    override_note: str = "",
) -> Hold:
    """The family waits for any copy of the title, or `Refused` with every reason.

    With a note a librarian passes over the rules of the house, never over facts.
    """
    today = timezone.localdate(now)
    with writing():
        # the household is locked, so that two tabs cannot both take its last permitted hold
        household = Household.objects.select_for_update(no_key=True).get(pk=household_id)
        record = Record.objects.get(pk=record_id)
        by_family = actor is not None and not actor.is_staff_member
        against = refusals(
            record=record, household=household, today=today, site_id=site_id, by_family=by_family
        )
        note = overriding.passed_over(against, actor, override_note)
        try:
            with transaction.atomic():
                hold = Hold.objects.create(
                    record=record,
                    household=household,
                    member_id=member_id,
                    placed_at=now,
                    placed_by=actor,
                    pickup_site_id=site_id,
                )
        except IntegrityError as error:  # another tab was faster by a moment
            raise Refused(policy.already_waits(record.title)) from error
        queue.note(hold, "hold", actor, **overriding.said(against, note))
        index.update_availability([record.pk])
    return hold


def cancel(
    *, hold_id: int, actor: User | None, now: datetime.datetime, household_id: int | None = None
) -> Hold:
    """Gives up the place; a box that lay aside goes to the next in line, or is to be put back.

    With `household_id`, only a hold of that family: another's is as if it did not exist.
    """
    with writing():
        hold = _locked(hold_id, household_id)
        if hold.state not in (HoldState.WAITING, HoldState.READY):
            raise Refused(policy.hold_over(hold.record.title))
        was_ready = hold.state == HoldState.READY
        hold.state, hold.closed_at, hold.errand = HoldState.CANCELLED, now, ""
        hold.save(update_fields=["state", "closed_at", "errand"])
        queue.note(hold, "hold-cancel", actor)
        Transit.objects.open().filter(hold=hold).update(hold=None)
        if was_ready:
            queue.pass_on(hold, actor=actor, now=now)
        index.update_availability([hold.record_id])
    return hold


def restore(
    *, hold_id: int, actor: User | None, now: datetime.datetime, household_id: int | None = None
) -> Hold:
    """Takes today's cancelling back: the place in the queue is the old one, and the box too if still free."""
    with writing():
        # before the queue: another hold may be taking the last place that the family has
        Household.objects.filter(holds=hold_id).select_for_update(of=("self",), no_key=True).first()
        hold = _locked(hold_id, household_id)
        title = hold.record.title
        if hold.state != HoldState.CANCELLED or hold.household_id is None or hold.closed_at is None:
            raise Refused(policy.not_restored(title, "Elle n’est pas annulée."))
        if timezone.localdate(hold.closed_at) != timezone.localdate(now):
            raise Refused(policy.not_restored(title, "Elle a été annulée un autre jour."))
        if against := _against_restoring(hold, timezone.localdate(now)):
            raise Refused(*against)
        if not reopened(hold, verb="hold-restore", actor=actor, now=now):
            raise Refused(policy.not_restored(title, "La famille l’a réservé de nouveau entre-temps."))
        index.update_availability([hold.record_id])
    return hold


def _against_restoring(hold: Hold, today: datetime.date) -> list[Refusal]:
    """What has come up since: the game is at home, or the place was given to another title."""
    assert hold.household is not None
    assert hold.closed_at is not None
    since = Hold.objects.active().filter(household=hold.household, placed_at__gte=hold.closed_at)
    codes = {"has-it", "too-many-holds"} if since.exists() else {"has-it"}
    found = refusals(record=hold.record, household=hold.household, today=today, site_id=hold.pickup_site_id)
    return [one for one in found if one.code in codes]


def keep(*, hold_id: int, actor: User | None, now: datetime.datetime) -> Hold:
    """A box set aside is kept as many open days again, from today or from its last day if that is later."""
    with writing():
        hold = _locked(hold_id, None)
        if hold.state != HoldState.READY or hold.expires_on is None:
            raise Refused(policy.hold_over(hold.record.title))
        before = hold.expires_on
        hold.expires_on = queue.kept_until(hold.pickup_site_id, max(before, timezone.localdate(now)))
        hold.save(update_fields=["expires_on"])
        queue.note(hold, "hold-keep", actor, until=hold.expires_on.isoformat(), was=before.isoformat())
    return hold


def settle_errand(*, hold_id: int, actor: User | None) -> Hold:
    """The label is changed, or the box is back on its shelf."""
    with writing():
        hold = _locked(hold_id, None)
        if hold.errand:
            queue.note(hold, "hold-errand", actor, errand=hold.errand)
            hold.errand = ""
            hold.save(update_fields=["errand"])
    return hold


def cancel_all(*, household_id: int, actor: User | None, now: datetime.datetime) -> int:
    """A family that leaves waits for nothing any more."""
    ids = list(Hold.objects.active().filter(household=household_id).values_list("pk", flat=True))
    for pk in ids:
        cancel(hold_id=pk, actor=actor, now=now)
    return len(ids)


def forget_record(*, record: Record) -> None:
    """In the deletion of a record without copies: nobody may wait for it, and what is over goes with it."""
    waiting = record.holds.filter(state__in=(HoldState.WAITING, HoldState.READY)).count()
    if waiting:
        families = "Une famille l’attend." if waiting == 1 else f"{waiting} familles l’attendent."
        what = f"La notice « {record.title} » n’est pas supprimée."
        raise Refused(Refusal("has-holds", what, families, "Annulez d’abord ses réservations."))
    record.holds.all().delete()


def forget_copy(*, copy: Copy) -> None:
    """In the deletion of a copy, after `box_left`: holds that are over no longer say which box it was."""
    Hold.objects.filter(copy=copy).exclude(state=HoldState.READY).update(copy=None, errand="")


def _locked(hold_id: int, household_id: int | None) -> Hold:
    """The hold, read again once its queue is ours."""
    whose = Q() if household_id is None else Q(household=household_id)
    record_id = Hold.objects.filter(whose).values_list("record_id", flat=True).get(pk=hold_id)
    queue.lock(record_id)
    return Hold.objects.select_related("record", "household", "pickup_site", "copy").get(pk=hold_id)
