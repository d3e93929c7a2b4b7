"""The staff's lists: what to fetch from the shelf, what lies aside, who waits, what was not fetched."""

from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalogue import access, desk_site, policy
from catalogue.forms.desk import ScanForm
from catalogue.models import Copy, Hold, HoldState, Household, Role
from catalogue.queries import desk as reading
from catalogue.queries import holds as lists
from catalogue.services import holds
from catalogue.views.holds.arrived import told
from ludotheque.numbers import digits

PER_PAGE = 25
TABS = {
    "chercher": "À aller chercher",
    "cote": "Mises de côté",
    "attente": "En attente",
    "retirees": "À ranger, non retirées",
    "transit": "En transit",
}


@access.staff(Role.VOLUNTEER)
@require_http_methods(["GET", "HEAD", "POST"])
def index(request):
    """One list at a time; the input takes a box that was found on the shelf."""
    site = desk_site.choice(request)
    if request.method == "POST":
        return _scanned(request, site)
    return _page(request, site)


def _scanned(request, site: desk_site.Choice):
    form = ScanForm(request.POST)
    copy = reading.box(form.cleaned_data["code"]) if form.is_valid() else None
    if copy is None:
        what = "Ce code n’est pas celui d’une boîte." if form.is_valid() else "Rien n’a été lu."
        return _page(request, site, {"tone": "no", "what": what, "lines": ["Scannez la boîte."]}, 422)
    try:
        arrival = holds.scan_in(copy_id=copy.pk, actor=request.user, now=timezone.now(), site=site.chosen)
    except policy.Refused as refused:
        first = refused.refusals[0]
        return _page(request, site, {"tone": "no", "what": first.what, "lines": [first.why, first.next]}, 409)
    except Copy.DoesNotExist:
        return _page(request, site, {"tone": "no", "what": "Cette boîte n’existe plus.", "lines": []}, 409)
    said = told(arrival, copy)
    answer = {"tone": "ok", "what": f"« {copy.record.title} »", "word": said.word, "lines": said.lines}
    answer["slip"] = said.slip
    if not said.word:
        answer |= {"tone": "warn", "lines": ["Personne ne l’attend : remettez la boîte en rayon."]}
    return _page(request, site, answer)


def _page(request, site: desk_site.Choice, answer: dict | None = None, status: int = 200):
    now = timezone.now()
    here = site.chosen.pk if site.chosen else None
    counts = lists.counts(site_id=here, now=now)
    numbers = (counts.fetch, counts.ready, counts.waiting, counts.over, counts.transit)
    tabs = {
        key: (label, number)
        for (key, label), number in zip(TABS.items(), numbers, strict=True)
        if key != "transit" or site.asked or number
    }
    shown = request.GET.get("liste")
    if shown not in tabs:
        shown = next((key for key in ("chercher", "cote") if tabs[key][1]), "chercher")
    rows = {
        "chercher": lambda: lists.with_boxes(lists.to_fetch(here), here),
        "cote": lambda: lists.ready(here),
        "attente": lists.waiting,
        "retirees": lambda: lists.over(now),
        "transit": lists.under_way,
    }[shown]()
    paginator = Paginator(rows, PER_PAGE)
    paginator.count = tabs[shown][1]  # counted already
    page = paginator.get_page(request.GET.get("page"))
    if shown == "chercher":
        page.object_list = lists.by_shelf(page.object_list)
    context = {
        "tabs": tabs,
        "shown": shown,
        "label": TABS[shown],
        "page": page,
        "query": urlencode({"liste": shown}),
        "answer": answer,
        "site": site,
        "today": timezone.localdate(now),
        "cancelled": _cancelled(request),
    }
    return render(request, "catalogue/holds/index.html", context, status=status)


def _cancelled(request) -> Hold | None:
    """The hold that was given up a moment ago, which one may take up again."""
    pk = digits(request.GET.get("annulee"))
    found = Hold.objects.filter(pk=pk, state=HoldState.CANCELLED) if pk else Hold.objects.none()
    return found.select_related("record", "household").first()


@access.staff(Role.VOLUNTEER)
@require_safe
def of_family(request, household_id):
    """What one family waits for, and what it gave up today."""
    household = get_object_or_404(Household, pk=household_id)
    context = {
        "household": household,
        "holds": lists.of_household(household_id),
        "here": request.path,
    }
    return render(request, "catalogue/holds/family.html", context)


@access.staff(Role.VOLUNTEER)
@require_POST
def choose_site(request):
    """At which site this desk stands; back to where one was."""
    desk_site.choose(request, digits(request.POST.get("site")))
    return redirect(came_from(request, reverse("desk")))


def came_from(request, otherwise: str) -> str:
    """The page of ours that the form names, or another."""
    path = request.POST.get("retour", "")
    return path if path.startswith("/gestion/") and "\\" not in path else otherwise
