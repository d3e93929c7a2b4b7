"""A record's pictures and documents: their files, and the page where the staff keeps them."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access, media
from catalogue.forms.pictures import UploadForm
from catalogue.models import Record, Role
from catalogue.policy import Refused
from catalogue.queries import pictures as queries
from catalogue.services import documents, pictures
from catalogue.services.versions import Changed

A_YEAR = 365 * 86400
STALE = "Rien n’est changé : quelqu’un d’autre a changé ces photos entre-temps. Voici ce qu’il en est."
UNKNOWN = "Rien n’est changé : cette demande n’est pas connue. Utilisez les boutons de la page."
GONE = "Rien n’est changé : elle n’est plus là, ou elle y est déjà de nouveau."


@require_safe
@access.public
def image(request, name, kind):
    """A picture in one of its sizes: one that we have drawn, under a name that never means another."""
    key, _, size = name.rpartition("-")
    known = media.SIZES.get(size)
    found = queries.find(key) if known and known.kind == kind else None
    if known is None or found is None or not access.sees(request, found.record):
        raise Http404
    try:
        content = media.picture(key, size).read_bytes()
    except FileNotFoundError as error:
        raise Http404 from error
    response = HttpResponse(content, content_type=known.media_type)
    # it is compressed already: the middleware that compresses pages leaves it alone
    response["Content-Encoding"] = "identity"
    kept = "private, no-store" if found.record.draft else f"public, max-age={A_YEAR}, immutable"
    response["Cache-Control"] = kept
    return response


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def index(request, record_id):
    """Each file is judged by itself: those that cannot be taken are named, the others are there."""
    record = get_object_or_404(Record, pk=record_id)
    components = list(record.components.all())
    if request.method != "POST":
        return _page(request, record, UploadForm(components=components))
    form = UploadForm(request.POST, request.FILES, components=components)
    if not form.is_valid():
        return _page(request, record, form, status=422)
    added = 0
    for file in form.given():
        try:
            _add(record, form, file, request.user)
            added += 1
        except Refused as refused:
            form.add_error("chosen", str(refused))
    if added:
        text = "Un fichier est ajouté." if added == 1 else f"{added} fichiers sont ajoutés."
        messages.success(request, text)
    if form.errors:
        return _page(request, record, form, status=422)
    return redirect("record_pictures", record_id)


def _add(record: Record, form: UploadForm, file, actor) -> None:
    given = {"record_id": record.pk, "file": file, "file_name": file.name, "size": file.size, "actor": actor}
    if form.cleaned_data["usage"] == form.DOCUMENT or documents.is_pdf(file):
        documents.add(**given)
    else:
        pictures.add(component_id=form.component_id, **given)


@access.staff(Role.LIBRARIAN)
@require_POST
def one(request, record_id, picture_id):
    """What its buttons say: one place up or down, its words, out."""
    record = get_object_or_404(Record, pk=record_id)
    act, seen = request.POST.get("faire", ""), request.POST.get("vu", "")
    which = {"record_id": record_id, "picture_id": picture_id, "actor": request.user}
    try:
        if act in ("monter", "descendre"):
            pictures.move(by=-1 if act == "monter" else 1, seen=seen, **which)
        elif act == "enlever":
            pictures.remove(**which)
            messages.success(request, "La photo est enlevée. Vous pouvez la remettre, plus bas.")
        elif act == "decrire" and "alt" in request.POST:
            pictures.describe(alt=request.POST.get("alt", "").replace("\0", ""), seen=seen, **which)
            messages.success(request, "C’est noté.")
        else:
            return _stale(request, record, UNKNOWN, status=400)
    except Changed:
        return _stale(request, record, GONE if act == "enlever" else STALE)
    target = reverse("record_pictures", args=[record_id])
    return redirect(target if act == "enlever" else f"{target}#photo-{picture_id}")


@access.staff(Role.LIBRARIAN)
@require_POST
def remove_document(request, record_id, document_id):
    record = get_object_or_404(Record, pk=record_id)
    try:
        documents.remove(record_id=record_id, document_id=document_id, actor=request.user)
    except Changed:
        return _stale(request, record, GONE)
    messages.success(request, "Le document est enlevé. Vous pouvez le remettre, plus bas.")
    return redirect("record_pictures", record_id)


@access.staff(Role.LIBRARIAN)
@require_POST
def restore(request, record_id):
    """Brings back what a line of the journal took out."""
    record = get_object_or_404(Record, pk=record_id)
    line, what = request.POST.get("ligne", ""), request.POST.get("quoi", "")
    entry = int(line) if line.isdecimal() and len(line) < 18 else 0
    service = documents if what == "document" else pictures
    try:
        service.restore(record_id=record_id, entry_id=entry, actor=request.user)
    except Changed:
        return _stale(request, record, GONE)
    except Refused as refused:
        return _stale(request, record, str(refused), status=422)
    text = "Le document est de nouveau là." if what == "document" else "La photo est de nouveau là."
    messages.success(request, text)
    return redirect("record_pictures", record_id)


def _stale(request, record: Record, text: str, status: int = 409):
    messages.error(request, text)
    form = UploadForm(components=list(record.components.all()))
    return _page(request, record, form, status=status)


def _page(request, record: Record, form: UploadForm, status: int = 200):
    whole = queries.of_record(record)
    context = {"record": record, "form": form, "whole": whole, "seen": pictures.mark(whole.every)}
    return render(request, "catalogue/staff/pictures.html", context, status=status)
