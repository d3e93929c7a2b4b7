"""Reading a position from JSON, strictly: each refusal begins with the key that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..kernel import CHANCE
from ..kernel.bags import Bag, bag
from ..kernel.fields import Fields, at_most, items, number, refuse, rows, truth
from .cards import COLOURS, DECK, FOUR, JOKERS, WILD
from .position import (
    ANSWER,
    ASKED,
    CHOOSE,
    DEAL,
    HAND,
    JUST_DRAWN,
    OVER,
    OWE,
    PHASES,
    PLAY,
    SEATS,
    SLUG,
    Challenged,
    Options,
    Owed,
    Position,
    drawable,
)


def from_dict(data: Mapping[str, Any]) -> Position:
    """The position `data` describes, its options checked by the caller; a ValueError names the bad key."""
    fields = Fields(data, SLUG)
    seats = fields.number("seats", SEATS)
    phase = fields.take("phase")
    if phase not in PHASES:
        refuse("phase", f"{phase!r} is not one of {', '.join(PHASES)}")
    seat = range(seats)

    options = fields.take("options", {})
    scores = rows("scores", fields.take("scores", [0] * seats), seats)
    for score in scores:
        number("scores", score, range(10**6))

    hands, discard, pile = _cards(fields, phase, seats)
    turn, after = _turn(fields, phase, seats)
    dealer = fields.number("dealer", seat, _before(turn if isinstance(turn, int) else after, seats))
    if phase == DEAL:
        if after is None:  # left out, but the dealer may say it
            after = (dealer + 1) % seats if data.get("dealer") is not None else 0
            dealer = _before(after, seats)
        if after != (dealer + 1) % seats:
            refuse("next", f"must be {(dealer + 1) % seats} in a deal, the seat after the dealer")
    direction = fields.number("direction", (1,) if phase == DEAL else (1, -1), 1)

    position = Position(
        phase=phase,
        turn=turn,
        next=after,
        hands=hands,
        pile=pile,
        discard=discard,
        colour=_colour(fields, phase, discard),
        direction=direction,
        forgot=None,
        drawn=None,
        forced=None,
        owed=None,
        challenged=None,
        dealer=dealer,
        round=fields.number("round", range(1, 10**6), 1),
        scores=tuple(scores),
        options=Options(**options),
    )
    position = _of_phase(fields, position)
    fields.done()
    return position


def _before(seat: int | None, seats: int) -> int:
    return ((seat or 0) - 1) % seats


def _turn(fields: Fields, phase: str, seats: int) -> tuple[int | str | None, int | None]:
    """`turn` and `next`; in a deal `next` is None where it is left out."""
    fields.asked |= {"turn", "next"}
    if "turn" not in fields.data:
        refuse("turn", "is missing")
    turn, after = fields.data["turn"], fields.data.get("next")
    if after is not None:
        number("next", after, range(seats))
    if phase == OVER:
        if turn is not None:
            refuse("turn", "must be null when the game is over")
    elif phase in (DEAL, OWE):
        if turn != CHANCE:
            refuse("turn", f"must be {CHANCE!r} in phase {phase!r}")
        return turn, after
    else:
        number("turn", turn, range(seats))
    if after is not None:
        refuse("next", f"has no place in phase {phase!r}")
    return turn, None


def _cards(fields: Fields, phase: str, seats: int) -> tuple[tuple[Bag, ...], tuple[str, ...], Bag]:
    dealing = phase == DEAL
    given = rows("hands", fields.take("hands", [[]] * seats) if dealing else fields.take("hands"), seats)
    hands = tuple(bag(items("hands", hand, DECK)) for hand in given)
    discard = items("discard", fields.take("discard", []) if dealing else fields.take("discard"), DECK)
    if dealing and discard:
        refuse("discard", "must be empty in a deal")
    if not dealing and not discard:
        refuse("discard", "must have the card that was turned")
    places = {"hands": [card for hand in hands for card in hand], "discard": discard}
    left = at_most(DECK, places)
    pile = fields.take("pile", None)
    if pile is None:
        pile = bag(card for card, times in DECK.items() for _ in range(times - left[card]))
    else:
        pile = bag(items("pile", pile, DECK))
        at_most(DECK, {**places, "pile": pile})
    empty = [not hand for hand in hands]
    if dealing:
        if empty != sorted(empty):
            refuse("hands", "a seat has cards before one that is dealt earlier")
        # whatever is drawn, a card that can begin must be left: a +4 goes back
        if sum(card != FOUR for card in pile) <= HAND * sum(empty):
            refuse("pile", "has too few cards for the deal")
    return hands, discard, pile


def _colour(fields: Fields, phase: str, discard: tuple[str, ...]) -> str | None:
    if phase in (DEAL, CHOOSE):
        fields.must_be_empty("colour", phase)
        return None
    top = discard[-1]
    colour = fields.take("colour", None if top in JOKERS else top[0])
    if colour is None:
        refuse("colour", "must be given, because the top card is a joker")
    if colour not in COLOURS:
        refuse("colour", f"{colour!r} is not one of {' '.join(COLOURS)}")
    if top not in JOKERS and colour != top[0]:
        refuse("colour", f"{colour} is not that of the top card, {top}")
    return str(colour)


def _of_phase(fields: Fields, p: Position) -> Position:
    """The position with the keys that only its phase has, and the checks of that phase."""
    if p.phase == JUST_DRAWN:
        drawn = items("drawn", [fields.take("drawn")], DECK)[0]
        assert isinstance(p.turn, int)
        if drawn not in p.hands[p.turn]:
            refuse("drawn", f"{drawn} is not in the hand of seat {p.turn}")
        p = p._replace(drawn=drawn, forced=truth("forced", fields.take("forced")))
    else:
        fields.must_be_empty("drawn", p.phase)
        fields.asked.add("forced")
        if fields.data.get("forced") is not None:
            refuse("forced", f"has no place in phase {p.phase!r}")
    if p.phase == ANSWER:
        p = p._replace(challenged=_challenged(fields, p))
    else:
        fields.must_be_empty("challenged", p.phase)
    if p.phase == OWE:
        p = _owing(fields, p)
    else:
        fields.must_be_empty("owed", p.phase)
    if p.phase == CHOOSE and p.discard[-1] != WILD:
        refuse("phase", "cannot be, since the top card is no W")
    out = [seat for seat, hand in enumerate(p.hands) if not hand]
    if p.phase == OVER and len(out) != 1:
        refuse("hands", "exactly one must be empty when the game is over")
    if p.phase not in (DEAL, OVER) and out and not (p.owed and p.owed.why == "last"):
        refuse("hands", f"that of seat {out[0]} is empty, so the round is over")
    return _forgetting(fields, p)


def _challenged(fields: Fields, p: Position) -> Challenged:
    given = fields.take("challenged")
    if not isinstance(given, Mapping) or set(given) != {"layer", "colour"}:
        refuse("challenged", "needs layer and colour")
    layer = number("challenged", given["layer"], range(len(p.hands)))
    if given["colour"] not in COLOURS:
        refuse("challenged", f"{given['colour']!r} is no colour")
    if not p.options.bluff:
        refuse("phase", "without the option bluff nobody challenges")
    if p.discard[-1] != FOUR:
        refuse("discard", "a challenge is about a W4 on top")
    if p.turn != p.after(layer):
        refuse("turn", f"only the seat after the layer answers, {p.after(layer)}")
    return Challenged(layer, given["colour"])


_TOPS: Final = {"+2": "D", "+4": "4", "guilty": "4", "innocent": "4", "last": "D4"}


def _owing(fields: Fields, p: Position) -> Position:
    given = fields.take("owed")
    if not isinstance(given, Mapping) or set(given) != {"seat", "number", "why"}:
        refuse("owed", "needs seat, number and why")
    seat = number("owed", given["seat"], range(len(p.hands)))
    why, top = given["why"], p.discard[-1]
    if why not in (*ASKED, "last"):
        refuse("owed", f"why is not {why!r}")
    # only an action card bears D, only a +4 bears 4 behind a W
    if why in _TOPS and not (
        (top == FOUR and "4" in _TOPS[why]) or (top not in JOKERS and top[1] == "D" and "D" in _TOPS[why])
    ):
        refuse("owed", f"{why!r} does not go with {top} on top")
    if why in ("guilty", "innocent") and not p.options.bluff:
        refuse("owed", f"why cannot be {why!r} without the option bluff")
    asked = ASKED[why] if why != "last" else 4 if top == FOUR else 2
    can = min(asked, drawable(p))
    if type(given["number"]) is not int or given["number"] != can or not can:
        refuse("owed", f"the number to draw is {can}, not {given['number']!r}")
    owed = Owed(seat, can, why)
    if why == "last":
        if p.next is not None:
            refuse("next", "must be null once the round is over")
        if [who for who, hand in enumerate(p.hands) if not hand] != [p.after(seat, -1)]:
            refuse("hands", f"that of seat {p.after(seat, -1)}, and no other, must be empty")
        return p._replace(owed=owed)
    after = p.next or 0
    due = {"turn": seat, "uno": after}.get(why, p.after(seat))
    if after != due:
        refuse("next", f"must be {due}, after {why!r} for seat {seat}")
    return p._replace(owed=owed, next=after)


def _forgetting(fields: Fields, p: Position) -> Position:
    """The position with `forgot`, which lives until the next seat has moved or the forgetful one draws."""
    forgot = fields.take("forgot", None)
    if forgot is None:
        return p
    number("forgot", forgot, range(len(p.hands)))
    if p.phase not in (PLAY, ANSWER, OWE):
        refuse("forgot", "nothing can be called any more")
    if len(p.hands[forgot]) != 1:
        refuse("forgot", f"seat {forgot} has not exactly one card")
    return p._replace(forgot=forgot)
