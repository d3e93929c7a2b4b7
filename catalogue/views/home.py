"""The first page."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from catalogue import access
from catalogue.search import newest
from catalogue.views.pickers import pickers

SHOWN = 6


@require_safe
@access.public
def home(request):
    return render(request, "catalogue/home.html", {"arrivals": newest(SHOWN), "pickers": pickers()})
