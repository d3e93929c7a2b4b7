"""What a batch may change of a record or of a copy, read and written as plain values."""

import datetime
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db import models
from django.utils import timezone

from catalogue.models import BatchKind, Category, Copy, Publisher, Record, Section, Site
from catalogue.policy import Refused
from catalogue.services import copies

CATEGORIES = "categories"


class Subjects(ABC):
    """Rows of one kind; each of `fields` is a column, related rows by their id."""

    model: type[models.Model]
    fields: tuple[str, ...]
    related: dict[str, type[models.Model]]  # field → what its id is an id of

    @abstractmethod
    def rows(self, ids: Collection[int], *, lock: bool = False) -> Sequence:
        """In the order of their keys: whoever locks in one order waits in no ring."""

    def said(self, row) -> dict[str, Any]:
        """What the row says now."""
        values = {name: getattr(row, name) for name in self.fields}
        return {
            name: value.isoformat() if isinstance(value, datetime.date) else value
            for name, value in values.items()
        }

    def put(self, row, values: dict[str, Any]) -> None:
        """Sets on the row, not in the database; raises `Refused` where a rule of its own forbids it."""
        for name, value in values.items():
            field = self.model._meta.get_field(name.removesuffix("_id"))
            setattr(row, name, field.to_python(value) if isinstance(field, models.DateField) else value)

    def save(self, rows: Sequence, names: Collection[str]) -> None:
        columns = [name for name in self.fields if name in names]
        if columns:
            self.model._default_manager.bulk_update(rows, columns)

    @abstractmethod
    def record_ids(self, rows: Iterable) -> set[int]: ...


class Copies(Subjects):
    model = Copy
    fields = (
        "section_id",
        "site_id",
        "state",
        "state_reason",
        "state_since",
        "withdrawn_reason",
        "withdrawn_on",
        "on_site_only",
        "wear",
        "acquired_how",
        "acquired_on",
        "supplier",
        "price_cents",
    )
    related = {"section_id": Section, "site_id": Site}

    def rows(self, ids, *, lock=False):
        found = Copy.objects.with_loans().select_related("record").filter(pk__in=ids).order_by("pk")
        return list(found.select_for_update(of=("self",)) if lock else found)

    def put(self, row, values):
        before, since = row.state, row.state_since
        if values.get("state", before) != before:
            row.state_reason = ""  # of the other state
        super().put(row, values)
        copies.settle(row, before, since)

    def record_ids(self, rows):
        return {row.record_id for row in rows}


class Records(Subjects):
    model = Record
    fields = ("publisher_id", "draft", "document_type")
    related = {"publisher_id": Publisher, CATEGORIES: Category}

    def rows(self, ids, *, lock=False):
        found = Record.objects.filter(pk__in=ids).order_by("pk").prefetch_related("categories")
        return list(found.select_for_update() if lock else found)

    def said(self, row):
        return {**super().said(row), CATEGORIES: sorted(one.pk for one in row.categories.all())}

    def put(self, row, values):
        super().put(row, {name: value for name, value in values.items() if name != CATEGORIES})
        if CATEGORIES in values:
            row.new_categories = values[CATEGORIES]

    def save(self, rows, names):
        super().save(rows, names)
        ids = [row.pk for row in rows]
        if CATEGORIES in names:
            links = Record.categories.through
            changed = [row for row in rows if hasattr(row, "new_categories")]
            links.objects.filter(record__in=changed).delete()
            links.objects.bulk_create(
                links(record_id=row.pk, category_id=pk) for row in changed for pk in row.new_categories
            )
        Record.objects.filter(pk__in=ids).update(updated_at=timezone.now())

    def record_ids(self, rows):
        return {row.pk for row in rows}


OF: dict[str, Subjects] = {BatchKind.COPIES: Copies(), BatchKind.RECORDS: Records()}


def refusal(subjects: Subjects, row, values: dict[str, Any]) -> str:
    """Sets the values on the row; why that is refused, or nothing."""
    try:
        subjects.put(row, values)
    except Refused as refused:
        return " ".join(filter(None, (refused.refusals[0].why, refused.refusals[0].next)))[:300]
    return ""


Names = dict[tuple[str, int], str]


def names(of_kind: Subjects, values: Iterable[Mapping[str, Any]]) -> Names:
    """(field, id) → the name of each related row that the values speak of and the database has."""
    asked: dict[str, set[int]] = {}
    for one in values:
        for name, value in one.items():
            if name == CATEGORIES:
                asked.setdefault(name, set()).update(value)
            elif name in of_kind.related and value is not None:
                asked.setdefault(name, set()).add(value)
    found: Names = {}
    for name, ids in asked.items():
        rows = of_kind.related[name]._default_manager.in_bulk(ids)
        found |= {(name, pk): str(row) for pk, row in rows.items()}
    return found


def named(values: Mapping[str, Any], known: Names) -> dict[str, Any]:
    """The values as the journal has them: related rows by name, under the name of the relation."""
    return {
        name.removesuffix("_id"): sorted(known.get((name, pk), "?") for pk in value)
        if name == CATEGORIES
        else known.get((name, value), value)
        for name, value in values.items()
    }


def is_known(values: Mapping[str, Any], of_kind: Subjects, known: Names) -> bool:
    """Whether every related row that the values name is there."""
    for name, value in values.items():
        if name == CATEGORIES:
            if any((name, pk) not in known for pk in value):
                return False
        elif name in of_kind.related and value is not None and (name, value) not in known:
            return False
    return True
