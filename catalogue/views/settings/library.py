"""The pages that set a part of the library's own row."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from catalogue import access
from catalogue.forms.settings import CalendarForm, DeskForm, LibraryForm, PrivacyForm, StockForm, SubjectForm
from catalogue.models import Library, Role
from catalogue.services import library as service
from catalogue.services import versions
from catalogue.views import conflicts
from catalogue.views.settings.index import schools_end
from ludotheque import french_days


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def library(request):
    return subject(request, LibraryForm, "settings_library", "La ludothèque")


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def stock(request):
    return subject(request, StockForm, "settings_stock", "Codes, cotes et nouveautés")


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def desk(request):
    return subject(request, DeskForm, "settings_desk", "Accueil")


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def privacy(request):
    return subject(request, PrivacyForm, "settings_privacy", "Données personnelles")


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def calendar(request):
    """Public and school holidays: what is known of them stands below the form."""
    row, today = Library.objects.first() or Library(), timezone.localdate()
    years = (today.year, today.year + 1)
    context = {
        "holidays": [(year, french_days.public_holidays(row.holiday_region, year)) for year in years],
        "schools": [one for one in french_days.school_holidays(row.school_zone) if one.ends_on >= today],
        "schools_known": french_days.school_holidays_known_until(),
        "schools_end": schools_end(row, today),
        "zone": settings.TIME_ZONE,
    }
    return subject(
        request,
        CalendarForm,
        "settings_calendar",
        "Jours fériés et vacances",
        template="catalogue/settings/calendar.html",
        **context,
    )


def subject(
    request,
    form_class: type[SubjectForm],
    address: str,
    title: str,
    template: str = "catalogue/settings/subject.html",
    done: str = "",
    **context,
) -> HttpResponse:
    """One page: a form of some of the row's fields, saved unless somebody else has saved them meanwhile; then
    it is shown again, or the page `done`."""
    row = Library.objects.first() or Library()
    form = form_class(request.POST if request.method == "POST" else None, instance=row)
    form.initial["seen"] = service.version(row, form.names)
    differing = None
    if request.method == "POST" and form.is_valid():
        try:
            service.update(actor=request.user, **form.cleaned_data)
        except versions.Changed:
            differing = _differing(form)
        else:
            messages.success(request, "Les réglages sont à jour.")
            return redirect(done or address)
    status = 409 if differing is not None else 422 if request.method == "POST" else 200
    context |= {"form": form, "title": title, "differing": differing}
    return render(request, template, context, status=status)


def _differing(form) -> list[tuple[str, str]]:
    """What is saved, where it says something else than what was typed; saving again is then meant."""
    theirs = Library.objects.get()
    lines = conflicts.differing(form, type(form)(instance=theirs))
    conflicts.meant(form, service.version(theirs, form.names))
    return lines
