"""Files of the catalogue, made piece by piece."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from catalogue.interchange import iso2709, marcxml, tables, written, xlsx
from catalogue.models import Library
from catalogue.queries import interchange


@dataclass(frozen=True, slots=True)
class Format:
    name: str
    label: str
    extension: str
    content_type: str


FORMATS = {
    one.name: one
    for one in (
        Format("csv", "Tableau CSV", "csv", "text/csv; charset=utf-8"),
        Format(
            "xlsx",
            "Classeur Excel (XLSX)",
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
        Format("unimarc", "UNIMARC (ISO 2709)", "mrc", "application/marc"),
        Format("marcxml", "UNIMARC en XML (MARCXML)", "xml", "application/marcxml+xml; charset=utf-8"),
    )
}


def pieces(name: str, keys: Iterable[int] | None, today: datetime.date) -> Iterator[bytes]:
    """The file, but for a workbook, which has no beginning before it has an end: `workbook`."""
    found = interchange.items(keys)
    if name == "csv":
        yield from (text.encode() for text in tables.written(_rows(keys)))
        return
    library, day = _library(), f"{today:%Y%m%d}"
    records = (written.marc(item, library=library, today=day) for item in found)
    if name == "unimarc":
        yield from map(iso2709.written, records)
        return
    yield marcxml.HEAD.encode()
    yield from (marcxml.written(record).encode() for record in records)
    yield marcxml.FOOT.encode()


def workbook(path: Path, keys: Iterable[int] | None) -> None:
    xlsx.write(path, _rows(keys))


def _rows(keys: Iterable[int] | None) -> Iterator[list[str]]:
    yield written.heading_row()
    for item in interchange.items(keys):
        yield from written.rows(item)


def _library() -> str:
    return Library.objects.values_list("name", flat=True).first() or "Ludothèque"
