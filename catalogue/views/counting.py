"""The counting queue: boxes that wait, one page for each, made for a phone held in one hand."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from catalogue import access, desk_site
from catalogue.forms.counting import CountForm
from catalogue.forms.desk import ScanForm
from catalogue.models import Copy, PieceCount, Role
from catalogue.policy import Refused
from catalogue.queries import counting, missing
from catalogue.queries import desk as reading
from catalogue.services import counts
from catalogue.views.desk import returned_answers
from catalogue.views.holds import arrived
from ludotheque.numbers import digits

PER_PAGE = 25


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
def queue(request):
    """Boxes that wait, the one asked first first; a scan opens any box."""
    trouble = ""
    if request.method == "POST":
        form = ScanForm(request.POST)
        copy = reading.box(form.cleaned_data["code"]) if form.is_valid() else None
        if copy is not None:
            return _taken(request, copy)
        trouble = "Aucune boîte ne porte ce code." if form.is_valid() else "Rien n’a été lu."
    now = timezone.now()
    page = Paginator(counting.waiting(), PER_PAGE).get_page(request.GET.get("page"))
    people = counting.names(one.taken_by for one in page)
    for copy in page:
        mine = copy.taken_by == request.user.pk
        recent = copy.taken_at is not None and now - copy.taken_at < counting.TAKEN_FOR
        copy.at_it = people.get(copy.taken_by, "") if recent and not mine else ""
        copy.mine = mine and recent
    context = {"page": page, "trouble": trouble, "query": ""}
    return render(request, "catalogue/pieces/queue.html", context, status=422 if trouble else 200)


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def count(request, copy_id):
    """What should be in the box, to be ticked off; the same list beside the input of the returns."""
    copy = _copy(copy_id)
    parts = counting.parts_of(copy)
    if request.method == "POST":
        return _counted(request, copy, parts)
    if request.htmx:
        here = {"here": True, "to": reverse("checkin"), "famille": digits(request.GET.get("famille"))}
        here["left"] = "reste" in request.GET
        return _list(request, copy, parts, None, "catalogue/pieces/count.html#here", **here)
    return _list(request, copy, parts, None)


@access.staff(Role.VOLUNTEER)
@require_POST
def take(request, copy_id):
    """« I count this one »: a second volunteer is told, and may all the same."""
    return _taken(request, _copy(copy_id), anyway="quand-meme" in request.POST)


@access.staff(Role.VOLUNTEER)
@require_POST
def go_on(request):
    """The box that has waited longest and that nobody is at."""
    return _next(request)


@access.staff(Role.VOLUNTEER)
@require_POST
def drop(request, copy_id):
    """Nobody will count it."""
    copy, arrival = counts.drop(
        copy_id=_copy(copy_id).pk, actor=request.user, now=timezone.now(), site=desk_site.of(request)
    )
    said = arrived.told(arrival, copy)
    messages.success(request, " ".join([f"« {copy.record.title} » n’est plus à compter.", *said.lines]))
    return redirect("counting")


def _taken(request, copy: Copy, *, anyway: bool = False) -> HttpResponse:
    try:
        counts.take(copy_id=copy.pk, actor=request.user, now=timezone.now(), anyway=anyway)
    except Refused as refused:
        messages.warning(request, str(refused))
    return redirect("count", copy.pk)


def _counted(request, copy: Copy, parts: list[counting.Part]) -> HttpResponse:
    form = CountForm(request.POST, parts=parts)
    if not form.is_valid():
        return _list(request, copy, parts, form, status=422)
    try:
        told = counts.finish(
            copy_id=copy.pk,
            found=form.found(),
            seen=form.cleaned_data["vu"],
            loan_id=form.cleaned_data["pret"],
            since_unknown=form.cleaned_data["inconnu"],
            actor=request.user,
            now=timezone.now(),
            site=desk_site.of(request),
        )
    except Refused as refused:
        messages.error(request, str(refused))
        return _list(request, _copy(copy.pk), counting.parts_of(copy), None, status=409)
    answer = returned_answers.counted(told)
    level = messages.SUCCESS if answer.tone == "ok" else messages.WARNING
    messages.add_message(request, level, " ".join([answer.what, *answer.details]))
    return _next(request)


def _next(request) -> HttpResponse:
    copy = counting.next_for(request.user, timezone.now())
    return _taken(request, copy) if copy else redirect("counting")


def _list(
    request, copy, parts, form, template="catalogue/pieces/count.html", status=200, **more
) -> HttpResponse:
    waiting = PieceCount.objects.select_related("loan__member__household", "taken_by")
    asked = waiting.filter(copy=copy, done_at=None).first()
    last = counting.last_done(copy)
    loan_id = digits(request.POST.get("pret") or request.GET.get("pret"))
    from_loan = bool(loan_id) or (asked is not None and asked.loan_id is not None)
    since = counting.loans_since(copy, last) if from_loan else 0
    doubtful = last is None or since != 1
    now = timezone.now()
    for part in parts:
        field = form[f"piece-{part.id}"] if form else None
        part.value = part.expected if field is None else field.value()
        part.wrong = " ".join(field.errors) if field is not None else ""
    context = {
        "copy": copy,
        "parts": parts,
        "wrong": bool(form and form.errors),
        "asked": asked,
        "other": asked.taken_by if asked and counts.taken_by_another(asked, request.user, now) else None,
        "from_loan": from_loan,
        "loans_since": since,
        # the last loan is to blame only where the box was whole just before it
        "since_unknown": form["inconnu"].value() if form else doubtful,
        "family": missing.whose(asked.loan) if asked else "",
        "last": last,
        "seen": last.pk if last else 0,
        "lent": copy.open_loan,
        "lacks": any(part.lacks for part in parts),
        "to": reverse("count", args=[copy.pk]),
        "loan_id": loan_id,
        **more,
    }
    return render(request, template, context, status=status)


def _copy(copy_id: int) -> Copy:
    return get_object_or_404(Copy.objects.select_related("record", "section", "site"), pk=copy_id)
