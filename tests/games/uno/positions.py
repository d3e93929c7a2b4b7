"""Positions of Uno for tests, told by what matters in them."""

from games.engines.uno import RULES


def at(hands, top="Y4", turn=0, phase="play", **keys):
    """A position: `hands` and `top` as words (« R5 G2 »), everything else by its key."""
    discard = top.split() if isinstance(top, str) else top
    hands = [hand.split() for hand in hands]
    return RULES.from_dict(
        {"game": "uno", "seats": len(hands), "turn": turn, "phase": phase, "hands": hands, "discard": discard}
        | keys
    )


def texts(state, seat=0):
    return [str(move) for move in RULES.moves(state, seat)]


def articles(state, move, seat=0):
    return [fault.article for fault in RULES.faults(state, seat, move)]


def go(state, *plies):
    """Plays lines of a record; chance lines stand alone."""
    for ply in plies:
        seat, move = ("~", ply) if ply.startswith("~") else (int(ply[0]), ply[2:])
        state = RULES.play(state, seat, move).state
    return state


def events(state, ply):
    seat, move = ("~", ply) if ply.startswith("~") else (int(ply[0]), ply[2:])
    return RULES.play(state, seat, move).events


def kinds(state, ply):
    return [(event.kind, event.article) for event in events(state, ply)]
