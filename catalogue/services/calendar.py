"""When the library is open: the week of each site, closures, exceptional openings."""

import datetime
from collections.abc import Iterable

from django.db.models import Q

from catalogue.models import Closure, ExceptionalOpening, Library, OpeningPeriod, Site, User
from catalogue.services import journal, versions
from catalogue.services.versions import Changed
from ludotheque.writing import writing

Period = tuple[int, datetime.time, datetime.time]  # weekday, opens at, closes at
Day = Closure | ExceptionalOpening


def set_week(
    *, site_id: int | None, periods: Iterable[Period], actor: User | None, seen: str | None = None
) -> None:
    """The whole week of a site, or of all that have none of their own; a period that stays keeps its row.

    With `seen`, the `week_version` that the writer had before her, it raises `Changed` instead of writing
    over somebody else's week."""
    with writing():
        library = Library.objects.select_for_update().get()
        before = list(_week(site_id))
        if seen is not None and seen != _mark(before):
            raise Changed
        site = Site.objects.get(pk=site_id) if site_id else None
        kept = [
            OpeningPeriod.objects.update_or_create(
                library=library, site=site, weekday=weekday, opens_at=opens, defaults={"closes_at": closes}
            )[0].pk
            for weekday, opens, closes in periods
        ]
        _week(site_id).exclude(pk__in=kept).delete()
        said, now = [str(one) for one in before], [str(one) for one in _week(site_id)]
        if said != now:
            journal.write(
                actor=actor,
                verb="update",
                subject=library,
                before={"hours": said, "site": site_id},
                after={"hours": now, "site": site_id},
            )


def week_version(site_id: int | None) -> str:
    """A short mark of the hours of a site."""
    return _mark(_week(site_id))


def add(*, day: Day, actor: User | None) -> Day:
    """A closure or an exceptional opening, as a form has made it."""
    with writing():
        day.save()
        journal.write(actor=actor, verb="create", subject=day, after=journal.facts(day))
    return day


def change(*, day: Day, actor: User | None, seen: str | None = None) -> Day:
    """The same, changed by a form; with `seen` it raises `Changed` rather than overwrite."""
    with writing():
        there = type(day)._default_manager.select_for_update().get(pk=day.pk)
        versions.check(there, seen)
        before, after = journal.facts(there), journal.facts(day)
        if before != after:
            day.save()
            journal.write(actor=actor, verb="update", subject=day, before=before, after=after)
    return day


def remove(*, day: Day, actor: User | None) -> None:
    """Taking it out; the journal keeps what it said."""
    with writing():
        journal.write(actor=actor, verb="delete", subject=day, before=journal.facts(day))
        day.delete()


def _week(site_id: int | None):
    return OpeningPeriod.objects.filter(Q(site_id=site_id))


def _mark(periods: Iterable[OpeningPeriod]) -> str:
    return versions.mark({"hours": [str(one) for one in periods]})
