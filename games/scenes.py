"""What one pair of eyes sees of a match: everything a page draws, and nothing that seat may not know."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games import advice, registry, tables
from games.advice import Advice
from games.engines.kernel import CHANCE, SPECTATOR, Event, Fault, Outcome, Seat
from games.engines.kernel.rulebook import Article, Rulebook, french, seat_name
from games.models import Match, Move
from games.positions import position_of, read_event, rules_of
from games.tables.base import NOTHING, Parts

LINES = 24  # moves told beside the table; the whole story has its own page


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence of the story, and the article by which it happened."""

    text: str
    article: Article
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    text: str
    article: Article | None


@dataclass(frozen=True, slots=True)
class Way:
    """One of the moves that what was chosen may mean."""

    move: str
    label: str
    picture: Any


@dataclass(frozen=True, slots=True)
class Claim:
    """Something a person may say out of turn while nobody's hand is shown."""

    seat: int
    name: str
    move: str
    label: str


@dataclass(frozen=True, slots=True)
class Score:
    name: str
    points: int
    won: bool
    you: bool


@dataclass(frozen=True, slots=True)
class Counted:
    text: str
    points: int
    facts: Mapping[str, Any]  # for the game to draw


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended: who won, and the count line by line."""

    title: str
    lines: tuple[Counted, ...]
    scores: tuple[Score, ...]
    article: Article
    next_id: uuid.UUID  # of the game that « Rejouer » starts, so that pressing twice starts one


@dataclass(frozen=True, slots=True)
class Scene:
    game: registry.Game
    seat: Seat
    names: list[str]
    board: Any
    turn: str  # whose turn it is, as a heading
    to_move: bool  # whether this seat is asked for a move now
    waits: bool  # whether the next step is nobody's here: a bot's, or chance's
    called: bool  # whether this seat may say something before that step
    cover_for: int | None  # the person whose hand is to be uncovered
    cover_name: str
    passing: bool  # what is shown is for this seat only, and then the tablet goes on
    hand_name: str  # whose hand is shown
    claims: tuple[Claim, ...]
    happened: tuple[Event, ...]  # in the last step, as this seat saw it: for the game to draw
    laid_open: Any  # what the game draws of it for a while, beside the board
    fresh: tuple[Told, ...]
    story: tuple[Told, ...]
    more: bool
    can_take_back: bool
    alone: bool
    ending: Ending | None


def latest(match: Match) -> list[Move]:
    """The last moves, oldest first: what is told beside the table."""
    return list(match.moves.order_by("-ply")[:LINES])[::-1]


def see(match: Match, moves: Sequence[Move], asked: int | None = None, parts: Parts = NOTHING) -> Scene:
    """The match as it is shown to `asked`, one of several people at one screen; None: to all of them.

    `parts` are what was chosen of a move that is not made yet."""
    rules, state, table = rules_of(match), position_of(match), tables.of(match.game)
    game = registry.get_game(match.game)
    actors = rules.actors(state)
    people = match.people
    acting = next((seat for seat in actors if seat in people), None)
    now = [move for move in moves if move.version == match.version]
    seat, passing = _who_looks(match, now, actors, asked)
    told_to = seat
    # where nothing is for one pair of eyes only, the screen need not be covered, and all read the same
    if seat == SPECTATOR and acting is not None and not table.secret(rules.view(state, acting)):
        seat = acting
    view = rules.view(state, seat)
    happened = tuple(_happened(now, seat))
    own = rules.moves(state, seat) if isinstance(seat, int) else ()
    waits = bool(actors) and acting is None
    cover_for = acting if acting is not None and seat != acting else None
    spoken = [told for move in moves for told in _told(game.book, move, match, told_to)]
    return Scene(
        game=game,
        seat=seat,
        names=match.names,
        board=table.board(view, own, match.names, parts=parts),
        turn=_whose_turn(match, state, actors, seat),
        to_move=seat in actors,
        waits=waits,
        called=waits and isinstance(seat, int) and bool(table.claims(view, own)),
        cover_for=cover_for,
        cover_name="" if cover_for is None else match.names[cover_for],
        passing=passing,
        hand_name=match.names[seat] if isinstance(seat, int) else "",
        claims=() if isinstance(seat, int) else tuple(_claims(match, rules, state, actors)),
        happened=happened,
        laid_open=table.laid_open(view, happened),
        fresh=tuple(told for told in spoken if told.fresh),
        story=tuple(spoken),
        more=bool(moves) and moves[0].ply > 0,
        can_take_back=match.loner is not None and _has_moved(match, match.loner, moves),
        alone=match.loner is not None,
        ending=None if actors else ending_of(match, rules, state, game.book, seat),
    )


def _has_moved(match: Match, seat: int, moves: Sequence[Move]) -> bool:
    """Whether that seat has made a move: mostly one of those at hand."""
    return any(move.seat == seat for move in moves) or (
        len(moves) < match.ply and match.moves.filter(seat=seat).exists()
    )


def _who_looks(
    match: Match, now: Iterable[Move], actors: tuple[Seat, ...], asked: int | None
) -> tuple[Seat, bool]:
    """The seat whose hand may be shown, and whether it has seen its turn out and must pass the tablet on."""
    if match.loner is not None:
        return match.loner, False
    if asked not in match.people:
        return SPECTATOR, False
    if asked in actors:
        return asked, False
    # a hand shown to this seat, or cards it has just drawn: it looks at them before the next one comes
    quiet = tables.of(match.game).quiet
    private = any(
        asked in event.get("to", ()) and event["kind"] not in quiet for move in now for event in move.events
    )
    return (asked, bool(actors)) if private else (SPECTATOR, False)


def _happened(now: Iterable[Move], seat: Seat) -> Iterable[Event]:
    for move in now:
        for data in move.events:
            event = read_event(data).seen(seat)
            if event is not None:
                yield event


def _claims(match: Match, rules: Any, state: Any, actors: tuple[Seat, ...]) -> Iterable[Claim]:
    table = tables.of(match.game)
    for seat in match.people:
        if seat not in actors:
            for move in table.claims(rules.view(state, seat), rules.moves(state, seat)):
                yield Claim(seat, match.names[seat], str(move), table.told_move(move, match.names))


def _whose_turn(match: Match, state: Any, actors: tuple[Seat, ...], seat: Seat) -> str:
    if not actors:
        return "La partie est finie"
    if isinstance(seat, int) and seat in actors:
        return "C’est à toi" if match.loner is not None else f"{match.names[seat]}, c’est à toi"
    if actors == (CHANCE,):
        return "Un instant"
    if len(actors) > 1:
        return "Chacun choisit en secret"
    return f"C’est {seat_name(int(actors[0]), match.names, 'à')}"


# --- the story


def _told(book: Rulebook | None, move: Move, match: Match, seat: Seat) -> Iterable[Told]:
    assert book is not None
    for data in move.events:
        event = read_event(data).seen(seat)
        if event is not None:
            # what everybody gets in turn is told out loud to nobody but oneself
            quiet = event.kind in tables.of(match.game).quiet and seat not in (event.to or ())
            fresh = move.version == match.version and not quiet
            yield Told(event.told(match.names, seat), book[event.article], fresh)


def story_of(match: Match, moves: Iterable[Move]) -> list[Told]:
    """The moves told as a story: to the only person as her own, to several as to onlookers."""
    book = registry.get_game(match.game).book
    seat: Seat = match.loner if match.loner is not None else SPECTATOR
    return [told for move in moves for told in _told(book, move, match, seat)]


# --- why not, and what instead


def refused(match: Match, faults: Iterable[Fault], *, simple: bool = False) -> list[Refusal]:
    """The judge's sentences, each with the article one can read on; those common to all games have none."""
    book = registry.get_game(match.game, simple=simple).book
    assert book is not None
    return [Refusal(fault.told(match.names), book.articles.get(fault.article)) for fault in faults]


