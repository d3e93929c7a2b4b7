"""How each game is drawn in its rules: one module a game, for the rules page and the printed sheet.

A game without a module is shown plainly (`plain.py`). A module has
COVER     what the head of the sheet shows
SECTIONS  titles and the articles under them; the turn is shown before the second, and the third begins the
          other side of the sheet
PIECES_IN the article beside which the kinds of pieces are shown
TALLIES   articles whose first example is a count to draw
PRINTED   which example of an article goes on the sheet
and the functions `pieces`, `turn`, `scene`, `before`, `tally`, `choices` and `house_rules`. What it draws is
tried on the engine by the tests.
"""

from types import ModuleType

from games.sheets import uno
from games.sheets.plain import Plain

SHEETS: dict[str, ModuleType] = {"uno": uno}


def of(slug: str) -> ModuleType | Plain:
    """How that game, which has a rulebook, is drawn."""
    return SHEETS.get(slug) or Plain(slug)
