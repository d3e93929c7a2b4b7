"""What a barcode scanner types when the keyboard is set to another layout, and what a code is."""

import re
import unicodedata

# the row of digits of a French keyboard; some systems put capitals on it under Caps Lock
_AZERTY_DIGITS = str.maketrans("&é\"'(-è_çàÉÈÇÀ", "12345678902790")
# the keys of letters and signs that stand elsewhere on a French keyboard: what comes, and what was meant
_AZERTY_LETTERS = str.maketrans("aqzwAQZW,?)°:!", "qawzQAWZmM-_./")
_AZERTY_KEYS = _AZERTY_DIGITS | _AZERTY_LETTERS
_ONLY_KEYS = re.compile("[&é\"'(\\-è_çàÉÈÇÀ]+")
_ONLY_DIGIT_KEYS = re.compile("[0-9&é\"'(\\-è_çàÉÈÇÀ]+")
# what a scanner may be set to send before the code: a sign, or what the code is printed as (« ]C1 »), which a
# French keyboard turns into « $C& »
_PREFIX = re.compile("^(?:[~²#*^!§¤µ]+|[\\]$£][A-Za-z][0-9&é\"'(\\-è_çà])")
# a code with letters ends in figures: « LUD0012 »
_LIKE_CODE = re.compile(r"[A-Za-z./_+$%:-]*[0-9]{2,}")
# letters, digits and the signs that barcodes can hold
_CODE = re.compile(r"[\w./+$%:-]+")


def repaired(typed: str) -> str | None:
    """The digits meant where only keys of the row of digits were typed; None where they came as such."""
    if not only_digit_keys(typed):
        return None
    found = unprefixed(_bare(typed)).translate(_AZERTY_DIGITS)
    return found if found != typed else None


def readings(typed: str) -> list[str]:
    """What the scanner may have meant, what was really typed first: only what something bears counts."""
    if len(typed) == 1:  # « é »: the letter of a name, no two
        return [typed]
    found = [typed, code(typed)]
    for text in dict.fromkeys([_bare(typed), unprefixed(_bare(typed))]):
        # where a digit came as a digit, the row of digits is as the scanner thinks
        ways = (_AZERTY_LETTERS,) if _has_digit(text) else (_AZERTY_DIGITS, _AZERTY_KEYS)
        meant = [text, *(text.translate(way) for way in ways)]
        # words are left alone: what is repaired ends as a code does; in the other case if Caps Lock is on
        like_codes = [one for one in meant if _LIKE_CODE.fullmatch(one)]
        found += [text, *like_codes, *(one.swapcase() for one in like_codes)]
    return list(dict.fromkeys(one for one in found if one))


def unprefixed(text: str) -> str:
    """The text without what a scanner was set to send before each code."""
    return _PREFIX.sub("", text, count=1)


def code(typed: str) -> str:
    """The code as it is kept: without spaces, in digits where only a French keyboard's digit keys came."""
    text = _bare(typed)
    return text.translate(_AZERTY_DIGITS) if _ONLY_KEYS.fullmatch(text) else text


def can_be_code(text: str) -> bool:
    """Whether a box or a card may bear it; `code` has made it."""
    return bool(_CODE.fullmatch(text)) and any(character.isalnum() for character in text)


def only_digit_keys(typed: str) -> bool:
    """Whether only keys of the row of digits were typed: a code, never a name; one letter is a letter."""
    text = unprefixed(_bare(typed))
    return bool(_ONLY_DIGIT_KEYS.fullmatch(text)) and not (len(text) == 1 and text.isalpha())


def _has_digit(text: str) -> bool:
    return any(character in "0123456789" for character in text)


def _bare(typed: str) -> str:
    """Without spaces and without the unseen signs that some codes hold."""
    text = "".join(unicodedata.normalize("NFC", typed).split())
    return "".join(character for character in text if unicodedata.category(character) != "Cc")
