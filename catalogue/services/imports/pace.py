"""How far the work on an import is, moved only by the one worker that has it."""

from typing import Any

from django.utils import timezone

from catalogue.models import Import, ImportState


class Elsewhere(Exception):
    """Another worker has the import, or a librarian has stopped it."""


def advance(run: Import, position: int, *, expect: int | None = None, **values: Any) -> None:
    """Moves the work on, in the transaction of what was done; `expect`: where it must have stood."""
    mine = Import.objects.filter(pk=run.pk, state=run.state)
    if expect is not None:
        mine = mine.filter(position=expect)
    if not mine.update(position=position, moved_at=timezone.now(), trouble="", **values):
        raise Elsewhere


def close(run: Import, then: ImportState, **values: Any) -> None:
    """The work is done, and so is the state that asked for it."""
    mine = Import.objects.filter(pk=run.pk, state=run.state)
    if not mine.update(state=then, moved_at=timezone.now(), trouble="", **values):
        raise Elsewhere
