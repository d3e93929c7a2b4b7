"""The room and its guests as one picture that pages refer to and browsers keep. To write it anew:

python -m games.tables.cafe_international.sprite"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from games.engines.cafe_international.cards import DECK, SITTERS
from games.tables.cafe_international import room

STATIC: Final = "cafe.svg"
PATH: Final = Path(__file__).parents[3] / "static" / STATIC
TEMPLATE: Final = "games/cafe-international/sprite.svg"


def drawn() -> str:
    """The file: the empty room, and everybody who may sit in it."""
    from django.template.loader import render_to_string

    codes = sorted({f"{guest}." for guest in (*SITTERS, *DECK) if guest})
    context = {"room": room.whole(), "bar": room.bar(()), "plants": room.PLANTS, "codes": codes}
    return render_to_string(TEMPLATE, context)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ludotheque.settings")
    import django

    django.setup()
    PATH.write_text(drawn(), encoding="utf-8")
