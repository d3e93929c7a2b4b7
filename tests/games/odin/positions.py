"""Positions of Odin for tests, told by what matters in them."""

from games.engines.odin import RULES


def at(hands, middle="", turn=0, phase="", owner=None, **keys):
    """A position: `hands` and `middle` as words (« 9R 4B »), everything else by its key.

    With something in the middle one follows the last seat's set, else one leads."""
    hands = [hand.split() for hand in hands]
    phase = phase or ("follow" if middle else "lead")
    data = {"game": "odin", "seats": len(hands), "turn": turn, "phase": phase, "hands": hands}
    if middle:
        data |= {"middle": middle.split(), "owner": len(hands) - 1 if owner is None else owner}
    return RULES.from_dict(data | keys)


def texts(state, seat=0):
    return [str(move) for move in RULES.moves(state, seat)]


def articles(state, move, seat=0):
    return [fault.article for fault in RULES.faults(state, seat, move)]


def go(state, *plies):
    """Plays lines of a record; chance lines stand alone."""
    for ply in plies:
        state = _step(state, ply).state
    return state


def events(state, ply):
    return _step(state, ply).events


def kinds(state, ply):
    return [(event.kind, event.article) for event in events(state, ply)]


def _step(state, ply):
    seat, move = ("~", ply) if ply.startswith("~") else (int(ply[0]), ply[2:])
    return RULES.play(state, seat, move)
