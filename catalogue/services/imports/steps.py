"""What a librarian does with an import, one verb each; the worker does the rest."""

import datetime
import uuid
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from catalogue.interchange import sniff
from catalogue.interchange.item import Unreadable
from catalogue.interchange.sniff import Reading
from catalogue.models import Import, ImportState, Policy, User
from catalogue.models.interchange import WORKING
from catalogue.policy import Refusal, Refused
from catalogue.services import journal
from ludotheque.writing import writing

LARGEST = 200 * 1024 * 1024
KEPT_DAYS = 30  # of a file, once nothing more is done with it
STILL = datetime.timedelta(minutes=2)  # without a sign of life: the worker was killed


def folder() -> Path:
    """Where uploads lie: beside everything that is served."""
    path = Path(settings.VAR_DIR) / "imports"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def upload(*, name: str, pieces: Iterable[bytes], actor: User | None) -> Import:
    """Keeps the file and looks what it is; a file that is nothing to import is refused and not kept."""
    path = folder() / f"{uuid.uuid4().hex}.data"
    size = 0
    try:
        with path.open("wb") as file:
            for piece in pieces:
                size += len(piece)
                if size > LARGEST:
                    raise Unreadable(f"{LARGEST // 1024**2} Mo au plus. Partagez-le en plusieurs.")
                file.write(piece)
        reading = sniff.look(path)
        total = sniff.estimate(path, reading)
    except Unreadable as error:
        path.unlink(missing_ok=True)
        raise Refused(
            Refusal("unreadable-file", f"« {name[:80]} » n’est pas importé.", str(error), "")
        ) from error
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    with writing():
        run = Import.objects.create(
            name=name[:200] or "fichier",
            path=path.name,
            size=size,
            total=total,
            actor=actor,
            actor_name=journal.name_of(actor),
            moved_at=timezone.now(),
            **_columns(reading),
        )
        journal.write(actor=actor, verb="upload", subject=run, after={"size": size, "format": run.format})
    return run


def _columns(reading: Reading) -> dict:
    return {
        "format": reading.format,
        "charset": reading.charset,
        "separator": reading.separator,
        "mapping": reading.mapping,
    }


def read_so(
    *, import_id: int, reading: Reading, system: str = "", policy: str = Policy.UPDATE, actor: User | None
) -> Import:
    """Changes how the file is read; a trial that was made with another reading counts no more."""
    with writing():
        run = in_state(import_id, ImportState.UPLOADED, ImportState.TRIED)
        before = {name: getattr(run, name) for name in _columns(reading)}
        for name, value in (_columns(reading) | {"system": system[:60], "policy": policy}).items():
            setattr(run, name, value)
        run.state, run.position, run.fates, run.trouble = ImportState.UPLOADED, 0, {}, ""
        run.save()
        journal.write(actor=actor, verb="update", subject=run, before=before, after=_columns(reading))
    return run


def try_it(*, import_id: int, actor: User | None, by_worker: bool = True) -> Import:
    """Puts the trial on the worker's list."""
    states = (ImportState.UPLOADED, ImportState.TRIED)
    return _begin(import_id, actor, by_worker, "try", states, ImportState.TRYING)


def run_it(*, import_id: int, actor: User | None, by_worker: bool = True) -> Import:
    """Puts the import itself on the worker's list."""
    states = (ImportState.TRIED, ImportState.UPLOADED)
    return _begin(import_id, actor, by_worker, "start", states, ImportState.RUNNING)


def undo_it(*, import_id: int, actor: User | None, by_worker: bool = True) -> Import:
    """Puts taking it back on the worker's list."""
    return _begin(import_id, actor, by_worker, "undo", (ImportState.DONE,), ImportState.UNDOING)


def _begin(
    import_id: int,
    actor: User | None,
    by_worker: bool,
    verb: str,
    out_of: tuple[ImportState, ...],
    into: ImportState,
) -> Import:
    from catalogue.tasks import work_on_import

    with writing():
        run = in_state(import_id, *out_of)
        run.state, run.position, run.trouble, run.moved_at = into, 0, "", timezone.now()
        if into == ImportState.RUNNING:
            run.fates = {}
        if actor is not None:
            run.actor, run.actor_name = actor, journal.name_of(actor)
        run.save()
        journal.write(actor=actor, verb=verb, subject=run)
        if by_worker:
            work_on_import.enqueue(run.pk)
    return run


def resume(*, import_id: int, actor: User | None) -> Import:
    """Puts work that stands still on the worker's list again; it goes on where it stopped."""
    from catalogue.tasks import work_on_import

    with writing():
        run = in_state(import_id, *WORKING)
        run.moved_at, run.trouble = timezone.now(), ""
        run.save(update_fields=["moved_at", "trouble"])
        journal.write(actor=actor, verb="resume", subject=run)
        work_on_import.enqueue(run.pk)
    return run


def stop(*, import_id: int, actor: User | None) -> Import:
    """Ends a trial or a run between two chunks; what a run has written until then can be undone."""
    with writing():
        run = in_state(import_id, ImportState.TRYING, ImportState.RUNNING)
        trying = run.state == ImportState.TRYING
        run.state = ImportState.UPLOADED if trying else ImportState.DONE
        if not trying:
            run.total, run.done_at = run.position, timezone.now()
            run.lines.filter(number__gt=run.position).delete()
        run.trouble = ""
        run.save()
        journal.write(actor=actor, verb="stop", subject=run, after={"position": run.position})
    return run


def discard(*, import_id: int, actor: User | None) -> None:
    """Throws the file away, and the import with it, before anything has come in."""
    with writing():
        run = in_state(import_id, ImportState.UPLOADED, ImportState.TRIED)
        journal.write(
            actor=actor, verb="delete", subject=run, before={"format": run.format, "size": run.size}
        )
        path = run.path
        run.delete()
    if path:  # else it was swept
        (folder() / path).unlink(missing_ok=True)


def in_state(import_id: int, *states: ImportState) -> Import:
    """The import, where it is in one of these states."""
    run = Import.objects.select_for_update().get(pk=import_id)
    if run.state not in states:
        raise Refused(
            Refusal(
                "import-elsewhere",
                "Rien n’est changé.",
                f"Cet import est déjà plus loin : {ImportState(run.state).label.lower()}.",
                "Voici où il en est.",
            )
        )
    return run


def is_still(run: Import) -> bool:
    """Whether it is at work and gives no sign of life, or has stopped in trouble."""
    return run.state in WORKING and (bool(run.trouble) or run.moved_at < timezone.now() - STILL)


def resume_all() -> int:
    """When a server starts: what the last one left half done goes on. A worker that still has it keeps it."""
    runs = Import.objects.filter(state__in=WORKING)
    for run in runs:
        resume(import_id=run.pk, actor=None)
    return len(runs)


def throw_old_files_away() -> int:
    """Files that nobody has worked on for a month go; reports stay."""
    limit = timezone.now() - datetime.timedelta(days=KEPT_DAYS)
    old = Import.objects.exclude(path="").exclude(state__in=WORKING).filter(moved_at__lt=limit)
    count = 0
    for run in old:
        (folder() / run.path).unlink(missing_ok=True)
        count += Import.objects.filter(pk=run.pk).update(path="")
    # a copy that an upload left behind when the machine was switched off
    known = set(Import.objects.exclude(path="").values_list("path", flat=True))
    for path in folder().glob("*.data"):
        if path.name not in known and path.stat().st_mtime < limit.timestamp():
            path.unlink(missing_ok=True)
    return count
