"""Sheets of labels made, and grids kept."""

from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from catalogue import trainers
from catalogue.labels import sheets
from catalogue.labels.grids import Grid
from catalogue.models import Card, Copy, LabelGrid, LabelSheet, Library, SheetState, User
from catalogue.policy import Refusal, Refused
from catalogue.services import journal
from ludotheque import pdf
from ludotheque.writing import writing

MOST = 1000  # labels of one sheet
AT_ONCE = 130  # labels drawn while one waits: two sheets of 65; more are a task


def make(
    *,
    kind: str,
    ids: Sequence[int],
    grid: Grid,
    start: int,
    symbology: str,
    outline: bool = False,
    actor: User | None,
) -> LabelSheet:
    """A sheet for these boxes (or cards) in this order; those without such a label are left out and named."""
    if not ids or len(ids) > MOST:
        raise Refused(_wrong_number(kind, len(ids)))
    boxes = _boxes(kind, ids)
    good, bad = sheets.judged(kind, boxes.values(), grid, symbology)
    kept = set(good)
    if not kept:
        raise Refused(_none_left(bad[0] if bad else ("", "")))
    with writing():
        sheet = LabelSheet.objects.create(
            kind=kind,
            symbology=symbology,
            grid=grid.as_dict(),
            start=start,
            outline=outline,
            copy_ids=[pk for pk, box in boxes.items() if box in kept],
            left_out=bad,
            actor=actor,
        )
        journal.write(
            actor=actor, verb="print-labels", subject=sheet, after={"kind": kind, "labels": len(kept)}
        )
        at_once = len(kept) <= AT_ONCE
        if not at_once:
            from catalogue.tasks import draw_labels  # which draws what is put on the list here

            draw_labels.enqueue(sheet.pk)
    if at_once:
        draw(sheet_id=sheet.pk)
        sheet.refresh_from_db()
    return sheet


def draw(*, sheet_id: int) -> None:
    """Makes the PDF of a sheet, once; drawing stays outside of the transaction."""
    sheet = LabelSheet.objects.filter(pk=sheet_id, state=SheetState.WAITING).first()
    if sheet is None:
        return
    boxes = _boxes(sheet.kind, sheet.copy_ids)
    library = Library.objects.first()
    content = sheets.render(
        sheet.kind,
        list(boxes.values()),
        Grid(**sheet.grid),
        start=sheet.start,
        symbology=sheet.symbology,
        outline=sheet.outline,
        house=library.name if library else "",
    )
    pdf.kept(folder(sheet_id), "planche", lambda: content)
    with writing():
        LabelSheet.objects.filter(pk=sheet_id).update(state=SheetState.READY)
        if sheet.kind == sheets.BARCODES:
            Copy.objects.filter(pk__in=list(boxes)).update(label_printed_at=timezone.now())


def take_up(*, before) -> int:
    """Puts the sheets that still wait since before that moment on the list again: their worker died."""
    from catalogue.tasks import draw_labels  # which draws what is put on the list here

    waiting = LabelSheet.objects.filter(state=SheetState.WAITING, created_at__lt=before)
    keys = list(waiting.values_list("pk", flat=True))
    for pk in keys:
        draw_labels.enqueue(pk)
    return len(keys)


def folder(sheet_id: int) -> Path:
    return settings.PDF_DIR / "etiquettes" / str(sheet_id)


def file(sheet: LabelSheet) -> bytes | None:
    """The PDF of a sheet, or None when it is not there (any more)."""
    path = folder(sheet.pk) / "planche.pdf"
    return path.read_bytes() if path.exists() else None


def tidy(*, before) -> int:
    """Throws away the sheets made before that moment, and their files."""
    old = list(LabelSheet.objects.filter(created_at__lt=before).values_list("pk", flat=True))
    for pk in old:
        (folder(pk) / "planche.pdf").unlink(missing_ok=True)
        if folder(pk).exists():
            folder(pk).rmdir()
    LabelSheet.objects.filter(pk__in=old).delete()
    return len(old)


def keep_grid(*, actor: User | None, **values) -> LabelGrid:
    """A grid of one's own."""
    with writing():
        grid = LabelGrid.objects.create(**values)
        journal.write(actor=actor, verb="create", subject=grid, after=grid_of(grid).as_dict())
    return grid


def drop_grid(*, grid_id: int, actor: User | None) -> None:
    with writing():
        grid = LabelGrid.objects.select_for_update().get(pk=grid_id)
        journal.write(actor=actor, verb="delete", subject=grid, before=grid_of(grid).as_dict())
        grid.delete()


def grid_of(row: LabelGrid) -> Grid:
    """The kept grid as one to lay labels on."""
    sizes = ("width", "height", "left", "top", "gap_x", "gap_y")
    return Grid(row.name, row.columns, row.rows, **{name: float(getattr(row, name)) for name in sizes})


def _boxes(kind: str, ids: Sequence[int]) -> dict[int, sheets.Box]:
    """Each copy, or card, as a label knows it, in the order asked; those that are gone are passed over."""
    if kind == sheets.CARDS:
        cards = Card.objects.select_related("member__household").in_bulk(ids)
        return {pk: _card(cards[pk]) for pk in ids if pk in cards}
    copies = Copy.objects.select_related("record").in_bulk(ids)
    return {
        pk: sheets.Box(
            copies[pk].record.title,
            copies[pk].barcode,
            copies[pk].call_number,
            f"{settings.SITE_URL}{where}" if (where := trainers.address(copies[pk].record)) else "",
        )
        for pk in ids
        if pk in copies
    }


def _card(card: Card) -> sheets.Box:
    return sheets.Box(str(card.member), card.barcode, card.member.household.name)


def _wrong_number(kind: str, count: int) -> Refusal:
    what = "Aucune planche n’est faite."
    if not count and kind == sheets.CARDS:
        return Refusal("none", what, "Ces foyers n’ont pas de carte.", "Donnez-leur-en d’abord.")
    if not count:
        return Refusal("none", what, "Aucune boîte n’est choisie.", "Cherchez-en, ou scannez-les.")
    why, then = f"{count} étiquettes, c’est trop à la fois.", f"Resserrez le choix : {MOST} au plus."
    return Refusal("too-many", what, why, then)


def _none_left(first: tuple[str, str]) -> Refusal:
    name, why = first
    what = "Aucune planche n’est faite."
    return Refusal(
        "nothing-to-print", what, f"Aucune de ces boîtes n’a cette étiquette ({name} : {why}).", ""
    )
