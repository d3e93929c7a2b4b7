"""How Boursicocotte says its facts in French."""

from __future__ import annotations

from typing import Any

from ..kernel.rulebook import counted, enumerate_french
from .animals import VALUE

_NAME = {
    "coq": "le coq",
    "oie": "l’oie",
    "chat": "le chat",
    "chien": "le chien",
    "mouton": "le mouton",
    "chevre": "la chèvre",
    "ane": "l’âne",
    "cochon": "le cochon",
    "vache": "la vache",
    "cheval": "le cheval",
}
_SEVERAL = {"coq": "coqs", "oie": "oies", "chat": "chats", "chien": "chiens", "mouton": "moutons",
            "chevre": "chèvres", "ane": "ânes", "cochon": "cochons", "vache": "vaches",
            "cheval": "chevaux"}  # fmt: skip
_SHE = frozenset({"oie", "chevre", "vache"})
_NUMBER = {1: "un", 2: "deux", 3: "trois", 4: "quatre"}
_PHASE = {
    "deal": "de distribuer les animaux",
    "reveal": "de retourner une carte",
    "turn": "de mettre un animal aux enchères, ou de proposer un marchandage",
    "bid": "d’enchérir, ou de passer",
    "decide": "de vendre, ou d’acheter soi-même",
    "pay": "de payer",
    "offer": "de faire une offre cachée",
    "answer": "d’accepter l’offre, ou de faire une contre-offre",
}
"""What it is the moment to do, after « c'est le moment »."""


def the_animal(species: str) -> str:
    """« la vache », « l'âne »."""
    return _NAME[species]


def an_animal(species: str) -> str:
    """« une vache », « un âne »."""
    return f"{'une' if species in _SHE else 'un'} {_bare(species)}"


def several(species: str, number: int) -> str:
    """« une vache », « deux chevaux »."""
    return an_animal(species) if number == 1 else f"{_NUMBER[number]} {_SEVERAL[species]}"


def _bare(species: str) -> str:
    return _NAME[species].removeprefix("l’").removeprefix("le ").removeprefix("la ")


def the_card(card: int | str) -> str:
    """« la carte 50 », or an animal of the deck."""
    return the_animal(card) if isinstance(card, str) else f"la carte {card}"


def words(key: str, value: Any) -> str:
    if key == "card":
        return the_card(value)
    if key == "cards":
        # the same money card several times is said once
        parts = [
            f"{value.count(card)} × {card}" if value.count(card) > 1 else str(card)
            for card in dict.fromkeys(value)
        ]
        return enumerate_french(parts) or "rien"
    if key == "animal":
        return the_animal(value)
    if key == "family":
        return _SEVERAL[value]
    if key == "animals":
        return enumerate_french([several(species, value.count(species)) for species in dict.fromkeys(value)])
    if key == "families":
        return enumerate_french([f"{_bare(species)} {VALUE[species]}" for species in value])
    if key in ("number", "given"):
        return counted(value, "carte")
    if key == "tens":  # the next three prices above the present one
        return ", ".join(str((value // 10 + more) * 10) for more in (1, 2, 3))
    if key == "donkey":
        return {1: "premier", 2: "deuxième", 3: "troisième", 4: "quatrième"}[value]
    if key == "takers":
        return _takes(*value)
    if key == "why":
        return _WHY[str(value)]
    if key == "phase":
        return _PHASE[str(value)]
    return str(value)


_WHY = {
    "complete": "toutes les familles sont complètes",
    "stalled": "500 marchandages n’ont complété aucune famille",
}


def _takes(paid: int, seats: int) -> str:
    """« chaque joueur prend », or how many do where the bank runs out."""
    if paid == seats:
        return "chaque joueur prend"
    return (
        f"{counted(paid, 'joueur')} prennent"
        if paid > 1
        else "un seul joueur prend"
        if paid
        else "personne ne prend"
    )
