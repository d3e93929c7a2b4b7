"""What a legal move does. Each function gives the next position and, if asked, tells what happened."""

from __future__ import annotations

from typing import Any

from ..kernel import CHANCE
from ..kernel.bags import less, without
from ..kernel.citing import Citing, Tell
from . import money as purse
from .animals import AT, DONKEY, FAMILY, NONE, Holding, changed, score
from .money import CARDS, DONKEYS, ONE, START, Money, worth
from .moves import ACCEPT, AUCTION, BID, BUY, CHANCE_MOVE, COUNTER, OFFER, PASS, PAY, SELL, TRADE, Move
from .position import (
    ANSWER,
    BIDDING,
    DEAL,
    DECIDE,
    OFFERING,
    OVER,
    PAYING,
    REVEAL,
    SLUG,
    STALLED,
    TURN,
    Auction,
    Position,
    Trade,
    at_stake,
    auction_of,
    can_act,
    polled,
    position_of,
    trade_of,
)

tell_of = Citing(SLUG).tell


def make(p: Position, move: Move, seat: Any, tell: Tell) -> Position:
    """The position after `move`, which must be legal."""
    kind = move.kind
    if kind == BID:
        return _bid(p, seat, move.amount, tell)
    if kind == PASS:
        return _pass(p, seat, tell)
    if kind == CHANCE_MOVE:
        return _deal(p, move.animals, tell) if p.phase == DEAL else _reveal(p, move.animals[0], tell)
    if kind == AUCTION:
        tell_of(tell, 3, "auction", seat=seat)
        auction = auction_of((seat, None, 0, None, (), ()))
        return _same_cards(p, REVEAL, CHANCE, (seat + 1) % len(p.money), auction, None)
    if kind == SELL:
        return _sell(p, tell)
    if kind == BUY:
        assert p.auction is not None
        _, animal, bid, bidder, _, _ = p.auction
        tell_of(tell, 7, "buys", seat=seat, other=bidder, animal=animal, amount=bid)
        return _same_cards(p, PAYING, seat, None, p.auction, None)
    if kind == PAY:
        return _pay(p, seat, move.money, tell)
    if kind == TRADE:
        at = AT[move.animal]
        cards = at_stake(p.animals[seat][at], p.animals[move.seat][at])
        tell_of(tell, 10, "trade", seat=seat, other=move.seat, animals=[move.animal] * cards)
        trade = trade_of((seat, move.seat, move.animal, cards, None, False))
        return _same_cards(p, OFFERING, seat, None, None, trade)
    if kind == OFFER:
        return _offer(p, seat, move.money, tell)
    if kind == ACCEPT:
        return _accept(p, tell)
    assert kind == COUNTER
    return _counter(p, move.money, tell)


def _same_cards(
    p: Position, phase: str, turn: int | str, after: int | None, auction: Auction | None, trade: Trade | None
) -> Position:
    """The position at another moment, with everything lying where it lay."""
    _, _, _, deck, animals, money, bank, donkeys, _, _, stalled, scores, options = p
    return position_of(
        (phase, turn, after, deck, animals, money, bank, donkeys, auction, trade, stalled, scores, options)
    )


# --- bidding


def _bid(p: Position, seat: int, amount: int, tell: Tell) -> Position:
    _, _, _, deck, animals, money, bank, donkeys, auction, trade, stalled, scores, options = p
    assert auction is not None
    seller, animal, _, _, passed, excluded = auction
    if tell is not None:
        tell_of(tell, 5, "bids", seat=seat, animal=animal, amount=amount)
    auction = auction_of((seller, animal, amount, seat, passed if options.pass_final else (), excluded))
    after = polled(auction, seat, len(money))
    return position_of(
        (BIDDING if after is not None else DECIDE, seller if after is None else after, None, deck, animals,
         money, bank, donkeys, auction, trade, stalled, scores, options)
    )  # fmt: skip


def _pass(p: Position, seat: int, tell: Tell) -> Position:
    _, _, _, deck, animals, money, bank, donkeys, auction, trade, stalled, scores, options = p
    assert auction is not None
    seller, animal, bid, bidder, passed, excluded = auction
    if tell is not None:
        tell_of(tell, 5, "passed", seat=seat)
    auction = auction_of((seller, animal, bid, bidder, tuple(sorted((*passed, seat))), excluded))
    after = polled(auction, seat, len(money))
    if after is None and bidder is None:
        return _keep(p, auction, tell)
    return position_of(
        (BIDDING if after is not None else DECIDE, seller if after is None else after, None, deck, animals,
         money, bank, donkeys, auction, trade, stalled, scores, options)
    )  # fmt: skip


def _keep(p: Position, auction: Auction, tell: Tell) -> Position:
    """Nobody bids: the auctioneer keeps the animal for nothing."""
    tell_of(tell, 6, "kept", seat=auction.seller, animal=auction.animal)
    return _bought(p, p.money, auction.seller, auction, tell)


