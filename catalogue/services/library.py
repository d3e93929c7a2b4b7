"""The library's own row and its hours."""

import datetime
from collections.abc import Iterable

from catalogue.models import Library, OpeningPeriod, User
from catalogue.services import journal
from ludotheque.writing import writing

Period = tuple[int, datetime.time, datetime.time]  # weekday, opens at, closes at


def update(*, actor: User | None, periods: Iterable[Period] | None = None, **values) -> Library:
    """Changes what is given; `periods` replaces the week."""
    with writing():
        library, _ = Library.objects.select_for_update().get_or_create(defaults=values)
        before = _facts(library)
        for name, value in values.items():
            setattr(library, name, value)
        library.save()
        if periods is not None:
            library.opening_periods.all().delete()
            OpeningPeriod.objects.bulk_create(
                OpeningPeriod(library=library, weekday=weekday, opens_at=opens, closes_at=closes)
                for weekday, opens, closes in periods
            )
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


def _facts(library: Library) -> dict:
    facts = {field.name: getattr(library, field.name) for field in Library._meta.concrete_fields}
    return {**facts, "hours": [str(period) for period in library.opening_periods.all()]}
