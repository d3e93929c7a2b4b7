"""A record as it stands on a shelf: its box, its title, its facts, and whether it is there.

One function of plain values, remembered: the same boxes are shown over and over, and a page has twenty.
"""

from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from catalogue import covers
from catalogue.templatetags import said

NBSP = "\u00a0"


class Box(NamedTuple):
    """All that is drawn and written; a box without counts says nothing of being there."""

    sprite: str
    icons: str
    slug: str
    title: str
    family: str
    cover: str
    min_players: int | None
    max_players: int | None
    min_age: int | None
    max_age: int | None
    duration: int | None
    call_number: str
    copy_count: int | None
    available_count: int | None
    heart: tuple[int, bool] | None  # its key, and whether it is in the visitor's list; None: no heart
    back: str  # when the first comes back, or why none can be had, in words


@lru_cache(maxsize=4096)
def stand(box: Box) -> SafeString:
    """The box in its place, as an item of a list."""
    cover = covers.draw(
        sprite=box.sprite,
        slug=box.slug,
        title=box.title,
        family=box.family,
        players=(box.min_players, box.max_players),
        duration=box.duration,
        call_number=box.call_number,
        cover=box.cover,
    )
    return format_html(
        '<li>\n<div class="shelf-stand">{}</div>\n<div class="shelf-label">\n'
        '<a class="shelf-title" href="{}">{}</a>\n<p class="shelf-facts">{}</p>\n{}</div>\n{}</li>\n',
        cover,
        reverse("record", args=[box.slug]),
        box.title,
        _facts(box),
        availability(box),
        heart(box.icons, *box.heart, box.title) if box.heart else "",
    )


def heart(icons: str, key: int, there: bool, title: str, large: bool = False) -> SafeString:
    """The button that puts a game into the visitor's list or takes it out, by the page's form `hearts`."""
    words = f"Retirer {title} de ma liste" if there else f"Ajouter {title} à ma liste"
    shown = ("Dans ma liste" if there else "Garder dans ma liste") if large else ""
    return format_html(
        '<button class="{}" type="submit" form="hearts" name="{}" value="{}" id="coeur-{}"{} hx-post="{}"'
        ' hx-target="this" hx-swap="outerHTML"><svg class="icon" aria-hidden="true" focusable="false">'
        '<use href="{}#{}"/></svg>{}<span class="visually-hidden">{}</span></button>\n',
        ("heart btn" if large else "heart heart-small") + (" heart-full" if there else ""),
        "retirer" if there else "ajouter",
        key,
        key,
        SafeString(' hx-vals=\'{"grand":"1"}\'') if large else "",
        reverse("favourites"),
        icons,
        "heart-full" if there else "heart",
        shown,
        f" : {words}" if large else words,
    )


def _facts(box: Box) -> SafeString:
    """« 2 à 4 joueurs · dès 10 ans · 45 min », each with its picture; what is not known is not said."""
    minutes = f"{box.duration}{NBSP}min" if box.duration else ""
    facts = (("users", said.players(box)), ("cake", said.ages(box)), ("clock", minutes))
    known = [(box.icons, picture, fact) for picture, fact in facts if fact]
    return format_html_join(
        " ",
        '<span class="fact"><svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>{}</span>',
        known,
    )


def availability(box: Box) -> SafeString:
    """How many boxes are there now, or when the first comes back; nothing where they were not counted."""
    count, there = box.copy_count, box.available_count
    if count is None or there is None:
        return SafeString("")
    if not count:
        return SafeString('<p class="shelf-status">Pas d’exemplaire</p>\n')
    boxes = f"{count}{NBSP}exemplaire{'s' if count > 1 else ''}"
    if there:
        words = "Disponible" if count == 1 else f"{there} sur {count} disponible{'s' if there > 1 else ''}"
    elif box.back.startswith("Retour"):
        words = box.back
    else:
        words = f"{boxes}, {box.back or ('pas disponible' if count == 1 else 'aucun disponible')}"
    mood = "ok" if there else "out"
    return format_html('<p class="shelf-status"><span class="status-{}">{}</span></p>\n', mood, words)
