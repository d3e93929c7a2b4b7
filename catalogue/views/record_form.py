"""The form of a record: a new one, one to change, and what helps while one types."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access
from catalogue.forms.record import mark
from catalogue.forms.record_whole import MORE, READ, SAID, RecordWhole, rows_of
from catalogue.models import Record, Role
from catalogue.policy import Refused
from catalogue.queries import duplicates, suggestions
from catalogue.queries import records as queries
from catalogue.services import record_undo, records, versions
from catalogue.views import conflicts
from ludotheque import ean as codes
from ludotheque import scanner

TEMPLATE = "catalogue/staff/record_form.html"
SUGGESTIONS = {
    "editeur": suggestions.publishers,
    "personne": suggestions.people,
    "categorie": suggestions.categories,
    "jeu": suggestions.games,
}


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def add(request):
    if request.method != "POST":
        return _page(request, RecordWhole(Record()))
    whole = RecordWhole(Record(), request.POST)
    if act := _asked(request):
        return _part(request, whole.retyped(act), act)
    if whole.is_valid():
        sent = whole.form.cleaned_data["seen"][:40]
        try:
            record = whole.create(actor=request.user, sent=sent)
        except records.SentTwice as twice:
            return _sent_twice(request, whole, twice.record)
        _tell(request, whole, record)
        where = "en brouillon" if record.draft else "au catalogue"
        messages.success(request, f"« {record.title} » est {where}. Ajoutez ses exemplaires.")
        return redirect("record_edit", record.pk)
    return _page(request, whole)


def _sent_twice(request, whole: RecordWhole, made: Record):
    """A double click leads to what the first made; another title, typed since, may mean another game."""
    if whole.form.cleaned_data["title"] == made.title:
        messages.info(request, f"« {made.title} » vient d’être ajouté : voici sa notice, une seule fois.")
        return redirect("record_edit", made.pk)
    conflicts.meant(whole.form, mark())
    return _page(request, whole, status=409, sent_twice=made)


def _gone(request):
    """Somebody has deleted the record meanwhile: what was typed is kept, and may become a new one."""
    data = request.POST.copy()
    data["seen"] = mark()
    whole = RecordWhole(Record(), data)
    if act := _asked(request):
        return _part(request, whole.retyped(act), act)
    whole.is_valid()
    return _page(request, whole, status=410, gone=True)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request, record_id):
    """Saves unless somebody has saved since the form was opened; then both versions are on the page."""
    record = Record.objects.select_related("publisher", "base_game").filter(pk=record_id).first()
    if record is None and request.method == "POST":
        return _gone(request)
    if record is None:
        raise Http404
    if request.method != "POST":
        return _page(request, RecordWhole(record))
    whole = RecordWhole(record, request.POST)
    if act := _asked(request):
        return _part(request, whole.retyped(act), act)
    if whole.is_valid():
        try:
            seen = versions.moment(whole.form.cleaned_data["seen"])
            saved = whole.update(actor=request.user, seen=seen)
        except Record.DoesNotExist:  # between two lines of ours
            return _gone(request)
        except versions.Changed:
            theirs = Record.objects.select_related("publisher", "base_game").get(pk=record_id)
            return _conflict(request, theirs, whole)
        except Refused as refused:
            whole.form.add_error("base_title", str(refused))
            return _page(request, whole)
        _tell(request, whole, saved)
        messages.success(request, f"« {saved.title} » est à jour.")
        return redirect("record_edit", record_id)
    return _page(request, whole)


@access.staff(Role.LIBRARIAN)
@require_POST
def undo(request, record_id):
    """Takes back the last change, named by its line of the journal."""
    get_object_or_404(Record, pk=record_id)
    line = request.POST.get("ligne", "")
    entry = int(line) if line.isdecimal() and len(line) < 18 else 0
    try:
        record_undo.undo(record_id=record_id, entry_id=entry, actor=request.user)
    except versions.Changed:
        text = "Rien n’est annulé : la notice a changé depuis. Relisez-la, puis corrigez ce qu’il faut."
        messages.error(request, text)
    except Refused as refused:  # its base game has become its extension, say
        messages.error(request, refused)
    else:
        messages.success(request, "La modification est annulée : la notice est comme avant.")
    return redirect("record_edit", record_id)


@access.staff(Role.LIBRARIAN)
@require_safe
def suggest(request, what):
    """Names that begin like what is typed, as options of a list."""
    if what not in SUGGESTIONS:
        raise Http404
    typed = request.GET.get("q", "")[:200]
    context = {"suggestions": SUGGESTIONS[what](typed)}
    return render(request, "catalogue/staff/suggestions.html", context)


@access.staff(Role.LIBRARIAN)
@require_safe
def check(request):
    """Records that may be this very game already, and whether the digits of the code can be right."""
    typed = {name: request.GET.get(name, "")[:300] for name in ("title", "publisher_name", "ean")}
    code, but = scanner.code(typed["ean"]), request.GET.get("notice", "")
    twins = duplicates.of(
        title=typed["title"],
        publisher=typed["publisher_name"],
        ean=code,
        but=int(but) if but.isdecimal() and len(but) < 12 else None,
    )
    wrong = bool(code) and not codes.is_right(code)
    context = {"twins": twins, "wrong": wrong, "code": code}
    if wrong and codes.can_be(code):
        context |= {"rest": code[:-1], "digit": codes.check_digit(code)}
    return render(request, "catalogue/staff/record_check.html", context)


def _asked(request) -> str:
    """What a button asks for other than saving, or nothing."""
    act = request.POST.get("faire", "")
    return act if act in MORE or act in READ else ""


def _part(request, whole: RecordWhole, act: str):
    """The rows that changed; the whole page where no script asked."""
    if not request.htmx:
        return _page(request, whole, typed=True)
    section = MORE.get(act, "parts")
    context = {"form": whole.form, **whole.rows, "read": whole.read}
    return render(request, f"{TEMPLATE}#{section}", context)


def _tell(request, whole: RecordWhole, record: Record) -> None:
    """Says which names are new, where a slip may hide, and, at saving too, what may be the same game."""
    if whole.made:
        messages.info(request, f"Nouveau au catalogue : {', '.join(dict.fromkeys(whole.made))}.")
    publisher = record.publisher.name if record.publisher else ""
    twins = duplicates.of(title=record.title, publisher=publisher, ean=record.ean, but=record.pk)
    if twins:
        rows = [(reverse("record_edit", args=[t.record.pk]), t.record.title, t.why) for t in twins]
        links = format_html_join(", ", '<a href="{}">{}</a> ({})', rows)
        messages.warning(request, format_html("Peut-être en double : {}.", links))


def _conflict(request, theirs: Record, whole: RecordWhole):
    """What was typed stays in the form, what is saved stands beside it; saving again is then meant."""
    saved, saved_rows = RecordWhole(theirs).form, rows_of(theirs)
    pairs = [
        (field.label, field.value(), saved[field.name].value())
        for field in whole.form
        if field.name not in ("seen", "ean_kept", "components_text")
    ]
    for name, label in SAID.items():
        typed = [_row_said(row) for row in whole.rows[name].cleaned_data]
        pairs.append((label, [one for one in typed if one], [_row_said(row) for row in saved_rows[name]]))
    differing = [(label, _said(other)) for label, typed, other in pairs if _said(typed) != _said(other)]
    conflicts.meant(whole.form, theirs.updated_at.isoformat())
    return _page(request, whole, status=409, differing=differing)


def _row_said(row: dict) -> str:
    """One row in one line: « 4 pion rouge (réserve 1) »."""
    if row.get("line"):
        return row["line"]
    if row.get("url"):
        return f"{row['url']} {row['label']}".strip()
    if not row.get("name"):
        return ""
    if "role" in row:
        return f"{row['name']} ({row['role']})"
    number = f"{row['quantity']} × " if row.get("quantity") else ""
    aside = "" if row.get("important") else ", pas indispensable"
    spare = f", {row['spare']} en réserve" if row.get("spare") else ""
    return f"{number}{row['name']}{aside}{spare}"


def _said(value) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value).replace("\r\n", "\n").strip()


def _page(request, whole: RecordWhole, *, status=None, typed=False, **context):
    record = whole.record if whole.record.pk else None
    if record:  # judging a form writes into its instance: what the page says of the record is what is saved
        record = Record.objects.get(pk=record.pk)
    wrong = whole.faults
    context |= {
        "record": record,
        "form": whole.form,
        **whole.rows,
        "read": whole.read,
        "copies": record.copies.select_related("section", "site").with_loans()[:100] if record else (),
        "change": queries.last_change(record) if record else None,
        "wrong": wrong,
        "touched": typed or whole.form.is_bound,
    }
    return render(request, TEMPLATE, context, status=status or (422 if wrong else 200))
