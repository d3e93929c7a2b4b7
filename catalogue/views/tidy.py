"""Addresses written by hand: `/jeux/Oùcédonc/` leads where `/jeux/oucedonc/` is."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponsePermanentRedirect

from ludotheque.text import fold


def found_or_moved(find: Callable[[str], Any], slug: str) -> Any:
    """What bears that slug; a redirection if only its tidy spelling does; 404 if neither."""
    found = find(slug)
    if found is not None:
        return found
    tidy = fold(slug).replace(" ", "-")
    if tidy != slug and (found := find(tidy)) is not None:
        return HttpResponsePermanentRedirect(found.get_absolute_url())
    raise Http404
