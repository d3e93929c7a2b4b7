"""What is new on the shelves, as a page and as a feed."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from catalogue import access, liked
from catalogue.models import Library
from catalogue.queries import shelf
from ludotheque.addresses import absolute


@require_safe
@access.public
def new_arrivals(request):
    page = Paginator(shelf.newest(), shelf.PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "hearts": set(liked.of(request))}
    return render(request, "catalogue/arrivals/new_arrivals.html", context)


@require_safe
@access.public
def feed(request):
    """The newest records in Atom; an entry is known by its address, which never changes."""
    library = Library.objects.first()
    atom = Atom1Feed(
        title=f"Nouveautés – {library.name if library else 'Ludothèque'}",
        link=absolute(request, reverse("new_arrivals")),
        feed_url=absolute(request, reverse("new_arrivals_feed")),
        description="Les jeux entrés au catalogue.",
        language="fr",
    )
    for record in shelf.newest()[: shelf.PER_PAGE]:
        address = absolute(request, record.get_absolute_url())
        atom.add_item(
            title=record.title,
            link=address,
            unique_id=address,
            description=record.description or record.isbd,
            pubdate=record.created_at,
            updateddate=record.updated_at,
        )
    return HttpResponse(atom.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
