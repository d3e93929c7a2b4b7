"""Moves of Uno as orders one gives oneself."""

from __future__ import annotations

from collections.abc import Sequence

from games.engines.kernel.rulebook import french, seat_name
from games.engines.uno.moves import ACCEPT, CHALLENGE, CLAIM, COLOUR, DRAW, LAY, PASS, Move
from games.engines.uno.words import COLOUR as COLOUR_NAMES
from games.engines.uno.words import the_card


def told_move(move: Move, names: Sequence[str] | None) -> str:
    """A move as an order one gives oneself: « Pose le 5 rouge »."""
    if move.kind == LAY:
        told = "Pose " + ", puis ".join(the_card(card) for card in move.cards)
        if move.colour:
            told += f" et demande du {COLOUR_NAMES[move.colour]}"
        if move.uno:
            told += " en annonçant « Uno ! »"
    elif move.kind == CLAIM:
        told = f"« Uno ! » {seat_name(move.seat, names)} a oublié de l’annoncer"
    elif move.kind == COLOUR:
        told = f"Demande du {COLOUR_NAMES[move.colour]}"
    else:
        told = {
            DRAW: "Pioche une carte",
            PASS: "Passe ton tour",
            ACCEPT: "Accepte : pioche quatre cartes",
            CHALLENGE: "Conteste : fais montrer la main",
        }[move.kind]
    return french(told)
