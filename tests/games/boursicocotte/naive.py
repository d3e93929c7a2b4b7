"""Boursicocotte once more, written from the articles alone, slow and plain, on the JSON positions themselves.

It shares nothing with the engine: its moves are found by trying, its payments by looking at every handful."""

import copy

VALUE = {
    "coq": 10, "oie": 40, "chat": 90, "chien": 160, "mouton": 250,
    "chevre": 350, "ane": 500, "cochon": 650, "vache": 800, "cheval": 1000,
}  # fmt: skip


def has(d, seat, animal):
    return d["animals"][seat].get(animal, 0)


def option(d, name):
    return d["options"].get(name, {"deal": "rapide", "pass_final": False}[name])


def handfuls(hand):
    """Every handful of cards, as sorted lists."""
    found = {()}
    for card in sorted(hand):
        found |= {(*some, card) for some in found}
    return found


def text(word, cards):
    return " ".join([word, *map(str, sorted(cards, reverse=True))])


def tradable(d, seat, other, animal):
    both = has(d, seat, animal) and has(d, other, animal)
    return seat != other and both and 4 not in (has(d, seat, animal), has(d, other, animal))


def trades(d, seat):
    return {
        f"trade {other} {animal}"
        for other in range(d["seats"])
        for animal in VALUE
        if tradable(d, seat, other, animal)
    }


def fair(cards, hand, price):
    """Article 8 for these cards out of that hand."""
    if 0 in cards or sum(cards) < price:
        return False
    if any(sum(some) == price for some in handfuls([card for card in hand if card])):
        return sum(cards) == price
    return all(sum(cards) - card < price for card in cards)


def all_legal(d, seat):
    """Every legal move of that seat as a set of texts."""
    phase, hand = d["phase"], d["money"][seat]
    if seat != d["turn"]:
        return set()
    if phase == "turn":
        return trades(d, seat) | ({"auction"} if d["deck"] else set())
    if phase == "bid":
        most = sum(map(sum, d["money"]))
        return {f"bid {bid}" for bid in range(10, most + 1, 10) if bid > d["auction"]["bid"]} | {"pass"}
    if phase == "decide":
        return {"sell", "buy"} if sum(hand) >= d["auction"]["bid"] else {"sell"}
    if phase == "pay":
        paying = handfuls([card for card in hand if card])
        return {text("pay", some) for some in paying if fair(some, hand, d["auction"]["bid"])}
    offers = {some for some in handfuls(hand) if some or not hand}
    if phase == "offer":
        return {text("offer", some) for some in offers}
    assert phase == "answer"
    return {text("counter", some) for some in offers} | {"accept"}


def play(old, seat, move):
    """The position after a legal move."""
    d = copy.deepcopy(old)
    word, *rest = move.removeprefix("~").split()
    if seat == "~":
        return deal(d, move[1:].split()) if d["phase"] == "deal" else reveal(d, word)
    if word == "auction":
        d.update(phase="reveal", turn="~", next=(seat + 1) % d["seats"])
        d["auction"] = {
            "seller": seat,
            "animal": None,
            "bid": 0,
            "bidder": None,
            "passed": [],
            "excluded": [],
        }
        return d
    if word in ("bid", "pass"):
        return bidding(d, seat, word, rest)
    if word == "sell":
        return sell(d)
    if word == "buy":
        d["phase"] = "pay"
        return d
    if word == "pay":
        sale = d["auction"]
        move_money(d, seat, ({sale["seller"], sale["bidder"]} - {seat}).pop(), rest)
        return acquire(d, seat)
    return trading(d, seat, word, rest)


def bidding(d, seat, word, rest):
    sale = d["auction"]
    if word == "bid":
        sale["bid"], sale["bidder"] = int(rest[0]), seat
        if not option(d, "pass_final"):
            sale["passed"] = []
    else:
        sale["passed"] = sorted([*sale["passed"], seat])
    return ask(d, seat)


