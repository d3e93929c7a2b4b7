"""Boxes: the list, a new one, and one to change."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from catalogue import access
from catalogue.forms.staff import CopyForm
from catalogue.models import Copy, CopyState, Record, Role
from catalogue.policy import Refused
from catalogue.queries import lists
from catalogue.services import copies


@access.staff(Role.LIBRARIAN)
@require_safe
def index(request):
    text, state = request.GET.get("q", "").replace("\0", ""), request.GET.get("etat", "")
    page = Paginator(lists.copies(text, state=state), 50).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "text": text,
        "state": state,
        "states": CopyState.choices,
        "query": urlencode({"q": text, "etat": state}),
    }
    return render(request, "catalogue/staff/copies.html", context)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def add(request):
    """A box of the record that `?notice=` names; without one, the way to choose it."""
    number = request.GET.get("notice", "")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return render(request, "catalogue/staff/copy_of_what.html")
    record = get_object_or_404(Record, pk=int(number))
    form = CopyForm(request.POST or None, initial=_like_the_others(record))
    if request.method == "POST" and form.is_valid():
        try:
            copy = copies.create(record_id=record.pk, actor=request.user, **form.values())
        except Refused as refused:
            form.add_error("barcode", str(refused))
        else:
            messages.success(request, f"L'exemplaire {copy.barcode} est ajouté à « {record.title} ».")
            return redirect("record_edit", record.pk)
    return _form(request, form, record)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request, copy_id):
    copy = get_object_or_404(Copy.objects.select_related("record"), pk=copy_id)
    record, known_as = copy.record, copy.barcode
    form = CopyForm(request.POST or None, instance=copy)
    if request.method == "POST" and form.is_valid():
        try:
            copies.update(copy_id=copy_id, actor=request.user, **form.values())
        except Refused as refused:
            form.add_error("state" if "on-loan" in refused.codes else "barcode", str(refused))
        else:
            messages.success(request, f"L'exemplaire {copy.barcode} est à jour.")
            return redirect(f"{reverse('staff_copies')}?{urlencode({'q': copy.barcode})}")
    return _form(request, form, record, known_as)


def _form(request, form, record, known_as=""):
    context = {"form": form, "record": record, "known_as": known_as}
    return render(request, "catalogue/staff/copy_form.html", context, status=422 if form.errors else 200)


def _like_the_others(record: Record) -> dict:
    """A new box mostly stands where the others of its record stand."""
    other = record.copies.order_by("-id").first()
    if other is None:
        return {}
    return {"call_number": other.call_number, "section": other.section_id, "site": other.site_id}
