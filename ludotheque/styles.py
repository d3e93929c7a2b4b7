"""Style sheets are written by subject and served in one piece: `@import "part.css";` stands for the part.

A browser would understand the imports too, with a request for each of them, one after the other.
"""

import os
import re
import tempfile
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.files.storage import FileSystemStorage

_COMMENT = re.compile(r" */\*.*?\*/\n?", re.S)
_IMPORT = re.compile(r'^@import "([-\w/]+\.css)";\n', re.M)


class StylesFinder(FileSystemFinder):
    """Django's, that gives a sheet whole and no part of one."""

    def find(self, path, *args, **kwargs):
        found = super().find(path, *args, **kwargs)
        return _whole(path, Path(found)) if isinstance(found, str) and path.endswith(".css") else found

    def list(self, ignore_patterns):
        for path, storage in super().list([*(ignore_patterns or []), "css/*/*"]):
            if path.endswith(".css") and _whole(path, Path(storage.path(path))) != storage.path(path):
                yield path, FileSystemStorage(location=_folder())
            else:
                yield path, storage


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "styles"


def _whole(name: str, sheet: Path) -> str:
    """Where the sheet lies with its parts in it, without their comments; one that has no parts lies where it
    is written."""
    text = sheet.read_text(encoding="utf-8")
    if not _IMPORT.search(text):
        return str(sheet)

    def part(found: re.Match) -> str:
        return _COMMENT.sub("", (sheet.parent / found[1]).read_text(encoding="utf-8"))

    whole = _IMPORT.sub(part, text)
    kept = _folder() / name
    if not kept.exists() or kept.read_text(encoding="utf-8") != whole:
        kept.parent.mkdir(parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=kept.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(whole)
        os.chmod(fresh, 0o644)
        os.replace(fresh, kept)
    return str(kept)
