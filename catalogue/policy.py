"""Decisions about lending, pure: values in, every refusal at once out. No clock, no database."""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

IN_SERVICE = "service"

# state of a copy -> why it stays here, and what to do about it
_STATES: dict[str, tuple[str, str]] = {
    "compter": (
        "Ses pièces sont à compter.",
        "Comptez-les, remettez la boîte « en service » dans sa fiche, puis scannez-la de nouveau.",
    ),
    "nettoyer": (
        "La boîte est à nettoyer.",
        "Une fois propre, remettez-la « en service » dans sa fiche, puis scannez-la de nouveau.",
    ),
    "reparation": (
        "La boîte est en réparation.",
        "Une fois réparée, remettez-la « en service » dans sa fiche, puis scannez-la de nouveau.",
    ),
    "incomplet": (
        "La boîte est notée incomplète.",
        "Si elle peut sortir ainsi, remettez-la « en service » dans sa fiche, puis scannez-la de nouveau.",
    ),
    "perdu": (
        "La boîte est notée perdue.",
        "Si elle est retrouvée, remettez-la « en service » dans sa fiche, puis scannez-la de nouveau.",
    ),
    "retire": (
        "La boîte est retirée des collections.",
        "Si elle y revient, remettez-la « en service » dans sa fiche, puis scannez-la de nouveau.",
    ),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an act is not done: what, why, what next, in that order."""

    code: str
    what: str
    why: str
    next: str
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        return " ".join(part for part in (self.what, self.why, self.next) if part)


class Refused(Exception):
    """An act that was not done; nothing has changed. Carries every reason."""

    def __init__(self, *refusals: Refusal):
        super().__init__(" ".join(refusal.sentence for refusal in refusals))
        self.refusals = refusals

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(refusal.code for refusal in self.refusals)


@dataclass(frozen=True, slots=True)
class Terms:
    """How long and how much one may borrow. No open weekdays: hours not known, every day counts."""

    loan_days: int = 21
    max_loans: int | None = None
    open_weekdays: frozenset[int] = frozenset()


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
    """What deciding needs to know of a household."""

    id: int
    name: str
    subscribed_from: datetime.date | None = None
    subscribed_until: datetime.date | None = None
    open_loans: int = 0


def due_date(day: datetime.date, loan_days: int, open_weekdays: Collection[int]) -> datetime.date:
    """The first open day on or after `day` + `loan_days`; weekdays as `date.weekday()` counts them."""
    due = day + datetime.timedelta(days=loan_days)
    if not open_weekdays:
        return due
    return next(
        later for n in range(7) if (later := due + datetime.timedelta(days=n)).weekday() in open_weekdays
    )


def days_late(due_on: datetime.date, day: datetime.date) -> int:
    """By how many days `day` lies after the due date; 0 when it does not."""
    return max(0, (day - due_on).days)


def refusals(*, box: Box, family: Family, terms: Terms, today: datetime.date) -> tuple[Refusal, ...]:
    """Every reason not to lend `box` to `family` today; none: it may go."""
    if box.held_by == family.id:  # scanned twice: nothing else matters
        return (already_theirs(box),)
    found: list[Refusal] = []
    if box.held_by is not None:
        found.append(already_lent(box.title))
    if box.state != IN_SERVICE:
        why, then = _STATES[box.state]
        found.append(Refusal(f"state-{box.state}", _stays(box.title), why, then, {"state": box.state}))
    if box.on_site_only:
        found.append(
            Refusal(
                "on-site",
                _stays(box.title),
                "Ce jeu se joue sur place.",
                "Proposez une table, ou un autre exemplaire.",
            )
        )
    if family.subscribed_until is not None and family.subscribed_until < today:
        found.append(
            Refusal(
                "subscription-ended",
                _stays(box.title),
                f"L’adhésion de {family.name} a pris fin le {french_date(family.subscribed_until)}.",
                "Renouvelez-la dans la fiche du foyer, puis scannez la boîte de nouveau.",
                {"until": family.subscribed_until},
            )
        )
    if family.subscribed_from is not None and family.subscribed_from > today:
        found.append(
            Refusal(
                "subscription-not-begun",
                _stays(box.title),
                f"L’adhésion de {family.name} commence le {french_date(family.subscribed_from)}.",
                "Corrigez la date dans la fiche du foyer, ou attendez ce jour.",
                {"from": family.subscribed_from},
            )
        )
    if terms.max_loans is not None and family.open_loans >= terms.max_loans:
        have = "1 boîte" if family.open_loans == 1 else f"{family.open_loans} boîtes"
        found.append(
            Refusal(
                "too-many",
                _stays(box.title),
                f"{family.name} a déjà {have}, pour {terms.max_loans} au plus.",
                "Rendez d’abord une boîte.",
                {"open_loans": family.open_loans, "max_loans": terms.max_loans},
            )
        )
    return tuple(found)


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


_MONTHS = (
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
)


def french_date(day: datetime.date) -> str:
    """`1er mars 2026`, `12 mars 2026`."""
    number = "1er" if day.day == 1 else str(day.day)
    return f"{number} {_MONTHS[day.month - 1]} {day.year}"


# --- logging in: so many failures within the window, then one waits
LOGIN_WINDOW = datetime.timedelta(minutes=15)
TRY_FAILURES = 5  # of one account from one address
ADDRESS_FAILURES = 20  # a library and its families may share one address
ACCOUNT_FAILURES = 50  # from anywhere: few enough against guessing, too many to lock somebody out in passing


def login_wait(
    failures: Collection[datetime.datetime], *, allowed: int, now: datetime.datetime
) -> datetime.timedelta:
    """How long until fewer than `allowed` failures lie within the window before."""
    recent = sorted(at for at in failures if at > now - LOGIN_WINDOW)
    if len(recent) < allowed:
        return datetime.timedelta(0)
    return recent[-allowed] + LOGIN_WINDOW - now
