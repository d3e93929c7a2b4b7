"""Requests through the whole stack, in process and warm, as a browser on the other side of it has them."""

import gc
from collections.abc import Mapping
from urllib.parse import urlencode

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import clear_url_caches, include, path, set_urlconf

EMPTY = "/banc-d-essai/vide"
HEADERS = {"host": "localhost", "accept-encoding": "gzip, br"}

urlpatterns = [
    path(EMPTY.removeprefix("/"), lambda request: HttpResponse("")),
    path("", include("ludotheque.urls")),
]


class Stack:
    """Every middleware, the site's pages, and an empty answer at `EMPTY` to measure them against."""

    def __init__(self) -> None:
        call_command("collectstatic", verbosity=0, interactive=False)
        settings.ROOT_URLCONF = __name__
        set_urlconf(None)
        clear_url_caches()
        self.application = WSGIHandler()
        gc.collect()
        gc.freeze()  # as deploy/gunicorn.py has it

    def get(self, address: str) -> bytes:
        """The body of the answer, as a browser gets it."""
        return self._answer(RequestFactory().get(address, headers=HEADERS).environ)

    def post(self, address: str, fields: Mapping[str, str], headers: Mapping[str, str]) -> bytes:
        """The same for a form that is sent."""
        kind = "application/x-www-form-urlencoded"
        request = RequestFactory().post(address, urlencode(fields), kind, headers={**HEADERS, **headers})
        return self._answer(request.environ)

    def _answer(self, environ: dict) -> bytes:
        statuses: list[str] = []
        # nobody writes through what start_response gives back, so it gives nothing
        response = self.application(environ, lambda status, headers: statuses.append(status))  # type: ignore[arg-type]
        body = b"".join(response)
        response.close()
        if not statuses[0].startswith("200"):
            raise RuntimeError(f"{environ['PATH_INFO']}: {statuses[0]}")
        return body
