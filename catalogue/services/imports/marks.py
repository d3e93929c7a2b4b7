"""How far the journal knows what an import has done to a game: what comes after is somebody else's change.

Each line of a report has a mark. Where a file means a game twice, what the later line does is no change by
somebody else: for the earlier ones the mark of that game moves on, unless somebody has written in between.
"""

from collections.abc import Iterable

from catalogue.models import Import, ImportLine, JournalEntry

Subject = tuple[str, int]  # model name and key: a record or a copy


def latest() -> int:
    """The newest entry of the journal."""
    return JournalEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def of(line: ImportLine, subject: Subject) -> int:
    """The newest entry about the subject that is the import's own."""
    return line.trace.get("marks", {}).get(_name(subject)) or line.trace.get("mark") or 0


def written(subjects: Iterable[Subject], **when: int) -> dict[Subject, int]:
    """The newest entry about each of them; `when`: among which."""
    keys: dict[str, set[int]] = {}
    for kind, pk in subjects:
        keys.setdefault(kind, set()).add(pk)
    found: dict[Subject, int] = {}
    for kind, some in keys.items():
        entries = JournalEntry.objects.filter(subject_type=kind, subject_id__in=some, **when)
        for subject, pk in entries.order_by("pk").values_list("subject_id", "pk"):
            found[kind, subject or 0] = pk
    return found


def carry_on(run: Import, record_ids: Iterable[int], *, above: int, before: int) -> None:
    """For earlier lines of the import, under number `above`, what it has just written is its own.

    `before`: the newest entry when it began to write."""
    earlier = run.lines.filter(record__in=record_ids, number__lt=above).exclude(trace={})
    lines = [line for line in earlier.only("run_id", "record_id", "trace") if "mark" in line.trace]
    theirs = {line.pk: [("record", line.record_id or 0), *_boxes(line)] for line in lines}
    subjects = {subject for some in theirs.values() for subject in some}
    others, now = written(subjects, pk__lte=before), written(subjects, pk__gt=before)
    for line in lines:
        for subject in theirs[line.pk]:
            if subject in now and others.get(subject, 0) <= of(line, subject):
                line.trace.setdefault("marks", {})[_name(subject)] = now[subject]
    ImportLine.objects.bulk_update(lines, ["trace"], batch_size=100)


def _boxes(line: ImportLine) -> set[Subject]:
    keys = {*line.trace.get("added", {}).get("copy", ()), *map(int, line.trace.get("copies", {}))}
    return {("copy", pk) for pk in keys}


def _name(subject: Subject) -> str:
    return f"{subject[0]} {subject[1]}"
