"""The library's own settings."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from catalogue import access
from catalogue.forms.staff import LibraryForm, Openings
from catalogue.models import Library, Role
from catalogue.services import library, versions
from catalogue.views import conflicts


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request):
    """Name, address, hours, and how long a box stays out."""
    form, hours = _forms(request.POST or None)
    differing = None
    if request.method == "POST" and all([form.is_valid(), hours.is_valid()]):  # each shows its own faults
        try:
            library.update(actor=request.user, periods=hours.periods, **form.cleaned_data)
        except versions.Changed:
            differing = _differing(form, hours)
        else:
            messages.success(request, "Les réglages sont à jour.")
            return redirect("library_settings")
    status = 409 if differing is not None else 422 if request.method == "POST" else 200
    context = {"form": form, "hours": hours, "differing": differing}
    return render(request, "catalogue/staff/settings.html", context, status=status)


def _forms(data=None):
    row = Library.objects.first() or Library()
    week = [
        {"weekday": period.weekday, "opens_at": period.opens_at, "closes_at": period.closes_at}
        for period in row.opening_periods.all()
    ]
    form = LibraryForm(data, instance=row, initial={"seen": library.version(row)})
    return form, Openings(data, initial=week, prefix="horaires")


def _differing(form, hours) -> list[tuple[str, str]]:
    """What is saved, where it says something else than what was typed; saving again is then meant."""
    theirs = Library.objects.get()
    lines = conflicts.differing(form, LibraryForm(instance=theirs))
    week = list(theirs.opening_periods.all())
    if sorted(hours.periods) != [(one.weekday, one.opens_at, one.closes_at) for one in week]:
        lines.append(("Heures d’ouverture", ", ".join(map(str, week))))
    conflicts.meant(form, library.version(theirs))
    return lines
