"""CSV as Excel, LibreOffice and other systems write it; rows become items, and items rows."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from catalogue.interchange import charsets, columns
from catalogue.interchange.item import Fault, Item, Unreadable
from catalogue.interchange.unimarc import OWN, put

LONGEST_ROW = 500_000  # letters
MOST_LINES = 2000  # of one row: a rules text has hundreds
MOST_COLUMNS = 300
LONGEST_CELL = 32_767  # letters that Excel keeps: a text of just so many goes on


@dataclass(frozen=True, slots=True)
class Row:
    line: int
    cells: list[str]
    fault: str = ""


def read(path: Path, charset: str, separator: str) -> tuple[list[str], Iterator[Row]]:
    """The headings, and the rows that follow."""
    rows = _rows(_lines(path, charset), separator)
    return head(rows), rows


def head(rows: Iterator[Row]) -> list[str]:
    for row in rows:
        # what stands above a table, a title for instance, fills a cell
        if sum(bool(cell.strip()) for cell in row.cells) > 1 or len(row.cells) == 1:
            return headings(row.cells)
    raise Unreadable("Aucune ligne de titres.")


def headings(cells: list[str]) -> list[str]:
    """The headings, each different; more than a table can have is not one."""
    if len(cells) > MOST_COLUMNS:
        raise Unreadable(f"{len(cells)} colonnes : {MOST_COLUMNS} au plus.")
    seen: dict[str, int] = {}
    named = []
    for cell in cells:
        heading = " ".join(columns.texts.cleaned(cell).split())[:80]
        count = seen[heading] = seen.get(heading, 0) + 1
        named.append(f"{heading} ({count})" if heading and count > 1 else heading)
    return named


def _lines(path: Path, charset: str) -> Iterator[str]:
    """The lines with their ends, cut where they are far too long."""
    if charset.startswith("utf-16"):
        with path.open(encoding=charset, errors="replace", newline="") as text:
            for line in text:
                yield line.lstrip("\ufeff").replace("\0", "")[: LONGEST_ROW + 1]
        return
    with path.open("rb") as stream:
        first = True
        while raw := stream.readline(LONGEST_ROW + 1):
            while len(raw) > LONGEST_ROW and not raw.endswith(b"\n"):
                if not (more := stream.readline(LONGEST_ROW)):
                    break
                raw = raw[:LONGEST_ROW] + more[-1:]
            if first:
                raw = raw.removeprefix(b"\xef\xbb\xbf")
                first = False
            line = _decoded(raw.replace(b"\0", b""), charset)  # which no database keeps
            # a Macintosh of old ends its lines with a carriage return alone
            yield from io.StringIO(line, newline="") if "\r" in line.rstrip("\r\n") else (line,)


def _decoded(raw: bytes, charset: str) -> str:
    """A line that is not in the charset is read in Windows' letters."""
    try:
        return raw.decode(charset)
    except UnicodeDecodeError:
        return charsets.from_windows(raw)


def _rows(lines: Iterator[str], separator: str) -> Iterator[Row]:
    number = first = 0
    waiting: list[str] = []  # the lines of a row whose quotes are still open
    again: list[str] = []  # lines that a quote without its end had swallowed
    opened = _opened(separator)
    while True:
        line = again.pop(0) if again else next(lines, None)
        if line is None and not waiting:
            return
        if line is not None:
            first = first if waiting else number + 1
            number += 1
            if len(line) > LONGEST_ROW:
                yield Row(number, [line[:200]], "La ligne est trop longue.")
                continue
            waiting.append(line)
            # the end of quotes is not far from a quote
            still = '"' in line and opened("".join(waiting)) if len(waiting) == 1 or '"' in line else True
            if not still:
                yield from _parsed(waiting, first, separator)
                waiting = []
                continue
            if len(waiting) < MOST_LINES:
                continue
        # too many lines, or the end of the file: only the line that opened the quotes is lost
        yield _unclosed(waiting[0], first, separator)
        again[:0], waiting, number = waiting[1:], [], first


def _opened(separator: str) -> Callable[[str], bool]:
    """Whether a text ends within quotes; a quote in the middle of a cell is a sign like another."""
    sign = re.escape(separator)
    whole = re.compile(rf'(?:(?<=^)|(?<={sign})|(?<=\n))"(?:[^"]|"")*"(?!")')
    start = re.compile(rf'(?:^|{sign}|\n)"')
    return lambda text: bool(start.search(whole.sub("", text)))


