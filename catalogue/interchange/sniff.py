"""What a file is: its format, its letters, its separator, and what its columns seem to mean."""

import csv
import io
import re
import zipfile
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from catalogue.interchange import charsets, columns, iso2709, marcxml, tables, unimarc, xlsx
from catalogue.interchange.item import Unreadable
from catalogue.interchange.marc import Marc

CSV, XLSX, ISO2709, MARCXML, PMBXML = "csv", "xlsx", "iso2709", "marcxml", "pmbxml"
FORMATS = {
    CSV: "Tableau CSV",
    XLSX: "Classeur Excel (XLSX)",
    ISO2709: "UNIMARC (ISO 2709)",
    MARCXML: "UNIMARC en XML (MARCXML)",
    PMBXML: "XML de PMB",
}
TABLES = (CSV, XLSX)
SEPARATORS = {";": "point-virgule", ",": "virgule", "\t": "tabulation", "|": "barre verticale"}
SAMPLE = 256 * 1024
SAMPLE_RECORDS = 200


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file is to be read; a librarian may change each of them."""

    format: str
    charset: str = ""  # empty: each record in what it looks like
    separator: str = ""
    # heading of a table, or key of a free UNIMARC field → column; what is not there is left aside
    mapping: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Source:
    """A column of a table, or a free field of UNIMARC, with an example of what it says."""

    key: str
    label: str
    example: str


def look(path: Path) -> Reading:
    """What the file looks like; raises Unreadable where it is nothing that can be imported."""
    with path.open("rb") as stream:
        sample = stream.read(SAMPLE)
    kind = _format(path, sample)
    if kind == CSV:
        charset = charsets.of_table(sample)
        reading = Reading(CSV, charset, separator(sample.decode(charset, "replace").lstrip("\ufeff")))
    elif kind in (MARCXML, PMBXML):
        reading = Reading(kind, marcxml.charset_of(sample))
    else:
        reading = Reading(kind)
    return remapped(path, reading)


def remapped(path: Path, reading: Reading) -> Reading:
    """The reading with the mapping that its columns seem to want."""
    found = sources(path, reading)
    if reading.format in TABLES:
        mapping = columns.likely(source.key for source in found)
    else:
        mapping = unimarc.likely({source.key: (source.label, source.example) for source in found})
    return Reading(reading.format, reading.charset, reading.separator, mapping)


def sources(path: Path, reading: Reading) -> list[Source]:
    """What a mapping may give a meaning to, with an example of each."""
    if reading.format in TABLES:
        head, rows = opened(path, reading)
        examples: dict[str, str] = {}
        for row in islice(rows, 50):
            for heading, text in zip(head, row.cells, strict=False):
                if text.strip():
                    examples.setdefault(heading, " ".join(text.split())[:120])
        return [Source(heading, heading, examples.get(heading, "")) for heading in head if heading]
    found: dict[str, tuple[str, str]] = {}
    with path.open("rb") as stream:
        for record in islice(records(stream, reading), SAMPLE_RECORDS):
            if isinstance(record, Marc):
                for key, value in unimarc.sources(record).items():
                    found.setdefault(key, value)
    return [Source(key, *value) for key, value in sorted(found.items())]


def opened(path: Path, reading: Reading):
    """(headings, rows) of a table."""
    if reading.format == XLSX:
        return xlsx.read(path)
    return tables.read(path, reading.charset, reading.separator)


def records(stream, reading: Reading):
    """The UNIMARC records of a file."""
    reader = iso2709.read if reading.format == ISO2709 else marcxml.read
    return reader(stream, reading.charset)


def _format(path: Path, sample: bytes) -> str:
    bare = sample.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n\t \x00")
    if not bare:
        raise Unreadable("Le fichier est vide.")
    if bare.startswith(b"PK\x03\x04"):
        return _zipped(path)
    for sign, what in _OTHERS.items():
        if bare.startswith(sign):
            raise Unreadable(what)
    text = bare
    if sample.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = sample.decode("utf-16", "replace").lstrip("\ufeff").encode()
    if text.lstrip().startswith(b"<"):
        return _xml(text)
    if re.match(rb"\d{5}[a-z0-9 |]", bare) and (b"\x1e" in bare[:4000] or b"\x1d" in bare):
        return ISO2709
    if b"\x1e" in sample and re.search(rb"\x1d\s*\d{5}[a-z]", sample):
        return ISO2709
    if (
        not charsets.of_table(sample).startswith("utf-16")
        and len(_CONTROLS.findall(sample)) > len(sample) / 10
    ):
        raise Unreadable("Ce n’est pas un fichier de texte. Enregistrez-le en .csv ou en .xlsx.")
    return CSV


_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_OTHERS = {
    b"\xd0\xcf\x11\xe0": "C’est un ancien classeur Excel (.xls). Enregistrez-le en .xlsx ou en .csv.",
    b"%PDF": "C’est un PDF. Demandez un export en CSV, en XLSX ou en UNIMARC.",
    b"\x1f\x8b": "Le fichier est compressé. Décompressez-le d’abord.",
    b"Rar!": "Le fichier est compressé. Décompressez-le d’abord.",
    b"7z\xbc\xaf": "Le fichier est compressé. Décompressez-le d’abord.",
    b"\x89PNG": "C’est une image. Il faut un tableau ou un export UNIMARC.",
    b"\xff\xd8\xff": "C’est une image. Il faut un tableau ou un export UNIMARC.",
    b"{": "C’est du JSON. Demandez un export en CSV, en XLSX ou en UNIMARC.",
}


def _zipped(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except zipfile.BadZipFile as error:
        raise Unreadable("Le classeur est abîmé. Enregistrez-le de nouveau.") from error
    if "xl/workbook.xml" in names:
        return XLSX
    if "content.xml" in names:
        raise Unreadable("C’est un classeur LibreOffice (.ods). Enregistrez-le en .xlsx ou en .csv.")
    raise Unreadable("Le fichier est compressé. Décompressez-le d’abord.")


def _xml(text: bytes) -> str:
    if re.search(rb"<(?:\w+:)?notice[\s>]", text):
        return PMBXML
    if re.search(rb"<(?:\w+:)?(?:datafield|record|collection)[\s>]", text):
        return MARCXML
    if re.search(rb"<(?:!doctype )?html|<table", text, re.IGNORECASE):
        raise Unreadable(
            "C’est une page web, même si son nom dit autre chose. Enregistrez-la en .xlsx ou en .csv."
        )
    raise Unreadable("Ce XML n’est ni du MARCXML ni un export de PMB.")


def separator(text: str) -> str:
    """The separator under which the rows are most alike and the headings best known."""
    best, most = ";", -1.0
    for candidate in SEPARATORS:
        rows = []
        try:
            for row in csv.reader(io.StringIO(text, newline=""), delimiter=candidate):
                rows.append(row)
                if len(rows) > 60:
                    break
        except csv.Error:
            pass
        rows = [row for row in rows if any(row)]
        if not rows:
            continue
        width = len(rows[0])
        known = sum(columns.named(cell) is not None for cell in rows[0])
        alike = sum(len(row) == width for row in rows) / len(rows)
        score = known * 10 + (width > 1) * (5 + 5 * alike)
        if score > most:
            best, most = candidate, score
    return best


def estimate(path: Path, reading: Reading) -> int:
    """About how many games the file holds: exact for UNIMARC, the lines of a table."""
    signs = {ISO2709: b"\x1d", MARCXML: b"record>", PMBXML: b"</notice>", CSV: b"\n"}
    if reading.format == XLSX:
        return xlsx.estimate(path)
    sign, count, before = signs[reading.format], 0, b""
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            count += (before + block).count(sign)
            before = block[len(block) - len(sign) + 1 :]
    return count // 2 if reading.format == MARCXML else count
