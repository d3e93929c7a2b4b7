"""How the boxes of a record stand: the one way from copies to « 2 sur 3 disponibles » for everything shown.

`Copy.objects.standing()` gives the rows; shelves, search and record pages read them through `summed_up`.
"""

import datetime
from collections.abc import Iterable
from typing import NamedTuple

from catalogue.models.copy import Copy, Status, status_of


class Standing(NamedTuple):
    """The copies of a record that the public sees, counted."""

    copy_count: int = 0
    available_count: int = 0
    call_number: str = ""  # of the first copy that has one
    next_due_on: datetime.date | None = None  # when the first comes back
    why_not: Status | None = None  # what all of them share, where none is on loan and none available


NONE = Standing()


def standings(record_ids: Iterable[int]) -> dict[int, Standing]:
    """Of each of the records that has copies, by one query."""
    return summed_up(Copy.objects.standing().filter(record__in=list(record_ids)))


def summed_up(rows: Iterable[tuple]) -> dict[int, Standing]:
    """From the rows of `Copy.objects.standing()`."""
    boxes: dict[int, list[tuple]] = {}
    for record_id, *box in rows:
        boxes.setdefault(record_id, []).append(tuple(box))
    return {record_id: _of(found) for record_id, found in boxes.items()}


def _of(boxes: list[tuple]) -> Standing:
    statuses = [
        status_of(state, on_site_only, due_on is not None, aside)
        for _, _, state, on_site_only, aside, due_on in boxes
    ]
    if len(boxes) == 1:  # as most games have
        _, call_number, _, _, _, due_on = boxes[0]
        there = statuses[0] is Status.AVAILABLE
        return Standing(1, int(there), call_number, due_on, None if due_on else statuses[0])
    due = [due_on for *_, due_on in boxes if due_on]
    return Standing(
        copy_count=len(boxes),
        available_count=statuses.count(Status.AVAILABLE),
        call_number=min(((pk, number) for pk, number, *_ in boxes if number), default=(0, ""))[1],
        next_due_on=min(due, default=None),
        why_not=statuses[0] if not due and len(set(statuses)) == 1 else None,
    )
