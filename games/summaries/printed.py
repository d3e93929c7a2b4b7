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
PARTS_TIGHTER = (0, 1, 2, 3, 0)  # running text: what goes on to one side more need not be small

PARTS_TEMPLATE = "games/sheet/parts.html"
TEMPLATES = [
    "games/sheet/print.html",
    "games/sheet/lid.html",
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
    template = PARTS_TEMPLATE if summary.parts else TEMPLATES[0]
    settings: Sequence[int] = range(TIGHTER) if format in PAGES else [0]
    if summary.parts and format in PAGES:
        settings = PARTS_TIGHTER
    documents = (render_to_string(template, context | {"tight": tight}) for tight in settings)
    return pdf.fit(documents, pages=PAGES.get(format, 1), finisher=folding.fold if format == "a5" else None)


@lru_cache(maxsize=64)
def stamp(slug: str) -> str:
    """A hash of all that decides how the rules of a game are printed, besides the record they belong to."""
    faces = [f"games/{slug}/face.html"] if tables.offered(slug) else []
    return _stamp([*TEMPLATES, *faces], repr(of_game(slug)))


@lru_cache(maxsize=1)
def stamp_of_parts() -> str:
    """A hash of all that decides how a librarian's parts are printed, besides their words."""
    return _stamp([PARTS_TEMPLATE, *TEMPLATES], "")


def _stamp(templates: Sequence[str], said: str) -> str:
    files = [Path(get_template(name).origin.name) for name in templates]
    files += [Path(str(finders.find("css/sheet.css"))), Path(folding.__file__), Path(codes.__file__)]
    whole = b"".join(path.read_bytes() for path in files) + metadata.version("weasyprint").encode()
    return blake2b(whole + said.encode(), digest_size=8).hexdigest()
