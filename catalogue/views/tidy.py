"""Addresses written by hand: `/jeux/Oùcédonc/` leads where `/jeux/oucedonc/` is."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponsePermanentRedirect

from catalogue import access
from catalogue.models import Record
from ludotheque.text import fold


def seen_by(request: HttpRequest, find: Callable[[str], Record | None]) -> Callable[[str], Record | None]:
    """The same search for a record, which finds a draft only for who may see it."""

    def seen(slug: str) -> Record | None:
        found = find(slug)
        return found if access.sees(request, found) else None

    return seen


def found_or_moved(find: Callable[[str], Any], slug: str) -> Any:
    """What bears that slug; a redirection if only its tidy spelling does, or one that moved; 404 if none."""
    found = find(slug)
    if found is not None:
        return found if found.slug == slug else HttpResponsePermanentRedirect(found.get_absolute_url())
    tidy = fold(slug).replace(" ", "-")
    if tidy != slug and (found := find(tidy)) is not None:
        return HttpResponsePermanentRedirect(found.get_absolute_url())
    raise Http404
