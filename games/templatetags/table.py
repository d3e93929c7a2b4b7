"""What the pages and sheets of all games draw: pieces, by the face their game gives them."""

import re
from functools import lru_cache
from typing import NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games import tables
from games.engines.kernel.rulebook import seat_name

register = template.Library()


class Piece(NamedTuple):
    face: SafeString
    name: str
    width: int
    height: int


@lru_cache(maxsize=1000)
def _piece(game: str, code: str) -> Piece:
    """A piece always looks the same: it is drawn once."""
    seen = tables.of(game).face(code)
    drawn = render_to_string(f"games/{game}/face.html", seen)
    return Piece(drawn, seen["name"], seen.get("width", 100), seen.get("height", 150))


@register.simple_tag
def face(game: str, code: str) -> SafeString:
    """What a piece shows, for a picture that holds several."""
    return _piece(game, code).face


@register.simple_tag
@lru_cache(maxsize=2000)
def card(game: str, code: str, spoken: bool = True) -> SafeString:
    """A piece as a picture of its own; `spoken` gives it its name, else it is decoration."""
    seen = _piece(game, code)._asdict()
    return render_to_string("games/piece.html", seen if spoken else seen | {"name": ""})


@register.filter
def after(name: str, preposition: str) -> str:
    """A player's name after « de » or « à »: « d’Ali », « au joueur 1 »."""
    return seat_name(0, [name], preposition)


@register.filter
@lru_cache(maxsize=1000)
def face_id(code: str) -> str:
    """The id under which a page defines a face that it draws many times."""
    return "face-" + (re.sub(r"[^A-Za-z0-9]", lambda sign: f"_{ord(sign[0]):x}", code) or "back")
