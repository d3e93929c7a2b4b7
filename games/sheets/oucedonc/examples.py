"""The examples of Oùcédonc's rulebook as pictures: the lines, what is laid or said, the backs turned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engines.kernel.records import read_ply
from games.engines.kernel.rulebook import Example, enumerate_french, french
from games.engines.oucedonc import RULES
from games.engines.oucedonc.moves import DOUBTS, GUESS, PUT, SIDES, Move
from games.engines.oucedonc.order import misses
from games.engines.oucedonc.position import DOUBT, EW, NS, START, TOKENS
from games.engines.oucedonc.words import misplaced, words
from games.sheets.drawing import ARROW, BADGE, LABEL, Pen, Scene
from games.sheets.oucedonc.laying import (
    ACROSS,
    DOWN,
    HIGH,
    HOLE,
    TOP,
    WIDE,
    card,
    cross,
    degrees,
    height,
    label,
    lies,
    place,
    says,
    tokens,
)
from games.tables.oucedonc import faces
from games.tables.oucedonc.said import OTHER, TOWARDS, not_so, than

Position = Mapping[str, Any]
LINE = 30  # from one line of words to the next


def scene(example: Example, allowed: bool | None = None) -> Scene:
    """What an example shows; `allowed` marks what is played."""
    if not example.is_result:
        return _played(example, "yes" if allowed else "no")
    return _begins(example) if example.position["phase"] == START else _result(example)


def _lines(position: Position) -> tuple[list[str], list[str], str]:
    return list(position["ns"]), list(position["ew"]), position["start"]


def _played(example: Example, mark: str) -> Scene:
    """A move: a place laid, a doubt, an estimate."""
    pen, position, move = Pen(), example.position, RULES.read_move(example.move)
    ns, ew, start = _lines(position)
    told = [lies(ns, ew)]
    if move.kind == PUT:
        _insert(ns if move.line == NS else ew, position["card"], move.number)
        x, y = cross(pen, ns, ew, start)[position["card"]]
        pen.mark(BADGE, x + WIDE - 2, y + 2, mark)
        hole = " après un trou" if HOLE in (*ns, *ew) else ""
        told.append(f"On place {position['card']}{hole}. {lies(ns, ew)}")
    else:
        spots = cross(pen, ns, ew, start)
        told.append(_say(pen, position, spots, move, mark))
    return pen.scene(height(ns), french(" ".join(told)))


def _insert(line: list[str], name: str, at: int) -> None:
    """The card on its line; beyond the end there is a hole before it."""
    line += [HOLE] * (at - len(line))
    line.insert(at, name)


def _say(pen: Pen, position: Position, spots: Any, move: Move, mark: str = "") -> str:
    """What somebody says of what lies there; in words."""
    if move.kind == DOUBTS:
        line, at = position["laid"]
        x, y = spots[position[line.lower()][at]]
        pen.x = says(pen, x + WIDE + 12, y + HIGH // 2, french(f"Je doute {TOWARDS[move.side]}"), mark)
        return f"On dit : je doute {TOWARDS[move.side]}."
    assert move.kind == GUESS
    pen.x = says(pen, spots[position["start"]][0] + ACROSS + 8, pen.y + TOP + HIGH // 2, _guess(move), mark)
    return f"L’estimation : {misplaced(move.number)}."


def _guess(move: Move) -> str:
    return french(f"J’écris {move.number}")


def _begins(example: Example) -> Scene:
    """The start card, and what each one gets."""
    pen, (line,) = Pen(), example.plays
    seats = example.position["seats"]
    start = RULES.read_move(read_ply(line)[1]).card
    for seat in range(seats):
        y = 40 * seat
        pen.mark(LABEL, 40, y + 22, f"joueur {seat + 1}")
        pen.x = tokens(pen, 88, y, TOKENS)
    pen.move(16)
    pen.put(ARROW, 40 * seats // 2, step=48)
    card(pen, pen.x, (40 * seats - HIGH) // 2, f"+{start}")
    told = f"Chacun des {seats} joueurs reçoit {words('tokens', TOKENS)}. La carte de départ est {start}."
    return pen.scene(40 * seats, french(told))


def _result(example: Example) -> Scene:
    """What lies there, and what is said of it; a doubt shows what the backs say."""
    pen, position = Pen(), example.position
    ns, ew, start = _lines(position)
    moves = [(seat, RULES.read_move(text)) for seat, text in map(read_ply, example.plays)]
    first = moves[0][1]
    told = [lies(ns, ew)]
    if first.kind == PUT:
        _insert(ns if first.line == NS else ew, position["card"], first.number)
        told = [lies(ns, ew)]
    spots = cross(pen, ns, ew, start)
    low = height(ns)
    if position["phase"] == DOUBT:
        told += _check(pen, position, spots, first)
    said = [[f"joueur {int(seat) + 1}", str(move.number)] for seat, move in moves if move.kind == GUESS]
    if said:
        told.append(f"Les estimations : {enumerate_french([', '.join(one) for one in said])}.")
        low = _listed(pen, low, "estimations", said)
    held = position.get("tokens")
    if held:
        told.append(
            "Les jetons : "
            + enumerate_french([f"joueur {seat}, {words('tokens', n)}" for seat, n in enumerate(held, 1)])
            + "."
        )
        low = _listed(pen, low, "jetons", [[f"joueur {seat}", str(n)] for seat, n in enumerate(held, 1)])
    return pen.scene(low, french(" ".join(told)))


def _listed(pen: Pen, low: int, title: str, rows: list[list[str]]) -> int:
    """A line of figures below the picture: « joueur 1 ② »; how low it ends."""
    y = low + 18
    x = label(pen, 0, y + 6, f"{title}\u202f:") + 16
    for name, number in rows:
        x = label(pen, x, y + 6, name) + 20
        pen.mark(BADGE, x, y, number)
        x += 28
    return y + 18


def _check(pen: Pen, position: Position, spots: Any, move: Move) -> list[str]:
    """The doubt, and the two backs."""
    (line, at), (_, step) = position["laid"], SIDES[move.side]
    cards = position[line.lower()]
    name, other = cards[at], cards[at + step]
    axis = "lat" if line == NS else "lon"
    for one in (name, other):
        degrees(pen, spots[one], axis, place(position, one), below=line == EW)
    x, y = spots[name]
    pen.x = says(pen, x + WIDE + 86, (y + spots[other][1] + HIGH) // 2, "Je doute")
    backs = [f"{one}, {faces.short(axis, getattr(place(position, one), axis))}" for one in (name, other)]
    return [f"On doute : {not_so(name, OTHER[move.side], other)}.", f"Les dos : {enumerate_french(backs)}."]


def tally(example: Example) -> Scene:
    """The count of the northern arm, from the start card outwards: the farthest card is on top."""
    pen, position = Pen(), example.position
    ns, _, start = _lines(position)
    state = RULES.from_dict(position)
    arm = tuple(ns[: ns.index(start)][::-1])
    wrong = {miss.card for miss in misses(RULES.table(state), "N", start, arm)}
    told = [f"De {start} vers le nord :"]
    for at, name in enumerate(ns):
        y = DOWN * at
        card(pen, 0, y, f"+{name}" if name == start else name)
        degrees(pen, (0, y), "lat", place(position, name))
        if name != start:
            pen.mark(BADGE, WIDE + 100, y + HIGH // 2, "no" if name in wrong else "yes")
    kept = next(name for name in arm if name not in wrong)
    for name in arm:
        told.append(f"{name}, {'mal placé' if name in wrong else 'bien placé'} ;")
    x, middle = WIDE + 122, DOWN * (len(wrong) // 2) + HIGH // 2
    label(pen, x, middle - 5, "pas plus au nord")
    label(pen, x, middle + 17, french(than(kept)))
    label(pen, x, DOWN * (len(ns) - 2) + HIGH // 2 + 6, "reste en place")
    return pen.scene(DOWN * len(ns), french(" ".join(told).rstrip(";") + f": {misplaced(len(wrong))}."))
