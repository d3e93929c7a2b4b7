"""Boxes played on the spot: counted by one scan, and that taken back."""

import datetime

from django.utils import timezone

from catalogue import policy
from catalogue.models import Copy, CopyState, OnSitePlay, User
from catalogue.models.copy import GONE
from catalogue.services import journal
from ludotheque.writing import writing

TWICE = datetime.timedelta(minutes=1)  # a second scan so soon is the same game


def count(*, copy: Copy, actor: User | None, now: datetime.datetime, anyway: bool = False) -> OnSitePlay:
    """One more play of the box, or `Refused`: it was counted a moment ago (scanned twice), or it is noted as
    gone, unless told `anyway`."""
    with writing():
        # of two scans the second sees the first
        state = Copy.objects.select_for_update(no_key=True).get(pk=copy.pk).state
        if state in GONE and not anyway:
            raise policy.Refused(_gone(copy, state))
        last = OnSitePlay.objects.filter(copy=copy).first()
        if last is not None and abs(now - last.at) < TWICE:
            raise policy.Refused(_counted(copy, last.at))
        play = OnSitePlay.objects.create(copy=copy, at=now, by=actor)
        journal.write(actor=actor, verb="play", subject=copy, after={"play": play.pk})
    return play


def undo_count(*, play_id: int, actor: User | None, today: datetime.date) -> OnSitePlay:
    """Takes back a play counted by mistake today; the journal keeps both acts."""
    with writing():
        plays = OnSitePlay.objects.select_for_update(of=("self",)).select_related("copy__record")
        play = plays.filter(pk=play_id).first()
        if play is None:
            raise policy.Refused(policy.undo_refused("Cette partie est déjà annulée."))
        if timezone.localdate(play.at) != today:
            raise policy.Refused(policy.undo_refused("Cette partie n’est pas d’aujourd’hui."))
        journal.write(actor=actor, verb="undo-play", subject=play.copy, before={"play": play.pk})
        play.delete()
    return play


def _gone(copy: Copy, state: str) -> policy.Refusal:
    lost = state == CopyState.LOST
    return policy.Refusal(
        f"state-{state}",
        f"« {copy.record.title} » n’est pas compté.",
        f"La boîte est notée « {CopyState(state).label} ».",
        "Si elle est retrouvée, dites-le."
        if lost
        else "Elle ne devait plus être ici : un bibliothécaire le vérifie dans sa fiche.",
        overridable=True,
    )


def _counted(copy: Copy, at: datetime.datetime) -> policy.Refusal:
    clock = timezone.localtime(at).strftime("%-H\u00a0h\u00a0%M")
    return policy.Refusal(
        "counted-just-now",
        f"« {copy.record.title} » est déjà compté.",
        f"La partie de {clock} l’est.",
        "Pour en compter une autre, attendez une minute.",
    )