def ask(d, after):
    """Goes on polling after that seat."""
    sale, seats = d["auction"], d["seats"]
    for step in range(1, seats):
        seat = (after + step) % seats
        if seat not in (sale["seller"], sale["bidder"], *sale["passed"], *sale["excluded"]):
            d.update(phase="bid", turn=seat)
            return d
    if sale["bidder"] is None:
        return acquire(d, sale["seller"])
    d.update(phase="decide", turn=sale["seller"])
    return d


def sell(d):
    sale = d["auction"]
    buyer = sale["bidder"]
    if sum(d["money"][buyer]) >= sale["bid"]:
        d.update(phase="pay", turn=buyer)
        return d
    sale.update(bid=0, bidder=None, passed=[], excluded=sorted([*sale["excluded"], buyer]))
    return ask(d, sale["seller"])


def move_money(d, giver, taker, cards):
    for card in map(int, cards):
        d["money"][giver].remove(card)
        d["money"][taker].append(card)
    d["money"][taker].sort()


def give(d, seat, animal, number):
    owned = d["animals"][seat]
    owned[animal] = owned.get(animal, 0) + number
    if not owned[animal]:
        del owned[animal]
    if owned.get(animal) == 4:
        d["stalled"] = 0
    for who, those in enumerate(d["animals"]):
        done = [VALUE[name] for name, count in those.items() if count == 4]
        d["scores"][who] = sum(done) * len(done)


def acquire(d, seat):
    sale = d["auction"]
    give(d, seat, sale["animal"], 1)
    return next_turn(d, sale["seller"])


def next_turn(d, seat):
    d.update(auction=None, trade=None, next=None)
    for step in range(1, d["seats"] + 1):
        after = (seat + step) % d["seats"]
        if d["stalled"] < 500 and (d["deck"] or trades(d, after)):
            d.update(phase="turn", turn=after)
            return d
    d.update(phase="over", turn=None)
    return d


def trading(d, seat, word, rest):
    deal = d["trade"]
    if word == "trade":
        other, animal = int(rest[0]), rest[1]
        two = has(d, seat, animal) == has(d, other, animal) == 2
        d["trade"] = {
            "challenger": seat, "other": other, "animal": animal, "cards": 1 + two, "offer": None,
            "again": False,
        }  # fmt: skip
        d["phase"] = "offer"
        return d
    cards = sorted(map(int, rest))
    if word == "offer":
        for card in cards:
            d["money"][seat].remove(card)
        deal["offer"] = cards
        d.update(phase="answer", turn=deal["other"])
        return d
    challenger, other, offer = deal["challenger"], deal["other"], deal["offer"]
    d["money"][challenger] = sorted(d["money"][challenger] + offer)  # back first, then given away
    winner = challenger
    if word == "accept":
        move_money(d, challenger, other, offer)
    elif sum(offer) != sum(cards):
        move_money(d, challenger, other, offer)
        move_money(d, other, challenger, cards)
        winner = challenger if sum(offer) > sum(cards) else other
    elif not deal["again"]:
        deal.update(offer=None, again=True)
        d.update(phase="offer", turn=challenger)
        return d
    loser = other if winner == challenger else challenger
    d["stalled"] += 1
    give(d, loser, deal["animal"], -deal["cards"])
    give(d, winner, deal["animal"], deal["cards"])
    return next_turn(d, challenger)


def deal(d, dealt):
    seat = d["animals"].index({})
    for animal in dealt:
        d["deck"].remove(animal)
        give(d, seat, animal, 1)
        if animal == "ane":
            donkey(d)
    return d if {} in d["animals"] else next_turn(d, (d["next"] - 1) % d["seats"])


def reveal(d, animal):
    d["deck"].remove(animal)
    d["auction"]["animal"] = animal
    d["stalled"] = 0
    if animal == "ane":
        donkey(d)
    d.update(phase="bid", turn=d["next"], next=None)
    return d


def donkey(d):
    card = (50, 100, 200, 500)[d["donkeys"]]
    d["donkeys"] += 1
    for hand in d["money"]:
        d["bank"].remove(card)
        hand.append(card)
        hand.sort()
