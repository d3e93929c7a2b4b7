"""Files as libraries send them, whole and broken: what comes in of each, and what is said.

A case gives the bytes, the fates of their games, and words of each thing that is said: of the refusal of the
whole file, or of the faults line by line.
"""

import io
import unicodedata
import zipfile
from dataclasses import dataclass, field

import openpyxl
import pymarc

from tests.catalogue.files import PMB_ISO, PMB_XML


@dataclass(frozen=True)
class Case:
    name: str
    content: bytes
    fates: dict[str, int]
    said: tuple[str, ...] = ()
    titles: tuple[str, ...] = field(default=())


NEW, REFUSED = "nouveau", "refuse"
EGG = "L'Œuf à 8 €"


def _table(separator: str = ";", end: str = "\n") -> str:
    rows = [
        ["Titre du jeu", "Editeur", "NB JOUEURS", "Âge", "Durée", "Code barre", "Règles"],
        [
            EGG,
            "Éditions",
            "2 à 4",
            "dès 6 ans",
            "1h30",
            "00012",
            f'"Poser.{end}Puis ""gagner""{separator} fin."',
        ],
        ["Dobble", "Asmodée", "2-8", "6+", "15 min", "00013", ""],
    ]
    return end.join(separator.join(row) for row in rows) + end


TABLE = _table()
BOTH = {NEW: 2}
TITLES = (EGG, "Dobble")


def csv(*lines: str) -> bytes:
    return "\n".join(lines).encode() + b"\n"


def xlsx(rows: list[list], formats: dict[str, str] | None = None) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for cell, shown in (formats or {}).items():
        book.active[cell].number_format = shown
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return out.getvalue()


def marc(title: str, *, charset: str = "50  ", barcode: str = "00012", text: str = "") -> pymarc.Record:
    record = pymarc.Record(force_utf8=True)
    record.leader = pymarc.Leader("00000nrm0 2200000   450 ")
    record.add_field(pymarc.Field("001", data=f"n{title}"))

    def add(tag: str, **said: str) -> None:
        subfields = [pymarc.Subfield(code.strip("_"), value) for code, value in said.items()]
        record.add_field(pymarc.Field(tag, pymarc.Indicators(" ", " "), subfields))

    add("100", a=f"20261130u        u  u0frey{charset}    ba")
    if title:
        add("200", a=title)
    add("210", c="Éditions", d="[s.d.]", h="0000-00-00")
    add("330", a=text or "Résumé")
    add("900", a="2", l="Nombre minimum de joueurs", n="nb_joueurs_min")
    add("995", f=barcode, k="OEU", m="00000000")
    return record


def iso(*records: pymarc.Record) -> bytes:
    return b"".join(record.as_marc() for record in records)


def recoded(record: pymarc.Record, encode) -> bytes:
    """The record in other bytes, its lengths and addresses right."""
    head, *fields = record.as_marc()[:-1].split(b"\x1e")
    fields = [encode(field.decode()) for field in fields[:-1]]
    tags = [head[at : at + 3].decode() for at in range(24, len(head), 12)]
    directory, start = "", 0
    for tag, field_ in zip(tags, fields, strict=True):
        directory += f"{tag}{len(field_) + 1:04}{start:05}"
        start += len(field_) + 1
    base = 24 + len(directory) + 1
    leader = f"{base + start + 1:05}{head[5:12].decode()}{base:05}{head[17:24].decode()}"
    return (leader + directory).encode() + b"\x1e" + b"\x1e".join(fields) + b"\x1e\x1d"


_MARKS = {"\u0300": 0xC1, "\u0301": 0xC2, "\u0302": 0xC3, "\u0308": 0xC8, "\u0327": 0xD0}
_LETTERS = {"œ": 0xFA, "Œ": 0xEA, "«": 0xAB, "»": 0xBB, "’": 0xB9}


def iso5426(text: str) -> bytes:
    """The mark before its letter, as the norm has it."""
    out = bytearray()
    for sign in unicodedata.normalize("NFD", text):
        if sign in _MARKS:
            out.insert(len(out) - 1, _MARKS[sign])
        else:
            out.append(_LETTERS.get(sign, ord(sign) if ord(sign) < 128 else 0x3F))
    return bytes(out)


