"""Citing the articles of one game: its refusals and its events, with the game's name said once."""

from __future__ import annotations

from typing import Any

from .protocol import Event, Fault

Tell = list[Event] | None
"""Where to tell what happens; None: nobody asks."""


class Citing:
    def __init__(self, slug: str) -> None:
        self.slug = slug

    def common(self, article: str, **facts: Any) -> Fault:
        """A refusal that all games share, its blanks filled with the words of this one."""
        return Fault(f"commun.{article}", facts, self.slug)

    def broken(self, article: int, case: str, **facts: Any) -> Fault:
        """A refusal by an article of the game; `case` says which of its sentences."""
        return Fault(f"{self.slug}.{article}", {"case": case, **facts})

    def tell(
        self,
        tell: Tell,
        article: int,
        kind: str,
        to: tuple[int, ...] | None = None,
        hidden: tuple[str, ...] = (),
        **facts: Any,
    ) -> None:
        if tell is not None:
            tell.append(Event(f"{self.slug}.{article}", kind, facts, to, hidden))
