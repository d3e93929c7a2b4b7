"""Applying a batch and undoing it: chunk by chunk, each a short transaction, however often it is run."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from catalogue.models import Batch, BatchFate, BatchKind, BatchLine, BatchState, JournalEntry, User
from catalogue.policy import Refusal, Refused
from catalogue.search import index
from catalogue.services import holds, journal
from catalogue.services.batches import subjects
from ludotheque.writing import writing

AT_ONCE = 300  # lines that are changed while one waits for the page; more are a task
_CHUNK = 100

_CHANGED = "Modifié par quelqu’un depuis."
_DELETED = "Supprimé depuis."


def apply(*, batch_id: int, actor: User | None) -> Batch:
    """Begins; all of a small batch is done at once, a large one goes on as a task."""
    return _begin(
        batch_id, actor, BatchState.PREPARED, BatchState.RUNNING, "apply-batch", applied_at=timezone.now()
    )


def undo(*, batch_id: int, actor: User | None) -> Batch:
    """Puts back what the batch changed and nobody has changed since."""
    return _begin(
        batch_id, actor, BatchState.DONE, BatchState.UNDOING, "undo-batch", undone_at=timezone.now()
    )


def go_on(*, batch_id: int) -> None:
    """Takes up a batch that stopped half-way: the machine was switched off, perhaps."""
    from catalogue.tasks import run_batch  # which runs what is here

    run_batch.enqueue(batch_id)


def run(*, batch_id: int) -> None:
    """All that is left to do; lines done already are not done again."""
    while _chunk(batch_id):
        pass


def _begin(batch_id: int, actor, before: str, state: str, verb: str, **moment) -> Batch:
    with writing():
        if not Batch.objects.filter(pk=batch_id, state=before).update(state=state, runner=actor, **moment):
            raise Refused(_not_now(Batch.objects.get(pk=batch_id)))
        batch = Batch.objects.get(pk=batch_id)
        journal.write(actor=actor, verb=verb, subject=batch, after={"asked": batch.asked})
        large = batch.lines.filter(fate=_turn(batch)[0]).count() > AT_ONCE
        if large:
            go_on(batch_id=batch_id)
    if not large:
        run(batch_id=batch_id)
    batch.refresh_from_db()
    return batch


def _turn(batch: Batch) -> tuple[str, str, str]:
    """BatchFate of the lines whose turn it is, and what becomes of them: done, not done."""
    if batch.state == BatchState.UNDOING:
        return BatchFate.DONE, BatchFate.UNDONE, BatchFate.KEPT
    return BatchFate.WAITING, BatchFate.DONE, BatchFate.LEFT


def _chunk(batch_id: int) -> bool:
    """Changes the next lines in one transaction; false when there are no more."""
    with writing():
        batch = Batch.objects.select_related("runner").select_for_update(of=("self",)).get(pk=batch_id)
        if batch.state not in (BatchState.RUNNING, BatchState.UNDOING):
            return False
        waiting, done, not_done = _turn(batch)
        lines = list(batch.lines.filter(fate=waiting)[:_CHUNK])
        if not lines:
            batch.state = BatchState.DONE if batch.state == BatchState.RUNNING else BatchState.UNDONE
            batch.save(update_fields=["state"])
            return False
        undoing = batch.state == BatchState.UNDOING
        changed = _change(batch, lines, undoing)
        for line in lines:
            line.fate = done if line.subject_id in changed else not_done
        BatchLine.objects.bulk_update(lines, ["fate", "why"])
    return True


def _change(batch: Batch, lines: Sequence[BatchLine], undoing: bool) -> set[int]:
    """Ids of those that were changed; the lines of the others say why."""
    of_kind = subjects.OF[batch.kind]
    rows = {row.pk: row for row in of_kind.rows([line.subject_id for line in lines], lock=True)}
    pairs = [(line, line.before, line.after) for line in lines]
    if undoing:
        pairs = [(line, after, before) for line, before, after in pairs]
    known = subjects.names(of_kind, (values for _, *both in pairs for values in both))
    changed, entries, names = [], [], set()
    for line, before, after in pairs:
        row = rows.get(line.subject_id)
        line.why = _why_not(of_kind, row, before, after, known)
        if line.why or row is None:
            continue
        changed.append(row)
        names |= after.keys()
        both = (subjects.named(before, known), subjects.named(after, known))
        entries.append(_entry(batch, row, *both, undoing))
    if changed:
        of_kind.save(changed, names)
        JournalEntry.objects.bulk_create(entries)
        if batch.kind == BatchKind.COPIES:
            ids = [row.pk for row in changed]
            holds.boxes_changed(copy_ids=ids, actor=batch.runner, now=timezone.now())
        index.update(of_kind.record_ids(changed))
    return {row.pk for row in changed}


def _why_not(of_kind: subjects.Subjects, row, before: dict, after: dict, known: subjects.Names) -> str:
    if row is None:
        return _DELETED
    said = of_kind.said(row)
    if any(said[name] != value for name, value in before.items()):
        return _CHANGED
    if not subjects.is_known(after, of_kind, known):
        return "Ce qui serait mis n’existe plus."
    return subjects.refusal(of_kind, row, after)


def _entry(batch: Batch, row, before: dict[str, Any], after: dict[str, Any], undoing: bool) -> JournalEntry:
    return JournalEntry(
        actor=batch.runner,
        actor_name=journal.name_of(batch.runner),
        verb="undo-batch" if undoing else "batch",
        subject_type=row._meta.model_name or "",
        subject_id=row.pk,
        subject_name=str(row)[:300],
        before={**before, "batch": batch.pk},
        after={**after, "batch": batch.pk},
    )


def _not_now(batch: Batch) -> Refusal:
    return Refusal(
        "batch-not-now",
        "Rien n’est changé.",
        f"Ce lot est déjà à l’état « {batch.get_state_display()} ».",
        "Regardez où il en est.",
    )