def which(match: Match, moves: Iterable[str]) -> list[Way]:
    """The moves that were meant, to choose from."""
    rules, table = rules_of(match), tables.of(match.game)
    read = [rules.read_move(move) for move in moves]
    return [Way(str(move), table.told_move(move, match.names), table.pictured(move)) for move in read]


def advise(match: Match, seat: Seat, *, simple: bool = False) -> Advice | None:
    """What the best bot would do in that seat."""
    game = registry.get_game(match.game, simple=simple)
    return advice.advise(game, position_of(match), seat, match.names, match.ply)


# --- the end


def ending_of(match: Match, rules: Any, state: Any, book: Rulebook | None, seat: Seat) -> Ending | None:
    """How the game ended, told to that seat."""
    outcome: Outcome | None = rules.outcome(state)
    assert outcome is not None
    assert book is not None
    names = match.names
    winners = [names[winner] for winner in outcome.winners]
    if outcome.winners == (seat,):
        title = "Tu as gagné !" if match.loner is not None else f"{winners[0]} a gagné !"
    else:
        title = f"{' et '.join(winners)} {'ont' if len(winners) > 1 else 'a'} gagné"
    return Ending(
        title=french(title),
        lines=tuple(
            Counted(line.told(names, match.loner), line.points, line.facts) for line in outcome.lines
        ),
        scores=tuple(
            Score(names[number], points, number in outcome.winners, number == seat)
            for number, points in _ranked(outcome)
        ),
        article=book[outcome.lines[0].article if outcome.lines else outcome.article],
        next_id=uuid.uuid4(),
    )


def _ranked(outcome: Outcome) -> list[tuple[int, int]]:
    """Seats and points, the best first; where few points win, that is the fewest."""
    fewest = any(outcome.scores[winner] < max(outcome.scores) for winner in outcome.winners)
    return sorted(enumerate(outcome.scores), key=lambda pair: pair[1] if fewest else -pair[1])
