"""The week of each site, and the days that are unlike the others."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from catalogue import access
from catalogue.forms.hours import ClosureForm, ExceptionalOpeningForm, Openings, SeenForm
from catalogue.models import Closure, ExceptionalOpening, OpeningPeriod, Role, Site
from catalogue.queries.hours import due_while_closed
from catalogue.services import calendar as service
from catalogue.services import versions
from catalogue.templatetags.said import day as said_day
from catalogue.views import conflicts

# kind in the address -> its form, its model, what it is called
_KINDS: dict[str, tuple] = {
    "fermeture": (ClosureForm, Closure, "Fermeture", "la fermeture"),
    "ouverture": (ExceptionalOpeningForm, ExceptionalOpening, "Ouverture exceptionnelle", "l’ouverture"),
}
PAST_SHOWN = 20


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def week(request, site_id: int | None = None):
    """The hours of one site, or those of every site that has none of its own."""
    site = get_object_or_404(Site, pk=site_id) if site_id else None
    periods = OpeningPeriod.objects.filter(site=site)
    data = request.POST if request.method == "POST" else None
    initial = [{name: getattr(one, name) for name in ("weekday", "opens_at", "closes_at")} for one in periods]
    hours = Openings(data, initial=initial, prefix="horaires")
    form = SeenForm(data, initial={"seen": service.week_version(site_id)})
    differing = None
    if request.method == "POST" and all([hours.is_valid(), form.is_valid()]):
        try:
            service.set_week(
                site_id=site_id, periods=hours.periods, actor=request.user, seen=form.cleaned_data["seen"]
            )
        except versions.Changed:
            differing = [("Heures d’ouverture", ", ".join(map(str, periods.all())))]
            conflicts.meant(form, service.week_version(site_id))
        else:
            messages.success(request, "Les heures d’ouverture sont à jour.")
            return redirect(request.path)
    status = 409 if differing is not None else 422 if request.method == "POST" else 200
    context = {
        "site": site,
        "sites": Site.objects.order_by("name"),
        "hours": hours,
        "form": form,
        "differing": differing,
        "common": OpeningPeriod.objects.filter(site=None) if site else None,
    }
    return render(request, "catalogue/settings/hours.html", context, status=status)


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD"])
def days(request):
    """Closures and exceptional openings to come, and the last ones gone by."""
    today = timezone.localdate()
    closures = Closure.objects.select_related("site")
    openings = ExceptionalOpening.objects.select_related("site")
    past = closures.filter(ends_on__lt=today).order_by("-ends_on")
    context = {
        "closures": closures.filter(ends_on__gte=today),
        "openings": openings.filter(on__gte=today),
        "due_while_closed": due_while_closed(today),
        "past_closures": past[:PAST_SHOWN],
        "past_openings": openings.filter(on__lt=today).order_by("-on")[:PAST_SHOWN],
    }
    return render(request, "catalogue/settings/days.html", context)


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def day(request, kind: str, pk: int | None = None):
    """One closure or exceptional opening: a new one without `pk`."""
    form_class, model, title, what = _kind(kind)
    row = get_object_or_404(model, pk=pk) if pk else model()
    seen = versions.version(row) if pk else ""
    form = form_class(
        request.POST if request.method == "POST" else None, instance=row, initial={"seen": seen}
    )
    differing = None
    if request.method == "POST" and form.is_valid():
        try:
            if pk:
                service.change(day=form.instance, actor=request.user, seen=form.cleaned_data["seen"])
            else:
                service.add(day=form.instance, actor=request.user)
        except versions.Changed:
            theirs = model.objects.get(pk=pk)
            differing = conflicts.differing(form, form_class(instance=theirs))
            conflicts.meant(form, versions.version(theirs))
        except model.DoesNotExist as gone:
            raise Http404 from gone
        else:
            messages.success(request, f"{title} enregistrée : {_named(form.instance)}.")
            return redirect("settings_days")
    status = 409 if differing is not None else 422 if request.method == "POST" else 200
    context = {"form": form, "kind": kind, "pk": pk, "title": title, "what": what, "differing": differing}
    return render(request, "catalogue/settings/day.html", context, status=status)


@access.staff(Role.MANAGER)
@require_POST
def remove_day(request, kind: str, pk: int) -> HttpResponse:
    _, model, title, _ = _kind(kind)
    row = get_object_or_404(model, pk=pk)
    service.remove(day=row, actor=request.user)
    messages.success(request, f"{title} supprimée : {_named(row)}. Les prêts déjà faits gardent leur date.")
    return redirect("settings_days")


def _kind(kind: str) -> tuple:
    if kind not in _KINDS:
        raise Http404
    return _KINDS[kind]


def _named(row: Closure | ExceptionalOpening) -> str:
    if isinstance(row, ExceptionalOpening):
        return said_day(row.on)
    if row.starts_on == row.ends_on:
        return said_day(row.starts_on)
    return f"du {said_day(row.starts_on)} au {said_day(row.ends_on)}"
