"""What must hold of every game: checked ply by ply over random games, in tests and by `simulate --check`.

A new engine joins by being passed to `check_game`; nothing here knows any game."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

from .protocol import CHANCE, SPECTATOR, IllegalMove, Rules, Seat
from .records import Record, read_record, replay, write_outcome
from .simulation import LONGEST

TRIES = 12
"""Moves the judge is tried with at each position, besides all that are legal there."""

SAMPLED = 50
"""Where there are more legal moves than this, not all are looked at."""

LOOKED_AT = 30
"""So many of them."""

CLOSELY = 15
"""Of a game looked at thinly all of the first so many positions are; of the nth this many in n."""


class Broken(AssertionError):
    """A property that does not hold; `record` leads to the position."""

    def __init__(self, what: str, record: Record) -> None:
        super().__init__(f"{what}\n{record}")
        self.what, self.record = what, record


def all_options(rules: Rules[Any, Any], seats: int) -> Iterator[dict[str, Any]]:
    """Every combination of option values that so many may play with."""
    names = list(rules.options)
    for values in product(*(rules.options[name].choices for name in names)):
        options = dict(zip(names, values, strict=True))
        try:
            rules.check_opening(seats, 0, options)
        except ValueError:
            continue
        yield options


class Checked(NamedTuple):
    """A game in which nothing was broken: its decisions, and the most moves a seat had to choose from."""

    decisions: int
    most_moves: int


def check_game(
    rules: Rules[Any, Any],
    rng: Random,
    seats: int,
    first: int = 0,
    options: Mapping[str, Any] | None = None,
    wild: float = 0.3,
    thin: bool = False,
) -> Checked:
    """Plays one random game and checks every property on the way.

    With probability `wild` a move is any legal one (claims out of turn too), else it is sampled.
    `thin`: the longer the game, the fewer of its positions are looked at closely; every ply is."""
    game = _Check(rules, rng, seats, first, dict(options or {}), thin)
    return game.run(wild)


def _looked_at(moves: Sequence[Any], rng: Random) -> list[Any]:
    """All moves, or some of very many, which may be made only when asked for."""
    if len(moves) <= SAMPLED:
        return list(moves)
    return [moves[at] for at in rng.sample(range(len(moves)), LOOKED_AT)]


def _same(moves: Sequence[Any], others: Sequence[Any], rng: Random) -> bool:
    """Whether two lists hold the same moves in the same order, as far as they are looked at."""
    if len(moves) != len(others):
        return False
    places = range(len(moves)) if len(moves) <= SAMPLED else rng.sample(range(len(moves)), LOOKED_AT)
    return all(moves[at] == others[at] for at in places)


class _Check:
    def __init__(
        self,
        rules: Rules[Any, Any],
        rng: Random,
        seats: int,
        first: int,
        options: dict[str, Any],
        thin: bool,
    ) -> None:
        self.rules, self.rng, self.seats = rules, rng, seats
        self.first, self.options, self.thin = first, options, thin
        self.plies: list[tuple[Seat, str]] = []
        self.most_moves = 0

    def record(self, outcome: str = "") -> Record:
        return Record(
            self.rules.slug, self.seats, self.first, self.options, plies=tuple(self.plies), outcome=outcome
        )

    def broken(self, what: str) -> Broken:
        return Broken(what, self.record())

    def run(self, wild: float) -> Checked:
        rules, rng = self.rules, self.rng
        state = rules.opening(self.seats, self.first, **self.options)
        total, decisions = rules.conserved(state), 0
        for number in range(LONGEST):
            actors = rules.actors(state)
            if not actors:
                break
            closely = not self.thin or rng.random() * number < CLOSELY
            if closely:
                self.position(state, actors)
            seat, move = self.choice(state, actors, wild)
            after = self.ply(state, seat, move, closely)
            if rules.conserved(after) != total:
                raise self.broken(f"{seat} {move}: something is lost or made")
            decisions += seat != CHANCE
            state = after
        if rules.actors(state) != ():
            raise self.broken("the game does not end")
        self.end(state)
        return Checked(decisions, self.most_moves)

    # --- one position

    def position(self, state: Any, actors: tuple[Seat, ...]) -> None:
        rules, rng = self.rules, self.rng
        data = rules.to_dict(state)
        again = rules.from_dict(json.loads(json.dumps(data)))
        if again != state or hash(again) != hash(state):
            raise self.broken(f"no round trip: {data}")
        if rules.outcome(state) is not None:
            raise self.broken("an outcome, and the game goes on")
        if tuple(rules.moves(state, CHANCE)) != ():
            raise self.broken("moves for chance")
        if actors == (CHANCE,) and rules.faults(state, CHANCE, rules.chance(state, rng)):
            raise self.broken("a refused chance move")
        for seat in {*actors, rng.randrange(self.seats)} - {CHANCE}:
            assert isinstance(seat, int)
            self.judged(state, seat, must=seat in actors)
        watcher: Seat = rng.choice([*range(self.seats), SPECTATOR])
        self.hidden(state, watcher)

    def judged(self, state: Any, seat: int, must: bool) -> None:
        rules, rng = self.rules, self.rng
        moves = rules.moves(state, seat)
        self.most_moves = max(self.most_moves, len(moves))
        if must and not moves:
            raise self.broken(f"seat {seat} must act and cannot")
        looked = _looked_at(moves, rng)
        if not _same(moves, rules.moves(state, seat), rng):
            raise self.broken("moves come in no stable order")
        if len(set(looked)) != len(looked):
            raise self.broken(f"seat {seat} is offered a move twice")
        known: Container[Any] = set(looked) if len(looked) == len(moves) else moves
        for move in looked:
            if rules.faults(state, seat, move) != ():
                raise self.broken(f"{seat} {move}: offered and refused")
            if rules.read_move(str(move)) != move:
                raise self.broken(f"{move}: no round trip")
        if moves and rules.sample(state, seat, rng) not in known:
            raise self.broken(f"seat {seat}: an illegal sample")
        for _ in range(TRIES):
            move = rules.any_move(state, rng)
            faults = rules.faults(state, seat, move)
            if (move in known) is bool(faults):
                raise self.broken(f"{seat} {move}: judge and generator differ")
            if rules.read_move(str(move)) != move:
                raise self.broken(f"{move}: no round trip")
        if faults:
            if not all(fault.sentence for fault in faults):
                raise self.broken(f"{faults}: no sentence")
            try:
                rules.play(state, seat, move)
            except IllegalMove as refusal:
                if refusal.faults != faults:
                    raise self.broken("play and faults name other articles") from refusal
            else:
                raise self.broken(f"{seat} {move}: played though refused")

    def hidden(self, state: Any, seat: Seat) -> None:
        """Nothing that a seat sees, may do or is refused depends on what is hidden from it."""
        rules, rng = self.rules, self.rng
        view = rules.view(state, seat)
        other = rules.redeal(state, seat, rng)
        if rules.view(other, seat) != view:
            raise self.broken(f"the view of {seat} tells what is hidden")
        if rules.from_dict(rules.to_dict(other)) != other:
            raise self.broken("a redeal that is no position")
        seed = rng.random()
        if rules.redeal(other, seat, Random(seed)) != rules.redeal(state, seat, Random(seed)):
            raise self.broken(f"a redeal for {seat} tells what is hidden")
        if rules.conserved(other) != rules.conserved(state):
            raise self.broken("a redeal loses or makes something")
        if isinstance(seat, int):
            if not _same(rules.moves(other, seat), rules.moves(state, seat), rng):
                raise self.broken(f"the moves of {seat} tell what is hidden")
            move = rules.any_move(state, rng)
            if rules.faults(other, seat, move) != rules.faults(state, seat, move):
                raise self.broken(f"{seat} {move}: the refusal tells what is hidden")

    # --- one ply

    def choice(self, state: Any, actors: tuple[Seat, ...], wild: float) -> tuple[Seat, Any]:
        rules, rng = self.rules, self.rng
        if actors == (CHANCE,):
            return CHANCE, rules.chance(state, rng)
        seat: Seat = rng.choice(actors)
        if rng.random() >= wild:
            return seat, rules.sample(state, seat, rng)
        if rng.random() < 0.3:
            speakers = [other for other in range(self.seats) if rules.moves(state, other)]
            seat = rng.choice(speakers)
        moves = rules.moves(state, seat)
        return seat, moves[rng.randrange(len(moves))]

    def ply(self, state: Any, seat: Seat, move: Any, closely: bool) -> Any:
        rules = self.rules
        before = rules.to_dict(state)
        after, events = rules.play(state, seat, str(move))
        if rules.to_dict(state) != before:
            raise self.broken(f"{seat} {move}: the position was changed")
        if rules.advance(state, seat, move) != after:
            raise self.broken(f"{seat} {move}: advance is not play")
        self.plies.append((seat, str(move)))
        if not all(event.told() for event in events):
            raise self.broken(f"{events}: not told")
        if closely:
            watcher: Seat = self.rng.choice([*range(self.seats), SPECTATOR])
            self.whispers(state, seat, move, watcher, rules.view(after, watcher), events)
        return after

    def whispers(
        self, state: Any, seat: Seat, move: Any, watcher: Seat, view: Any, events: tuple[Any, ...]
    ) -> None:
        """In another position which the watcher cannot tell from this one, a move that leads to the same
        view tells it the same events: events name nothing that is hidden from it."""
        rules, rng = self.rules, self.rng
        other = rules.redeal(state, watcher, rng)
        twin = rules.chance(other, rng) if seat == CHANCE and rules.faults(other, seat, move) else move
        if rules.faults(other, seat, twin):
            return
        after, others = rules.play(other, seat, twin)
        if rules.view(after, watcher) != view:
            return
        told, retold = (
            [event.seen(watcher) for event in those if event.kind not in rules.reveals]
            for those in (events, others)
        )
        if [event for event in told if event] != [event for event in retold if event]:
            raise self.broken(f"{seat} {move}: what {watcher} is told depends on what is hidden from it")

    # --- the end

    def end(self, state: Any) -> None:
        rules = self.rules
        outcome = rules.outcome(state)
        if outcome is None:
            raise self.broken("over, without an outcome")
        if not outcome.winners or len(outcome.scores) != self.seats:
            raise self.broken(f"a strange {outcome}")
        if rules.from_dict(rules.to_dict(state)) != state:
            raise self.broken("no round trip of the last position")
        for seat in range(self.seats):
            faults = rules.faults(state, seat, rules.any_move(state, self.rng))
            if [fault.article for fault in faults] != ["commun.fin"] or rules.moves(state, seat):
                raise self.broken("something can be played after the end")
        record = self.record(write_outcome(outcome))
        if read_record(str(record)) != record:
            raise self.broken("no round trip of the record")
        plies = list(replay(rules, record))
        if plies[-1].after != state:
            raise self.broken("the replay ends elsewhere")
