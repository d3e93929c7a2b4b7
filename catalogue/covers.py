"""Covers: a box with its picture, or, where there is none, with a cover composed from the record's own data.

Family (the category's, or the motif chosen for the record) gives colour and motif, players the pawns,
duration the size of the box; the slug picks among the drawings of a family, so that a record always has the
same cover. Motifs live in static/covers.svg.
"""

from functools import lru_cache
from zlib import crc32

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from catalogue import media

MOTIFS_EACH = 3  # drawings of each family in the sprite: hasard-1 … hasard-3
ACCENTS_EACH = 3  # second colours of each family in shelf.css: .accent-1 … .accent-3
GROUNDS = 4  # shapes behind the motif: ground-1 …
MIRRORED = {"association", "hasard", "circuit", "adresse", "strategie", "autre"}  # look right both ways
MOST_PAWNS = 10  # in the sprite: pawns-1 … pawns-10
SEAT = 14  # from one pawn to the next
SHUFFLE = 647  # where the checksum of a slug begins; another number deals all drawings anew


def size_of(duration: int | None) -> str:
    """A short game comes in a small box, a long one in a large one."""
    if duration is None:
        return "m"
    return "s" if duration <= 15 else "m" if duration < 60 else "l"


def lettering_of(title: str) -> str:
    """How large the title can be set on the lid, by its longest word and its length."""
    longest = max((len(word) for word in title.split()), default=0)
    if longest <= 7 and len(title) <= 14:
        return "xl"
    if longest <= 10 and len(title) <= 24:
        return "l"
    return "m" if longest <= 14 and len(title) <= 40 else "s"


def _pawns(sprite: str, few: int | None, many: int | None) -> SafeString:
    """As many pawns as may play; those who must are printed full."""
    most = min(many or few or 0, MOST_PAWNS)
    least = min(few or many or 0, most)
    full = format_html('<use href="{}#pawns-{}" class="box-pawn"/>', sprite, least) if least else ""
    if most == least:
        return mark_safe(full)
    more = format_html(
        '<use href="{}#pawns-{}" class="box-pawn-more" x="{}"/>', sprite, most - least, least * SEAT
    )
    return mark_safe(full + more)


def _photographed(cover: str, size: str, family: str, duration: int | None, call: str) -> SafeString:
    """The box with its picture on the lid."""
    return format_html(
        '<span class="box family-{} box-{}" aria-hidden="true"><span class="box-top"></span>'
        '<span class="box-spine"><span class="box-call">{}</span></span>'
        '<span class="box-front"><img class="box-photo" src="{}" alt="" loading="{}" decoding="async">'
        "</span></span>",
        family,
        size_of(duration),
        call,
        media.address(cover, size),
        "lazy" if size == "s" else "eager",  # on its own page one looks at it first
    )


@lru_cache(maxsize=4096)
def draw(
    *,
    sprite: str,
    slug: str,
    title: str,
    family: str,
    players: tuple[int | None, int | None],
    duration: int | None,
    call_number: str,
    cover: str = "",
    size: str = "s",
) -> SafeString:
    """The box as HTML, with the picture `cover` in `size` if there is one. It repeats what stands beside it
    in words, so it is hidden from screen readers."""
    seed = crc32(slug.encode(), SHUFFLE)
    if cover:
        return _photographed(cover, size, family, duration, call_number)
    motif = f"{sprite}#{family}-{seed % MOTIFS_EACH + 1}"
    accent = seed // MOTIFS_EACH % ACCENTS_EACH + 1
    ground = f"{sprite}#ground-{seed // 32 % GROUNDS + 1}"
    mirror = family in MIRRORED and seed // 16 % 2
    turn = mark_safe(' transform="matrix(-1 0 0 1 160 0)"') if mirror else ""
    return format_html(
        '<span class="box family-{family} accent-{accent} box-{size}" aria-hidden="true">'
        '<span class="box-top"></span>'
        '<span class="box-spine"><span class="box-call">{call}</span></span>'
        '<span class="box-front">'
        '<svg class="box-art" viewBox="0 0 160 112" focusable="false">'
        '<g{turn}><use href="{ground}" class="box-ground"/>'
        '<use href="{motif}" class="box-under" x="4" y="4"/>'
        '<use href="{motif}" class="box-over"/></g>{pawns}</svg>'
        '<span class="box-title box-title-{lettering}">{title}</span>'
        "</span></span>",
        family=family,
        accent=accent,
        size=size_of(duration),
        call=call_number,
        turn=turn,
        ground=ground,
        motif=motif,
        pawns=_pawns(sprite, *players),
        lettering=lettering_of(title),
        title=title,
    )
