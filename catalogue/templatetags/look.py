"""Tags and filters of the look: icons, drawn boxes, navigation, French typography."""

import re
from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db.models import Model, prefetch_related_objects
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeData, SafeString, mark_safe

from catalogue import covers, shelving
from catalogue.models.authority import Family
from catalogue.models.copy import Status
from catalogue.models.standing import NONE, standings
from catalogue.templatetags import said
from ludotheque import french as french_words

register = template.Library()

NBSP = "\u00a0"
NARROW = "\u202f"

_QUOTED = re.compile(r'"([^"\n]+)"')
_OPENING = re.compile(r"«\s*")
_CLOSING = re.compile(r"\s*»")
# a sign that ends something: « 10:30 » and « https://… » are left alone
_SIGN = re.compile(
    r"(?<=[\w»)\]%€])[ \u00a0\u202f]*([;:!?]+)(?=[\s»)\]]|$)|[ \u00a0]+([;:!?]+)(?=[\s»)\]]|$)"
)

_MARKUP = re.compile(r"(<[^>]*>|&#?\w+;)")


@register.simple_tag(name="file")
def static(name: str) -> str:
    """As the tag `static`, without asking each time which applications there are."""
    return staticfiles_storage.url(name)


@register.simple_tag
def icon(name: str) -> SafeString:
    """A small picture beside words; hidden from screen readers, so the words must stand beside it."""
    return _picture(static("icons.svg"), name)


@lru_cache(maxsize=256)
def _picture(sprite: str, name: str) -> SafeString:
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>', sprite, name
    )


def _family(record) -> str:
    """The motif chosen for the record, or the family of its first category that has one of its own."""
    known = getattr(record, "motif", "") or getattr(record, "family", None)
    if known:
        return known
    if not isinstance(record, Model):
        return Family.OTHER.value
    families = [category.family for category in record.categories.all()]
    return next((family for family in families if family != Family.OTHER), Family.OTHER.value)


def _call_number(record) -> str:
    """The call number on the spine: only if it is at hand, a spine is not worth a query."""
    known = getattr(record, "call_number", None)
    if known is not None:
        return known
    copies = getattr(record, "_prefetched_objects_cache", {}).get("copies", ())
    return next((copy.call_number for copy in copies if copy.call_number), "")


@register.simple_tag
def cover(record) -> SafeString:
    """The box of a record: front with its picture or its drawn cover, and spine."""
    return covers.draw(
        sprite=static("covers.svg"),
        slug=record.slug,
        title=record.title,
        family=str(_family(record)),
        players=(record.min_players, record.max_players),
        duration=record.duration,
        call_number=_call_number(record),
        cover=getattr(record, "cover", ""),
        size="m",
    )


@register.simple_tag(takes_context=True)
def shelf(context, records: Iterable) -> SafeString:
    """The boxes side by side, each over its title, its facts, and whether it is there; with a heart where the
    page says `hearts`, the keys of what is in the visitor's list."""
    return mark_safe(_shelf(context, records))


@register.simple_tag(takes_context=True)
def boxes(context, records: Iterable, view: str = "") -> SafeString:
    """A whole shelf of them, or in the view « liste » one under the other; nothing where there is none."""
    rows = " shelf-rows" if view else ""
    return mark_safe(f'<ul class="shelf{rows}">\n{_shelf(context, records)}</ul>' if records else "")


def _shelf(context, records: Iterable) -> str:
    sprite, icons, hearts = static("covers.svg"), static("icons.svg"), context.get("hearts")
    return "".join([shelving.stand(_box(record, sprite, icons, hearts)) for record in dressed(records)])


@register.simple_tag(takes_context=True)
def hearts_form(context) -> SafeString:
    """The form that all hearts of a page send, each with its game."""
    return format_html(
        '<form id="hearts" method="post" action="{}"><input type="hidden" name="suite" value="{}"></form>',
        address("favourites"),
        context["request"].get_full_path(),
    )


@register.simple_tag(takes_context=True)
def heart(context, record, large: bool | None = None) -> SafeString:
    """The button that puts a record into the visitor's list; the page says `hearts`, and has their form."""
    large = bool(context.get("large")) if large is None else large
    return shelving.heart(static("icons.svg"), record.pk, record.pk in context["hearts"], record.title, large)


def _box(record, sprite: str, icons: str, hearts: set[int] | None) -> shelving.Box:
    there = getattr(record, "available_count", None)
    back = None if there else getattr(record, "next_due_on", None)
    why_not: Status | None = None if there else getattr(record, "why_not", None)
    return shelving.Box(
        sprite,
        icons,
        record.slug,
        record.title,
        str(_family(record)),
        getattr(record, "cover", ""),
        record.min_players,
        record.max_players,
        record.min_age,
        record.max_age,
        record.duration,
        _call_number(record),
        getattr(record, "copy_count", None),
        there,
        None if hearts is None else (record.pk, record.pk in hearts),
        said.returns(back) if back else said.WHY_NOT.get(why_not, "") if why_not else "",
    )


