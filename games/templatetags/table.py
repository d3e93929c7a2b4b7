"""What the pages and sheets of the games draw: cards, with their spoken names."""

from django import template
from django.utils.safestring import mark_safe

from games.engines.uno.words import card_name

register = template.Library()

# colour → (ground, figure, its shape around 0 0 within ±10): the shape says the colour without the colour
_SUITS = {
    "R": ("#C8321F", "#FFFFFF", '<path d="M0-10 10 7.5H-10Z"/>'),
    "Y": ("#F3B61F", "#22262E", '<circle r="9"/>'),
    "G": ("#2B7A3D", "#FFFFFF", '<rect x="-8" y="-8" width="16" height="16" rx="1.5"/>'),
    "B": ("#1F5FA8", "#FFFFFF", '<path d="M0-10.5 10.5 0 0 10.5-10.5 0Z"/>'),
}


@register.inclusion_tag("games/uno/card.html")
def card(code: str, face_down: bool = False, spoken: bool = True) -> dict:
    """A card of Uno: `R5`, `GS`, `W4`; `spoken` gives the picture its name, else it is decoration."""
    if face_down:
        return {"face_down": True, "name": "une carte cachée" if spoken else ""}
    ground, ink, shape = _SUITS.get(code[0], ("#22262E", "#FFFFFF", ""))
    sign = "W" if code == "W" else "W4" if code == "W4" else code[1]
    return {
        "ground": ground,
        "ink": ink,
        "shape": mark_safe(shape),  # our own constants
        "sign": sign,
        "corner": {"S": "", "T": "", "D": "+2", "W": "", "W4": "+4"}.get(sign, sign),
        "joker": code[0] == "W",
        "digit": sign.isdigit(),
        "underlined": sign in "69",
        "name": card_name(code) if spoken else "",
    }


@register.inclusion_tag("games/uno/face.html")
def face(code: str) -> dict:
    """What a card shows, 100 by 150, for a picture that holds several."""
    return card(code, face_down=code == "", spoken=False)
