"""Workbooks of Excel, read row by row and written row by row."""

import datetime
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.cell import WriteOnlyCell

from catalogue.interchange import tables
from catalogue.interchange.item import Unreadable
from catalogue.interchange.tables import Row

LARGEST = 400 * 1024 * 1024  # bytes of a workbook when unpacked


class Broken(Unreadable):
    """Whatever went wrong: a broken archive, or broken XML in it, may break the reader anywhere."""

    def __init__(self) -> None:
        super().__init__("Le classeur ne se lit pas. Enregistrez-le de nouveau, ou en .csv.")


def read(path: Path) -> tuple[list[str], Iterator[Row]]:
    """The headings and the rows of the first sheet that has any."""
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(part.file_size for part in archive.infolist()) > LARGEST:
                raise Unreadable("Le classeur est démesuré une fois décompressé. Enregistrez-le en .csv.")
        # an open file: openpyxl does not take a name without its extension
        book = openpyxl.load_workbook(path.open("rb"), read_only=True, data_only=True)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # which some programs write wrong
            rows = _rows(sheet)
            try:
                return tables.head(rows), rows
            except Broken:
                raise
            except Unreadable:
                continue
    except Unreadable:
        raise
    except Exception as error:  # a workbook broken inside fails anywhere between zip, XML and openpyxl
        raise Broken from error
    raise Unreadable("Aucune ligne de titres.")


def _rows(sheet: Any) -> Iterator[Row]:
    try:
        for number, cells in enumerate(sheet.iter_rows(), start=1):
            yield Row(number, [_text(cell) for cell in cells[: tables.MOST_COLUMNS + 1]])
    except Exception as error:  # the same, where the damage lies further down
        raise Broken from error


def _text(cell: Any) -> str:
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        minutes = int(value.total_seconds()) // 60
        return f"{minutes // 60}:{minutes % 60:02}"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = str(value)
    # a number shown as 00004711 is that barcode
    zeros = re.fullmatch(r"0+", str(cell.number_format or ""))
    return text.zfill(len(zeros[0])) if zeros and isinstance(value, int) else text


def write(path: Path, rows: Iterable[list[str]]) -> None:
    """Every cell is text: no zero is lost, and nothing is a formula."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Jeux")
    sheet.freeze_panes = "A2"
    for row in rows:
        sheet.append([_cell(sheet, text) for text in row])
    book.save(path)


def _cell(sheet: Any, text: str) -> Any:
    if not text:
        return None
    cell = WriteOnlyCell(sheet)
    # set apart from its value, so that no sign at its beginning makes it something else
    cell._value, cell.data_type = text[: tables.LONGEST_CELL], "s"
    cell.number_format = "@"
    return cell


def estimate(path: Path) -> int:
    """About how many rows the workbook says it has."""
    try:
        book = openpyxl.load_workbook(path.open("rb"), read_only=True)
        return max((sheet.max_row or 0 for sheet in book.worksheets), default=0)
    except Exception:  # only a guess for the progress bar: reading itself says what is broken
        return 0
