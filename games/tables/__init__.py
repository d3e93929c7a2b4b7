"""How each game is laid on the table: one module a game, which turns what a seat sees into what is drawn.

A module has FORMAT (of its positions), START and OPTIONS (for the form), QUIET (events nobody says out loud),
QUIZ (options of the games that questions come from), `board`, `told_move`, `pictured`, `left`, `fits`.
It is given views and moves, never a position, so that what is hidden cannot reach a page."""

from types import ModuleType

from games.tables import uno

TABLES: dict[str, ModuleType] = {"uno": uno}
