"""Positions of Oùcédonc for tests, on a small made-up map where each name says where it lies."""

from itertools import product

from games.engines.oucedonc import Oucedonc
from games.engines.oucedonc.places import Place

# « 45N10E » lies at 45 north, 10 east; names on one line are compared by one number only
SMALL = {
    f"{lat}N{lon}E": Place(float(lat), float(lon)) for lat, lon in product(range(40, 66), range(0, 21, 2))
}
RULES = Oucedonc({"europe": SMALL, "france": SMALL})


def north(*latitudes):
    """Names of places on the meridian of 0, by latitude."""
    return [f"{latitude}N0E" for latitude in latitudes]


def at(ns, ew=(), phase="place", turn=0, seats=2, start=None, rules=RULES, **keys):
    """A position: the lines as lists of names; the start card is the one on both, or given."""
    start = start or next((name for name in ns if name in ew), ns[0])
    d = {"game": "oucedonc", "seats": seats, "turn": turn, "phase": phase, "start": start}
    return rules.from_dict(d | {"ns": list(ns), "ew": list(ew) or [start], "played": 1} | keys)


def count_at(ns, ew=(), seats=2, played=15, **keys):
    """A position in which everybody estimates."""
    return at(ns, ew, "estimate", list(range(seats)), seats, played=played, **keys)


def texts(state, seat=0, rules=RULES):
    return [str(move) for move in rules.moves(state, seat)]


def articles(state, move, seat=0, rules=RULES):
    return [fault.article for fault in rules.faults(state, seat, move)]


def played(state, *plies, rules=RULES):
    """Plays lines of a record; chance lines stand alone. The last position and all events."""
    told = []
    for ply in plies:
        seat, move = ("~", ply) if ply.startswith("~") else (int(ply[0]), ply[2:])
        state, events = rules.play(state, seat, move)
        told += events
    return state, told


def go(state, *plies, rules=RULES):
    return played(state, *plies, rules=rules)[0]


def kinds(state, *plies, rules=RULES):
    return [(event.kind, event.article) for event in played(state, *plies, rules=rules)[1]]
