"""What the cards of Boursicocotte show: an animal with its name, or money. Neither needs its colours."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from games.engines.boursicocotte.animals import VALUE
from games.engines.boursicocotte.words import an_animal

DRAWN = tomllib.loads(Path(__file__).with_name("animals.toml").read_text(encoding="utf-8"))
INK = "#22262E"

# worth → (ground, what is written on it, how often its mark stands there, its mark around 0 0 within ±7)
NOTES = {
    "0": ("#E4E0D6", INK, 1, "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0ZM-3 0a3 3 0 1 1 6 0a3 3 0 1 1-6 0Z"),
    "10": ("#1F5FA8", "#FFFFFF", 1, "M-6 0a6 6 0 1 1 12 0a6 6 0 1 1-12 0Z"),
    "50": ("#2B7A3D", "#FFFFFF", 1, "M0-7 7 0 0 7-7 0Z"),
    "100": ("#F2B233", INK, 1, "M-6-6H6V6H-6Z"),
    "200": ("#6A3D8F", "#FFFFFF", 2, "M-6-6H6V6H-6Z"),
    "500": ("#B3341F", "#FFFFFF", 1, "M0-8 2-3 8-2 3 1 5 7 0 4-5 7-3 1-8-2-2-3Z"),
}  # fmt: skip

BACK, DECK, HEAD = "", "?", "="


def face(code: str) -> dict[str, Any]:
    """An animal (`vache`), its head (`=vache`), money (`50`); the backs of money ("") and animals (`?`)."""
    if code == BACK:
        return {"money_back": True, "name": "une carte d’argent cachée", "width": 120, "height": 76}
    if code == DECK:
        return {"deck": True, "name": "la pioche"}
    if code in NOTES:
        ground, ink, times, mark = NOTES[code]
        rows = [38] if times == 1 else [28, 48]
        return {
            "money": code,
            "ground": ground,
            "ink": ink,
            "mark": mark,
            "rows": rows,
            "name": f"carte {code}",
            "width": 120,
            "height": 76,
        }
    species = code.removeprefix(HEAD)
    seen = {**DRAWN[species], "name": an_animal(species)}
    if code.startswith(HEAD):
        return {**seen, "head": True, "width": 100, "height": 100}
    bare = an_animal(species).split(" ", 1)[1]
    return {**seen, "title": bare[0].upper() + bare[1:], "value": VALUE[species]}
