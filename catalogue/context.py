"""What every page of the house knows."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from catalogue.models import Library


def house(request: HttpRequest) -> dict:
    """`library`: its row, fetched when a template first asks, or None before the first visit;
    `site_url`: the public address, if the installation has one."""
    return {"library": SimpleLazyObject(lambda: Library.objects.first()), "site_url": settings.SITE_URL}
