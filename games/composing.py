"""From what a form says to a move: one thing pressed, or several chosen that make one together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import tables
from games.engines.kernel import Seat
from games.registry import Game
from games.tables.base import Parts

PREVIEW = "preview"  # nothing is played; a value other than 1 is the game's (a step up, a step down)
# fields of the frame's own; what else a form holds is the game's
OWN = {"csrfmiddlewaretoken", "version", "seat", "act", PREVIEW, "etape", "indice", "ply", "fait", "a", "v"}
MOST_FIELDS, MOST_VALUES, LONGEST = 12, 60, 60


class UndecidedError(Exception):
    """What was chosen may mean several legal moves: `moves`, among which one is to be asked."""

    def __init__(self, moves: list[str]) -> None:
        super().__init__(", ".join(moves))
        self.moves = moves


def read_parts(data: Any) -> Parts:
    """The parts of a move in a posted form, as many and as long as a page can make them."""
    own = OWN if data.get(PREVIEW, "1") == "1" else OWN - {PREVIEW}
    names = [name for name in data if name not in own][:MOST_FIELDS]
    return Parts({name: tuple(text[:LONGEST] for text in data.getlist(name)[:MOST_VALUES]) for name in names})


def move_of(game: Game, state: Any, seat: Seat, data: Mapping[str, str]) -> str:
    """The text of the move that a form asks for, legal or not: a button's (`act`), or what its parts make.

    IncompleteError: something is missing; UndecidedError: which of several; NotationError: no move at all."""
    if "act" in data:
        return data["act"][:300]
    rules = game.rules
    assert rules is not None
    meant = tables.of(game.slug).compose(rules.view(state, seat), read_parts(data))
    broken = {text: len(rules.faults(state, seat, text)) for text in meant}
    legal = [text for text, faults in broken.items() if not faults]
    if len(legal) > 1:
        raise UndecidedError(legal)
    return min(broken, key=broken.__getitem__)
