"""The countable parts of a box, as a list that is written as a whole; a part that stays keeps its row."""

from collections.abc import Iterable
from typing import NamedTuple

from catalogue.models import Component, MissingPiece, Record, User
from catalogue.services import pictures


class Part(NamedTuple):
    """What is said of a part. `important` and `spare` that are None leave what is known; with `pk`, a part
    that is known under another name is renamed."""

    name: str
    quantity: int | None = None
    important: bool | None = None
    spare: int | None = None
    pk: int | None = None


def facts(record: Record) -> list[list]:
    """As the journal keeps them: what `Part` takes."""
    return [[part.name, part.quantity, part.important, part.spare] for part in record.components.all()]


def replace(record: Record, given: Iterable[Part | tuple], actor: User | None) -> None:
    """The parts of the record become exactly these, in this order; the photo of one that goes goes too."""
    wanted = list({part.name: part for part in (Part(*one) for one in given)}.values())
    known = {row.pk: row for row in record.components.all()}
    # whoever names a row has it; a part that only bears the name of one that is left has that
    claimed = {part.pk: part for part in wanted if part.pk in known}
    left = {row.name: row for pk, row in known.items() if pk not in claimed}
    rows: list[Component] = []
    for place, part in enumerate(wanted):
        mine = known.get(part.pk) if part.pk is not None and claimed.get(part.pk) is part else None
        row = mine or left.get(part.name) or Component(record=record)
        row.quantity, row.position = part.quantity, place
        if part.important is not None:
            row.important = part.important
        if part.spare is not None:
            row.spare = part.spare
        rows.append(row)
    gone = known.keys() - {row.pk for row in rows}
    if gone:
        for picture in record.pictures.filter(component__in=gone).select_related("component"):
            pictures.take_out(record, picture, actor)
        record.components.filter(pk__in=gone).delete()
    # names are unique: parts that swap theirs first step aside
    for row, part in zip(rows, wanted, strict=True):
        if row.pk and row.name != part.name:
            record.components.filter(pk=row.pk).update(name=f"#{row.pk}")
            MissingPiece.objects.filter(component=row).update(name=part.name)
    for row, part in zip(rows, wanted, strict=True):
        row.name = part.name
        row.save()
