"""The form that starts a game, wherever a page wants it."""

from django import template

from games.forms import StartForm
from games.registry import Game

register = template.Library()


@register.inclusion_tag("games/start.html", takes_context=True)
def start_form(context, game: Game) -> dict:
    """A fresh form; what the address says (`?doublet=false`) is proposed."""
    request = context.get("request")
    return {"game": game, "form": StartForm(game, preset=request.GET if request else None)}
