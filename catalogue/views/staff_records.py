"""Records: the list, and one to remove; record_form.py has the form."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from catalogue import access
from catalogue.models import Record, Role
from catalogue.policy import Refused
from catalogue.queries import lists
from catalogue.services import records


@access.staff(Role.LIBRARIAN)
@require_safe
def index(request):
    text, without = request.GET.get("q", ""), request.GET.get("sans", "")
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
