"""What is new on the shelves, as a page and as a feed."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html, linebreaks
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from catalogue import access, liked, media
from catalogue.interchange.texts import cleaned  # of signs that XML may not hold
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
    house = library.name if library else "Ludothèque"
    atom = Atom1Feed(
        title=f"Nouveautés – {house}",
        link=absolute(request, reverse("new_arrivals")),
        feed_url=absolute(request, reverse("new_arrivals_feed")),
        description="Les jeux entrés au catalogue.",
        language="fr",
        author_name=house,
    )
    for record in shelf.newest()[: shelf.PER_PAGE]:
        address = absolute(request, record.get_absolute_url())
        atom.add_item(
            title=cleaned(record.title),
            link=address,
            unique_id=address,
            description=_in_html(request, record),
            pubdate=record.created_at,
            updateddate=record.updated_at,
        )
    return HttpResponse(atom.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


def _in_html(request, record) -> str:
    """What a reader of feeds shows of a record: its photo, and its words, taken for no tags."""
    said = linebreaks(cleaned(record.description or record.isbd), autoescape=True)
    if not record.cover:
        return said
    address = absolute(request, media.address(record.cover, "l"))
    return format_html('<p><img src="{}" alt="La boîte de {}"></p>{}', address, record.title, mark_safe(said))
