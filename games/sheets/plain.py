"""The rules of a game that nobody has drawn yet: its articles one after the other, its examples in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games import registry
from games.engines.kernel.rulebook import Example, french
from games.sheets.drawing import Scene


class Plain:
    """What a module of this package offers, made from the rulebook alone."""

    COVER = None
    PIECES_IN = ""
    TALLIES: frozenset[str] = frozenset()

    def __init__(self, slug: str) -> None:
        game = registry.get_game(slug)
        assert game.book is not None
        self.game, self.book = game, game.book
        self.SECTIONS = (("La règle, article par article", tuple(self.book.articles)),)
        self.PRINTED = {article.id: 0 for article in self.book.articles.values() if article.examples}

    def pieces(self) -> list[tuple[str, str, int, str]]:
        return []

    def turn(self) -> tuple[None, ...]:
        return (None,) * len(self.book.turn)

    def scene(self, example: Example, allowed: bool | None = None) -> Scene | None:
        return None

    def before(self, example: Example) -> Scene | None:
        return None

    def tally(self, example: Example) -> Scene | None:
        return None

    def choices(self, example: Example) -> list[tuple[str, str]]:
        """None: a move is not asked for where nothing shows the position."""
        return []

    def house_rules(self, options: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, bool]]]]:
        assert self.game.rules is not None
        words = {True: "oui", False: "non"}
        return [
            (
                french(option.label),
                [
                    (
                        words[value] if isinstance(value, bool) else str(value),
                        value == options.get(name, option.default),
                    )
                    for value in option.choices
                ],
            )
            for name, option in self.game.rules.options.items()
        ]
