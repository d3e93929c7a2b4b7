"""Boxes: the list, a new one, and one to change."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from catalogue import access, desk_site
from catalogue.forms.copies import REASONS, CopyForm, NewCopiesForm
from catalogue.models import Copy, CopyState, Record, Role, Section, Site
from catalogue.models.piece import lacking
from catalogue.policy import Refusal, Refused
from catalogue.queries import call_numbers, histories, lists
from catalogue.services import copies, new_copies, versions
from catalogue.views import conflicts
from ludotheque.numbers import digits

OFFERED = 500  # names that an input offers; any other can be typed


@access.staff(Role.LIBRARIAN)
@require_safe
def index(request):
    text, state = request.GET.get("q", ""), request.GET.get("etat", "")
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
@vary_on_headers("HX-Request")
def add(request):
    """Boxes of the record that `?notice=` names; without one, the way to choose it.

    Each form has an address of its own, by the code that came next when it was opened (`suite`): whoever
    goes back to one that is done sees what it made.
    """
    number = digits(request.GET.get("notice"))
    if number is None:
        return render(request, "catalogue/staff/copy_of_what.html")
    record = get_object_or_404(Record, pk=number)
    if request.htmx:  # what the codes typed so far would meet
        lines = request.POST.get("codes", "").splitlines()[: new_copies.MOST]
        return render(request, "catalogue/staff/copies_add.html#codes", {"judged": new_copies.judged(lines)})
    next_code = new_copies.next_code()
    if request.method != "POST":
        if "suite" not in request.GET:
            return redirect(f"{request.path}?{urlencode({'notice': record.pk, 'suite': next_code})}")
        if made := lists.copies_from(record, request.GET["suite"]):
            return _spent(request, record, made)
    form = NewCopiesForm(request.POST or None, initial=_like_the_others(request, record), next_code=next_code)
    refusals: tuple[Refusal, ...] = ()
    if request.method == "POST" and form.is_valid():
        try:
            made = new_copies.add(record_id=record.pk, actor=request.user, **form.values())
        except Refused as refused:
            refusals = refused.refusals
            numbered = "numbered-since" in refused.codes
            if numbered and (made := lists.copies_from(record, form.cleaned_data["numbered_from"])):
                return _spent(request, record, made, status=409)
            form.data = form.data.copy()
            form.data["numbered_from"] = new_copies.next_code()
        else:
            messages.success(request, _added(record, made))
            return redirect("record_edit", record.pk)
    return _new_form(request, form, record, refusals)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request, copy_id):
    copy = get_object_or_404(_copies(), pk=copy_id)
    record, known_as = copy.record, copy.barcode
    form = CopyForm(request.POST or None, instance=copy, initial={"seen": versions.version(copy)})
    if request.method == "POST" and form.is_valid():
        try:
            copies.update(copy_id=copy_id, actor=request.user, **form.values())
        except versions.Changed:
            theirs = _copies().get(pk=copy_id)
            lines = conflicts.differing(form, CopyForm(instance=theirs))
            conflicts.meant(form, versions.version(theirs))
            return _form(request, form, theirs.record, theirs, status=409, differing=lines)
        except Refused as refused:
            form.add_error(_blamed(refused), str(refused))
        else:
            messages.success(request, f"L’exemplaire {copy.barcode} est à jour.")
            return redirect(f"{reverse('staff_copies')}?{urlencode({'q': copy.barcode})}")
    copy.barcode = known_as  # a form that is refused has set the new one
    return _form(request, form, record, copy)


@access.staff(Role.LIBRARIAN)
@require_safe
def history(request, copy_id):
    """What has happened to a box, the latest first."""
    copy = get_object_or_404(_copies(), pk=copy_id)
    page = Paginator(histories.of_copy(copy), 50).get_page(request.GET.get("page"))
    context = {"copy": copy, "page": page, "events": histories.told(page)}
    return render(request, "catalogue/staff/copy_history.html", context)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request, copy_id):
    """Asks first and names what is lost."""
    copy = get_object_or_404(_copies(), pk=copy_id)
    if request.method == "POST":
        try:
            copies.delete(copy_id=copy_id, actor=request.user)
        except Refused as refused:
            messages.error(request, refused)
            return redirect("copy_edit", copy_id)
        messages.success(request, f"L’exemplaire {copy.barcode} de « {copy.record.title} » est supprimé.")
        return redirect("record_edit", copy.record_id)
    price = f"{(copy.price_cents or 0) / 100:.2f}".replace(".", ",")
    context = {"copy": copy, "price": price, "loans": copy.loans.count()}
    return render(request, "catalogue/staff/copy_delete.html", context)


def _blamed(refused: Refused) -> str:
    """The field that a refusal stands at."""
    return {"on-loan": "state", "no-reason": "withdrawn_reason"}.get(refused.codes[0], "barcode")


def _copies():
    return Copy.objects.select_related("record", "section", "site")


def _form(request, form, record, copy, status=None, differing=None):
    context = {
        "form": form,
        "record": record,
        "copy": copy,
        "lent": copy.loans.exists(),
        "lacks": lacking(copy.missing.open()),
        "differing": differing,
        **_offered(),
    }
    status = status or (422 if form.errors else 200)
    return render(request, "catalogue/staff/copy_form.html", context, status=status)


def _new_form(request, form, record, refusals):
    context = {"form": form, "record": record, "refusals": refusals, "most": new_copies.MOST, **_offered()}
    status = 422 if form.errors or refusals else 200
    return render(request, "catalogue/staff/copies_add.html", context, status=status)


def _spent(request, record, made, status=200):
    """Instead of a form that has been sent: the boxes that it made."""
    context = {"record": record, "made": made}
    return render(request, "catalogue/staff/copies_added.html", context, status=status)


def _offered() -> dict:
    """What the inputs propose."""
    suppliers = Copy.objects.exclude(supplier="").order_by("supplier").values_list("supplier", flat=True)
    return {
        "section_names": Section.objects.order_by("slug").values_list("name", flat=True)[:OFFERED],
        "site_names": Site.objects.order_by("id").values_list("name", flat=True)[:OFFERED],
        "supplier_names": suppliers.distinct()[:OFFERED],
        "reasons": REASONS,
    }


def _added(record: Record, made: list[Copy]) -> str:
    if len(made) == 1:
        return f"L’exemplaire {made[0].barcode} est ajouté à « {record.title} »."
    codes = ", ".join(copy.barcode for copy in made[:10]) + ("…" if len(made) > 10 else "")
    return f"{len(made)} exemplaires sont ajoutés à « {record.title} » : {codes}."


def _like_the_others(request, record: Record) -> dict:
    """A new box mostly stands where the others of its record stand; the first one here."""
    other = record.copies.select_related("section", "site").order_by("-id").first()
    site = other.site if other and other.site else desk_site.likely(request)
    return {
        "call_number": call_numbers.proposed(record),
        "section_name": other.section.name if other and other.section else "",
        "site_name": site.name if site else "",
    }
