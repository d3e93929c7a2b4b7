"""Whether a family may wait for a title, and whether a box that others wait for may go."""

import datetime
from dataclasses import dataclass, replace

from catalogue.policy.dates import french_date
from catalogue.policy.lending import Family, subscription_refusals
from catalogue.policy.refusals import Refusal
from catalogue.policy.terms import Terms


@dataclass(frozen=True, slots=True)
class Awaited:
    """What deciding needs to know of a title and of the family that would wait for it."""

    title: str
    copies: int  # that go home, now or when they are back or repaired
    has_it: bool = False
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Claims:
    """Who has a claim on a box that is about to go to a family; empty: nobody has."""

    kept_for: str = ""
    until: datetime.date | None = None
    going_to: str = ""
    ahead: int = 0  # families that wait for the title before this one, and have no box yet
    free: int = 1  # boxes of the title on the shelf, this one counted


def hold_refusals(
    *,
    awaited: Awaited,
    family: Family,
    holds: int,
    terms: Terms,
    today: datetime.date,
    by_family: bool = False,
) -> tuple[Refusal, ...]:
    """Every reason not to let `family`, which has so many holds, wait for the title; none: it may.

    `by_family`: what comes next is said to the family, which cannot change its own file."""
    what = f"« {awaited.title} » n’est pas réservé."
    if awaited.waits:  # asked twice: nothing else matters
        return (already_waits(awaited.title),)
    found: list[Refusal] = []
    if awaited.has_it:
        then = "Prolongez le prêt, ou rendez la boîte d’abord."
        found.append(Refusal("has-it", what, f"{family.name} l’a déjà à la maison.", then))
    if not awaited.copies:
        then = "Choisissez un autre jeu."
        found.append(Refusal("no-copy", what, "Aucun de ses exemplaires ne peut être emprunté.", then))
    against = subscription_refusals(what, family, terms, today, "puis réservez.")
    if by_family:
        against = [replace(one, next="Passez à l’accueil, puis réservez.") for one in against]
    found += against
    most = terms.max_holds
    if most is not None and holds >= most:
        if most == 0:
            why, then = "Cette famille ne peut pas réserver.", "Passez voir ce qui est en rayon."
        else:
            have = "1 réservation" if holds == 1 else f"{holds} réservations"
            why = f"{family.name} a déjà {have}, pour {most} au plus."
            then = "Annulez-en une, ou attendez qu’un jeu soit retiré."
        facts = {"holds": holds, "max_holds": most}
        found.append(Refusal("too-many-holds", what, why, then, facts, overridable=True))
    return tuple(found)


def claims_on(title: str, claims: Claims) -> tuple[Refusal, ...]:
    """Why the box stays for those who wait. A box on the shelf may go as long as one is left for each."""
    what = f"« {title} » n’est pas prêté."
    found: list[Refusal] = []
    if claims.kept_for:
        until = f" jusqu’au {french_date(claims.until)}" if claims.until else ""
        why = f"Il est réservé pour {claims.kept_for}{until}."
        found.append(Refusal("kept", what, why, "", overridable=True))
    if claims.going_to:
        why = f"La boîte est notée en route vers {claims.going_to}."
        then = "Scannez-la d’abord au retour, puis prêtez-la."
        found.append(Refusal("in-transit", what, why, then, overridable=True))
    if not claims.kept_for and claims.ahead >= max(claims.free, 1):
        waiting = (
            "Une famille l’attend" if claims.ahead == 1 else f"{claims.ahead} familles l’attendent avant elle"
        )
        boxes = "il n’y a que cette boîte" if claims.free <= 1 else f"il n’y a que {claims.free} boîtes"
        then = "Scannez-la dans « Réservations » : elle sera mise de côté."
        facts = {"ahead": claims.ahead, "free": claims.free}
        found.append(Refusal("awaited", what, f"{waiting}, et {boxes}.", then, facts, overridable=True))
    return tuple(found)


def already_waits(title: str) -> Refusal:
    """By what we read, or by what the database says at the last moment."""
    return Refusal(
        "already-waits",
        f"« {title} » est déjà réservé par cette famille.",
        "Sa place dans la file est gardée.",
        "",
    )


def hold_over(title: str, then: str = "Rechargez la page.") -> Refusal:
    return Refusal(
        "hold-over", f"« {title} » : la réservation reste comme elle est.", "Elle est close.", then
    )


def not_restored(title: str, why: str) -> Refusal:
    what = f"« {title} » : la réservation n’est pas reprise."
    return Refusal("not-restored", what, why, "Réservez de nouveau.")


def still_lent(title: str) -> Refusal:
    return Refusal(
        "still-lent",
        f"« {title} » n’est pas mis de côté.",
        "La boîte est encore notée prêtée.",
        "Passez-la par « Rendre ».",
    )
