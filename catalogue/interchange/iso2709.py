"""ISO 2709, as UNIMARC comes in `.mrc`, `.iso` and `.pan` files.

Records are found by the sign that ends them and fields by theirs: lengths and addresses, which many programs
get wrong after a conversion, are written right and not relied upon.
"""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from catalogue.interchange import charsets
from catalogue.interchange.marc import Broken, Marc

END_OF_RECORD, END_OF_FIELD, SUBFIELD = b"\x1d", b"\x1e", b"\x1f"
LONGEST_READ = 4_000_000  # bytes of a record; a file without ends is not one
LONGEST_RECORD, LONGEST_FIELD = 99_999, 9_999  # what five and four digits can say
CONTINUED = "suite"  # in 999 $a: this record goes on the one before


def raw_records(stream: BinaryIO) -> Iterator[bytes]:
    """The bytes of one record after the other; what is far too long comes in pieces that cannot be read."""
    rest = b""
    while block := stream.read(1 << 16):
        *whole, rest = (rest + block).split(END_OF_RECORD)
        for raw in whole:
            raw = raw.lstrip(b"\r\n\t \x00\x1a")
            if raw:
                yield raw
        if len(rest) > LONGEST_READ:
            yield rest
            rest = b""
    rest = rest.strip(b"\r\n\t \x00\x1a")
    if rest:
        yield rest


def read(stream: BinaryIO, charset: str = "") -> Iterator[Marc | Broken]:
    """The records of a file, in `charset` or, without one, each in what it looks like."""
    waiting: Marc | None = None
    for raw in raw_records(stream):
        record = parsed(raw, charset)
        if isinstance(record, Marc) and record.first("999", "a") == CONTINUED and waiting is not None:
            _join(waiting, record)
            continue
        if waiting is not None:
            yield waiting
        waiting = None
        if isinstance(record, Marc):
            waiting = record
        else:
            yield record
    if waiting is not None:
        yield waiting


def parsed(raw: bytes, charset: str = "") -> Marc | Broken:
    head, *fields = raw.replace(b"\0", b"").split(END_OF_FIELD)  # which no database keeps
    if len(head) < 36 or not head[:5].isdigit():
        return Broken(_shown(raw), "Ce n’est pas une notice : son en-tête manque ou est coupé.")
    directory = head[24:]
    entries = len(directory) // 12
    if fields and not fields[-1].strip():
        fields.pop()
    if len(directory) % 12 or entries != len(fields):
        return Broken(
            _shown(raw),
            f"La notice est coupée : son répertoire annonce {entries} champs, il y en a {len(fields)}.",
        )
    tags = [directory[at : at + 3].decode("ascii", "replace") for at in range(0, len(directory), 12)]
    starts = [directory[at + 7 : at + 12] for at in range(0, len(directory), 12)]
    if starts != sorted(starts) and all(map(bytes.isdigit, starts)):
        order = sorted(range(entries), key=starts.__getitem__)
        in_order = [b""] * entries
        for position, entry in enumerate(order):
            in_order[entry] = fields[position]
        fields = in_order
    if not charset:
        charset = charsets.of_marc(raw, _declared(tags, fields))
    record = Marc(leader=head[:24].decode("latin-1"))
    try:
        for tag, field in zip(tags, fields, strict=True):
            if tag < "010" and SUBFIELD not in field:
                record.controls.append((tag, charsets.decoded(field, charset)))
                continue
            indicators, *parts = charsets.decoded(field, charset).split("\x1f")
            record.fields.append(
                (tag, indicators[:2], [(part[:1], part[1:]) for part in parts if len(part) > 1])
            )
    except UnicodeDecodeError as error:
        return Broken(
            _shown(raw), f"Ce n’est pas du {charsets.FOR_MARC.get(charset, charset)} : octet {error.start}."
        )
    return record


def _declared(tags: list[str], fields: list[bytes]) -> str:
    for tag, field in zip(tags, fields, strict=True):
        if tag == "100":
            return field.partition(b"\x1fa")[2][26:30].decode("ascii", "replace")
    return ""


