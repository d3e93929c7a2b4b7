"""Where the game of a record is learnt, and which game a record seems to be."""

from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from catalogue.models import Record
from games import registry
from ludotheque.text import sort_key

# as titles are folded: a game is known by its name, whoever publishes it
_BY_TITLE: dict[str, tuple[str, dict[str, Any]]] = {
    sort_key(game.name): (game.slug, {}) for game in registry.GAMES.values()
} | {
    "oucedonc europe": ("oucedonc", {"edition": "europe"}),
    "oucedonc en europe": ("oucedonc", {"edition": "europe"}),
    "oucedonc france": ("oucedonc", {"edition": "france"}),
    "oucedonc en france": ("oucedonc", {"edition": "france"}),
}
TITLES = tuple(_BY_TITLE)  # keys of Record.sort_key


def meant(key: str) -> tuple[str, dict[str, Any]] | None:
    """The game, with its options, that a title of that sort key names."""
    return _BY_TITLE.get(key)


def address(record: Record) -> str | None:
    """Where this very edition is learnt, or None while its game cannot be played here."""
    if not registry.is_playable(record.game):
        return None
    options = f"?{urlencode(record.game_options)}" if record.game_options else ""
    return f"{reverse('games:index')}{record.game}/{options}"
