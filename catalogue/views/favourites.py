"""The list of games that somebody keeps, with or without an account."""

from django.contrib import messages
from django.http import HttpRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from catalogue import access, liked
from catalogue.models import Record
from catalogue.models.favourite import MOST
from catalogue.policy import Refused
from catalogue.queries import shelf
from catalogue.services import favourites
from ludotheque.security import from_here
from ludotheque.views import csrf_failure

TEMPLATE = "catalogue/favourites/favourites.html"


@csrf_exempt  # its token is a cookie, and looking around leaves none: the browser says where a heart was
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@access.public
def favourites_page(request):
    """The list; or, by a heart, one game more or less in it. What has left the catalogue has left it too."""
    if request.method == "POST":
        return _change(request) if from_here(request) else csrf_failure(request)
    keys = favourites.of(request.user) if request.user.is_authenticated else liked.of(request)
    found = {record.pk: record for record in shelf.boxes(Record.objects.shown().filter(pk__in=keys))}
    there = [key for key in keys if key in found]
    liked.keep(request, there)
    return render(request, TEMPLATE, {"records": [found[key] for key in there], "hearts": set(there)})


def _change(request):
    add = "ajouter" in request.POST
    key = request.POST.get("ajouter" if add else "retirer", "")
    key = key if key.isdecimal() and len(key) < 18 else "0"
    record = None
    if key != "0":
        record = Record.objects.shown().only("pk", "title").filter(pk=key).first()
    refusal, status = "", 200
    if record is None and add:
        refusal, status = "Ce jeu n’est plus au catalogue.", 404
    else:
        try:
            liked.keep(request, _changed(request, int(key), add))
        except Refused as refused:
            refusal, status = str(refused), 409
    if request.htmx and record is not None:
        context = {
            "record": record,
            "hearts": set(liked.of(request)),
            "large": request.POST.get("grand") == "1",
            "refusal": refusal,
        }
        return render(request, f"{TEMPLATE}#changed", context, status=status)
    if refusal:
        messages.error(request, refusal)
    return redirect(_back(request, key))


def _changed(request: HttpRequest, key: int, add: bool) -> list[int]:
    """The list with that game, or without it."""
    if request.user.is_authenticated:
        return (favourites.add if add else favourites.remove)(user=request.user, record_id=key)
    keys = [one for one in liked.of(request) if one != key]
    if not add:
        return keys
    if len(keys) >= MOST:
        raise favourites.full()
    return [key, *keys]


def _back(request: HttpRequest, key: str) -> str:
    """Where the heart was, if that is a page of ours."""
    target = request.POST.get("suite", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        return reverse("favourites")
    return target if "#" in target or key == "0" else f"{target}#coeur-{key}"