@register.filter
def dressed(records: Iterable) -> list:
    """The records with what their boxes show, fetched for all at once where it is missing."""
    records = list(records)
    bare = [r for r in records if isinstance(r, Model) and not getattr(r, "family", None)]
    if bare:
        prefetch_related_objects(bare, "categories")
    bare = [r for r in records if isinstance(r, Model) and getattr(r, "copy_count", None) is None]
    if bare:
        found = standings(record.pk for record in bare)
        for record in bare:
            stands = found.get(record.pk, NONE)
            for name, fact in stands._asdict().items():
                setattr(record, name, fact)
    return records


@register.simple_tag
def address(name: str) -> str:
    """As the tag `url`, worked out once: for pages without a key in their address."""
    return _address(name)


@register.simple_tag(takes_context=True)
def nav_staff(context) -> SafeString:
    """The way to the desk, for who works there."""
    user = context["user"]
    at_work = user.is_authenticated and user.is_staff_member
    return nav_link(context, "desk", "Gestion") if at_work else SafeString("")


@register.simple_tag(takes_context=True)
def nav_account(context) -> SafeString:
    """The visitor's list, and the account or the way in."""
    mine = nav_link(context, "favourites", "Ma liste", "heart", count=context["in_list"]())
    if context["user"].is_authenticated:
        return mine + nav_link(context, "account", "Mon compte", "user-round", also="/mot-de-passe/")
    return mine + nav_link(context, "login", "Se connecter", "log-in")


@register.simple_tag(takes_context=True)
def nav_link(
    context,
    name: str,
    label: str,
    picture: str = "",
    rest: str = "",
    also: str = "",
    count: int | None = None,
) -> SafeString:
    """An entry of the navigation, marked where one is; nothing while no page bears that name.

    `rest` ends the label where there is room to see it; `also` lists other beginnings of addresses, parted
    by spaces, that belong to the entry; `count` says how many there are behind it.
    """
    address = _address(name)
    if not address:
        return SafeString("")
    path = getattr(context.get("request"), "path", "")
    current = ""
    if path == address:
        current = "page"
    elif address != "/" and path.startswith((address, *also.split())):
        current = "true"
    return _entry(address, label, icon(picture) if picture else "", rest, current, count)


@register.simple_tag(takes_context=True)
def nav_links(context, *names_and_labels: str) -> SafeString:
    """Plain entries one after the other, each given as the name of its page and its label."""
    pairs = zip(names_and_labels[::2], names_and_labels[1::2], strict=True)
    return mark_safe("\n".join(nav_link(context, name, label) for name, label in pairs))


@register.simple_tag
def stylesheets(*names: str) -> SafeString:
    """The styles that every page has: `house` is css/house.css."""
    return mark_safe("\n".join(_stylesheet(static(f"css/{name}.css")) for name in names))


@lru_cache(maxsize=64)
def _stylesheet(address: str) -> SafeString:
    return format_html('<link rel="stylesheet" href="{}">', address)


@lru_cache(maxsize=256)
def _address(name: str) -> str:
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""


@lru_cache(maxsize=256)
def _entry(address: str, label: str, sign: str, rest: str, current: str, count: int | None) -> SafeString:
    mark = format_html(' aria-current="{}"', current) if current else ""
    more = format_html('<span class="nav-rest">{}</span>', rest) if rest else ""
    if count is not None:
        more = format_html('{} <span id="list-count" class="nav-count">{}</span>', more, count or "")
    return format_html('<li><a href="{}"{}>{}<span>{}{}</span></a></li>', address, mark, sign, label, more)


@register.filter
def nbsp(text) -> str:
    """`text` that does not break: its spaces are no-break spaces."""
    return str(text).replace(" ", NBSP)


def _set_in_french(text: str) -> str:
    text = _QUOTED.sub(rf"«{NBSP}\1{NBSP}»", text)
    text = _CLOSING.sub(f"{NBSP}»", _OPENING.sub(f"«{NBSP}", text))
    return _SIGN.sub(lambda sign: NARROW + (sign[1] or sign[2]), text)


@register.filter
def of(name) -> str:
    """A name as it follows « de »: « d’Odin », « de Boursicocotte »."""
    return french_words.of(str(name))


@register.filter
def of_title(title) -> str:
    """A title as it follows « de »: « des Aventuriers du Rail »."""
    return french_words.of_title(str(title))


@register.filter
def french(text) -> str:
    """`text` with French quotes and spaces: « … », narrow no-break space before ; : ! and ?."""
    if not isinstance(text, SafeData):
        return _set_in_french(str(text))
    # HTML: only what stands between tags and entities
    pieces = _MARKUP.split(str(text))
    pieces[::2] = map(_set_in_french, pieces[::2])
    return mark_safe("".join(pieces))
