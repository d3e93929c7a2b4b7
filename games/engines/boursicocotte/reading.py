"""Reading a position from JSON, strictly: each refusal begins with the key that is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..kernel import CHANCE
from ..kernel.bags import Bag, bag
from ..kernel.fields import Fields, at_most, items, number, refuse, rows, truth
from . import animals as zoo
from . import money as purse
from .animals import AT, DONKEY, FAMILY, SPECIES, Holding
from .money import CARDS, DONKEYS, MOST, SLOT, Money, worth
from .position import (
    ANSWER,
    BIDDING,
    DEAL,
    DEALT,
    DECIDE,
    OFFERING,
    OVER,
    PAYING,
    PHASES,
    QUICK,
    REVEAL,
    SEATS,
    SLUG,
    STALLED,
    TURN,
    Auction,
    Options,
    Position,
    Trade,
    at_stake,
    can_act,
    can_trade,
    polled,
)

AUCTIONS: Final = (REVEAL, BIDDING, DECIDE, PAYING)
TRADES: Final = (OFFERING, ANSWER)


def from_dict(data: Mapping[str, Any]) -> Position:
    """The position `data` describes, its options checked by the caller; a ValueError names the bad key."""
    fields = Fields(data, SLUG)
    seats = fields.number("seats", SEATS)
    phase = fields.take("phase")
    if phase not in PHASES:
        refuse("phase", f"{phase!r} is not one of {', '.join(PHASES)}")
    options = Options(**fields.take("options", {}))
    for given in rows("scores", fields.take("scores", [0] * seats), seats):
        number("scores", given, range(10**6))

    auction = _auction(fields, phase, seats)
    trade = _trade(fields, phase, seats)
    animals, deck = _animals(fields, phase, seats, auction)
    money, bank = _money(fields, seats, trade)
    turn, after = _turn(fields, phase, seats, auction)
    left = deck.count(DONKEY)
    position = Position(
        phase=phase,
        turn=turn,
        next=after,
        deck=deck,
        animals=animals,
        money=money,
        bank=bank,
        donkeys=fields.number("donkeys", range(len(DONKEYS) - left + 1), len(DONKEYS) - left),
        auction=auction,
        trade=trade,
        stalled=fields.number("stalled", range(STALLED + (phase == OVER)), 0),
        scores=tuple(map(zoo.score, animals)),
        options=options,
    )
    fields.done()
    _agree(position)
    return position


def _turn(
    fields: Fields, phase: str, seats: int, auction: Auction | None
) -> tuple[int | str | None, int | None]:
    """`turn` and `next`."""
    fields.asked |= {"turn", "next"}
    if "turn" not in fields.data:
        refuse("turn", "is missing")
    turn, after = fields.data["turn"], fields.data.get("next")
    if after is not None:
        number("next", after, range(seats))
    if phase in (DEAL, REVEAL):
        if turn != CHANCE:
            refuse("turn", f"must be {CHANCE!r} in phase {phase!r}")
        if auction is None:
            return turn, after or 0
        first = (auction.seller + 1) % seats
        if after not in (None, first):
            refuse("next", f"must be {first}, with whom the bidding begins")
        return turn, first
    if phase == OVER:
        if turn is not None:
            refuse("turn", "must be null when the game is over")
    else:
        number("turn", turn, range(seats))
    if after is not None:
        refuse("next", f"has no place in phase {phase!r}")
    return turn, None


def _object(fields: Fields, key: str, names: Sequence[str], may_lack: set[str]) -> Mapping[str, Any]:
    """An object with these keys; what is null may be left out."""
    given = fields.take(key)
    if not isinstance(given, Mapping) or set(given) | may_lack != set(names):
        refuse(key, f"needs {', '.join(names)}")
    return {**dict.fromkeys(may_lack), **given}


def _seats(key: str, name: str, value: Any, seats: int) -> tuple[int, ...]:
    """A set of seats."""
    if not isinstance(value, list | tuple):
        refuse(key, f"{name} needs a list of seats")
    for seat in value:
        number(key, seat, range(seats))
    if len(set(value)) != len(value):
        refuse(key, f"{name} names a seat twice")
    return tuple(sorted(value))


def _auction(fields: Fields, phase: str, seats: int) -> Auction | None:
    if phase not in AUCTIONS:
        fields.must_be_empty("auction", phase)
        return None
    given = _object(fields, "auction", Auction._fields, {"animal", "bidder"})
    seller = number("auction", given["seller"], range(seats))
    animal, bid, bidder = given["animal"], given["bid"], given["bidder"]
    passed = _seats("auction", "passed", given["passed"], seats)
    excluded = _seats("auction", "excluded", given["excluded"], seats)
    if phase == REVEAL:
        if animal is not None or bid != 0 or bidder is not None or passed or excluded:
            refuse("auction", "must have no animal and no bid before the card is turned")
    elif animal not in SPECIES:
        refuse("auction", f"{animal!r} is no animal")
    if number("auction", bid, range(MOST + 1)) % 10:
        refuse("auction", f"the bid of {bid} is no multiple of 10")
    if bidder is not None:
        number("auction", bidder, range(seats))
    if (bidder is None) != (not bid):
        refuse("auction", "bid and bidder belong together")
    if bidder is None and phase in (DECIDE, PAYING):
        refuse("auction", f"bidder must not be null in phase {phase!r}")
    for name, those in (("passed", (*passed, *excluded)), ("bidder", (bidder,))):
        if seller in those:
            refuse("auction", f"{name}: the seller, {seller}, does not bid")
    if bidder in excluded or bidder in passed or set(passed) & set(excluded):
        refuse("auction", "a seat is two of bidder, passed and excluded")
    return Auction(seller, animal, bid, bidder, passed, excluded)


def _trade(fields: Fields, phase: str, seats: int) -> Trade | None:
    if phase not in TRADES:
        fields.must_be_empty("trade", phase)
        return None
    given = _object(fields, "trade", Trade._fields, {"offer"})
    challenger = number("trade", given["challenger"], range(seats))
    other = number("trade", given["other"], range(seats))
    if challenger == other:
        refuse("trade", "one does not trade with oneself")
    if given["animal"] not in SPECIES:
        refuse("trade", f"{given['animal']!r} is no animal")
    if phase == OFFERING and given["offer"] is not None:
        refuse("trade", "offer must be null until something is offered")
    offer = _cards("trade", given["offer"]) if phase == ANSWER else None
    cards = number("trade", given["cards"], (1, 2))
    return Trade(challenger, other, given["animal"], cards, offer, truth("trade", given["again"]))


def _animals(
    fields: Fields, phase: str, seats: int, auction: Auction | None
) -> tuple[tuple[Holding, ...], Bag]:
    holdings = []
    for given in rows("animals", fields.take("animals"), seats):
        if not isinstance(given, Mapping):
            refuse("animals", "needs an object a seat, like {'vache': 2}")
        counts = list(zoo.NONE)
        for animal, times in given.items():
            if animal not in AT:
                refuse("animals", f"{animal!r} does not exist")
            counts[AT[animal]] = number("animals", times, range(FAMILY + 1))
        holdings.append(tuple(counts))
    places = {
        "animals": [animal for counts in holdings for animal in _one_by_one(counts)],
        "auction": [auction.animal] if auction and auction.animal else [],
    }
    seen = at_most(zoo.EXIST, places)
    given = fields.take("deck", None)
    if given is None:
        deck = bag(animal for animal in SPECIES for _ in range(FAMILY - seen[animal]))
    else:
        deck = bag(items("deck", given, zoo.EXIST))
        at_most(zoo.EXIST, {**places, "deck": deck})
    if phase == REVEAL and not deck:
        refuse("deck", "has no card to turn")
    if phase == DEAL:
        empty = [counts == zoo.NONE for counts in holdings]
        if empty != sorted(empty) or not empty[-1]:
            refuse("animals", "the seats without any must be the last ones, and one at least, in a deal")
        if len(deck) < DEALT * sum(empty):
            refuse("deck", "has too few animals for the deal")
    return tuple(holdings), deck


def _one_by_one(counts: Holding) -> list[str]:
    return [animal for animal, times in zip(SPECIES, counts, strict=True) for _ in range(times)]


def _cards(key: str, value: Any) -> Money:
    """A list of money cards."""
    if not isinstance(value, list | tuple):
        refuse(key, "needs a list of money cards")
    for card in value:
        if type(card) is not int or card not in SLOT:
            refuse(key, f"{card!r} is no money card")
    return purse.money(value)


def _money(fields: Fields, seats: int, trade: Trade | None) -> tuple[tuple[Money, ...], Money]:
    money = tuple(_cards("money", hand) for hand in rows("money", fields.take("money"), seats))
    out = purse.NONE
    places = [("money", hand) for hand in money]
    if trade and trade.offer:
        places.append(("trade", trade.offer))
    given = fields.take("bank", None)
    if given is not None:
        places.append(("bank", _cards("bank", given)))
    for key, some in places:
        out = purse.plus(out, some)
        for card, times, exist in zip(CARDS, out, purse.EXIST, strict=True):
            if times > exist:
                refuse(key, f"{card} is there {times} times, and exists {exist} times")
    return money, purse.less(purse.EXIST, out) if given is None else places[-1][1]


# --- what the articles say of the whole


def _agree(p: Position) -> None:
    """Refuses what no course of the game leads to."""
    if p.phase == DEAL and p.options.deal != QUICK:
        refuse("phase", "without the quick deal nothing is dealt")
    if p.phase == TURN and isinstance(p.turn, int) and not can_act(p, p.turn):
        refuse("turn", f"seat {p.turn} can neither auction nor trade")
    if p.phase == OVER and p.stalled < STALLED:
        if p.deck:
            refuse("deck", "must be empty when the game is over")
        if any(can_trade(p, seat) for seat in range(len(p.money))):
            refuse("animals", "can still be traded, so the game is not over")
    if p.auction and p.phase != REVEAL:
        _agree_auction(p, p.auction)
    if p.trade:
        _agree_trade(p, p.trade)


def _agree_auction(p: Position, auction: Auction) -> None:
    seller, _, bid, bidder, passed, _ = auction
    seats = len(p.money)
    if bid > sum(map(worth, p.money)):
        refuse("auction", f"the bid of {bid} is more than all players have together")
    if p.phase == BIDDING:
        start = seller if bidder is None else bidder
        first = polled(auction, start, seats)
        if first is None:
            refuse("auction", "nobody is left to ask, so the bidding is over")
        if p.turn != first:
            refuse("turn", f"must be {first}, the seat that is asked")
        asked = [(start + step) % seats for step in range((first - start) % seats)]
        if not p.options.pass_final and not set(passed) <= set(asked):
            refuse("auction", "passed: somebody has not been asked since the last raise")
    elif p.phase == DECIDE:
        if p.turn != seller:
            refuse("turn", f"must be {seller}, the seller, who decides")
    else:
        if p.turn not in (seller, bidder):
            refuse("turn", f"must be {bidder}, the bidder, or {seller}, the seller")
        assert isinstance(p.turn, int)
        if worth(p.money[p.turn]) < bid:
            refuse("money", f"seat {p.turn} cannot pay {bid}")


def _agree_trade(p: Position, trade: Trade) -> None:
    challenger, other, animal, cards, offer, _ = trade
    who = challenger if p.phase == OFFERING else other
    if p.turn != who:
        refuse("turn", f"must be {who} in phase {p.phase!r}")
    own, others = p.animals[challenger][AT[animal]], p.animals[other][AT[animal]]
    if not own or not others:
        refuse("trade", f"both need a {animal}")
    if cards != at_stake(own, others):
        refuse("trade", f"{at_stake(own, others)} cards are at stake, not {cards}")
    if offer is not None and not any(offer) and any(p.money[challenger]):
        refuse("trade", "an offer has at least one card where there is money")
