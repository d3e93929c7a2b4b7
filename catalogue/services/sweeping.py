"""Throws away the files that no row names any more, some time after they were left."""

import shutil
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.conf import settings

from catalogue import cards, media
from catalogue.models import Document, Picture, Record

KEPT_DAYS = 30  # so long one can bring back what was taken out
CHUNK = 500


def sweep(*, now: float | None = None) -> int:
    """How many files went. `now`: seconds since the epoch."""
    before = (time.time() if now is None else now) - KEPT_DAYS * 86400
    root = Path(settings.MEDIA_ROOT)
    gone = 0
    for files in _chunks(_old(root / media.PICTURES, before)):
        names = {path: path.name.partition("-")[0] for path in files}
        used = set(Picture.objects.filter(name__in=set(names.values())).values_list("name", flat=True))
        gone += _throw(path for path, name in names.items() if name not in used)
    for files in _chunks(_old(root / media.DOCUMENTS, before)):
        paths = {path: path.relative_to(root).as_posix() for path in files}
        used = set(Document.objects.filter(file__in=paths.values()).values_list("file", flat=True))
        gone += _throw(path for path, name in paths.items() if name not in used)
    return gone + sweep_cards()


def sweep_cards() -> int:
    """The pictures for links to records that are gone: each is drawn anew where one is wanted after all."""
    gone = 0
    for folders in _chunks(path for path in cards.folder().glob("*") if path.name.isdecimal()):
        there = set(
            Record.objects.filter(pk__in=[int(path.name) for path in folders]).values_list("pk", flat=True)
        )
        for path in folders:
            if int(path.name) not in there:
                gone += sum(1 for _ in path.iterdir())
                shutil.rmtree(path, ignore_errors=True)
    return gone


def _old(folder: Path, before: float) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and path.stat().st_mtime < before:
            yield path


def _chunks(files: Iterator[Path]) -> Iterator[list[Path]]:
    chunk: list[Path] = []
    for path in files:
        chunk.append(path)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _throw(files: Iterable[Path]) -> int:
    gone = 0
    for path in files:
        path.unlink(missing_ok=True)
        gone += 1
    return gone
