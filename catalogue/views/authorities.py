"""Pages of publishers, people and categories: who they are, and their boxes on a shelf."""

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from catalogue import access
from catalogue.models import Category
from catalogue.queries import authorities, shelf
from catalogue.views.tidy import found_or_moved


def _known(request: HttpRequest, page: Page, drafts: QuerySet) -> None:
    """What only drafts bear is not there yet for the public."""
    if not page.paginator.count and not all(access.sees(request, one) for one in drafts[:1]):
        raise Http404


def _page(request: HttpRequest, records: QuerySet) -> Page:
    """The page asked for, or the nearest there is."""
    paginator = Paginator(shelf.by_title(records), shelf.PER_PAGE)
    paginator.count = records.count()  # counted without what only the boxes need
    return paginator.get_page(request.GET.get("page"))


@require_safe
@access.public
def publisher(request, slug):
    found = found_or_moved(authorities.publisher, slug)
    if isinstance(found, HttpResponse):
        return found
    page = _page(request, authorities.records_of_publisher(found))
    _known(request, page, authorities.drafts(publisher=found))
    return render(request, "catalogue/authorities/publisher.html", {"publisher": found, "page": page})


@require_safe
@access.public
def person(request, slug):
    found = found_or_moved(authorities.person, slug)
    if isinstance(found, HttpResponse):
        return found
    page = _page(request, authorities.records_of_person(found))
    _known(request, page, authorities.drafts(contributions__person=found))
    context = {"person": found, "page": page, "roles": authorities.roles(found)}
    return render(request, "catalogue/authorities/person.html", context)


@require_safe
@access.public
def category(request, scheme, code):
    """Every spelling of a notation leads to the one address: `/categories/ESAR/A%20407/` → `esar/a407`."""
    tidy = (scheme.lower(), Category.code_of(code))
    found = authorities.category(*tidy)
    if found is None:
        raise Http404
    if (scheme, code) != (found.scheme, found.code):
        return HttpResponsePermanentRedirect(found.get_absolute_url())
    page = _page(request, authorities.records_of_category(found))
    _known(request, page, authorities.drafts(categories=found))
    return render(request, "catalogue/authorities/category.html", {"category": found, "page": page})
