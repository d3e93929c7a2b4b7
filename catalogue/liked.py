"""The list of games of whoever is here, as the session has it: all pages read it there, at no query's cost.

For an account it is a copy of its rows, written anew at login, at each change, and on the page of the list.
"""

from collections.abc import Iterable

from django.http import HttpRequest

_KEY = "ma-liste"


def of(request: HttpRequest) -> list[int]:
    """The keys of the records, the latest first."""
    session = getattr(request, "session", None)
    return session.get(_KEY, []) if session is not None else []


def keep(request: HttpRequest, keys: Iterable[int]) -> None:
    """From now on the list is this; one that is the same already costs nothing."""
    keys = list(keys)
    if keys != of(request):
        if keys:
            request.session[_KEY] = keys
        else:
            del request.session[_KEY]
