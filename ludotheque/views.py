"""Pages that belong to no application: health and errors."""

from urllib.parse import urlsplit, urlunsplit

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ludotheque.htmx import take_whole_page

WRITTEN = 4  # letters, from which on a value may be something somebody wrote
# fields of forms that are nobody's to read again: passwords, and marks of our own
UNSHOWN = {
    "password",
    "password_again",
    "old",
    "new",
    "again",
    "csrfmiddlewaretoken",
    "seen",
    "next",
    "retour",
}


@require_safe
@never_cache
def health(request):
    """200 « ok » when the database answers and every migration is applied, else 503 and the reason."""
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return HttpResponse("base de données muette\n", status=503, content_type="text/plain; charset=utf-8")
    if waiting:
        return HttpResponse("migrations en attente\n", status=503, content_type="text/plain; charset=utf-8")
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


def _error(request, template, status, **context):
    """An error page; where htmx asked for a part of a page, the error takes the whole page's place."""
    return take_whole_page(request, render(request, template, context, status=status))


def bad_request(request, exception=None):
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return _error(request, "413.html", 413, back=_came_from(request), playing=_plays(request))
    return _error(request, "400.html", 400)


def forbidden(request, exception=None):
    return _error(request, "403.html", 403)


def not_found(request, exception=None):
    return _error(request, "404.html", 404)


def server_error(request):
    # without the request: nothing that may have failed is asked again
    return render(None, "500.html", status=500)


def csrf_failure(request, reason=""):
    """Says what happened, leads back, and shows what was written, so that it is not lost; no passwords.

    What is pressed or ticked is short, and is not shown; at a game nothing is written."""
    # nothing here sends the form again: another site's form must not pass by one more click
    written = [
        value
        for name, values in request.POST.lists()
        if name not in UNSHOWN
        for value in values
        if len(value.strip()) >= WRITTEN and not _plays(request)
    ]
    return _error(
        request, "403_csrf.html", 403, typed=written, back=_came_from(request), playing=_plays(request)
    )


def _plays(request) -> bool:
    """Whether it is at a game, where children are spoken to."""
    return request.path.startswith("/jouer/")


def _came_from(request) -> str:
    """The page of this site that the form stood on; "" if the browser does not say."""
    page = request.headers.get("referer", "")
    here = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    parts = urlsplit(page)
    return urlunsplit(("", "", parts.path, parts.query, "")) if here else ""
