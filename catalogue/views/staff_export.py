"""The catalogue, or what a search finds, as a file."""

import tempfile
from pathlib import Path

from django.http import FileResponse, Http404, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from catalogue import access
from catalogue.models import Record, Role
from catalogue.queries import exporting, lists
from catalogue.search import Query, keys

LARGEST_WORKBOOK = 20_000  # records: a workbook is made whole before its first byte can leave


@access.staff(Role.LIBRARIAN)
@require_safe
def index(request):
    """What would go out, and in which form."""
    found = _found(request)
    context = {
        "count": Record.objects.count() if found is None else len(found),
        "whole": found is None,
        "text": request.GET.get("q", "")[:200],
        "search": _search(request),
        "formats": exporting.FORMATS.values(),
        "largest_workbook": LARGEST_WORKBOOK,
    }
    return render(request, "catalogue/staff/export.html", context)


@access.staff(Role.LIBRARIAN)
@require_safe
def file(request, name):
    """The file itself, sent while it is made."""
    kind = exporting.FORMATS.get(name)
    if kind is None:
        raise Http404
    found, today = _found(request), timezone.localdate()
    called = f"ludotheque-{today:%Y-%m-%d}.{kind.extension}"
    if name != "xlsx":
        answer = StreamingHttpResponse(exporting.pieces(name, found, today), content_type=kind.content_type)
        answer["Content-Disposition"] = f'attachment; filename="{called}"'
        return answer
    if (Record.objects.count() if found is None else len(found)) > LARGEST_WORKBOOK:
        return render(
            request, "catalogue/staff/export_too_large.html", {"search": _search(request)}, status=422
        )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / called
        exporting.workbook(path, found)
        # the open file outlives its name
        return FileResponse(path.open("rb"), as_attachment=True, filename=called)


def _search(request) -> str:
    """The search as the address has it, for the links."""
    said = request.GET.copy()
    said.pop("page", None)
    return said.urlencode()


def _found(request) -> list[int] | None:
    """The records that the address names: of the staff's list, of a search, or all (None)."""
    if request.GET.get("liste") == "1":
        text, without = request.GET.get("q", ""), request.GET.get("sans", "")
        return list(lists.records(text, without=without).values_list("pk", flat=True))
    query = Query.from_params(request.GET)
    if not query.text and not query.filters:
        return None
    return keys(query)
