"""What the cards of Odin show. Each colour has a shape, so that it can be told without the colour."""

from __future__ import annotations

from typing import Any

from games.engines.odin.words import COLOUR, card_name

INK, PAPER = "#22262E", "#FBF7EF"

# colour → (ground, what is written on it, its shape around 0 0 within ±10)
SUITS = {
    "B": ("#1F5FA8", "#FFFFFF", "M0-10.5 10.5 0 0 10.5-10.5 0Z"),
    "R": ("#C8321F", "#FFFFFF", "M0-10 10 7.5H-10Z"),
    "P": (
        "#F4A6C6",
        INK,
        "M0 9.5C-5 5-10 1.5-10-3.5-10-7-7.5-9-5-9-2.5-9-.8-7.5 0-5.5.8-7.5 2.5-9 5-9 "
        "7.5-9 10-7 10-3.5 10 1.5 5 5 0 9.5Z",
    ),
    "G": ("#2B7A3D", "#FFFFFF", "M-8-8H8V8H-8Z"),
    "N": (INK, "#FFFFFF", "M0-10.5 2.7-3.7 10-3.2 4.4 1.4 6.2 8.5 0 4.6-6.2 8.5-4.4 1.4-10-3.2-2.7-3.7Z"),
    "O": ("#EE8A1D", INK, "M-9 0a9 9 0 1 1 18 0a9 9 0 1 1-18 0Z"),
}

_APART = 7  # between the middles of two shields on the hull


def face(code: str) -> dict[str, Any]:
    """A card (`9R`), its back (""), or the mark of a colour (`=R`)."""
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
    ground, ink, shape = SUITS[code[1]]
    number = int(code[0])
    left = 50 - _APART * (number - 1) / 2
    return {
        "ground": ground,
        "ink": ink,
        "shape": shape,
        "number": number,
        "hull": PAPER if ground == INK else INK,
        "boss": INK if ground == INK else PAPER,
        # as many shields along the hull as the card's number
        "shields": [f"{left + _APART * at:g}" for at in range(number)],
        "name": card_name(code),
    }