ACCENTS = "L’Œuf à la façade, île"
LATIN = "L'ouf à la façade, île d'Été"
COLLECTION = "<?xml version='1.0' encoding='UTF-8'?><collection>{}</collection>"


def marcxml(title: str, prefix: str = "") -> str:
    p = f"{prefix}:" if prefix else ""
    space = f' xmlns:{prefix}="http://www.loc.gov/MARC21/slim"' if prefix else ""
    return (
        f"<{p}record{space}><{p}leader>     nrm  22     1i 450 </{p}leader>"
        f'<{p}datafield tag="200" ind1="1" ind2=" "><{p}subfield code="a">{title}</{p}subfield></{p}datafield>'
        f"</{p}record>"
    )


def damaged(content: bytes, old: bytes, new: bytes) -> bytes:
    assert old in content
    return content.replace(old, new, 1)


_TWO = iso(marc("Uno", barcode="1"), marc("Dobble", barcode="2"))
_PMB = PMB_ISO.read_bytes()
_PMB_RECORDS = _PMB.split(b"\x1d")

WHOLE = [
    Case("PMB, ISO 2709", _PMB, {NEW: 5}),
    Case("PMB, XML", PMB_XML.read_bytes(), {NEW: 5}),
    Case("CSV, UTF-8", TABLE.encode(), BOTH, titles=TITLES),
    Case("CSV, UTF-8 with BOM, as Excel writes it", TABLE.encode("utf-8-sig"), BOTH, titles=TITLES),
    Case("CSV, UTF-16", TABLE.encode("utf-16"), BOTH, titles=TITLES),
    Case("CSV, UTF-16 big end first, no BOM", TABLE.encode("utf-16-be"), BOTH, titles=TITLES),
    Case("CSV, cp1252", TABLE.encode("cp1252"), BOTH, titles=TITLES),
    Case("CSV, commas", _table(",").replace("L'Œuf à 8 €", EGG).encode(), BOTH, titles=TITLES),
    Case("CSV, tabs, Windows' ends of lines", _table("\t", "\r\n").encode(), BOTH, titles=TITLES),
    Case("CSV, an old Macintosh's ends of lines", _table(end="\r").encode("cp1252"), BOTH, titles=TITLES),
    Case("CSV, a title above the table, empty lines", b"Liste des jeux;;\n\n" + csv("NOM;AGE", "Uno;7", ";", "Go;9"), BOTH),
    Case("XLSX, a barcode shown with its zeros", xlsx([["Titre", "EAN", "Code-barres", "Acheté le"], ["Uno", 3558380000013, 12, None]], {"C2": "00000"}), {NEW: 1}),
    Case("ISO 2709, UTF-8", iso(marc(ACCENTS)), {NEW: 1}, titles=(ACCENTS,)),
    Case("ISO 2709, NFD", iso(marc(unicodedata.normalize("NFD", ACCENTS))), {NEW: 1}, titles=(ACCENTS,)),
    Case("ISO 2709, ISO 5426 with marks before letters", recoded(marc(ACCENTS, charset="0103"), iso5426), {NEW: 1}, titles=(ACCENTS,)),
    Case("ISO 2709, Latin-1", recoded(marc(LATIN, charset="01  "), lambda text: text.encode("latin-1")), {NEW: 1}, titles=(LATIN,)),
    Case("ISO 2709, says UTF-8 and is Latin-1", recoded(marc(LATIN), lambda text: text.encode("latin-1")), {NEW: 1}, titles=(LATIN,)),
    Case("ISO 2709, says ISO 5426 and is UTF-8", iso(marc(ACCENTS, charset="0103")), {NEW: 1}, titles=(ACCENTS,)),
    Case("ISO 2709, lengths and addresses of before a conversion", damaged(_TWO, _TWO[:5], b"00099"), BOTH),
    Case("MARCXML", COLLECTION.format(marcxml(EGG)).encode(), {NEW: 1}, titles=(EGG,)),
    Case("MARCXML with a prefix, as a harvest wraps it", COLLECTION.format(f"<record><header/><metadata>{marcxml(EGG, 'marc')}</metadata></record>").encode(), {NEW: 1}, titles=(EGG,)),
    Case("MARCXML, says UTF-8 and is Latin-1", COLLECTION.format(marcxml(LATIN)).encode("latin-1"), {NEW: 1}, titles=(LATIN,)),
]  # fmt: skip

