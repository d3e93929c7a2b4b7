"""What every page of the house knows."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from catalogue.models import Library


def house(request: HttpRequest) -> dict:
    """`library`: its row, fetched when a template first asks, or None before the first visit;
    `site_url`: the public address, if the installation has one."""
    return {"library": SimpleLazyObject(_library), "site_url": settings.SITE_URL}


def _library() -> Library | None:
    # there is one row at most; building an ordered query for it takes Django five times as long
    return next(iter(Library.objects.raw("SELECT * FROM catalogue_library")), None)