def _unclosed(line: str, number: int, separator: str) -> Row:
    cells = next(csv.reader([line], delimiter=separator), [line])
    return Row(number, cells, "Un guillemet est ouvert et jamais fermé.")


def _parsed(lines: list[str], first: int, separator: str) -> Iterator[Row]:
    csv.field_size_limit(LONGEST_ROW * MOST_LINES)
    reader = csv.reader(lines, delimiter=separator)
    start = 0
    try:
        for cells in reader:
            yield Row(first + start, cells)
            start = reader.line_num
    except csv.Error:
        yield Row(first, ["".join(lines)[:200]], "La ligne ne se lit pas.")


def items(head: list[str], rows: Iterable[Row], mapping: dict[str, str]) -> Iterator[Item]:
    """The games of a table: rows that follow one another and mean the same game are its boxes."""
    plan = [
        (position, columns.BY_NAME[mapping[heading]])
        for position, heading in enumerate(head)
        if mapping.get(heading) in columns.BY_NAME
    ]
    current: Item | None = None
    number = 0
    for row in rows:
        if not any(cell.strip() for cell in row.cells):
            continue
        one = _item(number + 1, row, plan, len(head))
        if current is not None and _same(current, one):
            _merge(current, one)
            continue
        if current is not None:
            yield current
        number += 1
        current = one
    if current is not None:
        yield current


def _item(number: int, row: Row, plan: list[tuple[int, columns.Column]], width: int) -> Item:
    one = Item(number, f"ligne {row.line}")
    if row.fault:
        one.faults.append(Fault("ligne", " ; ".join(row.cells)[:200], row.fault))
    if len(row.cells) > width and any(cell.strip() for cell in row.cells[width:]):
        extra = next(cell for cell in row.cells[width:] if cell.strip())
        one.faults.append(Fault("ligne", extra[:200], "La ligne a plus de cases que la ligne des titres."))
    box: dict = {}
    for position, column in plan:
        if position >= len(row.cells):
            break
        text = row.cells[position]
        if not text or text.isspace():
            continue
        try:
            value = column.read(undefused(text))
        except Unreadable as error:
            one.faults.append(Fault(column.label, text.strip()[:200], str(error)))
            continue
        if len(text) == LONGEST_CELL:
            one.cut.add("people" if column.name in columns.PEOPLE else column.name)
        if column.of == columns.COPY:
            if value not in (None, ""):
                box.setdefault(column.name, value)
        elif column.name == "slug":
            if value:
                one.identifiers.append((OWN, value))
        else:
            put(one, column, value)
    if box.get("barcode"):
        one.copies.append(box)
    elif any(name in box for name in ("call_number", "site", "acquired_on", "condition")):
        one.remarks.append("Exemplaire sans code-barres : seule la notice est prise.")
    return one


def _same(one: Item, other: Item) -> bool:
    """Whether two rows that follow one another mean the same game."""
    if one.faults or other.faults:
        return False
    if one.identifiers or other.identifiers:
        return one.identifiers == other.identifiers
    if one.values.get("ean") or other.values.get("ean"):
        return one.values.get("ean") == other.values.get("ean") and one.title == other.title
    # without any of them, two lines of the same words are two boxes, or the same line twice
    return bool(one.copies and other.copies) and all(
        one.values.get(name) == other.values.get(name) for name in ("title", "publisher", "year")
    )


def _merge(one: Item, other: Item) -> None:
    for name, value in other.values.items():
        one.values.setdefault(name, value)
    one.cut |= other.cut
    known = {box["barcode"] for box in one.copies}
    one.copies += [box for box in other.copies if box["barcode"] not in known]
    one.remarks += [remark for remark in other.remarks if remark not in one.remarks]


# a sheet takes what begins so for a formula; the apostrophe before it is what Excel itself would put
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def defused(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) or text.startswith("'") else text


def undefused(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:2] in (*_FORMULA, "'") else text


def written(rows: Iterable[list[str]], separator: str = ";") -> Iterator[str]:
    """The lines of a file, which Excel opens with its accents."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=separator, lineterminator="\r\n")
    yield "\ufeff"
    for row in rows:
        writer.writerow([defused(cell) for cell in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
