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
    Loan,
    Person,
    Publisher,
    Record,
    Section,
    Site,
    Summary,
    User,
)
from catalogue.search import index
from catalogue.services import copies, journal, records
from catalogue.services.imports import marks
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
HANGERS = ("contribution", "component", "document", "link", "identifier")


def undo(run: Import, progress: Callable[[int, int], None]) -> None:
    """From the last line to the first, in chunks; a line that is done keeps no trace but its names."""
    below = run.total + 1
    while lines := list(run.lines.exclude(trace={}).filter(number__lt=below).order_by("-number")[:CHUNK]):
        below = lines[-1].number
        with writing():
            advance(run, max(0, run.total - below))
            before = marks.latest()
            changed = _undo_chunk(lines, run.actor)
            marks.carry_on(run, changed, above=below, before=before)
            for line in lines:
                line.trace = {"names": line.trace["names"]} if line.trace.get("names") else {}
            ImportLine.objects.bulk_update(lines, ["trace", "kept"], batch_size=100)
        progress(run.total - below, run.total)
    _undo_names(run)
    with writing():
        close(run, ImportState.UNDONE, undone_at=timezone.now())
        journal.write(actor=run.actor, verb="undo-import", subject=run, before={"fates": run.fates})


def _undo_chunk(lines: list[ImportLine], actor: User | None) -> set[int]:
    """The records of these lines that are still there."""
    touched = [line for line in lines if "made" in line.trace]
    found = Record.objects.select_for_update().in_bulk({line.record_id for line in touched if line.record_id})
    since = _Since(touched, found)
    _boxes_gone(touched, since, actor)
    with_boxes = set(Copy.objects.filter(record__in=found).values_list("record", flat=True))
    # what somebody has removed since has nothing left to undo
    there = [(line, found[line.record_id]) for line in touched if line.record_id in found]
    for line, record in there:
        if not line.trace["made"]:
            _as_before(line, record, actor)
    # asked when all is as before: base games that were given by the import are given no more
    extensions = _extensions(list(found))
    gone: dict[int, Record] = {}
    for line, record in there:
        if line.trace["made"]:
            extended = bool(extensions[record.pk] - gone.keys())
            if not _stays(line, record, since, record.pk in with_boxes, extended):
                gone[record.pk] = record
    journal.write_many(
        actor=actor,
        verb="delete",
        lines=[(one, {"title": one.title, "slug": one.slug}, {}) for one in gone.values()],
    )
    Record.objects.filter(pk__in=gone).delete()
    index.update(record.pk for _, record in there)
    return found.keys() - gone.keys()


def _extensions(base_games: list[int]) -> dict[int, set[int]]:
    """Base game → the records that are its extensions."""
    found: dict[int, set[int]] = {pk: set() for pk in base_games}
    for extension in Record.objects.filter(base_game__in=base_games).only("base_game"):
        found[extension.base_game_id or 0].add(extension.pk)
    return found


class _Since:
    """What has happened to the records and the boxes of these lines after the import wrote them."""

    def __init__(self, lines: list[ImportLine], records: dict[int, Record]):
        boxes = {pk for line in lines for pk in line.trace.get("added", {}).get("copy", ())}
        boxes |= {int(pk) for line in lines for pk in line.trace.get("copies", {})}
        self.copies = Copy.objects.select_for_update(of=("self",)).select_related("record").in_bulk(boxes)
        self.lent = set(Loan.objects.filter(copy__in=boxes).values_list("copy", flat=True))
        self.written = marks.written([*(("copy", pk) for pk in boxes), *(("record", pk) for pk in records)])
        self.summed_up = set(
            Summary.objects.filter(record__in=list(records)).values_list("record", flat=True)
        )

    def changed(self, kind: str, pk: int, line: ImportLine) -> bool:
        return self.written.get((kind, pk), 0) > marks.of(line, (kind, pk))


def _boxes_gone(lines: list[ImportLine], since: _Since, actor: User | None) -> None:
    """Removes the boxes that the import made and gives the others their values back."""
    gone = []
    for line in lines:
        line.kept = []
        for pk in line.trace.get("added", {}).get("copy", ()):
            copy = since.copies.get(pk)
            if copy is None:
                continue
            if pk in since.lent:
                line.kept.append(f"L’exemplaire {copy.barcode} a été prêté.")
            elif since.changed("copy", pk, line):
                line.kept.append(f"L’exemplaire {copy.barcode} a été modifié depuis.")
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
    journal.write_many(
        actor=actor, verb="delete", lines=[(copy, {"barcode": copy.barcode}, {}) for copy in gone]
    )
    Copy.objects.filter(pk__in=[copy.pk for copy in gone]).delete()


def _stays(line: ImportLine, record: Record, since: _Since, has_boxes: bool, extended: bool) -> bool:
    """Whether a record that the import made stays; why is noted on the line."""
    if has_boxes and not line.kept:
        line.kept.append("D’autres exemplaires y sont rattachés.")
    if since.changed("record", record.pk, line):
        line.kept.append("La notice a été modifiée depuis.")
    if extended:
        line.kept.append("Une autre notice en est l’extension.")
    if record.pk in since.summed_up:
        line.kept.append("Un résumé de la règle y a été écrit.")
    return bool(line.kept)


def _as_before(line: ImportLine, record: Record, actor: User | None) -> None:
    """Gives a record that was known its values back, and takes away what was hung on it."""
    before = records.facts(record)
    left = _give_back(record, line.trace.get("fields", {}))
    line.kept += [f"{name} : modifié depuis." for name in left]
    for name in HANGERS:
        keys = line.trace.get("added", {}).get(name, ())
        if keys:
            rows = apps.get_model("catalogue", name).objects.filter(pk__in=keys, record=record)
            given = _given_files(name, rows)
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
        if _plain(getattr(row, name)) == now:
            restored[name] = field.to_python(was) if not field.is_relation else was
        elif _plain(getattr(row, name)) != was and name != "sort_key":
            left.append(label(field.name))
    if restored:
        stamp = {"updated_at": timezone.now()} if isinstance(row, Record) else {}
        type(row).objects.filter(pk=row.pk).update(**restored, **stamp)
    return left


def _note(row: Model, before: dict[str, Any], after: dict[str, Any], actor: User | None) -> None:
    """The line of the journal that one change by hand would have left."""
    changed = [name for name in after if before[name] != after[name]]
    if changed:
        journal.write(
            actor=actor,
            verb="update",
            subject=row,
            before={name: before[name] for name in changed},
            after={name: after[name] for name in changed},
        )


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value


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
