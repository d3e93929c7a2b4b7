"""The shelves and what they ask for."""

from django.core.paginator import Paginator
from django.shortcuts import render
from django.views.decorators.http import require_safe

from catalogue import access
from catalogue.models import Library, Role
from catalogue.queries import shelf_care
from catalogue.queries.shelf_care import CARES
from ludotheque.days import days_ago

PER_PAGE = 50


@access.staff(Role.LIBRARIAN)
@require_safe
def shelves(request):
    """One list at a time, every list counted."""
    library = Library.objects.first() or Library()
    since = days_ago(library.new_days)
    shown = request.GET.get("liste")
    care = CARES.get(shown or "", CARES["nouveautes"])
    counts = shelf_care.counts(since)
    paginator = Paginator(care.rows(since), PER_PAGE)
    paginator.count = counts[care.slug]  # counted already
    context = {
        "care": care,
        "cares": [(one, counts[slug]) for slug, one in CARES.items()],
        "page": paginator.get_page(request.GET.get("page")),
        "query": f"liste={care.slug}",
        "days": library.new_days,
        "library": library,  # read already
    }
    return render(request, "catalogue/stock/shelves.html", context)
