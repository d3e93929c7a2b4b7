"""Pages that belong to no application: health and errors."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


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


def bad_request(request, exception=None):
    return render(request, "400.html", status=400)


def forbidden(request, exception=None):
    return render(request, "403.html", status=403)


def not_found(request, exception=None):
    return render(request, "404.html", status=404)


def server_error(request):
    # without the request: nothing that may have failed is asked again
    return render(None, "500.html", status=500)


def csrf_failure(request, reason=""):
    return render(request, "403_csrf.html", status=403)
