"""Whether a box may go to a family, with every reason against it at once."""

import datetime
from dataclasses import dataclass

from catalogue.policy.dates import french_date
from catalogue.policy.refusals import Refusal
from catalogue.policy.terms import Terms

IN_SERVICE = "service"

# state of a copy -> why it stays here, and what to do about it
_STATES: dict[str, tuple[str, str]] = {
    "compter": (
        "Ses pièces sont à compter.",
        "Comptez-les, puis scannez la boîte de nouveau.",
    ),
    "nettoyer": (
        "La boîte est à nettoyer.",
        "Une fois propre, remettez-la « en service », puis scannez-la de nouveau.",
    ),
    "reparation": (
        "La boîte est en réparation.",
        "Une fois réparée, remettez-la « en service », puis scannez-la de nouveau.",
    ),
    "incomplet": (
        "La boîte est notée incomplète.",
        "Si elle peut sortir ainsi, remettez-la « en service », puis scannez-la de nouveau.",
    ),
    "perdu": (
        "La boîte est notée perdue.",
        "Si elle est retrouvée, remettez-la « en service », puis scannez-la de nouveau.",
    ),
    "retire": (
        "La boîte est retirée des collections.",
        "Si elle y revient, un bibliothécaire la remet en rayon dans sa fiche.",
    ),
}

# a box so noted is in nobody's hands: whoever holds it corrects that first
_NOT_OURS = {"perdu", "retire"}
_AGAIN = "puis scannez la boîte de nouveau."


@dataclass(frozen=True, slots=True)
class Box:
    """What deciding needs to know of a copy; `held_by` is the household that has it."""

    title: str
    state: str = IN_SERVICE
    on_site_only: bool = False
    held_by: int | None = None
    due_on: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class Family:
    """What deciding needs to know of a household; the days are those of its subscription of today."""

    id: int
    name: str
    subscribed: bool = True  # whether it has or had a subscription at all
    subscribed_from: datetime.date | None = None
    subscribed_until: datetime.date | None = None
    open_loans: int = 0
    open_here: int = 0  # of them, those that `Terms.here` speaks of


def refusals(*, box: Box, family: Family, terms: Terms, today: datetime.date) -> tuple[Refusal, ...]:
    """Every reason not to lend `box` to `family` today; none: it may go."""
    if box.held_by == family.id:  # scanned twice: nothing else matters
        return (already_theirs(box),)
    found: list[Refusal] = []
    if box.held_by is not None:
        found.append(already_lent(box.title))
    if box.state != IN_SERVICE:
        why, then = _STATES[box.state]
        found.append(
            Refusal(
                f"state-{box.state}",
                _stays(box.title),
                why,
                then,
                {"state": box.state},
                overridable=box.state not in _NOT_OURS,
            )
        )
    if box.on_site_only:
        found.append(_rule("on-site", box, "Ce jeu se joue sur place.", "Proposez une table."))
    found += subscription_refusals(_stays(box.title), family, terms, today, _AGAIN)
    found += _limits(box, family, terms)
    return tuple(found)


def subscription_refusals(
    what: str, family: Family, terms: Terms, today: datetime.date, then: str
) -> list[Refusal]:
    """What the subscription has against an act: `what` is not done, `then` comes once it is in order."""
    first, last = family.subscribed_from, family.subscribed_until
    if not family.subscribed:
        if not terms.subscription_required:
            return []
        code, facts = "no-subscription", {}
        why = f"{family.name} n’a pas d’adhésion."
        then = f"Faites adhérer la famille, {then}"
    elif last is not None and last < today:
        code, facts = "subscription-ended", {"until": last}
        why = f"L’adhésion de {family.name} a pris fin le {french_date(last)}."
        then = f"Renouvelez-la, {then}"
    elif first is not None and first > today:
        code, facts = "subscription-not-begun", {"from": first}
        why = f"L’adhésion de {family.name} commence le {french_date(first)}."
        then = "Un bibliothécaire corrige la date dans la fiche du foyer ; sinon, attendez ce jour."
    else:
        return []
    return [Refusal(code, what, why, then, facts, overridable=True)]


def _limits(box: Box, family: Family, terms: Terms) -> list[Refusal]:
    found = []
    for code, have, most, where in (
        ("too-many", family.open_loans, terms.max_loans, ""),
        ("too-many-here", family.open_here, terms.max_here, " de cette sorte"),
    ):
        if most is None or have < most:
            continue
        if most == 0:
            why, then = f"{family.name} ne peut emprunter aucune boîte{where}.", "Proposez une autre boîte."
        else:
            boxes = "1 boîte" if have == 1 else f"{have} boîtes"
            why = f"{family.name} a déjà {boxes}{where}, pour {most} au plus."
            then = f"Rendez d’abord une boîte{where}."
        found.append(_rule(code, box, why, then, open_loans=have, max_loans=most))
    return found


def _rule(code: str, box: Box, why: str, then: str, **facts: object) -> Refusal:
    return Refusal(code, _stays(box.title), why, then, facts, overridable=True)


def already_theirs(box: Box) -> Refusal:
    """The box was scanned twice for one family: a message, not a fault."""
    due = f"À rendre le {french_date(box.due_on)}." if box.due_on else ""
    return Refusal("already-theirs", f"« {box.title} » est déjà prêté à cette famille.", due, "")


def already_lent(title: str) -> Refusal:
    """Another family has the box, by what we read or by what the database says at the last moment."""
    return Refusal(
        "already-lent",
        f"« {title} » est déjà prêté.",
        "Une autre famille l’a encore à son nom.",
        "S’il vient de revenir, rendez-le d’abord, puis scannez-le de nouveau.",
    )


def not_on_loan(title: str) -> Refusal:
    return Refusal(
        "not-on-loan", f"« {title} » n’était pas prêté.", "Rien à rendre.", "Remettez la boîte en rayon."
    )


def undo_refused(why: str) -> Refusal:
    return Refusal("undo-too-late", "Rien n’est annulé.", why, "Regardez où en est la boîte, puis reprenez.")


def _stays(title: str) -> str:
    return f"« {title} » n’est pas prêté."
