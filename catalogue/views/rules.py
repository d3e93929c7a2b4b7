"""The rules of a game as the record has them: to read on screen, and as a sheet to print."""

from functools import lru_cache
from hashlib import blake2b
from importlib import metadata
from pathlib import Path
from urllib.parse import urlencode

import segno
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import get_template, render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, quote_etag
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from catalogue import access
from catalogue.models import Record, Role
from catalogue.queries import rules as queries
from games import registry
from ludotheque import pdf, typeset
from ludotheque.security import PDF_POLICY
from ludotheque.text import fold

# what the look of a sheet depends on, besides its content
LAYOUT_TEMPLATES = ["print/base.html", "print/rules.html", "catalogue/rules/blocks.html"]


@require_safe
@access.public
def rules(request, slug):
    """The text on screen."""
    sheet = queries.sheet(slug)
    if sheet is None:
        return _moved(request, slug)
    if not sheet.record.has_rules:
        return _missing(request, sheet.record)
    return render(request, "catalogue/rules/rules.html", {"sheet": sheet, "record": sheet.record})


@require_safe
@access.public
def rules_pdf(request, slug):
    """The text as a sheet, made once per content; who has it already is told so."""
    said = queries.key(slug)
    if said is None:
        return _moved(request, slug)
    if not said:
        return _missing(request, Record.objects.get(slug=slug))
    key = _key(said)
    response = get_conditional_response(request, etag=quote_etag(key))
    if response is None:
        try:
            content = pdf.kept(settings.PDF_DIR / "regles" / slug, key, lambda: _print(slug, said))
        except Changed:
            return redirect(request.path)
        response = HttpResponse(content, content_type="application/pdf")
        name = f"{slug}-regles.pdf"
        response["Content-Disposition"] = content_disposition_header(as_attachment=False, filename=name)
        # it is compressed already: the middleware that compresses pages leaves it alone
        response["Content-Encoding"] = "identity"
    response["Content-Security-Policy"] = PDF_POLICY
    response["ETag"] = quote_etag(key)
    response["Cache-Control"] = "public, no-cache"  # kept by browsers, asked for again each time
    return response


class Changed(Exception):
    """The record has changed since its key was read: what would be made is not what was asked for."""


def _moved(request, slug: str) -> HttpResponse:
    """To the same page under the tidy spelling of its slug, `Oùcédonc` → `oucedonc`; 404 if there is none."""
    tidy = fold(slug).replace(" ", "-")
    if tidy == slug or not Record.objects.filter(slug=tidy).exists():
        raise Http404
    return redirect(request.resolver_match.view_name, tidy, permanent=True)


def _missing(request, record: Record) -> HttpResponse:
    may_write = request.user.is_authenticated and request.user.may_act_as(Role.LIBRARIAN)
    return render(
        request, "catalogue/rules/missing.html", {"record": record, "may_write": may_write}, status=404
    )


def _key(said: str) -> str:
    """A hash of all that decides a sheet: what it says, how it looks, where its code leads."""
    whole = [said, layout(), settings.SITE_URL, [game.slug for game in registry.playable()]]
    return blake2b(repr(whole).encode(), digest_size=12).hexdigest()


def _public_address(record: Record) -> str:
    """Where a telephone finds the game: its trainer, else its record; nothing while SITE_URL is not set."""
    if not settings.SITE_URL:
        return ""
    path = record.get_absolute_url()
    if registry.is_playable(record.game):
        options = f"?{urlencode(record.game_options)}" if record.game_options else ""
        path = f"{reverse('games:index')}{record.game}/{options}"
    return f"{settings.SITE_URL}{path}"


def _print(slug: str, said: str) -> bytes:
    """The sheet whose content has the hash `said`."""
    sheet = queries.sheet(slug)
    if sheet is None or queries.key(slug) != said:
        raise Changed
    context: dict = {"sheet": sheet, "record": sheet.record, "address": _public_address(sheet.record)}
    if context["address"]:
        code = segno.make(context["address"], micro=False, error="m")
        title = f"Code à flasher : {context['address']}"
        context["code"] = mark_safe(code.svg_inline(border=0, omitsize=True, title=title))
        context["playable"] = registry.is_playable(sheet.record.game)
    return pdf.render(render_to_string("print/rules.html", context))


@lru_cache(maxsize=1)
def layout() -> str:
    """A hash of all that decides how a sheet looks, so that a new version prints anew."""
    files = [Path(get_template(name).origin.name) for name in LAYOUT_TEMPLATES]
    files += [Path(str(finders.find("css/print.css"))), Path(typeset.__file__), Path(pdf.__file__)]
    whole = b"".join(path.read_bytes() for path in files) + metadata.version("weasyprint").encode()
    return blake2b(whole, digest_size=8).hexdigest()
