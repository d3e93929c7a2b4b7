"""What a game offers to be drawn in its rules, on their page and on the printed sheet.

Each method has a default made from the rulebook: without a picture, its articles in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games import registry, tables
from games.engines.kernel import Rules
from games.engines.kernel.rulebook import Example, Rulebook, french
from games.sheets.drawing import Scene

HouseRule = tuple[str, list[tuple[str, bool]]]
"""(label, [(words, whether that is how it is played)])."""


def _plainly(value: object) -> str:
    return {True: "oui", False: "non"}[value] if isinstance(value, bool) else str(value)


class Sheet:
    """One game in its rules. What it draws is tried on the engine by the tests."""

    cover: ClassVar[Scene | None] = None
    """What the head of the sheet shows."""
    pieces_in: ClassVar[str] = ""
    """The article beside which the kinds of pieces are shown."""
    tallies: ClassVar[frozenset[str]] = frozenset()
    """Articles whose first example is a count to draw."""
    printed: ClassVar[Mapping[str, int] | None] = None
    """Which example of an article goes on the sheet; None: the first of each."""

    def __init__(self, slug: str) -> None:
        self.slug = slug

    @property
    def book(self) -> Rulebook:
        book = registry.get_game(self.slug).book
        assert book is not None
        return book

    @property
    def rules(self) -> Rules[Any, Any]:
        rules = registry.get_game(self.slug).rules
        assert rules is not None
        return rules

    def sections(self) -> Sequence[tuple[str, Sequence[str]]]:
        """Titles and the articles under them, each article once.

        The turn is shown before the second; the third begins the other side of the sheet."""
        return [("La règle, article par article", list(self.book.articles))]

    def pieces(self) -> Sequence[tuple[str, str, str, str]]:
        """(face, name, how many there are, what one is worth) of each kind of pieces."""
        return ()

    def turn(self) -> Sequence[Scene | None]:
        """A picture for each line of the rulebook's turn."""
        return [None] * len(self.book.turn)

    def scene(self, example: Example, allowed: bool | None = None) -> Scene | None:
        """What an example shows; `allowed` marks what is played."""
        return None

    def before(self, example: Example) -> Scene | None:
        """The position of an example, before anything is played."""
        return None

    def tally(self, example: Example) -> Scene | None:
        """A count drawn."""
        return None

    def choices(self, example: Example) -> Sequence[tuple[str, str]]:
        """What one may answer where a move is asked for: (move, its words), legal or not.

        None: it is not asked where nothing shows the position."""
        return ()

    def house_rules(self, options: Mapping[str, Any]) -> list[HouseRule]:
        """All there is to agree on, and what `options` say of it; in the words of the table, if any."""
        known = self.rules.options
        if tables.offered(self.slug):
            asked = dict(tables.of(self.slug).options)
        else:
            asked = {
                name: (
                    option.label,
                    dict(zip(option.choices, option.names or map(_plainly, option.choices), strict=True)),
                )
                for name, option in known.items()
            }
        agreed = {name: options.get(name, option.default) for name, option in known.items()}
        return [
            (french(label), [(french(text), value == agreed[name]) for value, text in values.items()])
            for name, (label, values) in asked.items()
        ]