def _sell(p: Position, tell: Tell) -> Position:
    """Sold to the highest bidder, who pays; or shows that he cannot, and the bidding begins without him."""
    auction = p.auction
    assert auction is not None
    seller, animal, bid, bidder, _, excluded = auction
    assert bidder is not None
    tell_of(tell, 7, "sells", seat=seller, other=bidder, animal=animal, amount=bid)
    if worth(p.money[bidder]) >= bid:
        return _same_cards(p, PAYING, bidder, None, auction, None)
    if tell is not None:
        tell_of(tell, 9, "shown", seat=bidder, cards=purse.cards(p.money[bidder]), amount=bid)
    auction = Auction(seller, animal, 0, None, (), tuple(sorted((*excluded, bidder))))
    first = polled(auction, seller, len(p.money))
    if first is None:
        return _keep(p, auction, tell)
    tell_of(tell, 9, "reopened", seat=bidder, animal=animal)
    return p._replace(phase=BIDDING, turn=first, auction=auction)


def _pay(p: Position, seat: int, paid: Money, tell: Tell) -> Position:
    auction = p.auction
    assert auction is not None
    assert auction.bidder is not None
    to = auction.seller if seat == auction.bidder else auction.bidder
    money = list(p.money)
    money[seat] = purse.less(money[seat], paid)
    money[to] = purse.plus(money[to], paid)
    if tell is not None:
        cards = purse.cards(paid)[::-1]
        tell_of(tell, 8, "paid", seat=seat, other=to, animal=auction.animal, cards=cards)
    return _bought(p, tuple(money), seat, auction, tell)


def _bought(p: Position, money: tuple[Money, ...], seat: int, auction: Auction, tell: Tell) -> Position:
    """The animal goes to `seat`, and the auctioneer's turn is over."""
    assert auction.animal is not None
    animals = list(p.animals)
    animals[seat] = changed(animals[seat], auction.animal, 1)
    p = _moved(p, money, tuple(animals), seat, auction.animal, p.stalled, tell)
    return _next_turn(p, auction.seller, tell)


def _moved(
    p: Position,
    money: tuple[Money, ...],
    animals: tuple[Holding, ...],
    seat: int,
    species: str,
    stalled: int,
    tell: Tell,
) -> Position:
    """The position with other money and animals, `seat` having got some; its family may be complete now."""
    phase, turn, after, deck, _, _, bank, donkeys, auction, trade, _, scores, options = p
    if animals[seat][AT[species]] == FAMILY:
        tell_of(tell, 14, "family", seat=seat, family=species)
        scores = (*scores[:seat], score(animals[seat]), *scores[seat + 1 :])
        stalled = 0
    return position_of(
        (phase, turn, after, deck, animals, money, bank, donkeys, auction, trade, stalled, scores, options)
    )


def _next_turn(p: Position, seat: int, tell: Tell) -> Position:
    """The turn of the next after `seat` who can do something; if nobody can, or nothing moves on, the end."""
    seats, over = len(p.money), p.stalled >= STALLED
    for step in range(1, 1 if over else seats + 1):
        after = (seat + step) % seats
        if can_act(p, after):
            for skipped in range(1, step):
                tell_of(tell, 3, "skipped", seat=(seat + skipped) % seats)
            _, _, _, deck, animals, money, bank, donkeys, _, _, stalled, scores, options = p
            return position_of(
                (TURN, after, None, deck, animals, money, bank, donkeys, None, None, stalled, scores, options)
            )
    tell_of(tell, 15, "over", why="stalled" if over else "complete")
    return p._replace(phase=OVER, turn=None, next=None, auction=None, trade=None)


# --- trading


def _offer(p: Position, seat: int, offered: Money, tell: Tell) -> Position:
    trade = p.trade
    assert trade is not None
    money = list(p.money)
    money[seat] = purse.less(money[seat], offered)
    if tell is not None:
        cards = purse.cards(offered)[::-1]
        facts = {"seat": seat, "other": trade.other, "number": len(cards), "cards": cards}
        tell_of(tell, 11, "offered", to=(seat,), hidden=("cards",), **facts)
    _, _, _, deck, animals, _, bank, donkeys, auction, _, stalled, scores, options = p
    challenger, other, animal, stake, _, again = trade
    trade = trade_of((challenger, other, animal, stake, offered, again))
    return position_of(
        (ANSWER, other, None, deck, animals, tuple(money), bank, donkeys, auction, trade, stalled, scores,
         options)
    )  # fmt: skip


