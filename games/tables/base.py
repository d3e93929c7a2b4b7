"""What a game offers to be laid on the table: how a view is drawn, and how a move is put together and said.

It is given views and moves, never a position, so that what is hidden cannot reach a page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from games.engines.kernel import Event, Line, Rules, quiz
from games.engines.kernel.quiz import Question

Names = Sequence[str]


class IncompleteError(Exception):
    """What was chosen is no move yet; the text says what is missing, in French."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What was chosen of a move that several things make: the fields of a form by their names."""

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.fields)

    def one(self, name: str) -> str:
        """The value of that field, the last if there are several; "" if there is none."""
        return self.fields.get(name, ("",))[-1]

    def all(self, name: str) -> tuple[str, ...]:
        return self.fields.get(name, ())

    def number(self, name: str) -> int | None:
        """The value as a number from 0 on; None if it is none."""
        text = self.one(name).strip()
        return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None


NOTHING = Parts()


class Table(ABC):
    """One game on the table. What has a default here need not be said by a game."""

    format: ClassVar[int] = 1
    """Of the positions kept: raise it when old ones must not be read any more."""
    start: ClassVar[Mapping[str, Any]]
    """The options of a first game, which is short; only options that are offered."""
    options: ClassVar[Mapping[str, tuple[str, Mapping[Any, str]]]]
    """name → (label, value → plain words) of each option of the engine that one may set."""
    quiet: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events of others that the story keeps, but nobody says out loud."""
    style: ClassVar[str] = ""
    """A style sheet of its own among the static files, beside those of the frame."""
    script: ClassVar[str] = ""
    played: ClassVar[str] = "partie"
    """What is played to its end in a short game."""
    unit: ClassVar[tuple[str, str]] = ("point", "points")
    """What the final scores count: one of it, several."""

    def unfit(self, seats: int, options: Mapping[str, Any]) -> tuple[str, str] | None:
        """The option that so many players cannot play by, and why, in words; None: all fits."""
        return None

    # --- drawing

    @abstractmethod
    def board(
        self,
        view: Any,
        moves: Sequence[Any],
        names: Names,
        *,
        parts: Parts = NOTHING,
        tries: Sequence[Any] = (),
        blind: bool = False,
        still: bool = False,
        turn: bool = True,
    ) -> Any:
        """What `board.html` and `hand.html` draw for the seat that sees `view` and may make `moves`.

        `moves` may be thousands, and lazy: look at no more than needed. `parts` are ticked again.
        A lesson adds wrong moves one may try (`tries`), and must not show what it asks for: which moves are
        legal (`blind`), whose turn it is (not `turn`). `still`: to look at only."""

    @abstractmethod
    def told_move(self, move: Any, names: Names | None) -> str:
        """A move as an order one gives oneself, without a full stop: « Pose le 5 rouge »."""

    @abstractmethod
    def pictured(self, move: Any) -> Any:
        """What `move.html` draws of a move beside its words, as `picture`."""

    @abstractmethod
    def face(self, code: str) -> dict[str, Any]:
        """What `face.html` draws of a piece, for pages and sheets; the code "" is its back.

        `name` is its spoken name; `width` and `height` are those of the drawing (100 by 150)."""

    def told_at(self, view: Any, move: Any, names: Names | None) -> str:
        """The same at the table that `view` shows, where the words depend on what lies there."""
        return self.told_move(move, names)

    def pictured_at(self, view: Any, move: Any) -> Any:
        """The same as `pictured`, where the picture depends on what lies there."""
        return self.pictured(move)

    def laid_open(self, view: Any, happened: Sequence[Event]) -> Any:
        """What `board.html` draws, as `laid_open`, of what was just laid open: a count, a map; or None.

        `happened` is what the seat of `view` saw happen. Its `pause`, in milliseconds, is how long the others
        wait before they play on by themselves."""
        return None

    def left(self, lines: Sequence[Line], names: Names) -> tuple[Any, ...]:
        """What `left.html` draws of what a count is about; none: the game shows nothing but its lines."""
        return ()

    def uncovered(self, view: Any, happened: Sequence[Event]) -> tuple[Any, ...]:
        """The same for a lesson that asks what comes of cards turned in the middle of a game (`lays_open`).

        What the cards say, and nothing of the answer."""
        return ()

    # --- several people at one screen

    uncover: ClassVar[str] = "montrer mes cartes"
    """What one presses to see what is for one's own eyes: « Je suis Léa : montrer mes cartes »."""

    def secret(self, view: Any) -> bool:
        """Whether the others must look away while the seat of `view` moves."""
        return True

    # --- moves

    def compose(self, view: Any, parts: Parts) -> Sequence[str]:
        """The moves that the chosen parts may mean, the likeliest first.

        One of them is legal: it is played. Several: one is asked which. None: the first is refused in the
        words of its article. IncompleteError says what is missing."""
        raise IncompleteError("Choisis un des boutons.")

    def claims(self, view: Any, moves: Sequence[Any]) -> Sequence[Any]:
        """What the seat that sees `view` may try to say out of turn, right or wrong; `moves` are its own."""
        return moves

    def plain(self, move: Any) -> str:
        """The move without what is said along with it, as a button has it: what a piece of advice marks."""
        return str(move)

    adviser: ClassVar[str] = "C’est ce que ferait un joueur habitué, sans voir les autres mains."
    """Who gives advice, and from what."""

    def reason(self, view: Any, move: Any) -> str:
        """Why that is good advice, in a sentence a child understands; "" leaves it to the article."""
        return ""

    # --- quiz

    quiz_options: ClassVar[Mapping[str, Any]] = {}
    """Options of the random games that questions come from."""
    quiz_order: ClassVar[Sequence[str]] = quiz.ORDER
    """The kinds of the ten questions: those of the kernel, and those named in `questions`."""
    quiz_about: ClassVar[str] = "est-ce permis ? quelle règle l’interdit ?"
    """What the questions are about, said before one begins."""
    alike: ClassVar[Mapping[str, Sequence[str]]] = {}
    """article → others that one could rightly name of a move it forbids: they are no wrong answers."""
    points_ask: ClassVar[str] = ""
    """How `quiz.POINTS` is asked: what the winner scores by the lines of the outcome, from what is `left`."""
    questions: ClassVar[Mapping[str, Callable[[Rules[Any, Any], Mapping[str, Any], Random], Question | None]]]
    questions = {}
    """Kinds of questions of its own: name → maker(rules, options, rng), None if nothing came of it."""

    def fits(self, view: Any, move: Any) -> bool:
        """Whether a picture of `view` is enough to judge `move` by."""
        return True