BROKEN = [
    # no catalogue at all
    Case("an empty file", b"", {}, ("Le fichier est vide",)),
    Case("nothing but a BOM", b"\xef\xbb\xbf\r\n", {}, ("Le fichier est vide",)),
    Case("a PDF", b"%PDF-1.7 ...", {}, ("C’est un PDF",)),
    Case("an old workbook", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", {}, ("ancien classeur Excel",)),
    Case("a workbook of LibreOffice", zipped(content_xml=b"<x/>"), {}, ("LibreOffice",)),
    Case("a compressed folder", zipped(jeux=b"x"), {}, ("compressé",)),
    Case("a compressed file", b"\x1f\x8b\x08\x00", {}, ("compressé",)),
    Case("a page of the web called .xls", b"<html><body><table><tr><td>Titre</td></table>", {}, ("page web",)),
    Case("JSON", b'{"titre": "Uno"}', {}, ("JSON",)),
    Case("a picture", b"\x89PNG\r\n\x1a\n", {}, ("image",)),
    Case("another XML", b"<?xml version='1.0'?><rss><item/></rss>", {}, ("ni du MARCXML",)),
    Case("a program", b"\x7fELF\x02\x01\x01" + bytes(64) + b"code\xff\xfe" * 9, {}, ("pas un fichier de texte",)),
    Case("a workbook cut short", xlsx([["Titre"], ["Uno"]])[:2000], {}, ("abîmé",)),
    Case("a workbook without a sheet's content", zipped(xl__workbook_xml=b"<x/>"), {}, ("ne se lit pas",)),
    Case("an empty workbook", xlsx([[]]), {}, ("Aucune ligne de titres",)),
    Case("far too many columns", csv(";".join(f"c{n}" for n in range(400))), {}, ("400 colonnes",)),
    # whole, but for some of it
    Case("headings and nothing more", csv("Titre;Cote"), {}),
    Case("CSV, a quote that never ends", csv("Titre;Règles", 'Uno;"Poser', "Dobble;x", "Go;y"), {REFUSED: 1, NEW: 2}, ("jamais fermé",)),
    Case("CSV, inches within a name", csv("Titre;Règles", 'Puzzle 12" bois;x', "Dobble;y"), BOTH, titles=('Puzzle 12" bois', "Dobble")),
    Case("CSV, a line that is shifted", csv("Titre;Cote", "Uno;A;B;C", "Dobble;D"), {REFUSED: 1, NEW: 1}, ("plus de cases",)),
    Case("CSV, one line in other letters", b"Titre\nCaf\xc3\xa9\nCaf\xe9 noir\n", BOTH, titles=("Café", "Café noir")),
    Case("CSV, signs that no text has", csv("Titre;Notes", "Un\x00o\x07;une note comme une autre"), {NEW: 1}, titles=("Uno",)),
    Case("CSV, no title", csv("Titre;Cote", ";A", "Uno;B"), {REFUSED: 1, NEW: 1}, ("pas de titre",)),
    Case("CSV, values that cannot be read", csv("Titre;Joueurs;Age;Durée;Prix;Acheté le;Code-barres;État", "Uno;beaucoup;vieux;long;cher;hier;é~é;bof"), {REFUSED: 1}, ("Aucun nombre de joueurs", "Aucun âge", "Aucune durée", "pas un prix", "pas une date", "lettres, des chiffres", "Au choix")),
    Case("CSV, numbers out of all bounds", csv("Titre;Joueurs min;Joueurs max;Age;Année", "Uno;5000;9;7;1066", "Dobble;4;2;;"), {REFUSED: 2}, ("Entre 1 et 999", "Entre 1800 et 2100", "sous le minimum")),
    Case("CSV, values that must not change in silence", csv("Titre;Durée;Joueurs;Age;Acheté le;Code-barres", "Uno;1000000;2;7;;", "Dobble;-20;2;7;;", "Go;20;6-2;7;;", "Set;1000h;2;9-7;01/01/1600;1"), {REFUSED: 4}, ("Entre 1 et 10000", "négative", "sous le minimum", "Entre 1 et 10000", "sous le minimum", "entre 1900 et 2100")),
    Case("CSV, a title without end", csv("Titre", "U" * 301), {REFUSED: 1}, ("300 caractères au plus",)),
    Case("CSV, an EAN that a sheet has rounded", csv("Titre;EAN", "Uno;3,55838E+12", "Dobble;12"), {REFUSED: 2}, ("nombre arrondi", "8, 12 ou 13 chiffres")),
    Case("CSV, one barcode on two games", csv("Titre;Code-barres", "Uno;0001", "Dobble;0001", "Go;0002"), {NEW: 2, REFUSED: 1}, ("Uno",)),
    Case("CSV, formulas and hostile words are words", csv("Titre;Notes", "=HYPERLINK(1);'); DROP TABLE x;--", "<script>alert(1)</script>;&amp;"), {REFUSED: 1, NEW: 1}, ("plus de cases",), titles=("<script>alert(1)</script>",)),
    Case("CSV, a line of a million signs", csv("Titre;Règles", "Uno;" + "x" * 1_000_000, "Dobble;y"), {NEW: 1, REFUSED: 1}, ("trop longue",)),
    Case("XLSX, formulas and errors", xlsx([["Titre", "Age"], ["Uno", "=1+1"], ["Dobble", "#REF!"]]), {NEW: 1, REFUSED: 1}, ("Aucun âge",)),
    Case("ISO 2709, cut in the last record", _PMB[:-300], {NEW: 4, REFUSED: 1}, ("La notice est coupée",)),
    Case("ISO 2709, something else between two records", _PMB_RECORDS[0] + b"\x1d" + b"### erreur 500 ###\x1d" + _PMB_RECORDS[1] + b"\x1d", {NEW: 2, REFUSED: 1}, ("pas une notice",)),
    Case("ISO 2709, a directory that lies", damaged(_TWO, b"2000008", b"2009999"), BOTH),
    Case("ISO 2709, a field without its end", damaged(_TWO, "\x1e  \x1fcÉ".encode(), "  \x1fcÉ".encode()), {NEW: 1, REFUSED: 1}, ("coupée",)),
    Case("ISO 2709, no title", iso(marc("", barcode="1"), marc("Uno", barcode="2")), {NEW: 1, REFUSED: 1}, ("pas de titre",)),
    Case("ISO 2709, a barcode that is none", iso(marc("Uno", barcode="~~"), marc("Dobble")), {NEW: 1, REFUSED: 1}, ("lettres, des chiffres",)),
    Case("XML, a record that is not well-formed", COLLECTION.format(marcxml("Uno") + "<record><datafield></record>" + marcxml("Go")).encode(), {NEW: 2, REFUSED: 1}, ("pas bien formé",)),
    Case("XML, a record without its end", COLLECTION.format("<record><datafield tag='200'>" + marcxml("Uno")).encode(), {REFUSED: 1, NEW: 1}, ("pas fermée",)),
    Case("XML, cut in the middle", COLLECTION.format(marcxml("Uno") + marcxml("Go")).encode()[:-60], {NEW: 1, REFUSED: 1}, ("le fichier est coupé",)),
    Case("XML, entities that would fill the memory", ("<!DOCTYPE c [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;'>]><collection>" + marcxml("&b;") + marcxml("Uno") + "</collection>").encode(), {REFUSED: 1, NEW: 1}, ("pas bien formé",)),
    Case("XML, an entity that would read a file", ("<!DOCTYPE c [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><collection>" + marcxml("&a;") + "</collection>").encode(), {REFUSED: 1}, ("une entité (&…;) n’est pas définie",)),
    Case("XML, an empty record", COLLECTION.format("<record></record>" + marcxml("Uno")).encode(), {REFUSED: 1, NEW: 1}, ("aucun champ",)),
]  # fmt: skip
