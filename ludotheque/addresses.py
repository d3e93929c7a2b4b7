"""Whole addresses, for what leaves the page: permalinks, feeds, canonical links."""

from django.conf import settings
from django.http import HttpRequest


def absolute(request: HttpRequest, path: str) -> str:
    """`path` with its host: the public one of `SITE_URL`, or the one this request came to."""
    return f"{settings.SITE_URL}{path}" if settings.SITE_URL else request.build_absolute_uri(path)
