"""What an engine offers: positions are values, moves are values, one judge names the broken articles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from . import rulebook

CHANCE: Final = "~"
SPECTATOR: Final = "*"

Seat = int | str
"""A player's number, or CHANCE, or (for views only) SPECTATOR."""

Names = Sequence[str] | None
"""What the seats are called in sentences; None: « le joueur 1 » and so on."""

Facts = Mapping[str, Any]


class NotationError(ValueError):
    """A text that is no move at all (an illegal move is an IllegalMove)."""


class IllegalMove(Exception):
    """A move the rules refuse; `faults` says by which articles, the leading one first."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults[0].sentence if faults else "")
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken article. `facts` fill the blanks of its refusal; `facts["case"]` says which refusal."""

    article: str
    facts: Facts = field(default_factory=dict, hash=False)
    game: str = ""  # whose words fill the blanks, where the article is one of all games

    @property
    def sentence(self) -> str:
        return self.told()

    def told(self, names: Names = None) -> str:
        """The refusal in French, the seats called by `names`."""
        return rulebook.refusal(self.article, self.facts, self.game, names)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and the article by which it did.

    `to` are the seats that may know the facts named in `hidden`, or the whole event if none is named;
    `to` None: all may know all."""

    article: str
    kind: str
    facts: Facts = field(default_factory=dict, hash=False)
    to: tuple[int, ...] | None = None
    hidden: tuple[str, ...] = ()

    def seen(self, seat: Seat) -> Event | None:
        """This event as that seat sees it; None if it sees nothing."""
        if self.to is None or seat in self.to:
            return self
        if not self.hidden:
            return None
        return Event(
            self.article, self.kind, {key: fact for key, fact in self.facts.items() if key not in self.hidden}
        )

    def told(self, names: Names = None, you: Seat | None = None) -> str:
        """The event in French, told to the seat `you` if one is given. Call it on what `seen` gives."""
        return rulebook.told(self.article, self.kind, self.facts, names, you)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a final count: what `seat` adds to it, by which article."""

    article: str
    seat: int
    points: int
    facts: Facts = field(default_factory=dict, hash=False)

    def told(self, names: Names = None, you: Seat | None = None) -> str:
        """The line in French, told to the seat `you` if one is given."""
        facts = {**self.facts, "seat": self.seat, "points": self.points}
        return rulebook.told(self.article, "line", facts, names, you)