def _shown(raw: bytes) -> str:
    text = raw[:400].decode("utf-8", "replace")
    return "".join(sign if sign.isprintable() else " " for sign in text)[:120]


def _join(record: Marc, more: Marc) -> None:
    """The fields that did not fit in one record; a text that was cut goes on in the last field of its tag."""
    for tag, indicators, subfields in more.fields:
        if tag in ("100", "200", "999"):
            continue
        record.fields.append((tag, indicators, subfields))


def joined_texts(record: Marc) -> None:
    """Puts together the texts that `_fitting` has cut."""
    kept: list = []
    for tag, indicators, subfields in record.fields:
        if ("9", CONTINUED) in subfields and kept:
            before = next((one for one in reversed(kept) if one[0] == tag), None)
            if before is not None:
                text = dict(subfields).get("a", "")
                before[2][:] = [(code, said + text if code == "a" else said) for code, said in before[2]]
                continue
        kept.append((tag, indicators, subfields))
    record.fields = kept


def written(record: Marc) -> bytes:
    """The bytes of the record in UTF-8: one record, or several where it is longer than one can be."""
    bodies = [(tag, text.encode()) for tag, text in record.controls]
    for tag, indicators, subfields in record.fields:
        bodies += ((tag, body) for body in _fitting(indicators, subfields))
    groups = list(_grouped(bodies))
    if len(groups) == 1:
        return _record(record.leader, groups[0])
    repeated = [body for body in groups[0] if body[0] in ("001", "100", "200")]
    mark = ("999", b"  \x1fa" + CONTINUED.encode())
    return _record(record.leader, groups[0]) + b"".join(
        _record(record.leader, [*repeated, *group, mark]) for group in groups[1:]
    )


def _fitting(indicators: str, subfields: list[tuple[str, str]]) -> Iterator[bytes]:
    """The field, or several where its $a is too long for one; what goes on says so in $9."""
    whole = _field(indicators, subfields)
    if len(whole) < LONGEST_FIELD:
        yield whole
        return
    texts = [(code, text) for code, text in subfields if code == "a"]
    others = [(code, text[:2000]) for code, text in subfields if code != "a"]
    text = "".join(text for _, text in texts)
    room = LONGEST_FIELD - 100 - len(_field(indicators, others))
    for number, piece in enumerate(_pieces(text, room)):
        yield _field(indicators, [("a", piece), *others, *([("9", CONTINUED)] if number else [])])


def _pieces(text: str, room: int) -> Iterator[str]:
    """The text in pieces of at most `room` bytes."""
    start, size = 0, 0
    for position, sign in enumerate(text):
        width = len(sign.encode())
        if size + width > room:
            yield text[start:position]
            start, size = position, 0
        size += width
    yield text[start:]


def _field(indicators: str, subfields: Iterable[tuple[str, str]]) -> bytes:
    return (indicators + "".join(f"\x1f{code}{text}" for code, text in subfields)).encode()


def _grouped(bodies: list[tuple[str, bytes]]) -> Iterator[list[tuple[str, bytes]]]:
    """Fields that fit in one record together; later ones leave room for what each record repeats."""
    repeated = sum(len(body) + 13 for tag, body in bodies if tag in ("001", "100", "200"))
    group: list[tuple[str, bytes]] = []
    size = 26
    for tag, body in bodies:
        if size + len(body) + 13 > LONGEST_RECORD - 100 and group:
            yield group
            group, size = [], 26 + repeated
        group.append((tag, body))
        size += len(body) + 13
    yield group


def _record(leader: str, bodies: list[tuple[str, bytes]]) -> bytes:
    directory, data = [], []
    start = 0
    for tag, body in bodies:
        length = len(body) + 1
        directory.append(f"{tag}{length:04}{start:05}")
        data.append(body + END_OF_FIELD)
        start += length
    base = 24 + 12 * len(bodies) + 1
    head = f"{base + start + 1:05}{leader[5:12]}{base:05}{leader[17:20]}{leader[20:24]}"
    return head.encode() + "".join(directory).encode() + END_OF_FIELD + b"".join(data) + END_OF_RECORD
