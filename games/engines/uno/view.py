"""What a seat may know of a position, and positions it cannot tell from one another."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from ..kernel import Seat
from ..kernel.bags import Bag, bag, take
from ..kernel.fields import changed
from .cards import LAYABLE
from .position import JUST_DRAWN, OVER, SLUG, Challenged, Options, Owed, Position


class View(NamedTuple):
    """The keys of a position; another's hand and the pile are their size. At the end hands lie open."""

    seat: Seat
    phase: str
    turn: int | str | None
    next: int | None
    hands: tuple[Bag | int, ...]
    pile: int
    discard: tuple[str, ...]
    colour: str | None
    direction: int
    forgot: int | None
    drawn: str | None
    forced: bool | None
    owed: Owed | None
    challenged: Challenged | None
    dealer: int
    round: int
    scores: tuple[int, ...]
    options: Options

    def to_dict(self) -> dict[str, Any]:
        """As JSON: what `to_dict` of the position has, less what is hidden."""
        return {
            "game": SLUG,
            "seats": len(self.hands),
            **self._asdict(),
            "hands": [hand if isinstance(hand, int) else list(hand) for hand in self.hands],
            "owed": self.owed and self.owed._asdict(),
            "challenged": self.challenged and self.challenged._asdict(),
            "options": changed(self.options),
        }


def view(p: Position, seat: Seat) -> View:
    (phase, turn, after, hands, pile, discard, colour, direction, forgot, drawn, forced, owed, challenged,
     dealer, round, scores, options) = p  # fmt: skip
    if seat != turn:
        drawn = forced = None
    seen: list[Bag | int] = list(hands) if phase == OVER else [len(hand) for hand in hands]
    if isinstance(seat, int):
        seen[seat] = hands[seat]
    return View(
        seat, phase, turn, after, tuple(seen), len(pile), discard, colour, direction, forgot, drawn, forced,
        owed, challenged, dealer, round, scores, options,
    )  # fmt: skip


def redeal(p: Position, seat: Seat, rng: Random) -> Position:
    """The cards `seat` does not see, dealt anew."""
    if p.phase == OVER:
        return p
    pool = [*p.pile, *(card for other, hand in enumerate(p.hands) if other != seat for card in hand)]
    pool.sort()  # where each card really is must not show in where it is dealt
    hands = tuple(
        hand if other == seat else bag(take(pool, len(hand), rng)) for other, hand in enumerate(p.hands)
    )
    drawn, forced = p.drawn, p.forced
    if p.phase == JUST_DRAWN and seat != p.turn:
        assert isinstance(p.turn, int)
        hand = hands[p.turn]
        drawn = hand[int(rng.random() * len(hand))]
        forced = is_stuck(p, hand, drawn)
    return p._replace(hands=hands, pile=bag(pool), drawn=drawn, forced=forced)


def is_stuck(p: Position, hand: Bag, but: str | None = None) -> bool:
    """Whether nothing in `hand` (less one card `but`) can be laid, so that drawing is all one can do.

    A +4 counts as playable always: where it would be unlawful, a card of the colour is there too."""
    assert p.colour is not None
    layable = LAYABLE[p.discard[-1], p.colour]
    if but is None:
        return layable.isdisjoint(hand)
    return not any(card in layable for at, card in enumerate(hand) if at != hand.index(but))
