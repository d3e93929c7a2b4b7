"""The door « apprendre à jouer »."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import registry


@require_safe
def index(request):
    """All games one can learn here."""
    return render(request, "games/index.html", {"games": registry.playable()})
