"""Reading a position from JSON, strictly: each refusal begins with the key that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..kernel import CHANCE
from ..kernel.fields import Fields, at_most, items, number, refuse, rows
from .cards import DECK, Cards, cards_of, is_set, names, value
from .position import DEAL, FOLLOW, HAND, LEAD, OVER, PHASES, SEATS, SLUG, TAKING, Options, Position

MOST_WITH_FOUR = 4
"""How many may play with four colours (article 1)."""


def check_colours(seats: int, colours: int) -> None:
    """Refuses four colours for more players than they are enough for."""
    if colours == 4 and seats > MOST_WITH_FOUR:
        refuse("colours", f"4 is for {MOST_WITH_FOUR} players at most, not {seats}")


def from_dict(data: Mapping[str, Any]) -> Position:
    """The position `data` describes, its options checked by the caller; a ValueError names the bad key."""
    fields = Fields(data, SLUG)
    seats = fields.number("seats", SEATS)
    phase = fields.take("phase")
    if phase not in PHASES:
        refuse("phase", f"{phase!r} is not one of {', '.join(PHASES)}")
    options = Options(**fields.take("options", {}))
    check_colours(seats, options.colours)
    scores = rows("scores", fields.take("scores", [0] * seats), seats)
    for score in scores:
        number("scores", score, range(10**6))

    hands, middle, beaten, discard, aside = _cards(fields, phase, seats, DECK[options.colours])
    turn, after = _turn(fields, phase, seats)
    owner = _owner(fields, phase, turn, hands)
    # left out, it is whose turn it is; at the end nobody's, so who went out
    starter = fields.number("starter", range(seats), {DEAL: after or 0, OVER: owner}.get(phase, turn))
    if phase == DEAL:
        if after is None:
            after = starter
        if after != starter:
            refuse("next", f"must be {starter} in a deal, the seat that starts the hand")
    p = Position(
        phase=phase,
        turn=turn,
        next=after,
        hands=hands,
        middle=middle,
        beaten=beaten,
        discard=discard,
        aside=aside,
        owner=owner,
        starter=starter,
        hand=fields.number("hand", range(1, 10**6), 1),
        scores=tuple(scores),
        options=options,
    )
    fields.done()
    return p


def _turn(fields: Fields, phase: str, seats: int) -> tuple[int | str | None, int | None]:
    """`turn` and `next`; in a deal `next` is None where it is left out."""
    fields.asked |= {"turn", "next"}
    if "turn" not in fields.data:
        refuse("turn", "is missing")
    turn, after = fields.data["turn"], fields.data.get("next")
    if after is not None:
        number("next", after, range(seats))
    if phase == DEAL:
        if turn != CHANCE:
            refuse("turn", f"must be {CHANCE!r} in phase {phase!r}")
        return turn, after
    if phase == OVER:
        if turn is not None:
            refuse("turn", "must be null when the game is over")
    else:
        number("turn", turn, range(seats))
    if after is not None:
        refuse("next", f"has no place in phase {phase!r}")
    return turn, None


def _owner(fields: Fields, phase: str, turn: int | str | None, hands: tuple[Cards, ...]) -> int | None:
    if phase in (DEAL, LEAD):
        fields.must_be_empty("owner", phase)
        return None
    owner = fields.number("owner", range(len(hands)))
    if phase == FOLLOW and owner == turn:
        refuse("owner", "when the turn comes back to who laid the middle, it is over")
    if phase == TAKING and owner != turn:
        refuse("owner", f"must be {turn}, who takes and so has laid the middle")
    if phase == OVER and hands[owner]:
        refuse("owner", "must be the seat without a card when the game is over")
    return owner


def _cards(
    fields: Fields, phase: str, seats: int, deck: Cards
) -> tuple[tuple[Cards, ...], Cards, Cards, Cards, Cards]:
    """Hands, `middle`, `beaten`, `discard` and `aside`."""
    known = dict.fromkeys(names(deck), 1)
    dealing, laid = phase == DEAL, phase in (FOLLOW, TAKING, OVER)

    def place(key: str, here: bool, must: bool = False) -> tuple[str, ...]:
        """The cards of a place that is filled only where the phase has it."""
        if not here:
            fields.must_be_empty(key, phase)
            return ()
        cards = items(key, fields.take(key) if must else fields.take(key, []), known)
        if must and not cards:
            refuse(key, f"must not be empty in phase {phase!r}")
        return cards

    given = rows("hands", fields.take("hands", [[]] * seats) if dealing else fields.take("hands"), seats)
    hands = [items("hands", hand, known) for hand in given]
    places = {
        "hands": [card for hand in hands for card in hand],
        "middle": place("middle", laid, must=True),
        "beaten": place("beaten", phase == TAKING, must=True),
        "discard": place("discard", not dealing),
    }
    seen = at_most(known, places)
    aside = fields.take("aside", None)
    if aside is None:
        aside = [card for card in known if not seen[card]]
    else:
        aside = items("aside", aside, known)
        at_most(known, {**places, "aside": aside})

    held = tuple(cards_of(hand) for hand in hands)
    middle, beaten = cards_of(places["middle"]), cards_of(places["beaten"])
    _on_the_table(phase, held, middle, beaten)
    if dealing and len(aside) < HAND * held.count(0):
        refuse("aside", "has too few cards for the deal")
    return held, middle, beaten, cards_of(places["discard"]), cards_of(aside)


def _on_the_table(phase: str, hands: tuple[Cards, ...], middle: Cards, beaten: Cards) -> None:
    """Refuses what the articles forbid to lie there."""
    empty = [seat for seat, hand in enumerate(hands) if not hand]
    if phase == DEAL:
        if not empty:
            refuse("hands", "one must be empty in a deal")
        if empty != list(range(empty[0], len(hands))):
            refuse("hands", "a seat has cards before one that is dealt earlier")
    elif phase == OVER:
        if len(empty) != 1:
            refuse("hands", "exactly one must be empty when the game is over")
    elif empty:
        refuse("hands", f"that of seat {empty[0]} is empty, so the hand is over")
    if not is_set(middle):
        refuse("middle", "has neither one colour nor one number")
    if not is_set(beaten):
        refuse("beaten", "has neither one colour nor one number")
    if beaten:
        if middle.bit_count() - beaten.bit_count() not in (0, 1):
            refuse("beaten", "must have as many cards as the middle, or one less")
        if value(beaten) >= value(middle):
            refuse("beaten", f"is worth {value(beaten)}, which {value(middle)} does not beat")
