"""What the desk says to a scan: a tone, one big line, and what else there is to know."""

from dataclasses import dataclass, field

from django.utils import timezone

from catalogue import policy
from catalogue.models import Copy, Household, Loan, Member
from catalogue.queries import desk as reading
from ludotheque import scanner


@dataclass
class Answer:
    """The big line: `tone` is ok, no or warn; `undo` a loan whose last act may be taken back."""

    tone: str
    what: str
    details: list[str] = field(default_factory=list)
    undo: int | None = None
    households: list[Household] = field(default_factory=list)
    more: bool = False
    status: int = 200


def welcome(member: Member) -> Answer:
    household = member.household
    membership = household.membership(timezone.localdate())
    if membership.state == "ended" and membership.ends_on:
        why = f"L’adhésion a pris fin le {policy.french_date(membership.ends_on)}."
    elif membership.state == "coming" and membership.starts_on:
        why = f"L’adhésion commence le {policy.french_date(membership.starts_on)}."
    else:
        return Answer("ok", household.name, [f"{member} est à l’accueil : scannez les boîtes."])
    return Answer("warn", household.name, [why, "Rien ne peut sortir avant que la fiche soit à jour."])


def lent(loan: Loan) -> Answer:
    title = loan.copy.record.title
    return Answer("ok", f"Prêté : « {title} »", [f"À rendre le {policy.french_date(loan.due_on)}."], loan.pk)


def refusal(refused: policy.Refused) -> Answer:
    first = refused.refusals[0]
    if first.code == "already-theirs":  # scanned twice: nothing is wrong
        return Answer("ok", first.what, [first.why])
    details = []
    for one in refused.refusals:
        details += [text for text in (one.why, one.next) if text and text not in details]
    tone = "warn" if first.code == "not-on-loan" else "no"
    return Answer(tone, first.what, details, status=409)


def unknown(code: str, then: str) -> Answer:
    digits = scanner.repaired(code)
    read = f" (lu {digits[:40]})" if digits else ""
    what = f"« {code[:40]} »{read} n’est ni une boîte, ni une carte, ni une famille."
    return Answer("no", what, [then], status=422)


def which_family(found: reading.Found, here: Member | None) -> Answer:
    """Families to choose from; the one at the desk stays until somebody chooses."""
    choices: dict = {"households": found.households, "more": found.more}
    if here is None:
        return Answer("warn", "Quelle famille ?", **choices)
    return Answer("warn", "Changer de famille ?", [f"{here.household.name} reste à l’accueil."], **choices)


def unread() -> Answer:
    return Answer("no", "Rien n’a été lu.", ["Scannez une carte ou une boîte, ou tapez un nom."], status=422)


def gone() -> Answer:
    return Answer("no", "Cette fiche n’existe plus.", ["Scannez la carte de nouveau."], status=409)


def card_first(copy: Copy) -> Answer:
    details = ["Scannez la carte de la famille, puis la boîte."]
    if copy.open_loan:
        details.append("La boîte est prêtée : si elle revient, passez par « Rendre ».")
    return Answer("warn", f"« {copy.record.title} » : pour quelle famille ?", details, status=422)
