"""A sheet of labels as PDF: barcodes, spines, codes that lead to the trainer; and cards of members."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from catalogue.labels import bars
from catalogue.labels.grids import Grid
from ludotheque import codes, pdf

BARCODES, SPINES, TRAINERS, CARDS = "codes", "cotes", "apprendre", "cartes"
KINDS = {
    BARCODES: "Codes-barres",
    SPINES: "Cotes, pour le dos des boîtes",
    TRAINERS: "« Apprends à jouer » : un code à flasher",
}
NAMES = KINDS | {CARDS: "Cartes d’adhérents"}
_AIR = 1.5  # millimetres kept white inside a label
_LETTER = 0.56  # mean width of a letter of our type, in its size


@dataclass(frozen=True, slots=True)
class Box:
    """What is known of the box that a label is for; `address` leads to its trainer.

    For a card: the member's name, its barcode, and the family's name in the place of the call number."""

    title: str
    barcode: str
    call_number: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A label with what is drawn on it, and its place: sizes in millimetres, those of letters in points."""

    box: Box
    title: str
    left: float = 0
    top: float = 0
    bars: str = ""
    bars_width: float = 0
    bars_height: float = 0
    code: SafeString | str = ""
    lines: tuple[str, ...] = ()
    size: float = 0


def judged(
    kind: str, boxes: Iterable[Box], grid: Grid, symbology: str
) -> tuple[list[Box], list[tuple[str, str]]]:
    """The boxes that have such a label, and those that have none, each with the reason."""
    good, bad = [], []
    for box in boxes:
        why = ""
        if kind in (BARCODES, CARDS):
            try:
                bars.path(bars.pattern(symbology, box.barcode), room=grid.width, height=1)
            except bars.Unprintable as error:
                why = str(error)
        elif kind == SPINES and not box.call_number:
            why = "pas de cote"
        elif kind == TRAINERS and not box.address:
            why = "son jeu ne s’apprend pas ici"
        if why:
            bad.append((f"{box.title} ({box.barcode})", why))
        else:
            good.append(box)
    return good, bad


def render(
    kind: str,
    boxes: Sequence[Box],
    grid: Grid,
    *,
    start: int = 1,
    symbology: str = "code128",
    outline: bool = False,
    house: str = "",
) -> bytes:
    """The sheets, one label for each box, the first in the place `start`."""
    return pdf.render(html(kind, boxes, grid, start, symbology, outline, house))


def html(
    kind: str,
    boxes: Sequence[Box],
    grid: Grid,
    start: int,
    symbology: str,
    outline: bool,
    house: str,
) -> str:
    placed = list(zip(grid.places(len(boxes), start), boxes, strict=True))
    pages = [
        [_label(kind, box, grid, symbology, left, top) for (_, left, top), box in some]
        for _, some in groupby(placed, key=lambda pair: pair[0][0])
    ]
    context = {
        "pages": pages,
        "kind": kind,
        "grid": grid,
        "outline": outline,
        "house": house if grid.height >= 30 else "",
        "title": NAMES[kind],
        "small": grid.height < 30,
        "qr": round(min(grid.height - 2 * _AIR, grid.width * 0.45), 2),
    }
    return render_to_string("print/labels.html", context)


def _label(kind: str, box: Box, grid: Grid, symbology: str, left: float, top: float) -> Label:
    room = grid.width - 2 * _AIR
    small = grid.height < 30
    if kind == BARCODES:
        height = round(grid.height * (0.42 if small else 0.45), 2)
        width, drawn = bars.path(bars.pattern(symbology, box.barcode), room=grid.width, height=height)
        title = cut(box.title, room, 5.5 if small else 7.5)
        return Label(box, title, left, top, drawn, round(width, 4), height)
    if kind == SPINES:
        size, lines = spine(box.call_number, room, grid.height * 0.62)
        title = cut(box.title, room, 5.5 if small else 7.5)
        return Label(box, title, left, top, lines=lines, size=size)
    if kind == CARDS:
        height = round(grid.height * 0.27, 2)
        width, drawn = bars.path(bars.pattern(symbology, box.barcode), room=grid.width, height=height)
        lines = (cut(box.call_number, room - 4, 9),) if box.call_number else ()
        size, title = 14.0, cut(box.title, room - 4, 14)
        if title != box.title:  # smaller, and on two lines
            size, title = 10.5, cut(box.title, 1.8 * (room - 4), 10.5)
        bars_width = round(width, 4)
        return Label(box, title, left, top, drawn, bars_width, height, lines=lines, size=size)
    beside = grid.width - min(grid.height, grid.width * 0.45) - 2 * _AIR
    title = cut(box.title, beside * (2 if small else 3), 5.5 if small else 8)
    return Label(box, title, left, top, code=codes.qr(box.address))


def cut(text: str, room: float, size: float) -> str:
    """The text as far as it fits into so many millimetres, cut after a whole word."""
    most = max(4, int(room / (size * 0.3528 * _LETTER)))
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    if text[most - 1] != " " and " " in kept:
        kept = kept.rsplit(" ", 1)[0]
    return kept.rstrip(" ,;:.-–") + "…"


def spine(call_number: str, width: float, height: float) -> tuple[float, tuple[str, ...]]:
    """(size in points, lines) by which a call number stands largest."""
    words = call_number.split()
    best: tuple[float, tuple[str, ...]] = (0.0, (call_number,))
    for count in range(1, min(len(words), 4) + 1):
        lines = _broken(words, count)
        longest = max(len(line) for line in lines)
        by_width = width / (longest * _LETTER * 1.12 * 0.3528)
        by_height = height / (len(lines) * 1.05 * 0.3528)
        size = round(min(by_width, by_height, 44), 1)
        if size > best[0]:
            best = size, lines
    return best


def _broken(words: list[str], count: int) -> tuple[str, ...]:
    """The words on so many lines, as even as they come."""
    lines, rest = [], list(words)
    for left in range(count, 0, -1):
        share = sum(map(len, rest)) / left
        line = [rest.pop(0)]
        while rest and len(rest) >= left and len("".join(line)) + len(rest[0]) / 2 <= share:
            line.append(rest.pop(0))
        lines.append(" ".join(line))
    return (*lines[:-1], " ".join([lines[-1], *rest]))
