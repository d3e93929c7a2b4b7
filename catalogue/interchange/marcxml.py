"""UNIMARC in XML: MARCXML (`record`), and PMB's own (`notice`).

Each record is cut out of the file and parsed alone, by expat: one that is not well-formed stops no other,
no declaration of the head is ever read (so no entity can be defined), and the file is never held whole.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from catalogue.interchange import charsets
from catalogue.interchange.marc import Broken, Marc

LONGEST_READ = 4_000_000  # letters of a record
_START = re.compile(r"<((?:[\w.-]+:)?(?:record|notice))(?=[\s>/])")
_DECLARED = re.compile(rb"^\s*<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")


def declared(sample: bytes) -> str:
    """The charset that the head names, or nothing."""
    found = _DECLARED.search(sample[:1000].removeprefix(b"\xef\xbb\xbf"))
    return found[1].decode().lower() if found else ""


def charset_of(sample: bytes) -> str:
    """By what the bytes are; what the head says counts where both can be."""
    found = charsets.of_table(sample)
    if found == charsets.UTF8 or found.startswith("utf-16"):
        return found
    said = declared(sample)
    return said if said in charsets.FOR_TABLES else charsets.CP1252


def read(stream: BinaryIO, charset: str = "") -> Iterator[Marc | Broken]:
    for text in _cut(_letters(stream, charset or charsets.UTF8)):
        yield text if isinstance(text, Broken) else _Parser().parse(text)


def _letters(stream: BinaryIO, charset: str) -> Iterator[str]:
    """The text in pieces; bytes that the charset does not have are read as Windows' letters."""
    if charset != charsets.UTF8:
        import codecs

        decoder = codecs.getincrementaldecoder(charset)("replace")
        while block := stream.read(1 << 16):
            yield decoder.decode(block)
        return
    rest = b""
    while block := stream.read(1 << 16):
        # cut after a sign that is a letter of its own in every charset
        block = rest + block
        end = block.rfind(b">") + 1
        block, rest = (block[:end], block[end:]) if end else (block, b"")
        yield _utf8(block)
    yield _utf8(rest)


def _utf8(block: bytes) -> str:
    try:
        return block.decode()
    except UnicodeDecodeError:
        return "\n".join(_line(line) for line in block.split(b"\n"))


def _line(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return charsets.from_windows(line)


def _cut(letters: Iterator[str]) -> Iterator[str | Broken]:
    """The text of one record after the other."""
    text = ""
    for piece in letters:
        text += piece
        while found := _START.search(text):
            name = found[1]
            end = text.find(f"</{name}>", found.end())
            # a record that has no end, and one of a harvest that wraps another: the inner one is meant
            inner = _START.search(text, found.end(), end if end >= 0 else len(text))
            if inner and (end >= 0 or inner[1] == name):
                if end < 0 or inner[1] == name:
                    between = text[found.start() : inner.start()]
                    if "field" in between or "<f " in between:
                        yield Broken(_shown(between), "La notice n’est pas fermée.")
                text = text[inner.start() :]
                continue
            if end < 0:
                text = text[found.start() :]
                if len(text) > LONGEST_READ:
                    yield Broken(_shown(text), "La notice n’est pas fermée, ou elle est trop longue.")
                    text = ""
                break
            end += len(name) + 3
            yield text[found.start() : end]
            text = text[end:]
        else:
            text = text[-100:]  # which may hold the beginning of a name
    if _START.match(text):
        yield Broken(_shown(text), "La notice n’est pas fermée : le fichier est coupé.")


def _shown(text: str) -> str:
    return " ".join(text[:200].split())[:120]


# what expat says, for people
_WRONG = {
    "undefined entity": "une entité (&…;) n’est pas définie",
    "mismatched tag": "une balise n’est pas fermée à sa place",
    "not well-formed (invalid token)": "un signe n’y a pas sa place",
    "reference to invalid character number": "un signe n’y a pas sa place",
    "no element found": "la fin manque",
    "unclosed token": "la fin d’une balise manque",
    "duplicate attribute": "un attribut y est deux fois",
}
# PMB's letters for what the leader says
_PMB_LEADER = {"rs": 5, "dt": 6, "bl": 7, "hl": 8}


class _Parser:
    def __init__(self) -> None:
        self.record = Marc()
        self.leader = list(" " * 9 + " " * 15)
        self.text: list[str] = []
        self.tag = self.code = self.indicators = ""
        self.subfields: list[tuple[str, str]] = []

    def parse(self, text: str) -> Marc | Broken:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self.text.append
        try:
            parser.Parse(text, True)
        except expat.ExpatError as error:
            wrong = _WRONG.get(expat.ErrorString(error.code), "")
            reason = f"Le XML de la notice n’est pas bien formé{' : ' * bool(wrong)}{wrong}."
            return Broken(_shown(text), reason)
        if not self.record.fields and not self.record.controls:
            return Broken(_shown(text), "La notice ne contient aucun champ.")
        self.record.leader = self.record.leader or "".join(self.leader)
        return self.record

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        self.text.clear()
        if name in ("controlfield", "datafield", "f"):
            self.tag = attributes.get("tag") or attributes.get("c", "")
            given = attributes.get("ind1", " ") + attributes.get("ind2", " ")
            self.indicators = attributes.get("ind", given)[:2]
            self.subfields = []
        elif name in ("subfield", "s"):
            self.code = attributes.get("code") or attributes.get("c", "")

    def _end(self, name: str) -> None:
        name = name.rpartition(":")[2]
        text = "".join(self.text)
        if name in ("subfield", "s"):
            if text and len(self.code) == 1:
                self.subfields.append((self.code, text))
        elif name == "leader":
            self.record.leader = text
        elif name in _PMB_LEADER:
            self.leader[_PMB_LEADER[name]] = (text or " ")[0]
        elif name == "controlfield" or (name == "f" and not self.subfields and self.tag < "010"):
            self.record.controls.append((self.tag, text))
        elif name in ("datafield", "f") and self.tag:
            self.record.fields.append((self.tag, self.indicators, self.subfields))
        self.text.clear()


HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="http://www.loc.gov/MARC21/slim">\n'
FOOT = "</collection>\n"


def written(record: Marc) -> str:
    """The record as MARCXML has it; an end of line within a text is part of it."""
    lines = ["<record>", f"  <leader>{escape(record.leader)}</leader>"]
    lines += [
        f"  <controlfield tag={quoteattr(tag)}>{escape(text)}</controlfield>" for tag, text in record.controls
    ]
    for tag, indicators, subfields in record.fields:
        lines.append(f'  <datafield tag="{tag}" ind1="{indicators[0]}" ind2="{indicators[1]}">')
        lines += [f'    <subfield code="{code}">{escape(text)}</subfield>' for code, text in subfields]
        lines.append("  </datafield>")
    lines.append("</record>\n")
    return "\n".join(lines)
