"""A game kept as text, back on the table to be looked at: its own words when a line of it is wrong."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import registry, tables
from games.engines.kernel import CHANCE, IllegalMove, NotationError
from games.engines.kernel.lessons import PLAY
from games.engines.kernel.records import Ply, Record, RecordError, read_record, write_outcome
from games.engines.kernel.rulebook import french
from games.forms import LONGEST_NAME
from games.models import PERSON, Match, Move
from games.positions import write_event
from games.registry import Game
from games.scenes import Refusal
from games.services import TooManyError, crowded

MOST_LETTERS = 100_000
MOST_MOVES = 5_000

HEADS = {
    "game": "le jeu",
    "seats": "le nombre de joueurs",
    "first": "le joueur qui commence",
    "options": "les règles choisies",
    "date": "la date",
    "names": "les prénoms",
    "outcome": "le résultat",
}


class NoReplayError(Exception):
    """A text that cannot be looked at again: why, in words that name the line; and what to do."""

    def __init__(self, text: str, refusal: Refusal | None = None, other: Game | None = None) -> None:
        super().__init__(text)
        self.text, self.refusal, self.other = french(text), refusal, other


def load(*, game: Game, text: str) -> Match:
    """The game that `text` holds, as a match that is over. NoReplayError says why not."""
    record = _read(game, text)
    if crowded():  # asked before the replay, which costs the most
        raise TooManyError
    plies = _replayed(game, record)
    assert game.rules is not None
    names = record.names or tuple(f"Joueur {n}" for n in range(1, record.seats + 1))
    match = Match(
        game=game.slug,
        format=tables.of(game.slug).format,
        position=game.rules.to_dict(plies[-1].after),
        ply=len(plies),
        version=len(plies),
        seed=secrets.randbits(63),
        seats=[{"name": name, "kind": PERSON} for name in names],
        options=dict(record.options),
        first=record.first,
        updated_at=timezone.now(),
    )
    moves = [
        Move(
            match=match,
            ply=number,
            seat=None if ply.seat == CHANCE else ply.seat,
            text=ply.move,
            events=[write_event(event) for event in ply.events],
            version=number + 1,
        )
        for number, ply in enumerate(plies)
    ]
    with transaction.atomic():
        match.save(force_insert=True)
        Move.objects.bulk_create(moves)
    return match


def _read(game: Game, text: str) -> Record:
    """The record, all its heads fit for the game."""
    if not text.strip():
        raise NoReplayError("Il n’y a rien à relire : choisis un fichier, ou colle son texte.")
    if len(text) > MOST_LETTERS:
        raise NoReplayError("Ce texte est trop long pour une partie gardée ici. Choisis un autre fichier.")
    try:
        record = read_record(text)
    except RecordError as error:
        raise NoReplayError(_unread(game, error, text)) from error
    if record.game != game.slug:
        line = record.where["game"]
        other = registry.GAMES.get(record.game)
        if other is not None and other.playable:
            raise NoReplayError(
                f"Ligne {line} : c’est une partie d’un autre jeu, {other.name}. Ici on relit {game.name}.",
                other=other,
            )
        raise NoReplayError(f"Ligne {line} : ce jeu n’est pas connu ici. Ici on relit {game.name}.")
    if len(record.plies) > MOST_MOVES:
        raise NoReplayError(f"Cette partie a plus de {MOST_MOVES} coups : elle est trop longue pour ici.")
    _check_heads(game, record)
    return record


def _unread(game: Game, error: RecordError, text: str) -> str:
    said = HEADS.get(error.name, "")
    if error.line is None:
        return (
            f"Il manque une ligne : celle qui dit {said} (« {error.name}: … »). "
            "Prends le fichier entier, tel qu’il a été gardé."
        )
    line = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[error.line - 1].strip()
    shown = line if len(line) < 41 else line[:40] + "…"
    if said:
        return (
            f"Ligne {error.line} : « {shown} » ne se lit pas. "
            f"Elle devrait dire {said}, une seule fois, avant les coups."
        )
    return (
        f"Ligne {error.line} : « {shown} » ne se lit pas. "
        f"Une ligne dit qui joue et ce qui est joué, comme « {_some_line(game)} » ; rien ne suit le résultat."
    )


def _some_line(game: Game) -> str:
    """A line as one stands in a record of that game: a move that its lessons ask for."""
    steps = (step for lesson in game.course.lessons for step in lesson.steps)
    return next(f"{step.seat} {step.moves[0]}" for step in steps if step.kind == PLAY and step.moves)


def _check_heads(game: Game, record: Record) -> None:
    rules, where = game.rules, record.where
    assert rules is not None

    def refuse(name: str, why: str) -> None:
        line = f"Ligne {where[name]} : " if name in where else ""
        raise NoReplayError(f"{line}{why}")

    if record.seats not in rules.seats:
        refuse("seats", f"{game.name} se joue de {rules.seats[0]} à {rules.seats[-1]}, pas à {record.seats}.")
    if not 0 <= record.first < record.seats:
        refuse(
            "first", f"les joueurs ont les numéros 0 à {record.seats - 1} ; il n’y a pas de {record.first}."
        )
    try:
        rules.opening(record.seats, record.first, **record.options)
    except (ValueError, TypeError):
        refuse("options", f"ces règles ne sont pas de celles que l’on peut choisir ici pour {game.name}.")
    names = record.names
    if names and (
        len(names) != record.seats
        or any(not name.strip() or len(name) > LONGEST_NAME or not name.isprintable() for name in names)
    ):
        refuse("names", f"il faut {record.seats} prénoms, de {LONGEST_NAME} lettres au plus.")


def _replayed(game: Game, record: Record) -> list[Ply]:
    rules = game.rules
    assert rules is not None
    assert game.book is not None
    names = record.names or None
    state: Any = rules.opening(record.seats, record.first, **record.options)
    plies: list[Ply] = []
    for number, (seat, text) in enumerate(record.plies):
        said = f"Ligne {record.where[number]} : « {text} »"
        if not rules.actors(state):
            raise NoReplayError(f"{said} vient quand la partie est déjà finie.")
        if seat != CHANCE and seat not in range(record.seats):
            raise NoReplayError(
                f"{said} : il n’y a pas de joueur {seat}, ils ont les numéros 0 à {record.seats - 1}."
            )
        try:
            move = rules.read_move(text)
            after, events = rules.play(state, seat, move)
        except IllegalMove as error:
            fault = error.faults[0]
            refusal = Refusal(fault.told(names), game.book.articles.get(fault.article))
            raise NoReplayError(f"{said} n’est pas permis à ce moment de la partie.", refusal) from error
        except NotationError as error:
            raise NoReplayError(f"{said} n’est pas un coup de ce jeu.") from error
        plies.append(Ply(state, seat, str(move), after, events))
        state = after
    outcome = rules.outcome(state)
    if outcome is None:
        last = f"après la ligne {record.where[len(plies) - 1]}" if plies else "avant le premier coup"
        raise NoReplayError(
            f"La partie s’arrête {last}, et elle n’est pas finie. On relit une partie entière."
        )
    if record.outcome and record.outcome != write_outcome(outcome):
        raise NoReplayError(
            f"Ligne {record.where['outcome']} : ce résultat n’est pas celui où mènent les coups. "
            "Le fichier a été changé."
        )
    return plies
