"""Moves of Boursicocotte as orders one gives oneself, and why one of them is good advice."""

from __future__ import annotations

from collections.abc import Sequence

from games.engines.boursicocotte.animals import FAMILY, VALUE
from games.engines.boursicocotte.money import cards, worth
from games.engines.boursicocotte.moves import (
    ACCEPT,
    AUCTION,
    BID,
    BUY,
    COUNTER,
    OFFER,
    PASS,
    PAY,
    SELL,
    TRADE,
    Move,
)
from games.engines.boursicocotte.view import View
from games.engines.boursicocotte.words import an_animal, several, the_animal, words
from games.engines.kernel.rulebook import counted, french

PLAIN = {
    AUCTION: "Mets un animal aux enchères",
    PASS: "Passe",
    SELL: "Vends au plus offrant",
    BUY: "Paie le prix annoncé et garde l’animal",
    ACCEPT: "Accepte l’offre",
}


def told_move(move: Move, names: Sequence[str] | None) -> str:
    """A move as an order one gives oneself: « Paie 50 et 2 × 10 »."""
    kind = move.kind
    if kind == BID:
        return french(f"Annonce {move.amount}")
    if kind == TRADE:
        other = names[move.seat] if names and move.seat < len(names) else f"joueur {move.seat + 1}"
        return french(f"Marchande {the_animal(move.animal)} avec {other}")
    if kind == PAY:
        return french(f"Paie {bundle(move)}")
    if kind in (OFFER, COUNTER):
        verb = "Offre" if kind == OFFER else "Contre avec"
        return french(f"{verb} {bundle(move)}, face cachée") if any(move.money) else f"{verb} rien"
    return french(PLAIN.get(kind, "Retourne un animal"))


def bundle(move: Move) -> str:
    """Its money cards: « 50 et 2 × 10 »."""
    return words("cards", cards(move.money)[::-1])


def reason(view: View, move: Move) -> str:
    """What the move gains, in a sentence; "" leaves it to the article."""
    kind, auction, trade = move.kind, view.auction, view.trade
    if kind == AUCTION:
        return (
            "Si l’on t’achète l’animal, tu reçois l’argent ; si personne n’en veut, il est à toi pour rien."
        )
    if kind == TRADE:
        return f"{_have(view, move.animal)}. {_family(view, move.animal)}"
    if kind == PAY:
        assert auction is not None
        if worth(move.money) == auction.bid:
            return "C’est le prix exact."
        return "Tu ne peux pas faire le prix exact : c’est le moins que tu puisses donner."
    if kind in (OFFER, COUNTER):
        return _why_offer(move, kind == COUNTER)
    if auction is not None and auction.animal is not None:
        return _why_price(view, kind, auction.animal, auction.bid)
    if kind == ACCEPT:
        assert trade is not None
        return (
            f"Tu prends l’argent sans en risquer. {_lose(view, trade.challenger, trade.animal, trade.cards)}"
        )
    return ""


def _have(view: View, species: str) -> str:
    """« Tu as deux vaches », « Tu n'as pas encore d'oie »."""
    number = _number(view, view.seat, species)
    if number:
        return f"Tu as {several(species, number)}"
    bare = an_animal(species).split(" ", 1)[1]
    elided = "d’" if bare[0] in "âo" else "de "
    return f"Tu n’as pas encore {elided}{bare}"


def _number(view: View, seat: object, species: str) -> int:
    return view.animals[seat].get(species, 0) if isinstance(seat, int) else 0


def _family(view: View, species: str) -> str:
    return f"Une famille complète vaut {VALUE[species]}, et multiplie tes points."


def _lose(view: View, winner: int, species: str, stake: int) -> str:
    number = _number(view, winner, species) + stake
    return (
        "Mais l’autre aura sa famille." if number == FAMILY else f"L’autre aura {several(species, number)}."
    )


def _why_offer(move: Move, counter: bool) -> str:
    amount, number = worth(move.money), sum(move.money)
    if not number:
        return "Tu n’as plus d’argent : tu ne peux rien poser."
    if not amount:
        return "C’est un bluff : l’autre voit combien de cartes tu poses, pas qu’elles valent 0."
    if counter:
        return f"Avec {amount}, tu penses offrir plus que ce qui est caché, et tu reçois cet argent."
    zeros = " Les cartes 0 font paraître l’offre plus grosse." if move.money[0] else ""
    return f"L’offre vaut {amount}, et l’autre ne voit que {counted(number, 'carte')}.{zeros}"


def _why_price(view: View, kind: str, species: str, bid: int) -> str:
    if kind == BID:
        return f"{_have(view, species)}, et la famille vaut {VALUE[species]}."
    if kind == PASS:
        return "À ce prix, garde ton argent pour un animal qui t’aide plus."
    if kind == SELL:
        return f"{bid} d’argent t’aident plus que cet animal."
    if kind == BUY:
        return f"{_have(view, species)} : l’animal vaut plus pour toi que {bid} d’argent."
    return ""
