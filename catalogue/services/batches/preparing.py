"""A batch as one will see it before it is applied: each line with what it was and what it becomes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from catalogue.models import Batch, BatchFate, BatchLine, BatchState, User
from catalogue.policy import Refusal, Refused
from catalogue.services import journal
from catalogue.services.batches import subjects
from ludotheque.writing import writing

MOST = 5000  # lines of a batch
_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Changes:
    """`values`: field → its new plain value; `add` and `remove`: ids of categories; `asked`: in words."""

    values: Mapping[str, Any] = field(default_factory=dict)
    add: frozenset[int] = frozenset()
    remove: frozenset[int] = frozenset()
    asked: tuple[tuple[str, str], ...] = ()

    def of(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """The values for one that says `before`."""
        if not (self.add or self.remove):
            return dict(self.values)
        categories = (set(before[subjects.CATEGORIES]) | self.add) - self.remove
        return {**self.values, subjects.CATEGORIES: sorted(categories)}


def prepare(*, kind: str, ids: Iterable[int], changes: Changes, actor: User | None) -> Batch:
    """The batch with its lines, nothing changed yet; those that are so already have no line."""
    chosen = list(dict.fromkeys(ids))
    if not chosen or len(chosen) > MOST:
        raise Refused(_wrong_number(len(chosen)))
    of_kind = subjects.OF[kind]
    lines, same = [], 0
    for chunk in chunks(chosen, _CHUNK):
        for row in of_kind.rows(chunk):
            line = _line(of_kind, row, changes)
            if line is None:
                same += 1
            else:
                lines.append(line)
    with writing():
        batch = Batch.objects.create(
            kind=kind,
            asked=[list(pair) for pair in changes.asked],
            same_count=same,
            actor=actor,
            actor_name=journal.name_of(actor),
        )
        for line in lines:
            line.batch = batch
        BatchLine.objects.bulk_create(lines, batch_size=_CHUNK)
    return batch


def drop(*, batch_id: int) -> None:
    """Throws away a batch that nobody has applied."""
    Batch.objects.filter(pk=batch_id, state=BatchState.PREPARED).delete()


def chunks(ids: Iterable[int], size: int) -> Iterator[list[int]]:
    rest = iter(ids)
    while chunk := list(islice(rest, size)):
        yield chunk


def _line(of_kind: subjects.Subjects, row, changes: Changes) -> BatchLine | None:
    before, name = of_kind.said(row), str(row)[:300]
    wanted = changes.of(before)
    why = subjects.refusal(of_kind, row, wanted)
    after = {**of_kind.said(row), **{key: wanted[key] for key in wanted if key == subjects.CATEGORIES}}
    changed = [key for key in before if before[key] != after[key]]
    if not changed:
        return None
    return BatchLine(
        subject_id=row.pk,
        subject_name=name,
        before={key: before[key] for key in changed},
        after={key: after[key] for key in changed},
        fate=BatchFate.LEFT if why else BatchFate.WAITING,
        why=why,
    )


def _wrong_number(chosen: int) -> Refusal:
    what = "Rien n’est préparé."
    if not chosen:
        return Refusal(
            "none-chosen", what, "Aucune ligne n’est choisie.", "Cochez-en, ou changez la recherche."
        )
    why = f"{chosen} lignes, c’est trop pour un lot : {MOST} au plus."
    return Refusal("too-many-chosen", what, why, "Resserrez la recherche, et faites plusieurs lots.")
