"""Moves of Café International as orders one gives oneself, and why they are good advice."""

from __future__ import annotations

from games.engines.cafe_international.board import BAR as AT_BAR
from games.engines.cafe_international.board import NOWHERE, Place, board
from games.engines.cafe_international.cards import JOKERS, nation_of, sex_of
from games.engines.cafe_international.judge import gain
from games.engines.cafe_international.moves import BAR, END, PASS, SEAT, SWAP, Move
from games.engines.cafe_international.view import Looked
from games.engines.cafe_international.words import HE, SHE, the_card, the_chair, the_table
from games.engines.kernel.rulebook import counted, french


def told_move(move: Move) -> str:
    """« Assois l'Indienne sur la chaise en haut de la première table indienne »."""
    if move.kind == SEAT:
        told = f"Assois {the_card(move.card)} sur {the_chair(move.chair)}"
        if move.nation:
            told += f", comme {person(move)}"
    elif move.kind == BAR:
        told = f"Envoie {the_card(move.card)} au bar"
    elif move.kind == SWAP:
        told = f"Échange {the_card(move.card)} contre le joker sur {the_chair(move.chair)}"
    elif move.kind == END:
        told = "Arrête-toi là"
    elif move.kind == PASS:
        told = "Passe ton tour"
    else:
        told = "Tire " + ", ".join(map(the_card, move.cards))
    return french(told)


def person(move: Move) -> str:
    """For whom a joker sits there: « Indienne »."""
    return (SHE if sex_of(move.card) == "F" else HE)[move.nation]


def place_of(move: Move) -> Place | None:
    """Where a card goes, if one of its nation can sit there at all."""
    return board().places.get(move.text)


def shares(view: Looked, place: Place) -> list[tuple[int, int]]:
    """(table, points it gives) for each table of the chair that would score."""
    around = ((place.one, place.gain_one), (place.two, place.gain_two))
    worth = [(table, gains[view.groups[table]]) for table, gains in around if table != NOWHERE]
    return [(table, points) for table, points in worth if points > 0]


def sum_of(view: Looked, place: Place) -> str:
    """« 3 points à la première table russe et 2 points à la première table indienne »."""
    return " et ".join(
        f"{counted(points, 'point')} à {the_table(table)}" for table, points in shares(view, place)
    )


def reason(view: Looked, move: Move) -> str:
    if move.kind == SEAT:
        return _why_there(view, move)
    if move.kind == BAR:
        points = AT_BAR[len(view.bar)]
        if points > 0:
            return f"La place {len(view.bar) + 1} du bar rapporte {counted(points, 'point')}."
        return f"Cela coûte {counted(-points, 'point')}, mais cette carte ne te sert plus à grand-chose."
    if move.kind == SWAP:
        return "Le joker revient dans ta main : il pourra te servir à n’importe quelle table."
    if move.kind == END:
        return "Tes autres cartes rapporteront davantage plus tard."
    return "Tu n’as que des jokers, et aucun ne trouve de place."


def _why_there(view: Looked, move: Move) -> str:
    place = place_of(move)
    if place is None:
        return ""
    points = gain(view.groups, place)
    if points <= 0:
        if move.card in JOKERS:
            return "Un joker peut s’asseoir sans marquer de points, et il ne coûtera pas 10 points à la fin."
        if view.opening:
            return "Au tout premier tour, on peut asseoir quelqu’un à une table vide."
        nation = nation_of(move.card)
        other = f"un {HE[nation]}" if sex_of(move.card) == "F" else f"une {SHE[nation]}"
        return f"La table est vide. Assois ensuite {other} ou une autre personne à la même table."
    told = f"Cela fait {sum_of(view, place)}"
    full = [table for table, given in shares(view, place) if given == 8]
    if full:
        told += ". Quatre personnes du pays : c’est une table de compatriotes, et tu auras une carte de moins"
    return told + "."
