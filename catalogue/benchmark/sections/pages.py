"""Pages through the whole stack, in process and warm: a full page of results against an empty answer."""

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import clear_url_caches, include, path, set_urlconf

from catalogue.benchmark.frame import Bar, Found, bar_of_pair, in_turn
from catalogue.benchmark.invention import Inventor
from catalogue.models import Record
from catalogue.search import Query, search

SIZES = (10_000,)
EMPTY = "/banc-d-essai/vide"

urlpatterns = [
    path(EMPTY.removeprefix("/"), lambda request: HttpResponse("")),
    path("", include("ludotheque.urls")),
]


def measure(size: int) -> dict[str, Any]:
    call_command("collectstatic", verbosity=0, interactive=False)
    settings.ROOT_URLCONF = __name__
    set_urlconf(None)
    clear_url_caches()
    application = WSGIHandler()

    def get(address: str):
        return lambda: _get(application, address)

    words = Inventor(0).words[:120]
    few = min(words, key=lambda word: abs(search(Query(text=word)).total - 200))
    addresses = {
        "results": f"/catalogue/?q={quote(few)}",
        "browsing": "/catalogue/",
        "home": "/",
        "record": Record.objects.exclude(rules_text="")[0].get_absolute_url(),
    }
    return {name: in_turn(get(address), get(EMPTY)).as_dict() for name, address in addresses.items()} | {
        "results bytes": len(get(addresses["results"])()),
    }


def bars(found: Found) -> list[Bar]:
    out = []
    for (database, size), one in sorted(found.items()):
        where = f"{database} {size:,}".replace(",", " ")
        for name, title in (
            ("results", "a page of 20 results"),
            ("browsing", "the catalogue without query"),
            ("home", "home"),
            ("record", "a record"),
        ):
            # the bar is set for results; the others are shown against the same
            out.append(
                bar_of_pair(one, name, name=f"{title} ÷ an empty answer", database=where, must=20, stretch=8)
            )
        out.append(Bar("results, compressed kB", where, one["results bytes"] / 1000, 15, 8))
    return out


def _get(application: WSGIHandler, address: str) -> bytes:
    """The body of the answer, as a browser gets it."""
    environ = RequestFactory().get(address, HTTP_ACCEPT_ENCODING="gzip, br", HTTP_HOST="localhost").environ
    statuses: list[str] = []
    # nobody writes through what start_response gives back, so it gives nothing
    response = application(environ, lambda status, headers: statuses.append(status))  # type: ignore[arg-type]
    body = b"".join(response)
    response.close()
    if not statuses[0].startswith("200"):
        raise RuntimeError(f"{address}: {statuses[0]}")
    return body
