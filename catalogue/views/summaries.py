"""A librarian writes the rules of a game in her own words, sees page and sheet, and adds a quiz."""

from base64 import b64encode

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods, require_POST

from catalogue import access
from catalogue.forms.summary import QUESTIONS, SummaryWhole, seen
from catalogue.models import Record, Role, Summary
from catalogue.models.summary import PARTS
from catalogue.queries import rules as sheets
from catalogue.queries import summaries as queries
from catalogue.services import summaries, versions
from catalogue.views.rules import printed
from games import registry
from games.summaries import FORMATS
from ludotheque import pictures

TEMPLATE = "catalogue/staff/summary_form.html"
SIDES = {"a4": 2, "a5": 2}  # of one sheet of paper; large print takes what it takes
PICTURED = 8  # pages of a preview


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request, record_id):
    """Saves unless somebody has saved since the form was opened; then both versions are on the page."""
    record = get_object_or_404(Record.objects.select_related("summary"), pk=record_id)
    summary = record.summary if record.has_summary else None
    if request.method != "POST":
        return _page(request, record, SummaryWhole.of(summary, queries.questions(record)))
    act = request.POST.get("faire", "")
    if act:
        whole, format = SummaryWhole.retyped(request.POST, act), act.removeprefix("apercu-")
        preview = _preview(record, whole.typed, format) if format in FORMATS else None
        return _page(request, record, whole, preview=preview, touched=True)
    whole = SummaryWhole.judged(request.POST)
    if not whole.is_valid():
        return _page(request, record, whole, status=422, touched=True)
    had = whole.texts.cleaned_data["seen"]
    try:
        summaries.write(
            record_id=record_id,
            actor=request.user,
            seen=versions.moment(had) if had else None,
            anew=not had,
            **whole.values,
        )
    except versions.Changed:
        return _conflict(request, record_id, request.POST)
    address = reverse("rules", args=[record.slug])
    messages.success(
        request, format_html('Le résumé est enregistré. <a href="{}">Voir la page de la règle</a>.', address)
    )
    return redirect("summary_edit", record_id)


@access.staff(Role.LIBRARIAN)
@require_POST
def undo(request, record_id):
    """Takes back the last change, named by its line of the journal."""
    get_object_or_404(Record, pk=record_id)
    try:
        summaries.undo(record_id=record_id, entry_id=_line(request), actor=request.user)
    except versions.Changed:
        text = "Rien n’est annulé : le résumé a changé depuis. Relisez-le, puis corrigez ce qu’il faut."
        messages.error(request, text)
    else:
        messages.success(request, "La modification est annulée : le résumé est comme avant.")
    return redirect("summary_edit", record_id)


@access.staff(Role.LIBRARIAN)
@require_POST
def bring_back(request, record_id):
    """Puts back the summary that was deleted, as a line of the journal has it."""
    record = get_object_or_404(Record, pk=record_id)
    try:
        summaries.bring_back(record_id=record_id, entry_id=_line(request), actor=request.user)
    except versions.Changed:
        messages.error(request, "Rien n’est remis : la notice a déjà un autre résumé.")
    else:
        messages.success(request, f"Le résumé de « {record.title} » est remis, avec son quiz.")
    return redirect("summary_edit", record_id)


def _line(request) -> int:
    """The line of the journal that a button names; 0 for none."""
    entry = request.POST.get("ligne", "")
    return int(entry) if entry.isdecimal() and len(entry) < 16 else 0


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request, record_id):
    """Asks first and names what is lost."""
    summary = get_object_or_404(Summary.objects.select_related("record"), record_id=record_id)
    if request.method == "POST":
        summaries.delete(record_id=record_id, actor=request.user)
        messages.success(request, f"Le résumé de « {summary.record.title} » est supprimé.")
        return redirect("summary_edit", record_id)  # which offers to put it back
    context = {
        "record": summary.record,
        "parts": [PARTS[name] for name, text in summary.texts.items() if text],
        "questions": summary.questions.count(),
    }
    return render(request, "catalogue/staff/summary_delete.html", context)


def _preview(record: Record, texts: dict[str, str], format: str) -> dict:
    """Page and sheet of what is typed, saved or not."""
    summary = queries.printed(texts)
    shown: dict = {"parts": summary, "format": format, "label": FORMATS[format]}
    sheet = sheets.sheet(record.slug)
    if not summary.parts or sheet is None or registry.has_book(record.game):
        return shown
    sides, drawn = pictures.of_pages(printed(sheet, summary, format), at_most=PICTURED)
    return shown | {
        "pictures": [f"data:image/png;base64,{b64encode(one).decode()}" for one in drawn],
        "sides": sides,
        "more": sides - len(drawn),
        "over": sides > SIDES.get(format, sides),
    }


def _conflict(request, record_id: int, typed):
    """What was typed stays in the form, what is saved stands beside it; saving again is then meant."""
    record = Record.objects.select_related("summary").get(pk=record_id)
    theirs = record.summary if record.has_summary else None
    whole = SummaryWhole.retyped(typed)
    said = theirs.texts if theirs else dict.fromkeys(PARTS, "")
    differing = [
        (PARTS[name], said[name])
        for name, text in whole.typed.items()
        if text.replace("\r\n", "\n").strip() != said[name].replace("\r\n", "\n").strip()
    ]
    theirs_asked = SummaryWhole.of(theirs, queries.questions(record))
    if whole.asked != theirs_asked.asked:
        differing.append(("Questions", "\n".join(theirs_asked.asked)))
    whole.texts.initial["seen"] = seen(theirs)
    return _page(request, record, whole, status=409, differing=differing, touched=True)


def _page(request, record: Record, whole: SummaryWhole, *, status: int = 200, **context):
    context |= {
        "record": record,
        "change": queries.last_change(record),
        "deleted": queries.last_deletion(record),
        "texts": whole.texts,
        "questions": whole.questions,
        "full": len(whole.questions.forms) >= QUESTIONS,
        "wrong": whole.faults,
        "formats": FORMATS,
        "has_book": registry.has_book(record.game),
    }
    return render(request, TEMPLATE, context, status=status)
