"""Barcodes as black bars in millimetres. The code is drawn as it is: no check digit, no zero lost."""

from itertools import groupby

import barcode
from barcode.errors import BarcodeError

SYMBOLOGIES = {"code128": "Code 128", "code39": "Code 39"}
NARROWEST = 0.19  # what usual readers still read
WIDEST = 0.5
QUIET = 10  # white modules that a reader wants on each side

_CODE39 = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%")


class Unprintable(ValueError):
    """Why a code has no such barcode, in a sentence."""


def pattern(symbology: str, code: str) -> str:
    """The modules of a code, `1` for black."""
    if symbology == "code39":
        if not set(code) <= _CODE39:
            raise Unprintable("Code 39 n’a que des capitales sans accent, des chiffres et - . $ / + %")
        made = barcode.get("code39", code, options={"add_checksum": False})
    else:
        if not code.isascii():
            raise Unprintable("Code 128 n’a pas de lettre accentuée")
        made = barcode.get("code128", code)
    try:
        return made.build()[0]
    except BarcodeError as error:
        raise Unprintable("ce code ne se met pas en barres") from error


def path(modules: str, *, room: float, height: float) -> tuple[float, str]:
    """(width in millimetres, drawing) of the bars within `room`, their quiet zones beside them."""
    narrow = min(WIDEST, room / (len(modules) + 2 * QUIET))
    if narrow < NARROWEST:
        raise Unprintable("ses barres seraient trop fines pour cette étiquette")
    bars, at = [], 0
    for black, run in groupby(modules):
        count = len(list(run))
        if black == "1":
            bars.append(f"M{at * narrow:.4f} 0h{count * narrow:.4f}v{height:.3f}h-{count * narrow:.4f}z")
        at += count
    return at * narrow, "".join(bars)
