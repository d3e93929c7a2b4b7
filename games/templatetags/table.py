"""What the pages and sheets of all games draw: pieces, by the face their game gives them."""

import re

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games import tables

register = template.Library()


@register.simple_tag
def face(game: str, code: str) -> SafeString:
    """What a piece shows, for a picture that holds several."""
    return render_to_string(f"games/{game}/face.html", tables.of(game).face(code))


@register.inclusion_tag("games/piece.html")
def card(game: str, code: str, spoken: bool = True) -> dict:
    """A piece as a picture of its own; `spoken` gives it its name, else it is decoration."""
    seen = tables.of(game).face(code)
    return {
        "face": render_to_string(f"games/{game}/face.html", seen),
        "name": seen["name"] if spoken else "",
        "width": seen.get("width", 100),
        "height": seen.get("height", 150),
    }


@register.filter
def face_id(code: str) -> str:
    """The id under which a page defines a face that it draws many times."""
    return "face-" + (re.sub(r"[^A-Za-z0-9]", lambda sign: f"_{ord(sign[0]):x}", code) or "back")
