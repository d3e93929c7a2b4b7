"""Where the files of pictures and documents lie, and their names: never those they came with."""

import os
import secrets
import tempfile
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse


class Size(NamedTuple):
    side: int  # pixels of the longer side, at most
    kind: str  # the end of the file's name
    media_type: str


# small on a shelf, middle on a page; large is what other sites and old programs must be able to show
SIZES = {
    "s": Size(360, "webp", "image/webp"),
    "m": Size(800, "webp", "image/webp"),
    "l": Size(1600, "jpg", "image/jpeg"),
}
DOCUMENTS = "documents"
PICTURES = "pictures"


def new_name() -> str:
    """A name that nobody guesses."""
    return secrets.token_hex(16)


def picture(name: str, size: str) -> Path:
    """The file of a picture in one of its sizes."""
    return Path(settings.MEDIA_ROOT) / PICTURES / name[:2] / f"{name}-{size}.{SIZES[size].kind}"


def address(name: str, size: str) -> str:
    """Where a picture is shown from."""
    return reverse("image", args=[f"{name}-{size}", SIZES[size].kind])


def document(path: str) -> Path:
    """The file of a document, by what its row says."""
    return Path(settings.MEDIA_ROOT) / path


def keep(path: Path, content: bytes) -> None:
    """Writes a file in one step: a power cut leaves the whole of it or nothing."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
        part.write(content)
        part.flush()
        os.fsync(part.fileno())
    os.replace(part.name, path)
