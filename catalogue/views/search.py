"""The catalogue, searched: a page, or, while someone types, the part of it that changed."""

from dataclasses import replace
from urllib.parse import urlsplit

from django.core.paginator import Paginator
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect, push_url

from catalogue import access, liked
from catalogue.queries import shelf
from catalogue.search import Query
from catalogue.search import search as run
from catalogue.search.query import NAMES
from catalogue.views.chips import chips, facts_filtered, found, looser, understood
from catalogue.views.facets import groups
from catalogue.views.pickers import Choice, pickers

SORTS = (
    ("", "pertinence"),
    ("titre", "titre"),
    ("nouveautes", "nouveauté"),
    ("duree", "durée"),
    ("age", "âge"),
)
VIEWS = (("", "Étagère"), ("liste", "Liste"))
# filters that the form has no control for: it carries them along
KEPT = ("category", "publisher", "language", "section", "site")
TEMPLATE = "catalogue/search/search.html"


@require_safe
@access.public
@vary_on_headers("HX-Request")
def search(request):
    typed = Query.from_params(request.GET)
    results = run(typed)
    typing = bool(request.htmx) and request.htmx.trigger_name == "q"
    question = results.question
    query = replace(question.instead, page=typed.page) if question and question.taken else typed
    # whoever still types is not carried away
    if results.exact and not typing:
        address = results.exact.get_absolute_url()
        return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
    if query is not typed and request.htmx and not typing:  # the form too shows what was understood
        return HttpResponseClientRedirect(f"{reverse('search')}?{query.params()}")

    filters = chips(query, results)
    context = {
        "query": query,
        "title": f"«\u00a0{query.text}\u00a0» dans le catalogue" if query.text else "Catalogue",
        "found": found(results, bool(filters)),
        "hearts": set(liked.of(request)),
        "results": results,
        "question": question,
        "understood": understood(question, results) if question else "",
        "literally": typed.params(text=f'"{typed.text}"') if question else "",
        "known": [record for record in results.records if not record.unsaid],
        "unsaid": [record for record in results.records if record.unsaid],
        "facts_filtered": facts_filtered(query),
        "groups": groups(query, results),
        "sorts": tuple(Choice(value, label, value == query.sort) for value, label in SORTS),
        "views": [
            (label, query.params(view=view, page=query.page), view == query.view) for view, label in VIEWS
        ],
        "meant": query.params(text=results.did_you_mean) if results.did_you_mean else "",
        "nothing_for": f"Rien pour « {query.text} ».",
        "looser": looser(results) if results.looser else (),
        "chips": filters,
        "pickers": pickers(query),
        "kept": [(NAMES[field], value) for field in KEPT for value in getattr(query, field)],
        "page": Paginator(range(results.total), shelf.PER_PAGE).get_page(results.page),
        "rest": query.params(),
    }
    if not request.htmx:
        return render(request, TEMPLATE, context)
    response = render(request, f"{TEMPLATE}#found", context)
    return push_url(response, _new_address(request, typed))


def _new_address(request, query: Query) -> str | bool:
    """The whole search for the address bar, or False if it stands there already."""
    params = query.params(page=query.page)
    address = reverse("search") + (f"?{params}" if params else "")
    here = urlsplit(request.htmx.current_url or "")
    return False if here._replace(scheme="", netloc="", fragment="").geturl() == address else address
