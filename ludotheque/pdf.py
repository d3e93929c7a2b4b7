"""HTML to PDF, tagged and self-contained, and PDFs kept so that each content is made once."""

import contextlib
import math
import os
import tempfile
from collections.abc import Callable, Iterable
from mimetypes import guess_type
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

Finisher = Callable[[Any, Any], None]  # given WeasyPrint's document and the PDF it has made

LONGEST = 5000  # millimetres of a roll; what is longer goes on on a second page
MILLIMETRES = 25.4 / 96  # in a pixel of WeasyPrint
BELOW = 5  # millimetres kept white under the last line of a roll

HERE = "http://static.invalid/"  # the base of every address in a document; nothing answers there


class PdfError(Exception):
    """A document asks for something that is not a static file of ours."""


class StaticOnly(URLFetcher):
    """Gives a document our static files, read from the disk, and nothing else; a refusal stops the making."""

    def __init__(self):
        super().__init__(fail_on_errors=True)

    def fetch(self, url, headers=None):
        path = unquote(urlsplit(url).path)
        if not url.startswith(HERE) or not path.startswith(settings.STATIC_URL):
            raise PermissionError(f"a PDF loads static files only, not {url}")
        content = _static(path.removeprefix(settings.STATIC_URL))
        kind = guess_type(path)[0] or "application/octet-stream"
        return URLFetcherResponse(url, content, {"Content-Type": kind})


def _static(name: str) -> bytes:
    """A static file by its name: from the folder that is served, else from its source."""
    if staticfiles_storage.exists(name):
        with staticfiles_storage.open(name) as file:
            return file.read()
    found = finders.find(name)
    if found is None:
        raise FileNotFoundError(name)
    return Path(found).read_bytes()


def render(html: str) -> bytes:
    """The document as PDF/UA: tagged, with the language of `<html lang>` and the text of `<title>`."""
    return fit([html], pages=1)


def fit(documents: Iterable[str], *, pages: int, finisher: Finisher | None = None) -> bytes:
    """The first of the documents that takes at most so many pages, the last one if none does, the first if it
    takes more than twice as many, as PDF/UA.

    `finisher` may change the PDF before it is written.
    """
    fonts = FontConfiguration()
    try:
        for html in documents:
            page = HTML(string=html, base_url=HERE, url_fetcher=StaticOnly())
            document = page.render(pdf_variant="pdf/ua-1", font_config=fonts)
            # no tighter setting halves a text: what is longer than that is not tried again
            if not pages < len(document.pages) <= 2 * pages:
                break
        return document.write_pdf(pdf_variant="pdf/ua-1", finisher=finisher)
    except FatalURLFetchingError as error:  # no Exception: it would end the worker, not the request
        raise PdfError(f"{error}: {error.__cause__}") from error


def roll(html: Callable[[int], str]) -> bytes:
    """A document on a roll of paper: one page, as high as what stands on it, as PDF/UA.

    `html(millimetres)` is the document on a page of that height; its last element bears the id « end »."""
    fonts = FontConfiguration()
    try:
        tall = HTML(string=html(LONGEST), base_url=HERE, url_fetcher=StaticOnly()).render(font_config=fonts)
        bottom = tall.pages[0].anchors["end"][3] if len(tall.pages) == 1 else LONGEST / MILLIMETRES
        height = math.ceil(bottom * MILLIMETRES) + BELOW
        page = HTML(string=html(height), base_url=HERE, url_fetcher=StaticOnly())
        return page.write_pdf(pdf_variant="pdf/ua-1", font_config=fonts)
    except FatalURLFetchingError as error:  # no Exception: it would end the worker, not the request
        raise PdfError(f"{error}: {error.__cause__}") from error


def kept(folder: Path, key: str, make: Callable[[], bytes], suffix: str = ".pdf") -> bytes:
    """The PDF, or other file, whose content has the hash `key`, made by `make` if it is not in `folder` yet.

    A folder holds one subject; files of its older contents are removed. Two processes that make it at once
    write the same file, each in one step.
    """
    path = folder / f"{key}{suffix}"
    with contextlib.suppress(FileNotFoundError):
        return path.read_bytes()
    content = make()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as part:
        part.write(content)
        part.flush()
        os.fsync(part.fileno())  # a power cut leaves no empty file under the final name
    os.replace(part.name, path)
    for old in folder.glob(f"*{suffix}"):
        if old != path:
            old.unlink(missing_ok=True)
    return content
