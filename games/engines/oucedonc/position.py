"""A position of Oùcédonc, complete, and its JSON form (which `reading` reads). It holds names only:
where the places lie is known to the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from ..kernel import CHANCE
from ..kernel.fields import changed

SLUG: Final = "oucedonc"
SEATS: Final = range(2, 7)

START: Final = "start"
DRAWN: Final = "drawn"
PLACE: Final = "place"
DOUBT: Final = "doubt"
ESTIMATE: Final = "estimate"
OVER: Final = "over"
PHASES: Final = (START, DRAWN, PLACE, DOUBT, ESTIMATE, OVER)

NS: Final = "NS"
EW: Final = "EW"

TOKENS: Final = 4
PACK: Final = 15
PACKS: Final = 3
LAST: Final = PACK * PACKS


class Options(NamedTuple):
    edition: str = "europe"


class Laid(NamedTuple):
    """Where the newest card lies: its line and its place in it."""

    line: str
    at: int


class Position(NamedTuple):
    """Everything there is to know. A tuple, because playouts make thousands; never build on its order."""

    phase: str
    turn: int | str | tuple[int, ...] | None
    next: int | None
    ns: tuple[str, ...]  # north → south, the start card included
    ew: tuple[str, ...]  # west → east, the start card included
    start: str | None
    card: str | None
    laid: Laid | None
    placer: int | None
    played: int
    gone: frozenset[str]
    tokens: tuple[int, ...]
    estimates: tuple[int | None, ...] | None
    options: Options

    @property
    def lying(self) -> int:
        """How many places lie on the lines, the start card not counted."""
        return len(self.ns) + len(self.ew) - 2

    def line(self, name: str) -> tuple[str, ...]:
        return self.ns if name == NS else self.ew


position_of: Callable[[tuple[object, ...]], Position] = partial(tuple.__new__, Position)
"""A position from all its fields in order, twice as fast as by its class: for the way of every playout."""

laid_of: Callable[[tuple[object, ...]], Laid] = partial(tuple.__new__, Laid)


def starts(phase: str, played: int) -> int:
    """How many start cards have been drawn, one a pack, when `played` places have been."""
    if phase == START:
        return played // PACK
    return (played if phase == DRAWN else played - 1) // PACK + 1


def opening(seats: int, first: int, options: Options) -> Position:
    return Position(
        phase=START,
        turn=CHANCE,
        next=first,
        ns=(),
        ew=(),
        start=None,
        card=None,
        laid=None,
        placer=None,
        played=0,
        gone=frozenset(),
        tokens=(TOKENS,) * seats,
        estimates=None,
        options=options,
    )


def to_dict(p: Position) -> dict[str, Any]:
    return {
        "game": SLUG,
        "seats": len(p.tokens),
        "turn": list(p.turn) if isinstance(p.turn, tuple) else p.turn,
        "phase": p.phase,
        "next": p.next,
        "scores": list(p.tokens),
        "options": changed(p.options),
        "ns": list(p.ns),
        "ew": list(p.ew),
        "start": p.start,
        "card": p.card,
        "laid": p.laid and list(p.laid),
        "placer": p.placer,
        "played": p.played,
        "gone": sorted(p.gone),
        "tokens": list(p.tokens),
        "estimates": p.estimates and list(p.estimates),
    }
