"""What a seat may know of a position, and positions it cannot tell from one another.

A position names places and never says where they lie, so a view has all of it but the estimates of others."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from ..kernel import Seat
from ..kernel.fields import changed
from .position import Laid, Options, Position


class View(NamedTuple):
    """The keys of a position. Another's estimate is True where it is made."""

    seat: Seat
    phase: str
    turn: int | str | tuple[int, ...] | None
    next: int | None
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    start: str | None
    card: str | None
    laid: Laid | None
    placer: int | None
    played: int
    gone: frozenset[str]
    tokens: tuple[int, ...]
    estimates: tuple[int | None, ...] | None
    options: Options

    def to_dict(self) -> dict[str, Any]:
        """As JSON: what `to_dict` of the position has, less what is hidden."""
        return {
            "game": "oucedonc",
            "seats": len(self.tokens),
            "scores": list(self.tokens),
            **self._asdict(),
            "gone": sorted(self.gone),
            "options": changed(self.options),
        }


def view(p: Position, seat: Seat) -> View:
    estimates = p.estimates
    if estimates is None:
        return View(seat, *p)
    (phase, turn, after, ns, ew, start, card, laid, placer, played, gone, tokens, _, options) = p
    seen = tuple(
        estimate if estimate is None or other == seat else True for other, estimate in enumerate(estimates)
    )
    return View(
        seat, phase, turn, after, ns, ew, start, card, laid, placer, played, gone, tokens, seen, options
    )


def redeal(p: Position, seat: Seat, rng: Random) -> Position:
    """Other estimates where `seat` does not see them."""
    if p.estimates is None:
        return p
    most = p.lying + 1
    return p._replace(
        estimates=tuple(
            estimate if estimate is None or other == seat else int(rng.random() * most)
            for other, estimate in enumerate(p.estimates)
        )
    )
