"""Bringing a file in: what it looks like, the trial, the run with its bar, the report, taking it back."""

from dataclasses import replace

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access
from catalogue.forms.imports import ReadingForm, UploadForm
from catalogue.interchange import sniff
from catalogue.interchange.item import Unreadable
from catalogue.models import Fate, Import, ImportState, Role
from catalogue.policy import Refused
from catalogue.queries import imports
from catalogue.services.imports import learning, staying, steps, work

TO_READ = (ImportState.UPLOADED, ImportState.TRIED)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def index(request):
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            run = steps.upload(name=file.name, pieces=file.chunks(), actor=request.user)
        except Refused as refused:
            form.add_error("file", str(refused))
        else:
            return redirect("import", run.pk)
    page = Paginator(imports.all_of_them(), 20).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "formats": sniff.FORMATS}
    return render(request, "catalogue/staff/imports.html", context, status=422 if form.errors else 200)


@access.staff(Role.LIBRARIAN)
@require_safe
def one(request, import_id):
    """Where it is: to be read, at work, or reported."""
    run = get_object_or_404(Import, pk=import_id)
    if request.htmx:
        if not run.is_working:  # done since the last look: the whole page is another one
            return HttpResponse(headers={"HX-Refresh": "true"})
        return render(request, "catalogue/staff/import.html#progress", _state(run))
    return _page(request, run)


@access.staff(Role.LIBRARIAN)
@require_POST
def reading(request, import_id):
    """Changes how the file is read; with other letters or another separator its columns are others too."""
    run = get_object_or_404(Import, pk=import_id)
    if run.state not in TO_READ or not run.path:
        return redirect("import", run.pk)
    before = work.reading_of(run)
    try:
        form = ReadingForm(request.POST, run, _sources(run, before))
    except (Unreadable, OSError):  # its page says so
        return redirect("import", run.pk)
    if not form.is_valid():
        return _page(request, run, form=form, status=422)
    wanted = form.reading(before)
    again = (wanted.charset, wanted.separator) != (before.charset, before.separator)
    try:
        if again:
            wanted = sniff.remapped(work.path_of(run), replace(wanted, mapping={}))
        said = form.cleaned_data
        steps.read_so(
            import_id=run.pk,
            reading=wanted,
            system=said["system"],
            policy=said["policy"],
            actor=request.user,
        )
        if again:
            messages.info(request, "Le fichier est relu : voyez si ses colonnes sont les bonnes.")
        else:
            steps.try_it(import_id=run.pk, actor=request.user)
    except Unreadable as error:
        form.add_error("separator" if "separator" in form.fields else None, str(error))
        return _page(request, run, form=form, status=422)
    except Refused as refused:
        messages.error(request, refused)
    return redirect("import", run.pk)


@access.staff(Role.LIBRARIAN)
@require_POST
def run_it(request, import_id):
    return _do(request, import_id, steps.run_it)


@access.staff(Role.LIBRARIAN)
@require_POST
def resume(request, import_id):
    return _do(request, import_id, steps.resume)


@access.staff(Role.LIBRARIAN)
@require_POST
def stop(request, import_id):
    return _do(request, import_id, steps.stop)


@access.staff(Role.LIBRARIAN)
@require_POST
def learn(request, import_id):
    """Leads one of the games that one can learn here, or all of them, to its trainer."""
    get_object_or_404(Import, pk=import_id)
    asked = request.POST.get("notice")
    only = () if asked is None else (int(asked) if asked.isdecimal() and len(asked) < 18 else 0,)
    try:
        led = learning.lead(import_id=import_id, only=only, actor=request.user)
    except Refused as refused:
        messages.error(request, refused)
        return redirect("import", import_id)
    if led:
        names = ", ".join(f"« {record.title} »" for record in led[:5]) + (" et d’autres" if led[5:] else "")
        messages.success(request, f"Lié à l’apprentissage : {names}. Les familles y ont leur bouton.")
    else:
        messages.info(request, "Rien n’est changé : c’est déjà lié, ou la notice n’est plus là.")
    return redirect("import", import_id)


@access.staff(Role.LIBRARIAN)
@require_POST
def discard(request, import_id):
    run = get_object_or_404(Import, pk=import_id)
    try:
        steps.discard(import_id=import_id, actor=request.user)
    except Refused as refused:
        messages.error(request, refused)
        return redirect("import", import_id)
    messages.success(request, f"« {run.name} » est jeté. Rien n’était entré au catalogue.")
    return redirect("imports")


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def undo(request, import_id):
    """Asks first and says what goes."""
    run = get_object_or_404(Import, pk=import_id)
    if request.method == "POST":
        return _do(request, import_id, steps.undo_it)
    outlook = staying.outlook(run) if run.state == ImportState.DONE else None
    return render(request, "catalogue/staff/import_undo.html", _state(run) | {"outlook": outlook})


def _do(request, import_id, verb):
    get_object_or_404(Import, pk=import_id)
    try:
        verb(import_id=import_id, actor=request.user)
    except Refused as refused:
        messages.error(request, refused)
    return redirect("import", import_id)


def _state(run: Import) -> dict:
    counts = [(fate, run.fates.get(fate.value, 0)) for fate in Fate]
    return {
        "run": run,
        "format": sniff.FORMATS.get(run.format, run.format),
        "still": steps.is_still(run),
        "total": max(run.total, run.position),
        "new": run.fates.get(Fate.NEW.value, 0),
        "changed": run.fates.get(Fate.CHANGED.value, 0),
        "counts": counts,
        "judged": sum(count for _, count in counts),
    }


def _sources(run: Import, reading: sniff.Reading) -> list[sniff.Source]:
    return sniff.sources(work.path_of(run), reading)


def _page(request, run: Import, form: ReadingForm | None = None, status: int = 200):
    context = _state(run)
    if run.state in TO_READ and form is None:
        context["trouble"] = run.trouble
        try:
            form = ReadingForm(None, run, _sources(run, work.reading_of(run)))
        except (Unreadable, OSError):
            context["trouble"] = "Le fichier n’est plus là, ou ne se lit plus. Déposez-le de nouveau."
    if not run.is_working and context["judged"]:
        fate, kept = request.GET.get("sort", ""), request.GET.get("reste") == "1"
        lines = imports.lines(run, fate=fate, kept=kept)
        context |= {
            "page": Paginator(lines, 50).get_page(request.GET.get("page")),
            "fate": fate if fate in Fate.values else "",
            "kept": kept,
            "learnable": learning.proposed(run),
            "query": urlencode({"reste": 1} if kept else {"sort": fate} if fate else {}),
        }
    context["form"] = form
    return render(request, "catalogue/staff/import.html", context, status=status)