def _accept(p: Position, tell: Tell) -> Position:
    trade = p.trade
    assert trade is not None
    assert trade.offer is not None
    money = list(p.money)
    money[trade.other] = purse.plus(money[trade.other], trade.offer)
    if tell is not None:
        cards = purse.cards(trade.offer)[::-1]
        facts = {"seat": trade.other, "other": trade.challenger, "number": len(cards), "cards": cards}
        both = (trade.challenger, trade.other)
        tell_of(tell, 12, "accepted", to=both, hidden=("cards",), **facts)
    return _traded(p, tuple(money), trade, trade.challenger, tell)


def _counter(p: Position, countered: Money, tell: Tell) -> Position:
    trade = p.trade
    assert trade is not None
    challenger, other, animal, cards, offer, again = trade
    assert offer is not None
    if tell is not None:
        shown = purse.cards(countered)[::-1]
        facts = {"seat": other, "other": challenger, "number": len(shown), "cards": shown}
        tell_of(tell, 12, "countered", to=(other,), hidden=("cards",), **facts)
    money, difference = list(p.money), worth(offer) - worth(countered)
    if difference:
        money[challenger] = purse.plus(money[challenger], countered)
        money[other] = purse.plus(purse.less(money[other], countered), offer)
        if tell is not None:
            for seat, whose, got in ((challenger, other, countered), (other, challenger, offer)):
                got_cards = purse.cards(got)[::-1]
                facts = {"seat": seat, "other": whose, "number": len(got_cards), "cards": got_cards}
                tell_of(tell, 12, "received", to=(challenger, other), hidden=("cards",), **facts)
        winner = challenger if difference > 0 else other
        return _traded(p, tuple(money), trade, winner, tell)
    money[challenger] = purse.plus(money[challenger], offer)
    if again:
        tell_of(tell, 13, "tied", seat=challenger, other=other)
        return _traded(p, tuple(money), trade, challenger, tell)
    tell_of(tell, 13, "repeated", seat=challenger, other=other)
    trade = Trade(challenger, other, animal, cards, None, True)
    return p._replace(phase=OFFERING, turn=challenger, money=tuple(money), trade=trade)


def _traded(p: Position, money: tuple[Money, ...], trade: Trade, winner: int, tell: Tell) -> Position:
    """The animals at stake go to the winner; the next turn."""
    challenger, other, animal, cards, _, _ = trade
    loser = other if winner == challenger else challenger
    tell_of(tell, 10, "won", seat=winner, other=loser, animals=[animal] * cards)
    animals = list(p.animals)
    animals[winner] = changed(animals[winner], animal, cards)
    animals[loser] = changed(animals[loser], animal, -cards)
    p = _moved(p, money, tuple(animals), winner, animal, p.stalled + 1, tell)
    return _next_turn(p, challenger, tell)


# --- chance


def _deal(p: Position, dealt: tuple[str, ...], tell: Tell) -> Position:
    """Four animals for the first seat that has none; donkeys among them pay at once."""
    seat = p.animals.index(NONE)
    if not seat:
        tell_of(tell, 1, "money", number=sum(START), amount=worth(START))
    tell_of(tell, 2, "dealt", seat=seat, animals=list(dealt))
    animals = list(p.animals)
    for animal in dealt:
        animals[seat] = changed(animals[seat], animal, 1)
    p = p._replace(deck=less(p.deck, dealt), animals=tuple(animals))
    for animal in dict.fromkeys(dealt):
        p = _moved(p, p.money, p.animals, seat, animal, p.stalled, tell)
    for _ in range(dealt.count(DONKEY)):
        p = _donkey(p, tell)
    if NONE in p.animals:
        return p
    assert p.next is not None
    return _next_turn(p, p.next - 1, tell)


def _reveal(p: Position, animal: str, tell: Tell) -> Position:
    _, _, first, deck, animals, money, bank, donkeys, auction, trade, _, scores, options = p
    assert auction is not None
    tell_of(tell, 3, "turned", seat=auction.seller, animal=animal)
    auction = auction_of((auction.seller, animal, 0, None, (), ()))
    p = position_of(
        (BIDDING, first, None, without(deck, animal), animals, money, bank, donkeys, auction, trade, 0,
         scores, options)
    )  # fmt: skip
    return _donkey(p, tell) if animal == DONKEY else p


def _donkey(p: Position, tell: Tell) -> Position:
    """Every player takes a card from the bank, in seat order as far as it goes."""
    card, seats = DONKEYS[p.donkeys], len(p.money)
    paid = min(seats, p.bank[CARDS.index(card)])
    money = tuple(purse.plus(hand, ONE[card]) if seat < paid else hand for seat, hand in enumerate(p.money))
    bank = purse.less(p.bank, tuple(paid * number for number in ONE[card]))
    tell_of(tell, 4, "donkey", donkey=p.donkeys + 1, worth=card, takers=[paid, seats])
    return p._replace(money=money, bank=bank, donkeys=p.donkeys + 1)
