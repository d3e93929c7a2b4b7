"""The worker's part of an import: chunk after chunk, each in a transaction of its own, and each remembered.

Killed at any moment, it goes on from the last whole chunk. Two workers never do the same one: whoever moves
`position` first has it.
"""

import gc
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError, DataError, IntegrityError, InterfaceError, transaction
from django.utils import timezone

from catalogue.interchange import sniff, tables, unimarc
from catalogue.interchange.item import Fault, Item, Unreadable
from catalogue.interchange.marc import Broken
from catalogue.interchange.sniff import Reading
from catalogue.interchange.unimarc import OWN
from catalogue.models import Fate, Import, ImportLine, ImportState
from catalogue.services import journal
from catalogue.services.imports import known as lookup
from catalogue.services.imports import marks, refusing, telling, undoing, writing
from catalogue.services.imports.judging import Plan, alike, judge
from catalogue.services.imports.pace import Elsewhere, advance, close
from ludotheque import bulk
from ludotheque.writing import writing as in_turn

CHUNK = 500
WRONG = (DataError, IntegrityError)  # the game's own fault; any other trouble is the database's
Progress = Callable[[int, int], None]


def work(import_id: int, progress: Progress = lambda done, total: None) -> None:
    """Does what the import's state asks for; what goes wrong is written on it in words."""
    run = Import.objects.filter(pk=import_id).first()
    if run is None:
        return
    steps = {
        ImportState.TRYING: _try,
        ImportState.RUNNING: _run,
        ImportState.UNDOING: undoing.undo,
    }
    step = steps.get(ImportState(run.state))
    if step is None:
        return
    try:
        with _seldom_collected():
            step(run, progress)
    except Elsewhere:
        return
    except Unreadable as error:
        Import.objects.filter(pk=run.pk).update(trouble=str(error))
    except OSError as error:
        Import.objects.filter(pk=run.pk).update(trouble=f"Le fichier ne se lit plus : {error.strerror}.")
    except (DatabaseError, InterfaceError) as error:
        said = " ".join(str(error).split())[:200]
        Import.objects.filter(pk=run.pk).update(trouble=f"La base de données n’a pas suivi ({said}).")


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """A chunk's small things live to its end: looking for circles among them costs a sixth of the time."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def reading_of(run: Import) -> Reading:
    return Reading(run.format, run.charset, run.separator, run.mapping)


def path_of(run: Import) -> Path:
    return settings.VAR_DIR / "imports" / run.path


def items(run: Import) -> Iterator[Item]:
    """The games of the file, and in their place what cannot be read as one."""
    path, reading = path_of(run), reading_of(run)
    if reading.format in sniff.TABLES:
        head, rows = sniff.opened(path, reading)
        yield from (_of_system(item, run) for item in tables.items(head, rows, reading.mapping))
        return
    with path.open("rb") as stream:
        for number, record in enumerate(sniff.records(stream, reading), start=1):
            if isinstance(record, Broken):
                fault = Fault("notice", record.value, record.reason)
                yield Item(number, f"notice {number}", faults=[fault])
            else:
                yield _of_system(unimarc.item(record, number, reading.mapping), run)


def _of_system(item: Item, run: Import) -> Item:
    if item.identifiers:
        item.identifiers = [
            (system if system == OWN else run.system or system or "tableau", value)
            for system, value in item.identifiers
        ]
    return item


# --- the trial


def _try(run: Import, progress: Progress) -> None:
    """Judges every game and writes only the report; begins anew when it was interrupted."""
    _drop_lines(run)
    advance(run, 0, fates={})
    fates: dict[str, int] = {}
    done = 0
    with closing(_Seen()) as seen:
        for chunk in _chunks(items(run), cut=False):
            known = lookup.about(chunk)
            plans = [judge(item, known, run.policy) for item in chunk]
            for plan in plans:
                seen.compare(plan)
            lines = [_line(run, plan, telling.details(plan)) for plan in plans]
            with in_turn():
                fates = _counted(fates, plans)
                advance(run, done + len(chunk), expect=done, fates=fates)
                bulk.insert_values(ImportLine, lines)
            done += len(chunk)
            progress(done, run.total)
    with in_turn():
        close(run, ImportState.TRIED, total=done)


def _drop_lines(run: Import) -> None:
    keys = run.lines.order_by("pk").values_list("pk", flat=True)
    while batch := list(keys[:5000]):
        ImportLine.objects.filter(pk__in=batch).delete()


class _Seen:
    """What earlier lines of the file were, while none of them is written: on disk, not in memory."""

    def __init__(self) -> None:
        self.table = sqlite3.connect("")
        self.table.execute("PRAGMA synchronous=OFF")
        self.table.execute(
            "CREATE TABLE seen (name TEXT PRIMARY KEY, number INT, place TEXT, title TEXT) WITHOUT ROWID"
        )

    def close(self) -> None:
        self.table.close()

    def compare(self, plan: Plan) -> None:
        """A new game that an earlier line has already is that one; a barcode that it has too is refused."""
        item = plan.item
        if plan.fate == Fate.REFUSED:
            return
        names = keys(item)
        found = {}
        for name in names:
            row = self.table.execute(
                "SELECT number, place, title FROM seen WHERE name = ?", [name]
            ).fetchone()
            if row:
                found[name] = row
        same = next((row for row in found.values() if not item.title or alike(item.title, row[2])), None)
        for name, (number, place, title) in found.items():
            if name.startswith("b:") and (same is None or same[0] != number):
                reason = f"« {title} » le porte déjà, {place}."
                plan.faults.append(Fault("Code-barres", name[2:], reason))
        if plan.faults:
            plan.fate = Fate.REFUSED
            return
        if same is not None and plan.record is None:
            plan.fate = Fate.CHANGED
            item.remarks.append(f"Complète le même jeu, {same[1]}.")
        number, place, title = same or (item.number, item.place, item.title)
        self.table.executemany(
            "INSERT OR IGNORE INTO seen VALUES (?, ?, ?, ?)", [(name, number, place, title) for name in names]
        )


def keys(item: Item) -> list[str]:
    """All by which another line may mean the same game."""
    found = [f"i:{system}|{value}" for system, value in item.identifiers]
    if item.values.get("ean"):
        found.append(f"e:{item.values['ean']}")
    found += [f"b:{box['barcode']}" for box in item.copies]
    if not item.identifiers and not item.values.get("ean") and item.title:
        publisher = lookup.folded(item.values.get("publisher", ""))
        found.append(f"t:{lookup.title_key(item)}|{publisher}|{item.values.get('year', '')}")
    return found


# --- the run


def _run(run: Import, progress: Progress) -> None:
    """Writes, from where it was interrupted."""
    done = run.position
    fates: dict[str, int] = dict(run.fates)
    words: dict[str, int] = {}
    for chunk in _chunks(items(run), cut=True):
        if chunk[-1].number <= done:
            continue
        chunk = [item for item in chunk if item.number > done]
        try:
            fates = _write(run, chunk, done, fates, words)
        except WRONG:
            words.clear()  # what was learnt was undone with the rest
            # one of them is wrong in a way that nobody has foreseen: the others come in without it
            for item in chunk:
                try:
                    fates = _write(run, [item], item.number - 1, fates, {})
                except WRONG as error:
                    item.faults.append(refusing.fault(error, item))
                    fates = _write(run, [item], item.number - 1, fates, {})
        done = chunk[-1].number
        progress(done, run.total)
    with in_turn():
        close(run, ImportState.DONE, total=done, done_at=timezone.now())
        journal.write(actor=run.actor, verb="import", subject=run, after={"fates": fates})


def _write(
    run: Import, chunk: list[Item], done: int, fates: dict[str, int], words: dict[str, int]
) -> dict[str, int]:
    """Judges and writes a chunk, with its lines of the report, in one transaction."""
    with in_turn():
        # judged in here: what another desk has written meanwhile counts
        known = lookup.about(chunk, lock=True)
        plans = [judge(item, known, run.policy) for item in chunk]
        counted = _counted(fates, plans)
        advance(run, chunk[-1].number, expect=done, fates=counted)
        shown = [telling.details(plan) for plan in plans]
        before = marks.latest()
        with transaction.atomic():
            traces = writing.apply(plans, known, run.actor, words)
        again = {plan.record.pk for plan in plans if plan.fate == Fate.CHANGED and plan.record}
        marks.carry_on(run, again, above=chunk[0].number, before=before)
        run.lines.filter(number__gt=done, number__lte=chunk[-1].number).delete()
        lines = []
        for plan, said, trace in zip(plans, shown, traces, strict=True):
            record_id = plan.record.pk if plan.record else None
            lines.append(_line(run, plan, said) | {"record_id": record_id, "trace": trace})
        bulk.insert_values(ImportLine, lines)
    return counted


def _line(run: Import, plan: Plan, said: dict[str, Any]) -> dict[str, Any]:
    item = plan.item
    if item.remarks:
        said["remarks"] = item.remarks[:20]
    title = item.title or (plan.record.title if plan.record else "")
    record = plan.record if plan.fate != Fate.NEW else None
    return {
        "run_id": run.pk,
        "number": item.number,
        "place": item.place[:40],
        "title": title[:300],
        "fate": plan.fate.value,
        "record_id": record.pk if record else None,
        "details": said,
        "trace": {},
        "kept": [],
    }


def _counted(fates: dict[str, int], plans: Iterable[Plan]) -> dict[str, int]:
    counted = dict(fates)
    for plan in plans:
        counted[plan.fate.value] = counted.get(plan.fate.value, 0) + 1
    return counted


def _chunks(found: Iterable[Item], *, cut: bool) -> Iterator[list[Item]]:
    """Chunks of games; with `cut`, no two of a chunk may be the same game, since none is written yet."""
    chunk: list[Item] = []
    seen: set[str] = set()
    for item in found:
        mine = keys(item) if cut else []
        if len(chunk) >= CHUNK or not seen.isdisjoint(mine):
            yield chunk
            chunk, seen = [], set()
        chunk.append(item)
        seen.update(mine)
    if chunk:
        yield chunk
