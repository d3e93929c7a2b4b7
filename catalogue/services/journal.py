"""Writing the journal: every act of the staff leaves a line in the act's own transaction."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import models

from catalogue.models import JournalEntry, User
from ludotheque import bulk

_NAME = JournalEntry._meta.get_field("actor_name").max_length
_together: ContextVar[list[JournalEntry] | None] = ContextVar("journal_together", default=None)


def plain(value: Any) -> Any:
    """A value as a line keeps it: days and moments as ISO writes them."""
    return value.isoformat() if hasattr(value, "isoformat") else value


def name_of(actor: User | None) -> str:
    """As a line says who did it, whatever becomes of the account."""
    return str(actor)[:_NAME] if actor else "système"


def write(
    *,
    actor: User | None,
    verb: str,
    subject: models.Model,
    before: Mapping | None = None,
    after: Mapping | None = None,
) -> JournalEntry:
    """One line: `actor` (None: the system) did `verb` to `subject`."""
    line = JournalEntry(
        actor=actor,
        actor_name=name_of(actor),
        verb=verb,
        subject_type=subject._meta.model_name or "",
        subject_id=subject.pk,
        subject_name=str(subject)[:300],
        before=dict(before or {}),
        after=dict(after or {}),
    )
    together = _together.get()
    if together is None:
        line.save(force_insert=True)
    else:
        together.append(line)
    return line


@contextmanager
def in_one() -> Iterator[None]:
    """What is written down within goes into the database by one statement at the end: a scan has few, and may
    do several things. Nobody within may need the key of a line."""
    token = _together.set([])
    try:
        yield
        JournalEntry.objects.bulk_create(_together.get() or [])
    finally:
        _together.reset(token)


def facts(row: models.Model, *, but: Collection[str] = ("id",)) -> dict[str, Any]:
    """All that the row says of itself but for these fields, as a line keeps it; of others, their keys."""
    fields = [field for field in row._meta.concrete_fields if field.name not in but]
    return {field.name: plain(getattr(row, field.attname)) for field in fields}


def differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[dict, dict]:
    """What of them is not the same."""
    changed = [name for name in after if name not in before or before[name] != after[name]]
    return {name: before[name] for name in changed if name in before}, {name: after[name] for name in changed}


def write_change(
    *, actor: User | None, subject: models.Model, before: Mapping, after: Mapping, verb: str = "update"
) -> bool:
    """One line with what differs, if anything does; whether it does."""
    before, after = differing(before, after)
    if after:
        write(actor=actor, verb=verb, subject=subject, before=before, after=after)
    return bool(after)


def write_many(*, actor: User | None, verb: str, lines: Iterable[tuple]) -> None:
    """A line for each of (subject, after) or (subject, before, after), as `write` makes them."""
    who = {"actor_id": actor.pk if actor else None, "actor_name": name_of(actor)}
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
