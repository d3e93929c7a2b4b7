"""What Café International draws by the dozen at each move.

It is written as text here: a template takes ten times as long."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.tables.cafe_international.chairs import Chair
from games.tables.cafe_international.room import Guest
from games.tables.cafe_international.sprite import STATIC
from games.templatetags.table import face_id

register = template.Library()


@register.simple_tag
def cafe_sprite() -> str:
    """The address of the picture that holds the room and its guests."""
    return static(STATIC)


@lru_cache(maxsize=200)
def _guest(sprite: str, sitter: str) -> str:
    return f'<use href="{sprite}#{face_id(sitter)}"'


@register.simple_tag
def cafe_face(sitter: str) -> SafeString:
    """Somebody as they sit on a chair, filling the picture around."""
    return mark_safe(_guest(static(STATIC), sitter) + "/>")


@register.simple_tag
def cafe_guests(guests: Iterable[Guest]) -> SafeString:
    """Who sits in the room, and who stands at the bar."""
    sprite = static(STATIC)
    uses = [
        f'{_guest(sprite, one.sitter)} x="{one.x}" y="{one.y}" width="{one.size}" height="{one.size}"/>'
        for one in guests
    ]
    return mark_safe("\n".join(uses))


@register.simple_tag
def cafe_chairs(chairs: Iterable[Chair], entry: str, tried: str = "", advised: str = "") -> SafeString:
    """The chairs to press. By Tab one enters at `entry`, "" for all; moves mark what was tried or advised."""
    return mark_safe("\n".join(_chair(chair, entry, tried or "", advised or "") for chair in chairs))


def _chair(chair: Chair, entry: str, tried: str, advised: str) -> str:
    classes: Sequence[str] = [
        chair.classes,
        *["chair-tried"] * (chair.id in tried),
        *["chair-advised"] * (chair.id in advised),
    ]
    gains = "".join(
        f'<i class="gain gain-{gain.pick}" aria-hidden="true">{gain.text}</i>' for gain in chair.gains
    )
    apart = ' tabindex="-1"' if entry not in ("", chair.id) else ""
    return (
        f'<button class="{" ".join(classes)}" name="chair" value="{chair.id}" id="chair-{chair.id}"'
        f' aria-label="{escape(chair.label)}"{apart}>{gains}</button>'
    )
