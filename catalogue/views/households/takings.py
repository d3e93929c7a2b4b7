"""What was taken over the counter, to count the till by."""

from django.core.paginator import Paginator
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from catalogue import access
from catalogue.forms.families import DaysForm
from catalogue.models import PaymentMethod, Role
from catalogue.queries import takings as reading

PER_PAGE = 100


@access.staff(Role.LIBRARIAN)
@require_safe
def takings(request):
    """Of today, or of the days that are asked for."""
    today = timezone.localdate()
    asked = {"du": request.GET.get("du") or today, "au": request.GET.get("au") or today}
    form = DaysForm(asked)
    context: dict = {"form": form}
    if form.is_valid():
        first, last = form.cleaned_data["du"], form.cleaned_data["au"]
        rows = reading.lines(first, last)
        page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
        labels = dict(PaymentMethod.choices)
        for line in page:
            line.taken, line.by_way = -line.amount_cents, labels.get(line.way, "")
        context |= {"first": first, "last": last, "page": page, "totals": reading.totals(rows)}
        context["query"] = urlencode({"du": first.isoformat(), "au": last.isoformat()})
    return render(request, "catalogue/staff/takings.html", context, status=422 if form.errors else 200)