class Outcome(NamedTuple):
    """How a game ended: by which article, the final scores, who won, and the count line by line."""

    article: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule or an edition: its default, all its values, and its name in French."""

    default: bool | int | str
    choices: tuple[bool | int | str, ...]
    label: str
    names: tuple[str, ...] = ()
    """What the values are called in French, where they do not speak for themselves."""

    def allows(self, value: object) -> bool:
        # True == 1 in Python, but an option is one or the other
        return any(value == choice and type(value) is type(choice) for choice in self.choices)


S = TypeVar("S")
M = TypeVar("M")


class Step(NamedTuple, Generic[S]):
    """What a move leads to."""

    state: S
    events: tuple[Event, ...]


class Rules(ABC, Generic[S, M]):
    """The rules of one game. States and moves are frozen values; nothing here keeps anything."""

    slug: ClassVar[str]
    seats: ClassVar[range]
    options: ClassVar[Mapping[str, Option]]
    short: ClassVar[Mapping[str, bool | int | str]] = {}
    """The options of the shortest whole game, where there is one: a single round, a single hand."""
    reveals: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events by which an article shows what was hidden (a hand on a challenge, the final count)."""

    # --- the table

    @abstractmethod
    def opening(self, seats: int, first: int = 0, **options: Any) -> S:
        """The position before the first deal; `first` is the seat that will begin."""

    @abstractmethod
    def actors(self, state: S) -> tuple[Seat, ...]:
        """Who must move now: one seat, several (sealed until all are in), (CHANCE,), or () when over."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None."""

    # --- moves

    @abstractmethod
    def moves(self, state: S, seat: Seat) -> Sequence[M]:
        """Every legal move of that seat, without duplicates, in a stable order; none for CHANCE."""

    @abstractmethod
    def sample(self, state: S, seat: Seat, rng: Random) -> M:
        """One legal move of that seat, chosen quickly, for playouts."""

    @abstractmethod
    def chance(self, state: S, rng: Random) -> M:
        """The chance move that is due, with the right weights."""

    @abstractmethod
    def faults(self, state: S, seat: Seat, move: M | str) -> tuple[Fault, ...]:
        """Every article the move breaks, the one a referee names first leading; () if it is legal."""

    def play(self, state: S, seat: Seat, move: M | str) -> Step[S]:
        """Judges the move, makes it, and tells what happened; IllegalMove carries the faults."""
        if isinstance(move, str):
            move = self.read_move(move)
        faults = self.faults(state, seat, move)
        if faults:
            raise IllegalMove(faults)
        events: list[Event] = []
        after = self.make(state, move, seat, events)
        return Step(after, tuple(events))

    def advance(self, state: S, seat: Seat, move: M | str) -> S:
        """The next state for a move known to be legal: not judged again, no events."""
        if isinstance(move, str):
            move = self.read_move(move)
        return self.make(state, move, seat, None)

    @abstractmethod
    def make(self, state: S, move: M, seat: Seat, events: list[Event] | None) -> S:
        """The one transition behind `play` and `advance`; it tells only if there is a list to tell in."""

    def auto(self, state: S, rng: Random) -> S:
        """Plays the chance moves due, and nothing else."""
        while self.actors(state) == (CHANCE,):
            state = self.advance(state, CHANCE, self.chance(state, rng))
        return state

    # --- what a seat may know

    @abstractmethod
    def view(self, state: S, seat: Seat) -> Any:
        """What that seat may know of the position: the same keys, what is hidden reduced to its size."""

    @abstractmethod
    def redeal(self, state: S, seat: Seat, rng: Random) -> S:
        """Another state which that seat cannot tell from this one.

        It depends on what the seat sees and on `rng` alone: sort what is hidden before drawing from it."""

    # --- for bots that look ahead, where the game itself is too long or too plain a guide

    def foresee(self, state: S) -> S:
        """The position as a bot looks ahead from it: this one, or the same in a game that ends sooner."""
        return state

    def world(self, state: S, rng: Random) -> Rules[S, M]:
        """These rules as they may truly be, for one game imagined from `state`: others only where a bot is
        not sure."""
        return self

    def promise(self, state: S) -> Sequence[float] | None:
        """What the position promises each seat, in shares of a win; None: play on and see."""
        outcome = self.outcome(state)
        if outcome is None:
            return None
        share = 1 / len(outcome.winners)
        return [share if seat in outcome.winners else 0.0 for seat in range(len(outcome.scores))]

    # --- notation

    @abstractmethod
    def read_move(self, text: str) -> M:
        """The move a text stands for; NotationError if it stands for none. `str(move)` is the way back."""

    @abstractmethod
    def from_dict(self, data: Mapping[str, Any]) -> S:
        """The position a JSON object describes; a ValueError names the key that is wrong."""

    @abstractmethod
    def to_dict(self, state: S) -> dict[str, Any]:
        """The whole position as a JSON object."""

    # --- for the checks

    @abstractmethod
    def any_move(self, state: S, rng: Random) -> M:
        """A readable move, legal or not: what the judge is tried with."""

    @abstractmethod
    def conserved(self, state: S) -> object:
        """What no move may change (all the cards, all the money)."""

    def check_opening(self, seats: int, first: int, options: Mapping[str, Any]) -> None:
        """A ValueError that names what is wrong with the arguments of `opening`."""
        if type(seats) is not int or seats not in self.seats:
            raise ValueError(f"seats: {seats!r} is not from {self.seats[0]} to {self.seats[-1]}")
        if type(first) is not int or not 0 <= first < seats:
            raise ValueError(f"first: {first!r} is not a seat of {seats}")
        self.check_options(options)

    def check_options(self, options: Mapping[str, Any]) -> None:
        for name, value in options.items():
            if name not in self.options:
                raise ValueError(f"options: {name!r} is unknown; there are {', '.join(self.options)}")
            if not self.options[name].allows(value):
                choices = ", ".join(map(repr, self.options[name].choices))
                raise ValueError(f"options: {name} is one of {choices}, not {value!r}")

    def check_options_of(self, data: Mapping[str, Any]) -> None:
        """The same for the JSON of a position."""
        if not isinstance(data, Mapping):
            return  # refused when it is read
        options = data.get("options")
        if options is not None and not isinstance(options, Mapping):
            raise ValueError("options: needs an object")
        self.check_options(options or {})
