"""What a barcode scanner types when the keyboard is set to another layout."""

import unicodedata

_AZERTY_DIGITS = str.maketrans("&é\"'(-è_çà", "1234567890")


def repaired(typed: str) -> str | None:
    """The digits that a scanner meant on a French keyboard, or None if they cannot be what it meant."""
    text = unicodedata.normalize("NFC", typed).translate(_AZERTY_DIGITS)
    return text if text != typed and text.isascii() and text.isalnum() else None
