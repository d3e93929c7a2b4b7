"""The first-run page of an empty installation."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from catalogue import access
from catalogue.forms.setup import SetupForm
from catalogue.services import setup as service


@sensitive_post_parameters("password", "password_again")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@access.public
def setup(request):
    """Asks for the library's name and its first manager; gone as soon as there is one."""
    if service.is_set_up():
        raise Http404
    form = SetupForm(request.POST or None)
    if request.method != "POST":
        return render(request, "catalogue/setup.html", {"form": form})
    if not form.is_valid():
        return render(request, "catalogue/setup.html", {"form": form}, status=422)
    values = {name: value for name, value in form.cleaned_data.items() if name != "password_again"}
    try:
        manager = service.set_up(**values)
    except service.AlreadySetUpError:
        # somebody else was faster, between two clicks: nothing of this form was kept
        return render(request, "catalogue/setup_taken.html", status=409)
    login(request, manager)
    messages.success(
        request, f"{values['library_name']} est installée. Dites maintenant où et quand elle ouvre."
    )
    return redirect("library_settings")
