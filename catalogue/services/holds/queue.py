"""The queue for a title: who is next, and a box set aside. All in the caller's transaction, record locked."""

import datetime

from django.db import connection
from django.utils import timezone

from catalogue import house_rules, policy
from catalogue.house_rules import HouseRules
from catalogue.models import Copy, Errand, Hold, HoldState, MailKind, Record, Site, Transit, User
from catalogue.services import journal, mails


def lock(record_id: int) -> None:
    """Whoever changes the queue for a title waits here; a loan of it may still point at it."""
    if connection.features.has_select_for_update:  # SQLite writes one at a time
        Record.objects.select_for_update(no_key=True).only("pk").get(pk=record_id)


def first(record_id: int) -> Hold | None:
    """Who is next: the first for whom no box is on its way."""
    found = Hold.objects.without_box().filter(record=record_id)
    return found.select_related("household", "pickup_site", "record").first()


def rules_for(hold: Hold | None, today: datetime.date, since: datetime.date | None = None) -> HouseRules:
    """What setting a box aside today needs to know, by one query; late loans ask since their due date."""
    letter = MailKind.HOLD_READY if hold else None
    return house_rules.read(since=min(since or today, today), letter=letter)


def set_aside(
    hold: Hold,
    copy: Copy,
    *,
    site: Site | None,
    actor: User | None,
    now: datetime.datetime,
    errand: str = "",
    rules: HouseRules | None = None,
) -> bool:
    """The copy waits at the site for the hold's family, which is told; false if the hold waits no more, or
    has a box on its way."""
    place = hold.pickup_site or site
    today = timezone.localdate(now)
    rules = rules or rules_for(hold, today)
    until = kept_until(place.pk if place else None, today, rules)
    ready = {
        "state": HoldState.READY,
        "copy": copy,
        "pickup_site": place,
        "ready_at": now,
        "expires_on": until,
        "errand": errand,
    }
    if not Hold.objects.without_box().filter(pk=hold.pk).update(**ready):
        return False
    for name, value in ready.items():
        setattr(hold, name, value)
    copy.ready_hold = hold
    note(hold, "hold-ready", actor, copy=copy.barcode, until=until.isoformat())
    mails.queue(
        kind=MailKind.HOLD_READY,
        household_id=hold.household_id,
        to=getattr(hold, "reached_at", None),
        facts={
            "jeu": hold.record.title,
            "date": policy.french_date(until),
            "lieu": _place_name(hold),
            "famille": hold.household.name if hold.household else "",
        },
        words=rules.words,
        hold_id=hold.pk,
        until=_end_of(until),  # after it there is nothing to fetch
    )
    return True


def _end_of(day: datetime.date) -> datetime.datetime:
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.max))


def kept_until(site_id: int | None, today: datetime.date, rules: HouseRules | None = None) -> datetime.date:
    """The last day on which a box set aside today is kept: so many open days of that place after it."""
    rules = rules or house_rules.read(since=today)
    far = today + datetime.timedelta(days=366)
    return rules.calendar(site_id, far).nth_open(today, rules.hold_days)


def back_in_line(hold: Hold, *, actor: User | None, why: str, **facts) -> None:
    """Its box is not to be had after all: it waits again, where it stood, since it keeps its moment; who was
    told to come is told not to."""
    if mails.take_back(kind=MailKind.HOLD_READY, hold_id=hold.pk):
        mails.queue(
            kind=MailKind.HOLD_BACK,
            household_id=hold.household_id,
            hold_id=hold.pk,
            facts={"jeu": hold.record.title},
            until=_end_of(hold.expires_on) if hold.expires_on else None,
        )
    hold.state, hold.copy, hold.ready_at, hold.expires_on, hold.errand = (
        HoldState.WAITING,
        None,
        None,
        None,
        "",
    )
    hold.save(update_fields=["state", "copy", "ready_at", "expires_on", "errand"])
    note(hold, "hold-back", actor, why=why, **facts)


def pass_on(hold: Hold, *, actor: User | None, now: datetime.datetime) -> Hold | None:
    """The box that lay aside for a hold that is over goes to the next in line, told so, or is to be put back.

    It was scanned in and lies at the desk; what is to be sent elsewhere first is scanned again for that.
    """
    assert hold.copy is not None
    following = first(hold.record_id)
    here = hold.pickup_site
    hold.copy.__dict__.pop("ready_hold", None)
    if (
        following
        and following.pickup_site in (None, here)
        and set_aside(following, hold.copy, site=here, actor=actor, now=now, errand=Errand.RELABEL)
    ):
        return following
    hold.errand = Errand.RESHELVE
    hold.save(update_fields=["errand"])
    return None


def send(
    copy: Copy,
    *,
    from_site: Site | None,
    to: Site,
    hold: Hold | None,
    actor: User | None,
    now: datetime.datetime,
) -> Transit:
    """The copy leaves for another site, until it is scanned in there."""
    transit = Transit.objects.create(
        copy=copy, from_site=from_site, to_site=to, hold=hold, sent_at=now, sent_by=actor
    )
    copy.open_transit = transit
    journal.write(
        actor=actor,
        verb="send",
        subject=copy,
        after={"to": str(to), "hold": hold.pk if hold else None},
    )
    return transit


def receive(transit: Transit, *, actor: User | None, now: datetime.datetime) -> None:
    """The copy has arrived, there or anywhere."""
    transit.received_at, transit.received_by = max(now, transit.sent_at), actor
    transit.save(update_fields=["received_at", "received_by"])
    transit.copy.open_transit = None
    journal.write(actor=actor, verb="receive", subject=transit.copy, after={"to": str(transit.to_site)})


def note(hold: Hold, verb: str, actor: User | None, **after) -> None:
    journal.write(actor=actor, verb=verb, subject=hold, after={"record": hold.record_id, **after})


def _place_name(hold: Hold) -> str:
    return str(hold.pickup_site) if hold.pickup_site else "à la ludothèque"
