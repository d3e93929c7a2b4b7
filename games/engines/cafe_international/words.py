"""How Café International says its facts in French."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..kernel.rulebook import counted, enumerate_french
from .board import board
from .cards import JOKERS, nation_of, sex_of
from .moves import BAR, END, PASS, SEAT, SWAP, Move

COUNTRY = {
    "AF": "Afrique",
    "CN": "Chine",
    "CU": "Cuba",
    "DE": "Allemagne",
    "ES": "Espagne",
    "FR": "France",
    "GB": "Angleterre",
    "IN": "Inde",
    "IT": "Italie",
    "RU": "Russie",
    "TR": "Turquie",
    "US": "États-Unis",
}
HE = {
    "AF": "Africain",
    "CN": "Chinois",
    "CU": "Cubain",
    "DE": "Allemand",
    "ES": "Espagnol",
    "FR": "Français",
    "GB": "Anglais",
    "IN": "Indien",
    "IT": "Italien",
    "RU": "Russe",
    "TR": "Turc",
    "US": "Américain",
}
SHE = {
    "AF": "Africaine",
    "CN": "Chinoise",
    "CU": "Cubaine",
    "DE": "Allemande",
    "ES": "Espagnole",
    "FR": "Française",
    "GB": "Anglaise",
    "IN": "Indienne",
    "IT": "Italienne",
    "RU": "Russe",
    "TR": "Turque",
    "US": "Américaine",
}
_SIDES = ("en haut", "à droite", "en bas", "à gauche")  # a table's chairs, clockwise from the top
_NUMBERS = ("zéro", "un", "deux", "trois", "quatre", "cinq")
_PHASE = {
    "deal": "de distribuer les cartes",
    "turn": "d’asseoir quelqu’un, de l’envoyer au bar ou d’utiliser un joker",
    "second": "d’asseoir une deuxième personne, ou de s’arrêter là",
    "refill": "de tirer les cartes dues",
}
"""What it is the moment to do, after « c'est le moment »."""
_REASON = {
    "bar": "les 20 places du bar sont prises",
    "chairs": "les 68 chaises sont prises",
    "tables": "cinq tables de compatriotes sont faites par une même personne",
    "bag": "il ne reste que les 4 dernières cartes dans le sac",
    "hand": "quelqu’un n’a plus de cartes",
    "last": "il ne reste qu’une personne en jeu",
    "stuck": "plus personne ne peut rien faire",
}


@cache
def card_name(card: str) -> str:
    """« Indienne », « Russe (homme) », « joker femme »."""
    if card in JOKERS:
        return "joker femme" if sex_of(card) == "F" else "joker homme"
    nation, woman = nation_of(card), sex_of(card) == "F"
    name = (SHE if woman else HE)[nation]
    if SHE[nation] != HE[nation]:
        return name
    return f"{name} ({'femme' if woman else 'homme'})"


@cache
def the_card(card: str) -> str:
    """« l'Indienne », « le Russe », « la Russe », « le joker femme »."""
    if card in JOKERS:
        return "le " + card_name(card)
    name = (SHE if sex_of(card) == "F" else HE)[nation_of(card)]
    if name[0] in "AEIOU":
        return "l’" + name
    return ("la " if sex_of(card) == "F" else "le ") + name


@cache
def the_table(table: int) -> str:
    """« la première table indienne »."""
    _, nation, second, *_ = board().tables[table]
    return f"la {'deuxième' if second else 'première'} table {SHE[nation].lower()}"


def of_the_table(table: int) -> str:
    return "de " + the_table(table)


@cache
def the_chair(chair: int) -> str:
    """« la chaise en haut de la première table russe », « la chaise entre les deux tables russes »."""
    tables, nations = board().chairs[chair].tables, board().chairs[chair].nations
    if len(tables) == 1:
        side = board().tables[tables[0]].chairs.index(chair)
        return f"la chaise {_SIDES[side]} {of_the_table(tables[0])}"
    if len(nations) == 1:
        return f"la chaise entre les deux tables {SHE[nations[0]].lower()}s"
    one, two = map(the_table, tables)
    return f"la chaise entre {one} et {two}"


def told_move(move: Move) -> str:
    """A move in words: « asseoir l'Indienne sur la chaise … »."""
    if move.kind == SEAT:
        stands_for = f", qui est {_person(move.card, move.nation)}," if move.nation else ""
        return f"asseoir {the_card(move.card)}{stands_for} sur {the_chair(move.chair)}"
    if move.kind == BAR:
        return f"envoyer {the_card(move.card)} au bar"
    if move.kind == SWAP:
        return f"échanger {the_card(move.card)} contre le joker sur {the_chair(move.chair)}"
    if move.kind == PASS:
        return "passer son tour"
    if move.kind == END:
        return "s’arrêter là"
    return "tirer " + enumerate_french([the_card(card) for card in move.cards])


def _person(card: str, nation: str) -> str:
    """« une Indienne », « un Russe »."""
    return f"une {SHE[nation]}" if sex_of(card) == "F" else f"un {HE[nation]}"


def words(key: str, value: Any) -> str:
    if key in ("card", "joker"):
        return the_card(value)
    if key == "cards":
        return enumerate_french([the_card(card) for card in value])
    if key == "chair":
        return the_chair(value)
    if key in ("table", "other_table"):
        return the_table(value)
    if key == "nation":
        return COUNTRY[str(value)]
    if key == "nations":
        return " ou ".join(COUNTRY[nation] for nation in value)
    if key == "places":
        return " ou ".join(SHE[nation].lower() for nation in value)
    if key in ("sex", "wanted"):
        sex = "femme" if value == "F" else "homme"
        return sex + "s" if key == "sex" else sex
    if key in ("number", "given"):
        return counted(value, "carte")
    if key == "people":
        return _NUMBERS[value]
    if key == "points":
        return counted(value, "point")
    if key == "phase":
        return _PHASE[str(value)]
    if key == "reason":
        return _REASON[str(value)]
    return str(value)
