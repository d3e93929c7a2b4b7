"""What a good player would do, from what that seat sees, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games import tables
from games.engines.kernel import Seat
from games.engines.kernel.bots import ask
from games.engines.kernel.rulebook import Article, french
from games.registry import Game


@dataclass(frozen=True, slots=True)
class Advice:
    text: str
    article: Article
    plain: str  # the move without what is said along with it, as a button has it
    reason: str
    adviser: str


def advise(game: Game, state: Any, seat: Seat, names: Sequence[str], seed: object) -> Advice | None:
    """What the best of the game's bots would do in that seat, by which article; None if it is not to move."""
    rules, table, bot = game.rules, tables.of(game.slug), list(game.bots.values())[-1]
    assert rules is not None
    assert game.book is not None
    if not isinstance(seat, int) or seat not in rules.actors(state):
        return None
    move = ask(rules, state, seat, bot, Random(f"{seed}:{seat}"))
    if move is None:
        return None
    # the first event is the move itself; what comes after may show what is hidden yet
    article = rules.play(state, seat, move).events[0].article
    view = rules.view(state, seat)
    reason = french(table.reason(view, move))
    return Advice(
        table.told_at(view, move, names), game.book[article], table.plain(move), reason, french(table.adviser)
    )
