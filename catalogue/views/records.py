"""The page of a record, and its files."""

from pathlib import PurePosixPath

from django.core.paginator import Paginator
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from catalogue import access, liked, linked_data, media, trainers
from catalogue.models import Record, Role
from catalogue.models.authority import Scheme
from catalogue.models.copy import Status
from catalogue.queries import copies, notice, records
from catalogue.search import Query
from catalogue.search.letters import group_of
from catalogue.views.tidy import found_or_moved, seen_by
from ludotheque.addresses import absolute
from ludotheque.security import DOCUMENT_POLICY

# what services/documents.py has looked into or drawn; the rest is bytes
MEDIA_TYPES = {".pdf": "application/pdf", ".jpg": "image/jpeg"}
COPIES_SHOWN = 50  # on one page


def _like(record: Record) -> str:
    """The search for games like this one: of its groups of classes, for as many players, at that age."""
    classes = [c for c in record.categories.all() if c.scheme != Scheme.INDEX]
    low, high = record.min_players, record.max_players
    query = Query(
        players=(str(low) if low == high else f"{low}-{high}",) if low and high and high < 100 else (),
        age=(str(record.min_age),) if record.min_age and record.min_age < 100 else (),
        category=tuple(dict.fromkeys(f"{c.scheme}:{group_of(c.scheme, c.code) or c.code}" for c in classes)),
    )
    return query.params()


@require_safe
@access.public
def record(request, slug):
    found = found_or_moved(seen_by(request, records.find), slug)
    if isinstance(found, HttpResponse):
        return found
    family = getattr(request.user, "household_id", None)  # of an account; nobody's otherwise
    boxes = copies.of_record(found, family)
    page = Paginator(boxes, COPIES_SHOWN).get_page(request.GET.get("page"))
    attached = records.attachments(found)
    for copy in boxes:
        copy.lacks = attached.lacks.get(copy.pk, "")
    found.call_number = next((copy.call_number for copy in boxes if copy.call_number), "")
    address = absolute(request, found.get_absolute_url())
    picture = media.address(found.cover, "l") if found.cover else reverse("record_image", args=[found.slug])
    picture = absolute(request, picture)
    context = {
        "record": found,
        "picture": picture,
        "data": linked_data.game(
            found, address=address, image=picture, whole=lambda path: absolute(request, path)
        ),
        "hearts": set(liked.of(request)),
        "copies": page,
        "copy_count": len(boxes),
        "available": sum(copy.status == Status.AVAILABLE for copy in boxes),
        "waiting": boxes[0].waiting if boxes else 0,
        "own_hold": boxes[0].own_hold if boxes else None,
        "may_reserve": not found.draft
        and any(not copy.on_site_only for copy in boxes)
        and not (request.user.is_authenticated and request.user.is_staff_member),
        "may_hold_for": bool(boxes) and request.user.is_authenticated and request.user.is_staff_member,
        "categories": [c for c in found.categories.all() if c.scheme != Scheme.INDEX],
        "lines": notice.lines(found),
        "pieces": attached.pieces,
        "photos": attached.photos,
        "documents": attached.documents,
        "links": attached.links,
        "base_game": attached.base_game,
        "extensions": attached.extensions,
        "similar": attached.similar,
        "like_it": _like(found),
        "trainer": trainers.address(found),
        "permalink": address,
        "may_edit": request.user.is_authenticated and request.user.may_act_as(Role.LIBRARIAN),
    }
    return render(request, "catalogue/records/record.html", context)


@require_safe
@access.public
def document(request, slug, pk):
    """The file itself, always as a download: what is stored must not speak in this site's name."""
    found = records.document(slug=slug, pk=pk)
    if found is None or not access.sees(request, found.record):
        raise Http404
    try:
        content = found.file.open("rb")
    except FileNotFoundError as error:
        raise Http404 from error
    kind = MEDIA_TYPES.get(PurePosixPath(found.file.name).suffix, "application/octet-stream")
    response = FileResponse(content, as_attachment=True, filename=found.name, content_type=kind)
    response["Content-Encoding"] = "identity"  # compressed already
    response["Content-Security-Policy"] = DOCUMENT_POLICY
    response["Cache-Control"] = "private, no-store" if found.record.draft else "public, no-cache"
    return response
