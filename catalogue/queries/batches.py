"""Batches as pages tell them: how many lines of each fate, and each line's before and after in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from catalogue.models import Batch, BatchFate, BatchKind, BatchLine, Copy, Record
from catalogue.queries import selections
from catalogue.queries.histories import Change
from catalogue.templatetags.said import day


@dataclass(frozen=True, slots=True)
class Filter:
    """A select of the search."""

    name: str
    label: str
    value: str
    options: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    url: str
    changes: list[Change]
    fate: str
    why: str


def counted() -> QuerySet[Batch]:
    """The batches, each with how many it changed."""
    changed = Count(
        "lines",
        filter=Q(lines__fate__in=[BatchFate.WAITING, BatchFate.DONE, BatchFate.UNDONE, BatchFate.KEPT]),
    )
    return Batch.objects.annotate(line_count=Count("lines"), changed_count=changed).order_by("-id")


def fates(batch: Batch) -> dict[str, int]:
    """BatchFate → how many lines."""
    counted = batch.lines.order_by().values_list("fate").annotate(n=Count("pk"))
    return dict.fromkeys(BatchFate.values, 0) | {str(fate): n for fate, n in counted}


def filters(selection: selections.Selection) -> list[Filter]:
    """The selects of the search, as they stand."""
    offered = selections.choices(selection.kind)
    return [
        Filter(name, label, selection.params.get(name, ""), offered[name])
        for name, label in selections.ASKED[selection.kind].items()
    ]


def told(batch: Batch, lines: Iterable[BatchLine], *, names: Mapping[tuple[str, int], str]) -> list[Line]:
    """The lines in words; `names` are those of the related rows."""
    copies = batch.kind == BatchKind.COPIES
    model, address = (Copy, "copy_edit") if copies else (Record, "record_edit")
    labels = {field.attname: field for field in model._meta.concrete_fields}

    def said(name: str, value) -> str:
        if name == "categories":
            return ", ".join(sorted(names.get((name, pk), "?") for pk in value)) or "aucune"
        if value in (None, ""):
            return "vide"
        if isinstance(value, bool):
            return "oui" if value else "non"
        if name == "price_cents":
            return f"{value / 100:.2f} €".replace(".", ",")
        if name in ("withdrawn_on", "acquired_on"):
            return day(labels[name].to_python(value))
        if (name, value) in names:
            return names[name, value]
        return str(dict(labels[name].flatchoices).get(value, value))

    return [
        Line(
            line.subject_name,
            reverse(address, args=[line.subject_id]),
            [
                Change(_label(labels, name), said(name, old), said(name, line.after.get(name)))
                for name, old in line.before.items()
            ],
            line.fate,
            line.why,
        )
        for line in lines
    ]


def _label(fields: Mapping, name: str) -> str:
    label = "catégories" if name == "categories" else str(fields[name].verbose_name)
    return label.replace(" (centimes)", "")
