"""Throws away the files that no row names any more, some time after they were left."""

import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.conf import settings

from catalogue import media
from catalogue.models import Document, Picture

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
