"""What stands between a request and the catalogue's pages."""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from catalogue.services import setup

# what an installation without a library can answer
ALWAYS = {"setup", "health", "robots", "style"}


class NotSetUpYetMiddleware:
    """While there is no library, every page leads to the first-run page, kindly."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_view(self, request, view, args, kwargs):
        if request.resolver_match.url_name in ALWAYS or setup.is_set_up():
            return None
        if request.path != reverse("home"):
            return redirect("home")
        response = render(request, "catalogue/not_set_up.html")
        add_never_cache_headers(response)
        return response
