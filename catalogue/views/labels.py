"""Labels: choose boxes, choose a sheet, print."""

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from catalogue import access
from catalogue.forms.labels import GridForm, SheetForm
from catalogue.labels import sheets
from catalogue.models import LabelGrid, LabelSheet, Role, SheetState
from catalogue.policy import Refused
from catalogue.queries import batches as reading
from catalogue.queries import selections
from catalogue.services import labels
from ludotheque.security import PDF_POLICY

PER_PAGE = 50


@access.staff(Role.LIBRARIAN)
@require_safe
def index(request):
    """Boxes by a search or by scanning, and the sheets made lately."""
    selection = selections.read(selections.COPIES, request.GET)
    context = {
        "selection": selection,
        "kind": selection.kind,
        "page": Paginator(selection.rows, PER_PAGE).get_page(request.GET.get("page")),
        "query": selection.search,
        "filters": reading.filters(selection),
        "sheets": _told(LabelSheet.objects.select_related("actor")[:5]),
    }
    return render(request, "catalogue/stock/labels.html", context)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request):
    """What sheet for the boxes that the address names: by a search, ticked, or scanned."""
    selection = selections.read(selections.COPIES, request.GET)
    if selection.is_unticked and "codes" not in request.GET:
        messages.error(
            request, "Rien n’est coché : cochez les boîtes à étiqueter, ou prenez tout le résultat."
        )
        return redirect(f"{reverse('labels')}?{selection.search}")
    ids, unknown = _chosen(request, selection)
    form = SheetForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        if values["kind"] == sheets.TRAINERS and not settings.SITE_URL:
            form.add_error("kind", "Il faut d’abord dire l’adresse du site : le code y mène (plus bas).")
        else:
            try:
                sheet = labels.make(
                    kind=values["kind"],
                    ids=ids,
                    grid=form.chosen,
                    start=values["start"],
                    symbology=values["symbology"],
                    outline=values["outline"],
                    actor=request.user,
                )
            except Refused as refused:
                form.add_error(None, str(refused))
            else:
                return redirect("label_sheet", sheet.pk)
    context = {
        "form": form,
        "count": len(ids),
        "unknown": unknown,
        "most": labels.MOST,
        "site_url": settings.SITE_URL,
    }
    status = 422 if form.errors else 200
    return render(request, "catalogue/stock/label_new.html", context, status=status)


@access.staff(Role.LIBRARIAN)
@require_safe
@vary_on_headers("HX-Request")
def sheet(request, sheet_id):
    """A sheet that is made, or in the making."""
    row = get_object_or_404(LabelSheet, pk=sheet_id)
    context = {
        "sheet": row,
        "ready": row.state == SheetState.READY,
        "label": sheets.NAMES.get(row.kind, ""),
        "cards": row.kind == sheets.CARDS,
        "count": len(row.copy_ids),
        "grid": row.grid["name"],
    }
    part = "#making" if request.htmx else ""
    response = render(request, f"catalogue/stock/label_sheet.html{part}", context)
    if request.htmx and context["ready"]:
        response["HX-Refresh"] = "true"
    return response


@access.staff(Role.LIBRARIAN)
@require_safe
def sheet_pdf(request, sheet_id):
    content = labels.file(get_object_or_404(LabelSheet, pk=sheet_id, state=SheetState.READY))
    if content is None:
        raise Http404
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="etiquettes-{sheet_id}.pdf"'
    response["Content-Security-Policy"] = PDF_POLICY
    return response


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def grids(request):
    """Sheets of one's own: measured once, kept."""
    form = GridForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        row = labels.keep_grid(actor=request.user, **form.cleaned_data)
        messages.success(request, f"La feuille « {row} » est gardée. Essayez-la d’abord sur papier blanc.")
        return redirect("label_grids")
    rows = [(row, labels.grid_of(row)) for row in LabelGrid.objects.all()[:100]]
    status = 422 if form.errors else 200
    return render(request, "catalogue/stock/label_grids.html", {"form": form, "rows": rows}, status=status)


@access.staff(Role.LIBRARIAN)
@require_POST
def drop_grid(request, grid_id):
    row = get_object_or_404(LabelGrid, pk=grid_id)
    labels.drop_grid(grid_id=grid_id, actor=request.user)
    messages.success(request, f"La feuille « {row} » est oubliée.")
    return redirect("label_grids")


def _chosen(request, selection: selections.Selection) -> tuple[list[int], list[str]]:
    """Ids in the order they were asked for, and the codes that no box bears."""
    if "codes" in request.GET:
        return selections.scanned(request.GET["codes"])
    rows = selection.rows.values_list("pk", flat=True)[: labels.MOST + 1]
    return list(rows), []


def _told(rows) -> list[tuple[LabelSheet, str, int]]:
    return [(row, sheets.NAMES.get(row.kind, ""), len(row.copy_ids)) for row in rows]
