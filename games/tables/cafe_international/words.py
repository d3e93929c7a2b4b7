"""The room and the bar in words, for those who do not see them."""

from __future__ import annotations

from collections.abc import Iterable

from games.engines.cafe_international.board import BAR
from games.engines.cafe_international.board import board as cafe
from games.engines.cafe_international.cards import CARD, SITTERS, sex_of
from games.engines.cafe_international.groups import COMPATRIOTS
from games.engines.cafe_international.view import Looked
from games.engines.cafe_international.words import HE, SHE, the_card, the_table
from games.engines.kernel.rulebook import counted, enumerate_french, french


def sitter(code: int) -> str:
    """« l'Indienne », « le joker homme, qui est Espagnol »."""
    card, (_, _, nation) = CARD[code], SITTERS[code].partition("=")
    if not nation:
        return the_card(card)
    return f"{the_card(card)}, qui est {(SHE if sex_of(card) == 'F' else HE)[nation]}"


def tables(view: Looked) -> Iterable[str]:
    """Each table where somebody sits: « Première table indienne : l'Indienne et l'Indien. »"""
    for number, table in enumerate(cafe().tables):
        guests = [sitter(view.chairs[chair]) for chair in table.chairs if view.chairs[chair]]
        if guests:
            name = the_table(number).removeprefix("la ").capitalize()
            end = " : table de compatriotes" if view.groups[number] == COMPATRIOTS else ""
            yield french(f"{name} : {_enumerated(guests)}{end}.")


def _enumerated(guests: list[str]) -> str:
    """« le joker homme, qui est Anglais, et la Chinoise »: what is said of one ends before the next."""
    *others, last = guests
    if others and "," in others[-1]:
        others[-1] += ","
    return enumerate_french([*others, last])


def bar(view: Looked) -> str:
    taken = len(view.bar)
    if taken == len(BAR):
        return "Le bar est plein."
    points = BAR[taken]
    gives = "rapporte" if points > 0 else "coûte"
    return french(
        f"Prochaine place au bar : la place {taken + 1}, qui {gives} {counted(abs(points), 'point')}."
    )
