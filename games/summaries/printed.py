"""The sheet in the lid as PDF, in three formats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from importlib import metadata
from pathlib import Path

from django.contrib.staticfiles import finders
from django.template.loader import get_template, render_to_string

from games import tables
from games.summaries.filled import of_game
from games.summaries.values import Summary
from ludotheque import codes, folding, pdf

FORMATS = {
    "a4": "feuille A4, deux pages",
    "a5": "livret A5 à plier (recto verso, bord court)",
    "large": "gros caractères",
}
PAGES = {"a4": 2, "a5": 4}  # a sheet, both sides; a booklet, which is a sheet too
TIGHTER = 7  # how often a sheet that is too long is set tighter

TEMPLATES = [
    "games/sheet/print.html",
    "games/sheet/glance.html",
    "games/sheet/example.html",
    "games/sheet/scene.html",
]


def render(
    summary: Summary,
    *,
    title: str,
    call_number: str,
    contents: Sequence[tuple[int | None, str]],
    url: str,
    format: str = "a4",
    facts: Sequence[tuple[str, str]] = (),
    house: str = "",
    family: str = "autre",
    learn: bool = False,
) -> bytes:
    """The sheet in the lid as PDF. `contents` are the pieces to check, (number, name); `url` goes on it as a
    code (`learn`: it leads to the trainer); `facts` are figures with their words."""
    context = {
        "summary": summary,
        "title": title,
        "call_number": call_number,
        "contents": contents,
        "url": url,
        "code": codes.qr(url) if url else "",
        "learn": learn,
        "format": format,
        "facts": facts,
        "house": house,
        "family": family,
    }
    settings = range(TIGHTER if format in PAGES else 1)
    documents = (render_to_string("games/sheet/print.html", context | {"tight": tight}) for tight in settings)
    return pdf.fit(documents, pages=PAGES.get(format, 1), finisher=folding.fold if format == "a5" else None)


@lru_cache(maxsize=64)
def stamp(slug: str) -> str:
    """A hash of all that decides how the rules of a game are printed, besides the record they belong to."""
    faces = [f"games/{slug}/face.html"] if tables.offered(slug) else []
    files = [Path(get_template(name).origin.name) for name in [*TEMPLATES, *faces]]
    files += [Path(str(finders.find("css/sheet.css"))), Path(folding.__file__), Path(codes.__file__)]
    whole = b"".join(path.read_bytes() for path in files) + metadata.version("weasyprint").encode()
    return blake2b(whole + repr(of_game(slug)).encode(), digest_size=8).hexdigest()
