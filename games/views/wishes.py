"""What a visitor wishes of all trainer pages, simple words, and the page that says how they are used."""

from urllib.parse import urlsplit

from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from games import progress
from games.views.learn import fresh


# a token would put a cookie on every table, and there is nothing to protect: it changes how words are said
@csrf_exempt
@fresh
@require_POST
def simple(request):
    """Short simple sentences, or the ordinary ones again; back to the page one was on."""
    progress.want_simple(request.session, request.POST.get("simple") == "1")
    return redirect(_back(request))


@fresh
@require_safe
def help(request):
    """How the trainer is used by keys alone, by ear, without movement, by several people at one screen."""
    return render(request, "games/help.html")


def _back(request) -> str:
    """The trainer page the form was sent from: as the browser says, whose address may have moved on, else the
    page as it was drawn."""
    here = urlsplit(request.headers.get("referer", ""))
    asked = [
        f"{here.path}?{here.query}" if here.netloc == request.get_host() else "",
        request.POST.get("next", ""),
    ]
    for address in asked:
        if address.startswith("/jouer/") and url_has_allowed_host_and_scheme(address, allowed_hosts=None):
            return address
    return "/jouer/"
