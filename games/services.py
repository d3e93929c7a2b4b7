"""What can be done at a table: start, play, go on, take back. Thinking is done before the transaction."""

import datetime
import secrets
import uuid
from random import Random
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games import registry, tables
from games.engines.kernel import CHANCE, Seat
from games.engines.kernel.bots import ask
from games.models import PERSON, Match, Move
from games.positions import UnreadableError, position_of, replayed, rules_of, write_event

KEPT = datetime.timedelta(days=30)
KEPT_UNTOUCHED = datetime.timedelta(days=1)
# a class that starts all at once passes; a program that fills the disk does not
STARTS, STARTS_WITHIN = 300, datetime.timedelta(minutes=10)


class StaleError(Exception):
    """The table has changed since the page that asks was drawn: nothing is done."""


class TooManyError(Exception):
    """Too many games are being started just now."""


def start(
    *, game: str, seats: list[dict[str, str]], options: dict[str, Any], id: uuid.UUID | None = None
) -> Match:
    """Opens a table and deals. The same `id` twice (a double click) is the same table."""
    rules = registry.get_game(game).rules
    assert rules is not None
    seed = secrets.randbits(63)
    first = Random(f"{seed}:first").randrange(len(seats))
    state = rules.opening(len(seats), first, **options)
    now = timezone.now()
    if crowded():
        raise TooManyError
    match = Match(
        id=id or uuid.uuid4(),
        game=game,
        format=tables.of(game).format,
        seed=seed,
        seats=seats,
        options=options,
        first=first,
        updated_at=now,
    )
    run = _Run(match, state)
    run.settle()
    match.position, match.ply = rules.to_dict(run.state), run.ply
    try:
        with transaction.atomic():
            match.save(force_insert=True)
            Move.objects.bulk_create(run.moves)
    except IntegrityError:
        there = Match.objects.filter(pk=match.pk).first()
        if there and (there.game, there.seats, there.options, there.version) == (game, seats, options, 0):
            return there
        return start(game=game, seats=seats, options=options)
    return match


def crowded() -> bool:
    """Whether as many games began just now as may."""
    return Match.objects.filter(created_at__gt=timezone.now() - STARTS_WITHIN).count() >= STARTS


def play(*, match: Match, version: int, seat: int, move: str) -> None:
    """A person's move, the chance it calls for, and what the bots have to say at once.

    IllegalMove carries the faults; NotationError: no move at all."""
    run = _Run.of(match, version)
    run.make(seat, move)
    run.settle()
    run.hear_bots()
    _write(run)


def go_on(*, match: Match, version: int) -> None:
    """The next step that no person decides: one bot's move, or the chance that is due."""
    run = _Run.of(match, version)
    actors = run.rules.actors(run.state)
    if actors != (CHANCE,):
        said = run.said_out_of_turn() or run.decided()
        if said is None:
            raise StaleError  # it is for a person to move
        run.make(*said)
        # where several choose in secret, all bots have chosen at once
        while len(actors) > 1 and set(run.rules.actors(run.state)) < set(actors) and (said := run.decided()):
            run.make(*said)
    run.settle()
    _write(run)


def take_back(*, match: Match, version: int) -> None:
    """Back to the last decision of the only person at the table, as if what followed had not been."""
    if match.version != version or match.loner is None:
        raise StaleError
    moves = list(match.moves.all())
    own = [move.ply for move in moves if move.seat == match.loner]
    if not own:
        raise StaleError
    kept = moves[: own[-1]]
    state = replayed(match, kept)
    with transaction.atomic():
        _change(match, version, state, len(kept))
        match.moves.filter(ply__gte=len(kept)).delete()


def purge(*, now: datetime.datetime | None = None) -> int:
    """Forgets the tables nobody has come back to."""
    now = now or timezone.now()
    old = Match.objects.filter(updated_at__lt=now - KEPT)
    untouched = Match.objects.filter(version=0, updated_at__lt=now - KEPT_UNTOUCHED)
    _, deleted = (old | untouched).delete()
    return deleted.get("games.Match", 0)


class _Run:
    """Moves made in memory, from a match as it stands; nothing is written before `_write`."""

    def __init__(self, match: Match, state: Any) -> None:
        self.match, self.state = match, state
        self.rules = rules_of(match)
        self.ply = match.ply
        self.version = match.version if match._state.adding else match.version + 1
        self.moves: list[Move] = []
        self.revealed = False

    @classmethod
    def of(cls, match: Match, version: int) -> "_Run":
        if match.version != version:
            raise StaleError
        return cls(match, position_of(match))

    def make(self, seat: Seat, move: Any) -> None:
        if isinstance(move, str):
            move = self.rules.read_move(move)
        self.state, events = self.rules.play(self.state, seat, move)
        self.moves.append(
            Move(
                match=self.match,
                ply=self.ply,
                seat=None if seat == CHANCE else seat,
                text=str(move),
                events=[write_event(event) for event in events],
                version=self.version,
            )
        )
        self.ply += 1
        self.revealed |= any(event.kind in self.rules.reveals for event in events)

    def settle(self) -> None:
        """Plays the chance that is due; where something was just shown, people look at it first."""
        while self.rules.actors(self.state) == (CHANCE,) and not self.revealed:
            self.make(CHANCE, self.rules.chance(self.state, self.rng()))

    def rng(self, who: object = CHANCE) -> Random:
        """The generator of this ply: what is taken back and played again comes out the same."""
        return Random(f"{self.match.seed}:{self.ply}:{who}")

    def ask(self, seat: int) -> Any:
        """What the bot in that seat does; None where a person sits, or if it has nothing to say."""
        kind = self.match.seats[seat]["kind"]
        if kind == PERSON:
            return None
        bot = registry.get_game(self.match.game).bots[kind]
        return ask(self.rules, self.state, seat, bot, self.rng(seat))

    def said_out_of_turn(self) -> tuple[int, Any] | None:
        """What a bot says although another is to move."""
        actors = self.rules.actors(self.state)
        for seat in range(len(self.match.seats)):
            if seat not in actors and (move := self.ask(seat)) is not None:
                return seat, move
        return None

    def decided(self) -> tuple[int, Any] | None:
        """What the bot to move does; None if only people are to move."""
        for seat in self.rules.actors(self.state):
            if (move := self.ask(seat)) is not None:
                return seat, move
        return None

    def hear_bots(self) -> None:
        """Lets the bots speak before a person goes on; before a bot they have the next step for it."""
        people = self.match.people
        while any(seat in people for seat in self.rules.actors(self.state)):
            said = self.said_out_of_turn()
            if said is None:
                return
            self.make(*said)
            self.settle()


def _write(run: _Run) -> None:
    match = run.match
    with transaction.atomic():
        _change(match, match.version, run.state, run.ply)
        Move.objects.bulk_create(run.moves)


def _change(match: Match, version: int, state: Any, ply: int) -> None:
    """Moves the row on, if nobody has meanwhile; `match` is then what the row is."""
    changes = {
        "position": rules_of(match).to_dict(state),
        "ply": ply,
        "version": version + 1,
        "updated_at": timezone.now(),
    }
    if Match.objects.filter(pk=match.pk, version=version).update(**changes) != 1:
        raise StaleError
    for name, value in changes.items():
        setattr(match, name, value)


__all__ = [
    "StaleError",
    "TooManyError",
    "UnreadableError",
    "crowded",
    "go_on",
    "play",
    "purge",
    "start",
    "take_back",
]
