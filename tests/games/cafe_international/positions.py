"""Positions of Café International for tests, told by what matters in them."""

from games.engines.cafe_international import RULES

PLAIN = ["CU-F CU-M DE-F DE-M RU-M", "GB-F GB-M TR-F TR-M RU-M", "FR-F FR-M AF-F AF-M RU-M", "CN-F CN-M"]


def at(hand, chairs="", *, seats=2, turn=0, **keys):
    """`hand` is that of the seat to play, `chairs` are « C61=IN-F C12=JK-F=ES »."""
    hands = [PLAIN[seat].split() for seat in range(seats)]
    hands[turn] = hand.split()
    seated = dict(guest.split("=", 1) for guest in chairs.split())
    if "laid" in keys:
        chair, points = keys.pop("laid")
        keys |= {"phase": "second", "laid": {"chair": chair, "points": points}}
    if "bar" in keys:
        keys["bar"] = keys["bar"].split() if isinstance(keys["bar"], str) else keys["bar"]
    data = {"game": "cafe-international", "seats": seats, "turn": turn, "phase": "turn"}
    return RULES.from_dict({**data, "hands": hands, "chairs": seated, **keys})


def go(state, *plies):
    """The position after lines of a record."""
    for line in plies:
        seat, _, move = line.partition(" ") if line[0] != "~" else ("~", "", line)
        state = RULES.play(state, seat if seat == "~" else int(seat), move).state
    return state


def texts(state, seat=None):
    return [str(move) for move in RULES.moves(state, state.turn if seat is None else seat)]


def articles(state, move, seat=None):
    """The articles it breaks, without the name of the game."""
    faults = RULES.faults(state, state.turn if seat is None else seat, move)
    return [fault.article.removeprefix("cafe-international.") for fault in faults]


def kinds(state, seat, move):
    return [(event.article.rpartition(".")[2], event.kind) for event in RULES.play(state, seat, move).events]
