"""The library's own row and its hours."""

import datetime
from collections.abc import Iterable

from catalogue.models import Library, OpeningPeriod, User
from catalogue.services import journal, versions
from catalogue.services.versions import Changed
from ludotheque.writing import writing

Period = tuple[int, datetime.time, datetime.time]  # weekday, opens at, closes at


def update(
    *,
    actor: User | None,
    periods: Iterable[Period] | None = None,
    seen: str | None = None,
    **values,
) -> Library:
    """Changes what is given; `periods` is the whole week, of which a period that stays keeps its row.

    With `seen`, the `version` that the writer had before her, it raises `Changed` instead of writing over
    somebody else's work."""
    with writing():
        library, _ = Library.objects.select_for_update().get_or_create(defaults=values)
        if seen is not None and seen != version(library):
            raise Changed
        before = _facts(library)
        for name, value in values.items():
            setattr(library, name, value)
        library.save()
        if periods is not None:
            kept = [
                OpeningPeriod.objects.update_or_create(
                    library=library, weekday=weekday, opens_at=opens, defaults={"closes_at": closes}
                )[0].pk
                for weekday, opens, closes in periods
            ]
            library.opening_periods.exclude(pk__in=kept).delete()
        after = _facts(library)
        changed = [name for name in after if before[name] != after[name]]
        if changed:
            journal.write(
                actor=actor,
                verb="update",
                subject=library,
                before={name: before[name] for name in changed},
                after={name: after[name] for name in changed},
            )
    return library


def version(library: Library) -> str:
    """A short mark of all that the library says of itself, its hours too."""
    return versions.mark(_facts(library))


def _facts(library: Library) -> dict:
    facts = {field.name: getattr(library, field.name) for field in Library._meta.concrete_fields}
    return {**facts, "hours": [str(period) for period in library.opening_periods.all()]}
