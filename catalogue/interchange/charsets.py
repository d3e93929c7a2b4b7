"""How the letters of a file are written: found out, and read in spite of what the file says of itself."""

import codecs
import re
import unicodedata

UTF8, UTF16, CP1252, LATIN1, ISO5426 = "utf-8", "utf-16", "cp1252", "iso-8859-1", "iso5426"

# what a page offers, by format
FOR_TABLES = {
    UTF8: "UTF-8",
    UTF16: "UTF-16",
    CP1252: "Windows (cp1252)",
    "iso-8859-15": "Latin-9 (ISO 8859-15)",
    "mac_roman": "Macintosh",
    "cp850": "MS-DOS (cp850)",
}
FOR_MARC = {UTF8: "UTF-8", ISO5426: "ISO 5426", CP1252: "Latin-1 (ISO 8859-1, Windows)"}

# ISO 5426: letters of its own, and marks that stand before the letter they sit on
_SIGNS = dict(
    zip(range(0xA1, 0xB0), "¡„£$¥†§′‘“«♭©℗®", strict=True)
) | {0xB0: "ʻ", 0xB1: "ʼ", 0xB2: "‚", 0xB6: "‡", 0xB7: "·", 0xB8: "″", 0xB9: "’", 0xBA: "”", 0xBB: "»",
     0xBC: "♯", 0xBD: "ʹ", 0xBE: "ʺ", 0xBF: "¿", 0xE1: "Æ", 0xE2: "Đ", 0xE6: "Ĳ", 0xE8: "Ł", 0xE9: "Ø",
     0xEA: "Œ", 0xEC: "Þ", 0xF1: "æ", 0xF2: "đ", 0xF3: "ð", 0xF5: "ı", 0xF6: "ĳ", 0xF8: "ł", 0xF9: "ø",
     0xFA: "œ", 0xFB: "ß", 0xFC: "þ"}  # fmt: skip
_MARKS = dict(
    zip(
        range(0xC0, 0xDC),
        "\u0309\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0308\u030a\u0315\u0313\u030b\u031b\u030c"
        "\u0327\u031c\u0326\u0328\u0325\u032e\u0323\u0324\u0332\u0333\u0329\u032d",
        strict=True,
    )
) | {0xDD: "\u0360"}
_MARKED = re.compile("[\uf7c0-\uf7df]+.?", re.DOTALL)
# marks wait in a corner of the private area until they have changed places with their letter
_TABLE = "".join(
    chr(code) if code < 0x80 else chr(0xF700 + code) if code in _MARKS else _SIGNS.get(code, "\ufffd")
    for code in range(256)
)


def _moved(found: re.Match[str]) -> str:
    signs = found[0]
    letter = "" if 0xF7C0 <= ord(signs[-1]) <= 0xF7DF else signs[-1]
    marks = signs[: len(signs) - len(letter)]
    return letter + "".join(_MARKS[ord(mark) - 0xF700] for mark in marks)


def from_iso5426(raw: bytes) -> str:
    """Text with composed letters."""
    text = codecs.charmap_decode(raw, "replace", _TABLE)[0]
    return unicodedata.normalize("NFC", _MARKED.sub(_moved, text))


def decoded(raw: bytes, charset: str) -> str:
    """Raises UnicodeDecodeError where the charset cannot be the right one."""
    if charset == ISO5426:
        return from_iso5426(raw)
    if charset in (CP1252, LATIN1):
        return from_windows(raw)
    return raw.decode(charset)


def from_windows(raw: bytes) -> str:
    """Windows' Western letters; the five codes that it leaves free are nobody's loss."""
    return raw.decode(CP1252, "replace")


# letters of ISO 5426 come as mark + letter: é is C2 65; in Latin-1 it is E9
_AS_5426 = re.compile(
    rb"[\xc1\xc3][aeiouAEIOU]|\xc2[aceinouyzACEINOUYZ]|[\xc8\xc9][aeiouyAEIOUY]|\xc4[naoNAO]|\xca[auAU]"
    rb"|\xcf[cszrCSZR]|\xd0[cCsStT]|[\xea\xfa](?=[a-zA-Z])"
)
_AS_LATIN = re.compile(
    rb"[a-z][\xe0-\xef\xf2-\xfc]|[\xe0-\xef\xf2-\xfc][a-z]|[\xc0-\xdc](?=[A-Z' ])"
    rb"|(?<![A-Za-z])[\xc0\xc7-\xca](?=[a-z])"
)


def of_marc(raw: bytes, declared: str = "") -> str:
    """What the bytes of a record are written in; `declared`: positions 26-29 of field 100 $a."""
    if raw.isascii():
        return UTF8
    try:
        raw.decode()
    except UnicodeDecodeError:
        pass
    else:
        return UTF8  # nothing else looks like it, whatever was declared
    as_5426, as_latin = len(_AS_5426.findall(raw)), len(_AS_LATIN.findall(raw))
    if as_5426 == as_latin:
        return ISO5426 if "03" in (declared[:2], declared[2:4]) else CP1252
    return ISO5426 if as_5426 > as_latin else CP1252


def of_table(sample: bytes) -> str:
    """What the bytes of a table are written in; `sample` is its beginning, or all of it."""
    if sample.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return UTF16
    if sample.startswith(codecs.BOM_UTF8):
        return UTF8
    half = len(sample) // 2
    odd, even = sample[1::2].count(0), sample[0::2].count(0)
    if half and odd > 0.4 * half and even < 0.1 * half:
        return "utf-16-le"
    if half and even > 0.4 * half and odd < 0.1 * half:
        return "utf-16-be"
    try:
        # the sample may end in the middle of a letter
        codecs.getincrementaldecoder(UTF8)().decode(sample)
    except UnicodeDecodeError:
        return UTF8 if _mostly_utf8(sample) else CP1252
    return UTF8


def _mostly_utf8(sample: bytes) -> bool:
    """Whether a few lines in other letters have come into a file of UTF-8."""
    good = bad = 0
    for line in sample.split(b"\n"):
        if not line.isascii():
            try:
                line.decode()
            except UnicodeDecodeError:
                bad += 1
            else:
                good += 1
    return good >= bad
