"""What a barcode scanner types when the keyboard is set to another layout, and what a code is."""

import re
import unicodedata

# the row of digits of a French keyboard; some systems put capitals on it under Caps Lock
_AZERTY_DIGITS = str.maketrans("&é\"'(-è_çàÉÈÇÀ", "12345678902790")
_ONLY_KEYS = re.compile("[&é\"'(\\-è_çàÉÈÇÀ]+")
_ONLY_DIGIT_KEYS = re.compile("[0-9&é\"'(\\-è_çàÉÈÇÀ]+")
# letters, digits and the signs that barcodes can hold
_CODE = re.compile(r"[\w./+$%:-]+")


def repaired(typed: str) -> str | None:
    """The digits that a scanner meant on a French keyboard, or None if they cannot be what it meant."""
    text = _bare(typed).translate(_AZERTY_DIGITS)
    return text if text != typed and text.isascii() and text.isalnum() else None


def code(typed: str) -> str:
    """The code as it is kept: without spaces, in digits where only a French keyboard's digit keys came."""
    text = _bare(typed)
    return text.translate(_AZERTY_DIGITS) if _ONLY_KEYS.fullmatch(text) else text


def can_be_code(text: str) -> bool:
    """Whether a box or a card may bear it; `code` has made it."""
    return bool(_CODE.fullmatch(text)) and any(character.isalnum() for character in text)


def only_digit_keys(typed: str) -> bool:
    """Whether nothing but keys of the row of digits was typed: a code, never a name."""
    return bool(_ONLY_DIGIT_KEYS.fullmatch(_bare(typed)))


def _bare(typed: str) -> str:
    return "".join(unicodedata.normalize("NFC", typed).split())
