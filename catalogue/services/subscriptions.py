"""Subscriptions of families: a new one follows the old; two never overlap, and the database says so."""

import datetime
from typing import Any

from django.db import IntegrityError, transaction

from catalogue import membership
from catalogue.models import Household, JournalEntry, LedgerKind, Subscription, SubscriptionType, User
from catalogue.policy import Refusal, Refused, french_date
from catalogue.services import journal, ledger, versions
from ludotheque.writing import writing


def subscribe(
    *,
    household_id: int,
    type_id: int,
    actor: User | None,
    today: datetime.date,
    method: str = "",
    expected: datetime.date | None = None,
    again: bool = True,
) -> Subscription:
    """Sells a subscription: it begins the day after the last one ends, today at the earliest.

    Its price is owed, and paid at once with a `method`. `expected` is the first day that the writer was
    told: when it is another by now, nothing is sold, so a button pressed twice sells one. Not `again`: nor
    when one was sold on this day already, as by the browser's way back.
    """
    with writing():
        household = Household.objects.select_for_update().get(pk=household_id)
        kind = SubscriptionType.objects.get(pk=type_id)
        starts_on = membership.next_start(_periods(household), today)
        if starts_on is None:
            raise Refused(
                _nothing("L’adhésion de ce foyer n’a pas de fin.", "Donnez-lui d’abord un dernier jour.")
            )
        if expected is not None and expected != starts_on:
            raise Refused(
                _nothing("L’adhésion a changé entre-temps.", "Voyez la fiche : c’est peut-être déjà fait.")
            )
        if not again and (last := sold_on(household.pk, today)):
            raise Refused(_nothing(f"{last}.", "Cochez la case si c’est bien une de plus."))
        ends_on = membership.last_day(starts_on, kind.months)
        new = _kept(household, starts_on, ends_on, kind)
        _journal(new, "subscribe", actor, sold=True)
        if kind.category_id and kind.category_id != household.category_id:
            _become(household, kind.category_id, actor)
        if kind.price_cents:
            line: dict[str, Any] = {
                "household_id": household.pk,
                "amount_cents": kind.price_cents,
                "actor": actor,
            }
            note = f"{kind.name}, du {french_date(starts_on)} au {french_date(ends_on)}"
            line |= {"note": note, "subscription_id": new.pk}
            ledger.charge(kind=LedgerKind.SUBSCRIPTION, **line)
            if method:
                ledger.pay(method=method, **line)
    return new


def sold_on(household_id: int, day: datetime.date) -> str:
    """What was sold to the family on that day and is not taken back, in words; or nothing."""
    lines = JournalEntry.objects.filter(
        subject_type="household", subject_id=household_id, verb="subscribe", at__date=day
    )
    sold = [after["subscription"] for after in lines.values_list("after", flat=True) if after.get("sold")]
    if not sold:
        return ""
    found = Subscription.objects.select_related("type").filter(household=household_id, pk__in=sold)
    last = found.order_by("-ends_on").first()
    if last is None or last.ends_on is None:
        return ""
    return f"« {last.type} » a déjà été vendue aujourd’hui, jusqu’au {french_date(last.ends_on)}"


def grant(
    *,
    household_id: int,
    starts_on: datetime.date | None,
    ends_on: datetime.date | None,
    actor: User | None,
    type_id: int | None = None,
) -> Subscription:
    """A subscription of these days, owed nothing for: taken over from elsewhere, or offered."""
    with writing():
        household = Household.objects.select_for_update().get(pk=household_id)
        kind = SubscriptionType.objects.get(pk=type_id) if type_id else None
        new = _kept(household, starts_on, ends_on, kind)
        _journal(new, "subscribe", actor)
    return new


def change(
    *,
    subscription_id: int,
    starts_on: datetime.date | None,
    ends_on: datetime.date | None,
    actor: User | None,
    seen: str | None = None,
) -> Subscription:
    """Other days for a subscription, or `Changed` as for a household; what was owed for it stays."""
    with writing():
        found = _locked(subscription_id)
        versions.check(found, seen)
        before = _said(found)
        found.starts_on, found.ends_on = starts_on, ends_on
        if before == _said(found):
            return found
        _in_order(starts_on, ends_on)
        try:
            with transaction.atomic():
                found.save(update_fields=["starts_on", "ends_on"])
        except IntegrityError as error:
            raise Refused(_overlaps()) from error
        journal.write(
            actor=actor,
            verb="change-subscription",
            subject=found.household,
            before=before,
            after=_said(found),
        )
    return found


def cancel(*, subscription_id: int, actor: User | None) -> Household:
    """Takes a subscription back with all that was owed and paid for it; the ledger keeps every line."""
    with writing():
        found = _locked(subscription_id)
        ledger.correct_all(actor=actor, note="Adhésion annulée", subscription_id=found.pk)
        journal.write(actor=actor, verb="cancel-subscription", subject=found.household, before=_said(found))
        found.delete()
    return found.household


def _locked(subscription_id: int) -> Subscription:
    """The subscription as it is once the household is ours."""
    Household.objects.filter(subscriptions=subscription_id).select_for_update(of=("self",)).first()
    return Subscription.objects.select_related("household").get(pk=subscription_id)


def _kept(
    household: Household,
    starts_on: datetime.date | None,
    ends_on: datetime.date | None,
    kind: SubscriptionType | None,
) -> Subscription:
    _in_order(starts_on, ends_on)
    try:
        with transaction.atomic():
            return Subscription.objects.create(
                household=household, type=kind, starts_on=starts_on, ends_on=ends_on
            )
    except IntegrityError as error:
        raise Refused(_overlaps()) from error


def _become(household: Household, category_id: int, actor: User | None) -> None:
    journal.write(
        actor=actor,
        verb="update",
        subject=household,
        before={"category": household.category_id},
        after={"category": category_id},
    )
    household.category_id = category_id
    household.save(update_fields=["category"])


def _periods(household: Household) -> list[membership.Period]:
    return list(household.subscriptions.values_list("starts_on", "ends_on"))


def _journal(subscription: Subscription, verb: str, actor: User | None, **more) -> None:
    after = _said(subscription) | more
    journal.write(actor=actor, verb=verb, subject=subscription.household, after=after)


def _said(subscription: Subscription) -> dict:
    return {
        "subscription": subscription.pk,
        "type": subscription.type_id,
        "starts_on": subscription.starts_on.isoformat() if subscription.starts_on else None,
        "ends_on": subscription.ends_on.isoformat() if subscription.ends_on else None,
    }


def _in_order(starts_on: datetime.date | None, ends_on: datetime.date | None) -> None:
    if starts_on and ends_on and ends_on < starts_on:
        raise Refused(_nothing("L’adhésion finirait avant de commencer.", "Corrigez une des dates."))


def _overlaps() -> Refusal:
    return _nothing(
        "Une autre adhésion du foyer couvre une partie de ces jours.", "Corrigez les dates de l’une des deux."
    )


def _nothing(why: str, then: str) -> Refusal:
    return Refusal("subscription", "L’adhésion n’est pas enregistrée.", why, then)
