"""Writing the journal: every act of the staff leaves a line in the act's own transaction."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import models

from catalogue.models import JournalEntry, User
from ludotheque import bulk


def plain(value: Any) -> Any:
    """A value as a line keeps it: days and moments as ISO writes them."""
    return value.isoformat() if hasattr(value, "isoformat") else value


def write(
    *,
    actor: User | None,
    verb: str,
    subject: models.Model,
    before: Mapping | None = None,
    after: Mapping | None = None,
) -> JournalEntry:
    """One line: `actor` (None: the system) did `verb` to `subject`."""
    return JournalEntry.objects.create(
        actor=actor,
        actor_name=str(actor) if actor else "système",
        verb=verb,
        subject_type=subject._meta.model_name or "",
        subject_id=subject.pk,
        subject_name=str(subject)[:300],
        before=dict(before or {}),
        after=dict(after or {}),
    )


def write_many(*, actor: User | None, verb: str, lines: Iterable[tuple]) -> None:
    """A line for each of (subject, after) or (subject, before, after), as `write` makes them."""
    who = {"actor_id": actor.pk if actor else None, "actor_name": str(actor) if actor else "système"}
    bulk.insert_values(
        JournalEntry,
        [
            who
            | {
                "verb": verb,
                "subject_type": subject._meta.model_name or "",
                "subject_id": subject.pk,
                "subject_name": str(subject)[:300],
                "before": dict(said[0]) if len(said) > 1 else {},
                "after": dict(said[-1]),
            }
            for subject, *said in lines
        ],
    )
