"""Whether a loan may go on, with every reason against it at once."""

import datetime
from dataclasses import dataclass, replace

from catalogue.policy.calendar import Due
from catalogue.policy.dates import french_date
from catalogue.policy.lending import Family, subscription_refusals
from catalogue.policy.refusals import Refusal
from catalogue.policy.terms import Terms


@dataclass(frozen=True, slots=True)
class Lent:
    """What deciding needs to know of an open loan; `awaited`: another family waits for the title."""

    title: str
    due_on: datetime.date
    renewals: int = 0
    awaited: bool = False


def renewal_refusals(
    *, lent: Lent, family: Family, terms: Terms, due: Due, today: datetime.date, by_family: bool
) -> tuple[Refusal, ...]:
    """Every reason not to let `family` keep the box until `due`; none: it may.

    A family does not renew what is late already: the desk sees the box, or at least hears why.
    """
    what = f"« {lent.title} » n’est pas prolongé."
    found: list[Refusal] = []
    if lent.awaited:
        then = f"Rapportez-le avant le {french_date(lent.due_on)}."
        if lent.due_on < today:
            then = "Rapportez-le dès que possible."
        found.append(Refusal("awaited", what, "Une autre famille l’attend.", then, overridable=True))
    if terms.max_renewals is not None and lent.renewals >= terms.max_renewals:
        if terms.max_renewals == 0:
            why = "Ce jeu ne se prolonge pas."
        elif terms.max_renewals == 1:
            why = "Il l’a déjà été une fois, c’est le plus possible."
        else:
            why = f"Il l’a déjà été {lent.renewals} fois, pour {terms.max_renewals} au plus."
        found.append(
            Refusal(
                "renewed-enough",
                what,
                why,
                "Rapportez-le, d’autres en profiteront.",
                {"renewals": lent.renewals, "max_renewals": terms.max_renewals},
                overridable=True,
            )
        )
    against = subscription_refusals(what, family, terms, today, "puis prolongez le prêt.")
    if by_family:
        against = [replace(one, next="Passez à l’accueil, puis prolongez.") for one in against]
    found += against
    if by_family and lent.due_on < today:
        why = f"Il était à rendre le {french_date(lent.due_on)}."
        found.append(Refusal("late", what, why, "Rapportez-le, ou appelez l’accueil.", overridable=True))
    if due.on <= lent.due_on and not found:
        why = f"Il est déjà à rendre le {french_date(lent.due_on)}, la date ne reculerait pas."
        found.append(Refusal("no-later", what, why, "Revenez plus près de cette date."))
    return tuple(found)


def not_open(title: str) -> Refusal:
    return Refusal(
        "not-on-loan",
        f"« {title} » n’est pas prolongé.",
        "Le jeu est déjà rendu.",
        "Empruntez-le de nouveau.",
    )
