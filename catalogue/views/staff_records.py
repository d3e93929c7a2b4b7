"""Records: the list, a new one, one to change, one to remove."""

import datetime

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from catalogue import access
from catalogue.forms.record import CategoryRows, PeopleRows, RecordForm
from catalogue.models import Category, Person, Publisher, Record, Role
from catalogue.policy import Refused
from catalogue.queries import lists
from catalogue.services import authorities, records, versions

OFFERED = 500  # names that an input offers; any other can be typed


@access.staff(Role.LIBRARIAN)
@require_safe
def index(request):
    text, without = request.GET.get("q", "").replace("\0", ""), request.GET.get("sans", "")
    page = Paginator(lists.records(text, without=without), 50).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "text": text,
        "without": without,
        "query": urlencode({"q": text, "sans": without}),
        "search": urlencode({"q": text}),
    }
    return render(request, "catalogue/staff/records.html", context)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def add(request):
    form, people, categories = _forms(request, Record())
    if request.method == "POST" and _valid(form, people, categories):
        record = records.create(actor=request.user, **_values(request.user, form, people, categories))
        messages.success(request, f"« {record.title} » est au catalogue. Ajoutez ses exemplaires.")
        return redirect("record_edit", record.pk)
    return _page(request, None, form, people, categories)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request, record_id):
    """Saves unless somebody has saved since the form was opened; then both versions are on the page."""
    record = get_object_or_404(Record.objects.select_related("publisher"), pk=record_id)
    form, people, categories = _forms(request, record)
    if request.method == "POST" and _valid(form, people, categories):
        try:
            records.update(
                record_id=record_id,
                actor=request.user,
                seen=_moment(form.cleaned_data["seen"]),
                **_values(request.user, form, people, categories),
            )
        except versions.Changed:
            theirs = Record.objects.select_related("publisher").get(pk=record_id)
            return _conflict(request, theirs, form, people, categories)
        messages.success(request, f"« {form.cleaned_data['title']} » est à jour.")
        return redirect("record_edit", record_id)
    return _page(request, Record.objects.get(pk=record_id), form, people, categories)


@access.staff(Role.LIBRARIAN)
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request, record_id):
    """Asks first and names what is lost."""
    record = get_object_or_404(Record, pk=record_id)
    if request.method == "POST":
        try:
            records.delete(record_id=record_id, actor=request.user)
        except Refused as refused:
            messages.error(request, refused)
            return redirect("record_edit", record_id)
        messages.success(request, f"La notice « {record.title} » est supprimée.")
        return redirect("staff_records")
    context = {"record": record, "copies": record.copies.count(), "documents": record.documents.all()}
    return render(request, "catalogue/staff/record_delete.html", context)


def _forms(request, record: Record):
    data = request.POST if request.method == "POST" else None
    people, categories = [], []
    if record.pk:
        people = [
            {"name": row.person.name, "role": row.role}
            for row in record.contributions.select_related("person")
        ]
        categories = [{"line": category.line} for category in record.categories.all()]
    return (
        RecordForm(data, instance=record),
        PeopleRows(data, initial=people, prefix="personnes"),
        CategoryRows(data, initial=categories, prefix="categories"),
    )


def _valid(*forms) -> bool:
    faulty = [form for form in forms if not form.is_valid()]  # each is asked, each shows its own faults
    return not faulty


def _values(actor, form, people, categories) -> dict:
    """What the services take; names that are new are made on the way."""
    publisher = form.cleaned_data["publisher_name"].strip()
    rows = [row for row in people.cleaned_data if row.get("name", "").strip()]
    lines = [row["line"] for row in categories.cleaned_data if row.get("line")]
    kinds = dict(form.instance.documents.values_list("name", "media_type")) if form.instance.pk else {}
    return form.values() | {
        "publisher": authorities.publisher(form=publisher, actor=actor) if publisher else None,
        "people": [(authorities.person(form=row["name"], actor=actor), row["role"]) for row in rows],
        "categories": [authorities.category_of_line(text=line, actor=actor) for line in lines],
        "documents": [(name, kinds.get(name, "")) for name in form.cleaned_data["documents_text"]],
    }


def _moment(text: str) -> datetime.datetime:
    """When the form was opened; an unreadable moment is before every change."""
    try:
        return datetime.datetime.fromisoformat(text)
    except ValueError:
        return datetime.datetime.min.replace(tzinfo=datetime.UTC)


def _conflict(request, theirs: Record, form, people, categories):
    """What was typed stays in the form, what is saved stands beside it; saving again is then meant."""
    saved = RecordForm(instance=theirs)
    pairs = [
        (field.label, field.value(), saved[field.name].value()) for field in form if field.name != "seen"
    ]
    typed_people = [f"{row['name']} ({row['role']})" for row in people.cleaned_data if row.get("name")]
    saved_people = [
        f"{row.person.name} ({row.role})" for row in theirs.contributions.select_related("person")
    ]
    typed_lines = [row["line"] for row in categories.cleaned_data if row.get("line")]
    pairs.append(("Personnes", typed_people, saved_people))
    pairs.append(("Catégories", typed_lines, [category.line for category in theirs.categories.all()]))
    differing = [(label, _said(other)) for label, typed, other in pairs if _said(typed) != _said(other)]
    form.data = form.data.copy()
    form.data["seen"] = theirs.updated_at.isoformat()
    context = {"differing": differing}
    return _page(request, theirs, form, people, categories, status=409, **context)


def _said(value) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value).replace("\r\n", "\n").strip()


def _page(request, record, form, people, categories, status=None, **context):
    faulty = form.errors or people.total_error_count() or categories.total_error_count()
    copies = record.copies.select_related("section", "site").with_loans()[:100] if record else ()
    context |= {
        "record": record,
        "form": form,
        "people": people,
        "categories": categories,
        "copies": copies,
        "publisher_names": Publisher.objects.values_list("name", flat=True)[:OFFERED],
        "person_names": Person.objects.values_list("name", flat=True)[:OFFERED],
        "category_lines": [category.line for category in Category.objects.all()[:OFFERED]],
        "faulty": faulty,
    }
    status = status or (422 if faulty else 200)
    return render(request, "catalogue/staff/record_form.html", context, status=status)
