"""Codes that a telephone reads."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr(address: str) -> SafeString:
    """An address as SVG, with its alternative text."""
    code = segno.make(address, micro=False, error="m")
    return mark_safe(code.svg_inline(border=0, omitsize=True, title=f"Code à flasher : {address}"))
