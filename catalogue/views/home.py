"""The first page."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from catalogue import access


@require_safe
@access.public
def home(request):
    return render(request, "catalogue/home.html")
