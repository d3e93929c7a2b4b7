"""Whole addresses, for what leaves the page: permalinks, feeds, canonical links."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.encoding import iri_to_uri


def absolute(request: HttpRequest, path: str) -> str:
    """`path` with its host: the public one of `SITE_URL`, or the one this request came to."""
    return f"{settings.SITE_URL or f'{request.scheme}://{request.get_host()}'}{iri_to_uri(path)}"
