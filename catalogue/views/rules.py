"""The rules of a game, to read on screen and as a sheet to print: its articles, else what a librarian wrote,
else the record's text."""

from functools import lru_cache
from hashlib import blake2b
from importlib import metadata
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import get_template, render_to_string
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, quote_etag
from django.views.decorators.http import require_safe

from catalogue import access, trainers
from catalogue.models import Record, Role
from catalogue.queries import rules as queries
from catalogue.queries import summaries as quizzes
from catalogue.templatetags import said as words
from games import registry, summaries
from ludotheque import codes, pdf, typeset
from ludotheque.security import PDF_POLICY
from ludotheque.text import fold

# what the look of a sheet depends on, besides its content
LAYOUT_TEMPLATES = ["print/base.html", "print/rules.html", "catalogue/rules/blocks.html"]


@require_safe
@access.public
def rules(request, slug):
    """On screen: articles with their examples, or a librarian's summary, and the record's text below."""
    sheet = queries.sheet(slug)
    if sheet is None or not access.sees(request, sheet.record):
        return moved(request, slug)
    if not sheet.record.has_rules:
        return _missing(request, sheet.record)
    record, context = sheet.record, {"sheet": sheet, "record": sheet.record}
    summary = summaries.of_game(record.game, record.game_options)
    if summary is None and record.has_summary:
        context |= {"formats": summaries.FORMATS, "quiz": quizzes.has_quiz(record)}
        return render(request, "catalogue/rules/house.html", context)
    if summary is None:
        return render(request, "catalogue/rules/rules.html", context)
    asked = request.GET.get("exercice", ""), request.GET.get("reponse", "")
    q = " ".join(request.GET.get("q", "")[:100].split())
    hits = summaries.find(summary, q)
    chapters = [
        (
            section,
            [(article, q and hits[article.number]) for article in section.articles if article.number in hits],
        )
        for section in summary.sections
    ]
    context |= {
        "q": q,
        "found": len(hits),
        "listed": [hit.article for hit in hits.values()],
        "chapters": [(section, articles) for section, articles in chapters if articles],
        "summary": summary,
        "judged": summaries.judge(record.game, *asked) if all(asked) else None,
        "formats": summaries.FORMATS,
        "trainer": trainers.address(record),
        "quiz": record.has_summary and quizzes.has_quiz(record),
        "symbols": True,
    }
    return render(request, "catalogue/rules/book.html", context)


@require_safe
@access.public
def rules_pdf(request, slug):
    """The text as a sheet, made once per content; who has it already is told so."""
    said = queries.key(slug)
    if said is None or (said.draft and not access.sees(request, Record.objects.get(slug=slug))):
        return moved(request, slug)
    book = registry.has_book(said.game)
    if not (book or said.has_parts or said.has_text):
        return _missing(request, Record.objects.get(slug=slug))
    format = _format(request) if book or said.has_parts else ""
    key = _key(said, format)
    etag = quote_etag(key)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        try:
            folder = settings.PDF_DIR.joinpath("regles", slug, format)
            content = pdf.kept(folder, key, lambda: _print(slug, said, format))
        except Changed:
            return redirect(request.get_full_path())
        response = HttpResponse(content, content_type="application/pdf")
        name = f"{slug}-regles{f'-{format}' if format not in ('', 'a4') else ''}.pdf"
        response["Content-Disposition"] = content_disposition_header(as_attachment=False, filename=name)
        # it is compressed already: the middleware that compresses pages leaves it alone
        response["Content-Encoding"] = "identity"
    response["Content-Security-Policy"] = PDF_POLICY
    response["ETag"] = etag
    # kept by browsers, asked for again each time
    response["Cache-Control"] = "private, no-store" if said.draft else "public, no-cache"
    return response


class Changed(Exception):
    """The record has changed since its key was read: what would be made is not what was asked for."""


def moved(request, slug: str) -> HttpResponse:
    """To the same page under the tidy spelling of its slug, `Oùcédonc` → `oucedonc`; 404 if there is none."""
    tidy = fold(slug).replace(" ", "-")
    if tidy == slug or not access.sees(request, Record.objects.filter(slug=tidy).first()):
        raise Http404
    return redirect(request.resolver_match.view_name, tidy, permanent=True)


def _missing(request, record: Record) -> HttpResponse:
    may_write = request.user.is_authenticated and request.user.may_act_as(Role.LIBRARIAN)
    return render(
        request, "catalogue/rules/missing.html", {"record": record, "may_write": may_write}, status=404
    )


def _format(request) -> str:
    asked = request.GET.get("format", "")
    return asked if asked in summaries.FORMATS else next(iter(summaries.FORMATS))


def _key(said: queries.Key, format: str) -> str:
    """A hash of all that decides a sheet: what it says, how it looks, where its code leads."""
    looks = ""
    if format:
        looks = summaries.stamp(said.game) if registry.has_book(said.game) else summaries.stamp_of_parts()
    whole = [said, format, looks, layout(), settings.SITE_URL, [game.slug for game in registry.playable()]]
    return blake2b(repr(whole).encode(), digest_size=12).hexdigest()


def _public_address(record: Record) -> str:
    """Where a telephone finds the game: its trainer, else its record; nothing while SITE_URL is not set."""
    if not settings.SITE_URL:
        return ""
    return f"{settings.SITE_URL}{trainers.address(record) or record.get_absolute_url()}"


def _print(slug: str, said: queries.Key, format: str) -> bytes:
    """The sheet whose content has the hash `said`: in a format where the game has articles."""
    sheet = queries.sheet(slug)
    if sheet is None or queries.key(slug) != said:
        raise Changed
    record, address = sheet.record, _public_address(sheet.record)
    summary = (summaries.of_game(record.game, record.game_options) or sheet.parts) if format else None
    if summary is None:
        playable = registry.is_playable(record.game)
        context = {"sheet": sheet, "record": record, "address": address, "playable": playable}
        if address:
            context["code"] = codes.qr(address)
        return pdf.render(render_to_string("print/rules.html", context))
    return printed(sheet, summary, format)


def printed(sheet: queries.Sheet, summary: summaries.Summary, format: str) -> bytes:
    """The designed sheet of a record with this summary."""
    record = sheet.record
    return summaries.render(
        summary,
        title=record.title,
        call_number=sheet.call_number,
        contents=[(piece.quantity, words.agreed(piece.name, piece.quantity)) for piece in sheet.pieces],
        url=_public_address(record),
        format=format,
        facts=_facts(record),
        house=sheet.house,
        family=sheet.family,
        learn=registry.is_playable(record.game),
    )


def _facts(record: Record) -> list[tuple[str, str]]:
    """The figures at the head of a sheet with their words."""
    several = (record.max_players or 2) > 1
    facts = [
        (words.players(record) and words.players_figure(record), "joueurs" if several else "joueur"),
        (words.ages(record) and words.age_figure(record), "ans"),
        (record.duration and str(record.duration), "minutes" if (record.duration or 0) > 1 else "minute"),
    ]
    return [(figure, word) for figure, word in facts if figure]


@lru_cache(maxsize=1)
def layout() -> str:
    """A hash of all that decides how a sheet looks, so that a new version prints anew."""
    files = [Path(get_template(name).origin.name) for name in LAYOUT_TEMPLATES]
    files += [Path(str(finders.find("css/print.css"))), Path(typeset.__file__), Path(pdf.__file__)]
    whole = b"".join(path.read_bytes() for path in files) + metadata.version("weasyprint").encode()
    return blake2b(whole, digest_size=8).hexdigest()
