"""Taking an import back: what it made goes, what it changed is as before; what changed since stays, named.

What was changed since is what has a line in the journal after the import's own.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.apps import apps
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.utils import timezone

from catalogue.interchange.columns import label
from catalogue.models import (
    Category,
    Component,
    Copy,
    Import,
    ImportLine,
    ImportState,
    JournalEntry,
    Person,
    Publisher,
    Record,
    Section,
    Site,
    User,
)
from catalogue.search import index
from catalogue.services import copies, holds, journal, records
from catalogue.services.imports import marks, staying
from catalogue.services.imports.pace import advance, close
from ludotheque.writing import writing

CHUNK = 200
# where each name may still be in use
USES: tuple[tuple[type[Model], str], ...] = (
    (Publisher, "records"),
    (Person, "contributions"),
    (Category, "records"),
    (Section, "copies"),
    (Site, "copies"),
)
EDITED = {
    "component": "La pièce « {0.name} » a été modifiée depuis.",
    "link": "Le lien « {0.label} » a été modifié depuis.",
    "document": "Le document « {0.name} » a été modifié depuis.",
}
HANGERS = ("contribution", "component", "document", "link", "identifier")


def undo(run: Import, progress: Callable[[int, int], None]) -> None:
    """From the last line to the first, in chunks; a line that is done keeps no trace but its names."""
    below = run.total + 1
    while lines := list(run.lines.exclude(trace={}).filter(number__lt=below).order_by("-number")[:CHUNK]):
        below = lines[-1].number
        with writing():
            advance(run, max(0, run.total - below))
            before = marks.latest()
            changed = _undo_chunk(run, lines)
            marks.carry_on(run, changed, above=below, before=before)
            for line in lines:
                line.trace = {"names": line.trace["names"]} if line.trace.get("names") else {}
            ImportLine.objects.bulk_update(lines, ["trace", "kept"], batch_size=100)
        progress(run.total - below, run.total)
    _undo_names(run)
    with writing():
        close(run, ImportState.UNDONE, undone_at=timezone.now())
        journal.write(actor=run.actor, verb="undo-import", subject=run, before={"fates": run.fates})


def _undo_chunk(run: Import, lines: list[ImportLine]) -> set[int]:
    """The records of these lines that are still there."""
    actor = run.actor
    touched = [line for line in lines if "made" in line.trace]
    keys = {line.record_id for line in touched if line.record_id}
    found = Record.objects.select_for_update(of=("self",)).order_by("pk").in_bulk(keys)
    made = staying.lines_of(run, found)
    # what somebody has removed since has nothing left to undo
    there = [(line, found[line.record_id]) for line in touched if line.record_id in found]
    for line in touched:
        line.kept = []
    for line, record in there:
        if record.pk not in made:
            _as_before(line, record, actor)
    # asked when these are as before: base games that were given by the import are given no more
    since = staying.Since(touched, made, found)
    why = staying.reasons(run, made, since)
    for line, record in there:
        if record.pk in why:
            line.kept = why[record.pk] if line.trace["made"] else ["La notice reste, avec ses exemplaires."]
        elif record.pk in made and not line.trace["made"]:
            _as_before(line, record, actor)
    _boxes_gone([line for line in touched if line.record_id not in why], since, actor)
    gone = {record.pk: record for line, record in there if line.trace["made"] and record.pk not in why}
    journal.write_many(
        actor=actor,
        verb="delete",
        lines=[(one, {"title": one.title, "slug": one.slug}, {}) for one in gone.values()],
    )
    Record.objects.filter(pk__in=gone).delete()
    index.update(record.pk for _, record in there)
    return found.keys() - gone.keys()


def _boxes_gone(lines: list[ImportLine], since: staying.Since, actor: User | None) -> None:
    """Removes the boxes that the import made and gives the others their values back."""
    gone = []
    for line in lines:
        for pk in line.trace.get("added", {}).get("copy", ()):
            copy = since.copies.get(pk)
            if copy is None:
                continue
            reason = since.why_box_stays(copy, line)
            if reason:
                line.kept.append(reason)
            else:
                gone.append(copy)
        for key, fields in line.trace.get("copies", {}).items():
            copy = since.copies.get(int(key))
            if copy is not None:
                before = copies.facts(copy)
                left = _give_back(copy, fields)
                copy.refresh_from_db()
                _note(copy, before, copies.facts(copy), actor)
                line.kept += [f"{copy.barcode} : {name} a été modifié depuis." for name in left]
    holds.boxes_changed(copy_ids=since.copies.keys(), actor=actor, now=timezone.now())
    journal.write_many(
        actor=actor, verb="delete", lines=[(copy, {"barcode": copy.barcode}, {}) for copy in gone]
    )
    Copy.objects.filter(pk__in=[copy.pk for copy in gone]).delete()


def _as_before(line: ImportLine, record: Record, actor: User | None) -> None:
    """Gives a record that was known its values back, and takes away what was hung on it."""
    before = records.facts(record)
    left = _give_back(record, line.trace.get("fields", {}))
    line.kept += [f"{name} : modifié depuis." for name in left]
    for name in HANGERS:
        keys = line.trace.get("added", {}).get(name, ())
        if keys:
            rows = apps.get_model("catalogue", name).objects.filter(pk__in=keys, record=record)
            given = _edited(name, rows, line) | _given_files(name, rows)
            line.kept += given.values()
            rows.exclude(pk__in=given).delete()
    through = Record.categories.through
    keys = line.trace.get("added", {}).get(through._meta.model_name, ())
    through.objects.filter(pk__in=keys, record_id=record.pk).delete()
    for key, (was, now) in line.trace.get("counted", {}).items():
        if not Component.objects.filter(pk=int(key), **now).update(**was):
            line.kept.append("Une pièce a été modifiée depuis.")
    record.refresh_from_db()
    _note(record, before, records.facts(record), actor)


def _edited(name: str, rows: QuerySet, line: ImportLine) -> dict[int, str]:
    """Those that no longer say what the import wrote: key → why it stays."""
    said, found = line.trace.get("said", {}).get(name, {}), {}
    for row in rows:
        wrote = said.get(str(row.pk), {})
        if any(getattr(row, field) != value for field, value in wrote.items()):
            found[row.pk] = EDITED[name].format(row)
    return found


def _given_files(name: str, rows: QuerySet) -> dict[int, str]:
    """Those that somebody has given a file since, which would go with them: key → why it stays."""
    if name == "document":
        return {row.pk: f"Le document « {row.name} » a reçu son fichier depuis." for row in rows if row.file}
    if name == "component":
        return {
            row.pk: f"La pièce « {row.name} » a reçu sa photo depuis." for row in rows.exclude(picture=None)
        }
    return {}


def _give_back(row: Any, fields: dict[str, list]) -> list[str]:
    """Each field that still says what the import wrote says again what it said before; gives the others."""
    left, restored = [], {}
    for name, (was, now) in fields.items():
        field = row._meta.get_field(name.removesuffix("_id"))
        if journal.plain(getattr(row, name)) == now:
            restored[name] = field.to_python(was) if not field.is_relation else was
        elif journal.plain(getattr(row, name)) != was and name != "sort_key":
            left.append(label(field.name))
    if restored:
        stamp = {"updated_at": timezone.now()} if isinstance(row, Record) else {}
        type(row).objects.filter(pk=row.pk).update(**restored, **stamp)
    return left


def _note(row: Model, before: dict[str, Any], after: dict[str, Any], actor: User | None) -> None:
    """The line of the journal that one change by hand would have left."""
    journal.write_change(actor=actor, subject=row, before=before, after=after)


def _undo_names(run: Import) -> None:
    """Names that came with the import go where nothing uses them and nobody has touched them since."""
    below = run.total + 1
    while lines := list(run.lines.exclude(trace={}).filter(number__lt=below).order_by("-number")[:CHUNK]):
        below = lines[-1].number
        with writing():
            advance(run, run.total)
            for model, uses in USES:
                name = str(model._meta.model_name)
                _remove_unused(model, uses, [pk for one in lines for pk in one.trace["names"].get(name, ())])
            run.lines.filter(pk__in=[line.pk for line in lines]).update(trace={})


def _remove_unused(model: type[Model], uses: str, keys: Iterable[int]) -> None:
    keys = list(keys)
    if not keys:
        return
    touched = JournalEntry.objects.filter(
        subject_type=model._meta.model_name, subject_id=OuterRef("pk")
    ).exclude(verb="create")
    free = model._default_manager.filter(~Exists(touched), pk__in=keys, **{f"{uses}__isnull": True})
    rows = list(free)
    journal.write_many(actor=None, verb="delete", lines=[(row, {"name": str(row)}, {}) for row in rows])
    model._default_manager.filter(pk__in=[row.pk for row in rows]).delete()
