"""Money chosen from the hand: what is ticked, what it makes, and whether it pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from games.engines.boursicocotte.money import exact, is_superfluous, money
from games.engines.boursicocotte.moves import COUNTER, OFFER, PAY
from games.engines.kernel.rulebook import counted, french
from games.tables.base import IncompleteError, Parts

MOST_BID = 9_999_999  # a number can be written no longer


@dataclass(frozen=True, slots=True)
class Chosen:
    """The cards chosen so far, their sum, and what is to be said of it; `right` None: nothing is."""

    cards: tuple[str, ...]
    sum: int
    told: str = ""
    right: bool | None = None


def ticked(hand: Sequence[int], parts: Parts) -> tuple[int, ...]:
    """The chosen cards that are in the hand, each as often as it is there, greatest first."""
    wanted = Counter(int(card) for card in _written(parts))
    return tuple(sorted((wanted & Counter(hand)).elements(), reverse=True))


def chosen_of(gives: str, hand: Sequence[int], picked: Sequence[int], price: int, blind: bool) -> Chosen:
    sum_ = sum(picked)
    cards = tuple(map(str, picked))
    if blind or not picked:
        return Chosen(cards, sum_)
    if gives == PAY:
        told, right = _paid(hand, picked, price)
        return Chosen(cards, sum_, french(told), right)
    seen = counted(len(picked), "carte")
    return Chosen(cards, sum_, french(f"Les autres voient {seen}, rien de plus."), True)


def _paid(hand: Sequence[int], picked: Sequence[int], price: int) -> tuple[str, bool]:
    paid = sum(picked)
    if 0 in picked:
        return "Une carte 0 ne paie rien.", False
    if paid < price:
        return f"Il manque encore {price - paid}.", False
    if paid == price:
        return "C’est le prix exact.", True
    if exact(money(hand), price):
        return f"C’est trop : tu peux payer juste {price}.", False
    if is_superfluous(money(picked), price):
        return "Une carte est de trop.", False
    return "On ne te rend rien, mais tu ne peux pas faire moins.", True


def compose(parts: Parts) -> list[str]:
    """The move that the chosen parts make: a bid, or money paid or offered."""
    do = parts.one("do")
    if do == "bid":
        number = parts.number("bid")
        if number is None:
            raise IncompleteError("Écris d’abord un prix, par exemple 30.")
        return [f"bid {min(number, MOST_BID)}"]
    if do in (PAY, OFFER, COUNTER):
        cards = sorted(map(int, _written(parts)), reverse=True)
        if not cards and do == PAY:
            raise IncompleteError("Touche d’abord les cartes avec lesquelles tu paies.")
        return [" ".join((do, *map(str, cards)))]
    raise IncompleteError("Choisis un des boutons.")


def _written(parts: Parts) -> list[str]:
    return [card for card in parts.all("money") if card in ("0", "10", "50", "100", "200", "500")]
