"""Where the game of a record is learnt."""

from django.urls import reverse
from django.utils.http import urlencode

from catalogue.models import Record
from games import registry


def address(record: Record) -> str | None:
    """Where this very edition is learnt, or None while its game cannot be played here."""
    if not registry.is_playable(record.game):
        return None
    options = f"?{urlencode(record.game_options)}" if record.game_options else ""
    return f"{reverse('games:index')}{record.game}/{options}"
