"""What the cards of Uno show, and the marks of their colours. A shape says the colour without the colour."""

from __future__ import annotations

from typing import Any

from games.engines.uno.words import COLOUR, card_name

# colour → (ground, figure, its shape around 0 0 within ±10)
SUITS = {
    "R": ("#C8321F", "#FFFFFF", "M0-10 10 7.5H-10Z"),
    "Y": ("#F3B61F", "#22262E", "M-9 0a9 9 0 1 1 18 0a9 9 0 1 1-18 0Z"),
    "G": ("#2B7A3D", "#FFFFFF", "M-8-8H8V8H-8Z"),
    "B": ("#1F5FA8", "#FFFFFF", "M0-10.5 10.5 0 0 10.5-10.5 0Z"),
}


def face(code: str) -> dict[str, Any]:
    """A card (`R5`, `GS`, `W4`), its back (""), or the mark of a colour (`=R`)."""
    if not code:
        return {"face_down": True, "name": "une carte cachée"}
    if code.startswith("="):
        ground, _, shape = SUITS[code[1]]
        return {
            "mark": True,
            "ground": ground,
            "shape": shape,
            "name": COLOUR[code[1]],
            "width": 36,
            "height": 36,
        }
    ground, ink, shape = SUITS.get(code[0], ("#22262E", "#FFFFFF", ""))
    sign = code if code in ("W", "W4") else code[1]
    return {
        "ground": ground,
        "ink": ink,
        "shape": shape,
        "sign": sign,
        "corner": {"S": "", "T": "", "D": "+2", "W": "", "W4": "+4"}.get(sign, sign),
        "joker": code[0] == "W",
        "digit": sign.isdigit(),
        "underlined": sign in "69",
        "name": card_name(code),
    }
