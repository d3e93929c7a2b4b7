"""The picture of a record for other sites that show a link to it."""

from hashlib import blake2b

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from catalogue import access, cards, media
from catalogue.models import Library, Record
from catalogue.models.authority import Family
from catalogue.queries import records
from catalogue.templatetags import said
from ludotheque import pdf


@require_safe
@access.public
def image(request, slug):
    """Its photo; or its box as we draw it, drawn once for as long as the record says the same."""
    record = records.find(slug)
    if record is None or not access.sees(request, record):
        raise Http404
    if record.cover:
        return redirect(media.address(record.cover, "l"))
    library = Library.objects.first()
    card = cards.Card(
        title=record.title,
        family=_family(record),
        players=record.max_players or record.min_players or 0,
        facts=said.facts(record).replace("\u00a0", " "),
        house=library.name if library else "Ludothèque",
    )
    key = blake2b(repr((card, cards.EDITION)).encode(), digest_size=12).hexdigest()
    content = pdf.kept(cards.folder() / str(record.pk), key, lambda: cards.draw(card), suffix=".png")
    response = HttpResponse(content, content_type="image/png")
    response["Content-Encoding"] = "identity"  # compressed already
    response["Cache-Control"] = "private, no-store" if record.draft else "public, max-age=86400"
    return response


def _family(record: Record) -> str:
    found = (one.family for one in record.categories.all() if one.family != Family.OTHER)
    return str(record.motif or next(found, Family.OTHER.value))
