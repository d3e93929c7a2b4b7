"""Changing many at once: choose, say what changes, look at each, apply, undo."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from catalogue import access
from catalogue.forms import batches as forms
from catalogue.models import Batch, BatchFate, BatchKind, BatchState, Role
from catalogue.policy import Refused
from catalogue.queries import batches as reading
from catalogue.queries import selections
from catalogue.services import batches

PER_PAGE = 50
RUNNING = (BatchState.RUNNING, BatchState.UNDOING)


@access.staff(Role.LIBRARIAN)
@require_safe
def index(request):
    """The batches there were, the latest first."""
    page = Paginator(reading.counted(), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "catalogue/stock/batches.html", {"page": page})


@access.staff(Role.LIBRARIAN)
@require_safe
def choose(request, kind):
    """A search, and of what it finds: all, or those that are ticked."""
    _check(kind)
    selection = selections.read(kind, request.GET)
    page = Paginator(selection.rows, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "kind": kind,
        "selection": selection,
        "page": page,
        "query": selection.search,
        "filters": reading.filters(selection),
        "most": batches.MOST,
    }
    return render(request, "catalogue/stock/batch_choose.html", context)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def change(request, kind):
    """What is to change in those chosen; nothing changes yet."""
    _check(kind)
    selection = selections.read(kind, request.GET)
    if selection.is_unticked:
        what = "les notices" if kind == BatchKind.RECORDS else "les exemplaires"
        messages.error(request, f"Rien n’est coché : cochez {what} à changer, ou prenez tout le résultat.")
        return redirect(f"{reverse('batch_choose', args=[kind])}?{selection.search}")
    count = selection.rows.count()
    form = forms.OF[kind](request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            ids = selection.rows.order_by("pk").values_list("pk", flat=True)[: batches.MOST + 1]
            batch = batches.prepare(kind=kind, ids=ids, changes=form.changes(), actor=request.user)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            return redirect("batch", batch.pk)
    context = {"kind": kind, "selection": selection, "count": count, "form": form, "most": batches.MOST}
    status = 422 if form.errors else 200
    return render(request, "catalogue/stock/batch_change.html", context, status=status)


@access.staff(Role.LIBRARIAN)
@require_safe
@vary_on_headers("HX-Request")
def one(request, batch_id):
    """What it would change, or has changed, line by line; while it runs, how far it is."""
    batch = get_object_or_404(Batch, pk=batch_id)
    counts = reading.fates(batch)
    shown = request.GET.get("lignes", "")
    if shown not in counts or not counts[shown]:
        shown = ""
    lines = batch.lines.filter(fate=shown) if shown else batch.lines.all()
    page = Paginator(lines, PER_PAGE).get_page(request.GET.get("page"))
    total, waiting = sum(counts.values()), counts[BatchFate.WAITING]
    if batch.state == BatchState.UNDOING:
        waiting = counts[BatchFate.DONE]
    context = {
        "batch": batch,
        "page": page,
        "lines": reading.told(batch, page, names=_names(batch, page)),
        "counts": [(fate, counts[fate]) for fate in BatchFate if counts[fate]],
        "count": {fate.name.lower(): counts[fate] for fate in BatchFate},
        "shown": shown,
        "query": urlencode({"lignes": shown}) if shown else "",
        "total": total,
        "gone_through": total - waiting,
        "running": batch.state in RUNNING,
    }
    part = "#progress" if request.htmx else ""
    response = render(request, f"catalogue/stock/batch.html{part}", context)
    if request.htmx and not context["running"]:
        response["HX-Refresh"] = "true"  # it is done: the whole page says how it went
    return response


@access.staff(Role.LIBRARIAN)
@require_POST
def apply(request, batch_id):
    return _act(request, batch_id, batches.apply, "fait")


@access.staff(Role.LIBRARIAN)
@require_POST
def undo(request, batch_id):
    return _act(request, batch_id, batches.undo, "annulé")


@access.staff(Role.LIBRARIAN)
@require_POST
def go_on(request, batch_id):
    """Takes up what has stopped, when the machine was switched off in between."""
    batch = get_object_or_404(Batch, pk=batch_id)
    if batch.state in RUNNING:
        batches.go_on(batch_id=batch_id)
    return redirect("batch", batch_id)


@access.staff(Role.LIBRARIAN)
@require_POST
def drop(request, batch_id):
    """Throws a batch away before anything has changed."""
    batch = get_object_or_404(Batch, pk=batch_id)
    batches.drop(batch_id=batch_id)
    messages.success(request, "Rien n’a changé : le lot est abandonné.")
    return redirect("batch_choose", batch.kind)


def _act(request, batch_id, verb, done: str):
    get_object_or_404(Batch, pk=batch_id)
    try:
        batch = verb(batch_id=batch_id, actor=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("batch", batch_id)
    counts = reading.fates(batch)
    if batch.state not in RUNNING:
        changed = counts[BatchFate.DONE] + counts[BatchFate.UNDONE]
        left = counts[BatchFate.LEFT] if batch.state == BatchState.DONE else counts[BatchFate.KEPT]
        said = f"Lot {done} : {changed} {_noun(batch.kind, changed)}."
        if left:
            said += f" {left} ligne{'s' * (left > 1)} de côté : chacune dit pourquoi."
        (messages.warning if left else messages.success)(request, said)
        if left:
            fate = BatchFate.LEFT if batch.state == BatchState.DONE else BatchFate.KEPT
            return redirect(f"{reverse('batch', args=[batch_id])}?{urlencode({'lignes': fate})}")
    return redirect("batch", batch_id)


def _noun(kind: str, count: int) -> str:
    return {BatchKind.RECORDS: "notice", BatchKind.COPIES: "exemplaire"}[BatchKind(kind)] + "s" * (count > 1)


def _names(batch: Batch, lines) -> batches.Names:
    values = [values for line in lines for values in (line.before, line.after)]
    return batches.names(batches.OF[batch.kind], values)


def _check(kind: str) -> None:
    if kind not in BatchKind.values:
        raise Http404
