"""The imports, and the lines of one."""

from django.db.models import QuerySet

from catalogue.models import Fate, Import, ImportLine


def all_of_them() -> QuerySet[Import]:
    return Import.objects.order_by("-pk")


def lines(run: Import, *, fate: str = "", kept: bool = False) -> QuerySet[ImportLine]:
    """The lines of the report, all or those of one fate; `kept`: those that undoing has left something of."""
    found = run.lines.select_related("record").defer(
        "trace",
        *(f"record__{name}" for name in ("rules_text", "description", "contents", "notes", "source")),
    )
    if kept:
        found = found.exclude(kept=[])
    elif fate in Fate.values:
        found = found.filter(fate=fate)
    return found.order_by("number")
