"""Positions of Boursicocotte for tests, told by what matters in them."""

from games.engines.boursicocotte import RULES

START = "0 0 10 10 10 10 50"


def animals(text):
    """« vache 2 coq 1 » as a position has it."""
    words = text.split()
    return {name: int(number) for name, number in zip(words[::2], words[1::2], strict=True)}


def money(text):
    return [int(card) for card in text.split()]


def at(owned=("", "", ""), purses=None, turn=0, phase="turn", **keys):
    """A position: what each seat owns and holds, as words, everything else by its key."""
    purses = purses or [START] * len(owned)
    return RULES.from_dict(
        {
            "game": "boursicocotte",
            "seats": len(owned),
            "turn": turn,
            "phase": phase,
            "animals": [animals(text) for text in owned],
            "money": [money(text) for text in purses],
        }
        | keys
    )


def auction(animal="vache", seller=0, bid=0, bidder=None, passed=(), excluded=()):
    return {
        "seller": seller, "animal": animal, "bid": bid, "bidder": bidder,
        "passed": list(passed), "excluded": list(excluded),
    }  # fmt: skip


def selling(purses=None, turn=1, phase="bid", owned=("", "", ""), **keys):
    """A position in an auction; `auction` takes what is named of it."""
    named = {key: keys.pop(key) for key in list(keys) if key in auction()}
    return at(owned, purses, turn, phase, auction=auction(**named), **keys)


def trading(purses, offer=None, owned=("vache 1", "vache 1", ""), turn=None, cards=1, again=False, **keys):
    """A position in a trade between seats 0 and 1 for a cow, or two."""
    phase = "offer" if offer is None else "answer"
    trade = {"challenger": 0, "other": 1, "animal": "vache", "cards": cards, "again": again}
    trade["offer"] = None if offer is None else money(offer)
    turn = turn if turn is not None else 0 if offer is None else 1
    return at(owned, purses, turn, phase, trade=trade, **keys)


def texts(state, seat=None):
    seat = RULES.actors(state)[0] if seat is None else seat
    return [str(move) for move in RULES.moves(state, seat)]


def articles(state, move, seat=None):
    """The broken articles, short: `5`, `commun.main`."""
    seat = RULES.actors(state)[0] if seat is None else seat
    return [fault.article.removeprefix("boursicocotte.") for fault in RULES.faults(state, seat, move)]


def cases(state, move, seat=None):
    seat = RULES.actors(state)[0] if seat is None else seat
    return [fault.facts.get("case") for fault in RULES.faults(state, seat, move)]


def steps(state, *plies):
    """Plays lines of a record; chance lines stand alone. The last state, and what the last line told."""
    events = ()
    for ply in plies:
        seat, move = ("~", ply) if ply.startswith("~") else (int(ply[0]), ply[2:])
        state, events = RULES.play(state, seat, move)
    return state, events


def go(state, *plies):
    return steps(state, *plies)[0]


def kinds(state, *plies):
    """The events of the last line: kind and number of the article."""
    return [(event.kind, int(event.article.rpartition(".")[2])) for event in steps(state, *plies)[1]]


def purse(state, seat):
    return RULES.to_dict(state)["money"][seat]


def zoo(state, seat):
    return RULES.to_dict(state)["animals"][seat]
