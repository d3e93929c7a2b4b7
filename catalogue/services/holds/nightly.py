"""What becomes of holds by the passing of days."""

import datetime

from django.utils import timezone

from catalogue import policy
from catalogue.models import Hold, HoldState, MailKind, Role, User
from catalogue.search import index
from catalogue.services import mails
from catalogue.services.holds import queue
from ludotheque.writing import writing


def expire(*, now: datetime.datetime, actor: User | None = None) -> int:
    """Ends the holds whose box was not fetched in time, one short transaction each; the next in line is told.

    A closing declared since gives them more days, as they would have had from the start.
    """
    today = timezone.localdate(now)
    over = Hold.objects.ready().filter(expires_on__lt=today).order_by("ready_at", "id")
    return sum(_expire(pk, today, now, actor) for pk in over.values_list("pk", flat=True))


def _expire(hold_id: int, today: datetime.date, now: datetime.datetime, actor: User | None) -> bool:
    with writing():
        record_id = Hold.objects.values_list("record_id", flat=True).get(pk=hold_id)
        queue.lock(record_id)
        hold = Hold.objects.select_related("record", "copy").get(pk=hold_id)
        if hold.state != HoldState.READY or hold.expires_on is None or hold.expires_on >= today:
            return False  # fetched, or kept longer, a moment ago
        assert hold.ready_at is not None
        until = queue.kept_until(hold.pickup_site_id, timezone.localdate(hold.ready_at))
        if until >= today:
            hold.expires_on = until
            hold.save(update_fields=["expires_on"])
            queue.note(hold, "hold-keep", actor, until=until.isoformat())
            return False
        hold.state, hold.closed_at, hold.errand = HoldState.EXPIRED, now, ""
        hold.save(update_fields=["state", "closed_at", "errand"])
        queue.note(hold, "hold-expire", actor)
        mails.queue(
            kind=MailKind.HOLD_EXPIRED,
            household_id=hold.household_id,
            hold_id=hold.pk,
            facts={"jeu": hold.record.title, "date": policy.french_date(hold.expires_on)},
        )
        queue.pass_on(hold, actor=actor, now=now)
        index.update_availability([record_id])
    return True


def cut_history(*, before: datetime.datetime) -> int:
    """Holds that were over before that moment no longer say whose they were; they go on counting."""
    named = Hold.objects.filter(closed_at__lt=before, household__isnull=False)
    named.filter(placed_by__role=Role.MEMBER).update(placed_by=None)
    return named.update(household=None, member=None)
