"""Plain text as blocks to set: headings, paragraphs and lists are recognised, no word is changed.

A text from a catalogue knows only line ends. What is surely a heading or a list becomes one, everything
else is a paragraph; a wall of text is cut after whole sentences.
"""

import re
import unicodedata
from dataclasses import dataclass, field

HEADING = 48  # a longer line is no heading
BROKEN = 60  # a line at least this long may have been broken in the middle of a sentence
PICTOGRAPHS = 0x1F000  # where Unicode keeps them
WALL, PARAGRAPH = 900, 380  # a longer paragraph is cut into pieces of about this length

_MARK = re.compile(r"^(\s*)(\d{1,2}[.)]|[a-z]\)|[-–•*])\s+(\S.*)$")
_STOPS = tuple('.!?:;,)…»”"')
_ASIDE = re.compile(r"^(?:exemple|note|important|attention|remarque)\b[^.:;]{0,4}[:;]", re.IGNORECASE)
# a sentence ends at a stop; some sources forgot the space after it
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[a-zà-ÿ)][.!?])(?=[A-ZÀ-Þ])")


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 1
    kind: str = "heading"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`aside`: an example or a note."""

    text: str
    aside: bool = False
    kind: str = "paragraph"


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a list with its mark as written (`a)`, `1.`, `-`), and the entries under it."""

    mark: str
    text: str
    under: list["Item"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Items:
    items: list[Item]
    kind: str = "list"


Block = Heading | Paragraph | Items


def blocks(text: str) -> list[Block]:
    """The blocks of a text, in its order."""
    lines = _lines(text)
    pictured = any(_without_picture(line) != line for line in lines)
    found: list[Block] = []
    at = 0
    while at < len(lines):
        end = _list_end(lines, at)
        if end > at:
            found.append(Items(_items(lines[at:end])))
            at = end
            continue
        line, leads = lines[at].strip(), _list_end(lines, at + 1) > at + 1
        bare = _without_picture(line)
        if bare != line and len(bare) <= HEADING:
            found.append(Heading(bare))
        elif at + 1 < len(lines) and not leads and _is_heading(bare):
            found.append(Heading(bare, 2 if pictured or _ASIDE.match(bare) else 1))
        else:
            found += [Paragraph(part, bool(_ASIDE.match(part))) for part in _pieces(bare)]
        at += 1
    return found


def _lines(text: str) -> list[str]:
    """Lines that say something; one that was broken in the middle of a sentence is whole again."""
    lines: list[str] = []
    for line in (line.rstrip() for line in text.splitlines()):
        if not line:
            lines.append(line)
        elif lines and _goes_on(lines[-1], line):
            lines[-1] = f"{lines[-1]} {line.strip()}"
        else:
            lines.append(line)
    return [line for line in lines if line]


def _goes_on(before: str, line: str) -> bool:
    whole = len(before) < BROKEN or before.endswith(_STOPS)
    return not whole and line.lstrip()[0].islower() and not _MARK.match(line)


def _is_heading(line: str) -> bool:
    if len(line) > HEADING or not (line[0].isupper() or line[0].isdigit() or line.endswith(":")):
        return False
    inside = line.rstrip(" :")
    return line.endswith(":") or not (line.endswith(_STOPS) or re.search(r"[^\W\d][.!?]\s", inside))


def _without_picture(line: str) -> str:
    """The line without the pictograph that opens it, as pages do with headings; a lone one stays."""
    bare = line.lstrip()
    if unicodedata.category(bare[0]) == "So" and ord(bare[0]) >= PICTOGRAPHS:
        return bare[1:].lstrip("\ufe0f\u200d ").strip() or line
    return line


def _list_end(lines: list[str], start: int) -> int:
    """Where the list that begins at `start` ends; `start` itself if none begins there: it takes two entries
    that follow each other."""
    if start >= len(lines) or not (first := _MARK.match(lines[start])):
        return start
    end, tops = start, [first[2]]
    for at in range(start + 1, len(lines)):
        match = _MARK.match(lines[at])
        if not match or len(match[1]) < len(first[1]):
            break
        if len(match[1]) == len(first[1]):
            if not _follows(tops[-1], match[2]):
                break
            tops.append(match[2])
        end = at
    return end + 1 if len(tops) > 1 else start


def _follows(before: str, mark: str) -> bool:
    """Whether `b)` follows `a)`, `2.` follows `1.`, and a dash a dash."""
    if before[-1] != mark[-1]:
        return False
    a, b = before[:-1], mark[:-1]
    if a.isdigit() and b.isdigit():
        return int(b) == int(a) + 1
    return a == b == "" or (a.isalpha() and b.isalpha() and ord(b) == ord(a) + 1)


def _items(lines: list[str]) -> list[Item]:
    items: list[Item] = []
    # every line of a list bears its mark: `_list_end` has looked
    entries = [match.groups() for match in map(_MARK.match, lines) if match]
    assert len(entries) == len(lines)  # no line may be lost
    margin = len(entries[0][0])
    for indent, mark, text in entries:
        row = items if len(indent) == margin else items[-1].under
        row.append(Item(mark, text))
    return items


def _pieces(line: str) -> list[str]:
    """A paragraph, or a wall of text cut after whole sentences."""
    if len(line) <= WALL:
        return [line]
    ends = [match.span() for match in _SENTENCE.finditer(line)] + [(len(line), len(line))]
    pieces, begin = [], 0
    for stop, after in ends:
        rest = len(line) - stop
        if not rest or (stop - begin >= PARAGRAPH and rest > PARAGRAPH // 3):
            pieces.append(line[begin:stop])
            begin = after
    return pieces
