"""The library's own settings."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from catalogue import access
from catalogue.forms.staff import LibraryForm, Openings
from catalogue.models import Library, Role
from catalogue.services import library


@access.staff(Role.MANAGER)
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request):
    """Name, address, hours, and how long a box stays out."""
    row = Library.objects.first() or Library()
    form = LibraryForm(request.POST or None, instance=row)
    hours = Openings(request.POST or None, instance=row, prefix="horaires")
    if request.method == "POST" and form.is_valid() and hours.is_valid():
        periods = [
            (values["weekday"], values["opens_at"], values["closes_at"])
            for values in hours.cleaned_data
            if values and not values.get("DELETE")
        ]
        library.update(actor=request.user, periods=periods, **form.cleaned_data)
        messages.success(request, "Les réglages sont à jour.")
        return redirect("library_settings")
    status = 422 if request.method == "POST" else 200
    return render(request, "catalogue/staff/settings.html", {"form": form, "hours": hours}, status=status)
