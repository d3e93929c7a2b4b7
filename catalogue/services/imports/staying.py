"""Which records that an import made stay when it is taken back, and why: whole, with all their boxes."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from catalogue.models import Copy, Fate, Hold, Import, ImportLine, JournalEntry, Loan, Record, Summary
from catalogue.services.imports import marks

CHUNK = 500


class Since:
    """What has happened to the records and the boxes of these lines after the import wrote them."""

    def __init__(
        self,
        lines: Iterable[ImportLine],
        made: dict[int, list[ImportLine]],
        records: Collection[int],
        *,
        lock: bool = True,
    ):
        every = [*lines, *(line for some in made.values() for line in some)]
        boxes = {pk for line in every for pk in line.trace.get("added", {}).get("copy", ())}
        boxes |= {int(pk) for line in every for pk in line.trace.get("copies", {})}
        rows = Copy.objects.select_related("record").order_by("pk")
        self.copies = (rows.select_for_update(of=("self",)) if lock else rows).in_bulk(boxes)
        self.lent = set(Loan.objects.filter(copy__in=boxes).values_list("copy", flat=True))
        self.held = set(Hold.objects.filter(copy__in=boxes).values_list("copy", flat=True))
        self.awaited = set(Hold.objects.filter(record__in=made).values_list("record", flat=True))
        self.written = marks.written([*(("copy", pk) for pk in boxes), *(("record", pk) for pk in records)])
        self.summed_up = set(Summary.objects.filter(record__in=made).values_list("record", flat=True))

    def changed(self, kind: str, pk: int, line: ImportLine) -> bool:
        return self.written.get((kind, pk), 0) > marks.of(line, (kind, pk))

    def why_box_stays(self, copy: Copy, line: ImportLine) -> str:
        """Why a box that this line made is not only the import's any more, or nothing."""
        if copy.pk in self.lent:
            return f"L’exemplaire {copy.barcode} a été prêté."
        if copy.pk in self.held:
            return f"L’exemplaire {copy.barcode} a été mis de côté pour une famille."
        if self.changed("copy", copy.pk, line):
            return f"L’exemplaire {copy.barcode} a été modifié depuis."
        return ""


def lines_of(run: Import, keys: Collection[int]) -> dict[int, list[ImportLine]]:
    """Of those that the import made: its lines that are not taken back yet, the one that made it first."""
    found: dict[int, list[ImportLine]] = {}
    for line in run.lines.filter(record__in=list(keys)).exclude(trace={}).order_by("number"):
        if "made" in line.trace and line.record_id:
            found.setdefault(line.record_id, []).append(line)
    return {pk: lines for pk, lines in found.items() if lines[0].trace["made"]}


def reasons(run: Import, made: dict[int, list[ImportLine]], since: Since) -> dict[int, list[str]]:
    """Record → why it stays; those that go are not in it."""
    boxes: dict[int, set[int]] = {pk: set() for pk in made}
    for pk, copy in Copy.objects.filter(record__in=made).values_list("record", "pk"):
        boxes[pk].add(copy)
    why = {pk: _own(lines, boxes[pk], since) for pk, lines in made.items()}
    extensions: dict[int, set[int]] = {pk: set() for pk in made}
    for pk, base in Record.objects.filter(base_game__in=made).values_list("pk", "base_game"):
        extensions[base or 0].add(pk)
    # extensions that the import made, and that are still to be judged, go by themselves
    others = {pk for some in extensions.values() for pk in some} - made.keys()
    later = set(lines_of(run, others))
    going = {pk for pk, said in why.items() if not said} | later
    while stopped := [pk for pk in going - later if extensions[pk] - going]:
        for pk in stopped:
            going.discard(pk)
    for pk, some in extensions.items():
        if some - going:
            why[pk].append("Une autre notice en est l’extension.")
    return {pk: said for pk, said in why.items() if said}


def _own(lines: list[ImportLine], boxes: set[int], since: Since) -> list[str]:
    said = []
    for line in lines:
        for pk in line.trace.get("added", {}).get("copy", ()):
            boxes = boxes - {pk}
            if pk in since.copies:
                said.append(since.why_box_stays(since.copies[pk], line))
    if boxes:
        said.append("D’autres exemplaires y sont rattachés.")
    first = lines[0]
    if since.changed("record", first.record_id or 0, first):
        said.append("La notice a été modifiée depuis.")
    if first.record_id in since.summed_up:
        said.append("Un résumé de la règle y a été écrit.")
    if first.record_id in since.awaited:
        said.append("Une famille l’a réservé.")
    return [reason for reason in said if reason]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What taking an import back would do now to the records that it made."""

    going: int
    staying: int


def outlook(run: Import) -> Outlook:
    """Only records that something has happened to are looked at closely."""
    made = run.lines.filter(fate=Fate.NEW, record__isnull=False)
    total, stay = made.count(), 0
    for keys in _chunks(made.filter(_touched(run)).order_by("number").values_list("record", flat=True)):
        lines = lines_of(run, keys)
        stay += len(reasons(run, lines, Since((), lines, keys, lock=False)))
    return Outlook(going=total - stay, staying=stay)


def _touched(run: Import) -> Q:
    """Whether a record may have more than the import gave it."""
    entries = JournalEntry.objects.exclude(verb="create")
    copies = Copy.objects.filter(record=OuterRef("record"))
    changed = entries.filter(subject_type="copy", subject_id=OuterRef("pk"))
    foreign = Q(created_at__gt=run.done_at or run.created_at)
    return (
        Q(Exists(Hold.objects.filter(record=OuterRef("record"))))
        | Exists(entries.filter(subject_type="record", subject_id=OuterRef("record")))
        | Exists(copies.filter(foreign | Exists(changed) | Exists(Loan.objects.filter(copy=OuterRef("pk")))))
        | Exists(Summary.objects.filter(record=OuterRef("record")))
        | Exists(Record.objects.filter(base_game=OuterRef("record")))
    )


def _chunks(keys: Iterable[int]) -> Iterator[list[int]]:
    every = list(keys)
    for start in range(0, len(every), CHUNK):
        yield every[start : start + CHUNK]
