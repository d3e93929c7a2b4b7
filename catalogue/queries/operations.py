"""What was done at the desk today, act by act, and whether each may still be taken back."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace

from catalogue.models import Household, JournalEntry, Loan, OnSitePlay, User
from catalogue.queries.families import tell_apart, whose

SHOWN = 50
VERBS = ("checkout", "checkin", "renew", "play")


@dataclass(frozen=True, slots=True)
class Operation:
    """One act: `key` is the loan or the play it was about; `family` as told from others of its name; `fate`:
    what became of it since, or empty."""

    verb: str
    key: int
    at: datetime.datetime
    who: str
    title: str
    barcode: str = ""
    family: str = ""
    fate: str = ""

    @property
    def undone(self) -> bool:
        """It no longer stands as it was done."""
        return bool(self.fate)


def since(moment: datetime.datetime, *, by: User | None = None) -> list[Operation]:
    """The last act first; `by`: only this person's."""
    lines = JournalEntry.objects.filter(at__gte=moment, subject_type="copy", verb__in=VERBS)
    if by is not None:
        lines = lines.filter(actor=by)
    acts = list(lines.order_by("-id")[:SHOWN])
    loans = _loans(line.after.get("loan") for line in acts)
    plays = _plays(line.after.get("play") for line in acts)
    gone = {line.after.get("loan") for line in acts if line.verb == "checkout"} - loans.keys()
    families = _families_of_undone(gone, moment)
    known = [loan.member.household for loan in loans.values() if loan.member]
    tell_apart([*known, *families.values()], by_card=False)
    told = [_play(line, plays) if line.verb == "play" else _loan(line, loans, families) for line in acts]
    # done, undone and done again: only the last doing stands
    last: set[tuple[str, int]] = set()
    return [one if _first(last, one) else replace(one, fate=_cancelled(one.verb)) for one in told]


def _first(seen: set[tuple[str, int]], act: Operation) -> bool:
    known = (act.verb, act.key) in seen
    seen.add((act.verb, act.key))
    return not known


def _loan(line: JournalEntry, loans: dict[int, Loan], families: dict[int, Household]) -> Operation:
    key = line.after.get("loan", 0)
    loan = loans.get(key)
    if loan is None:  # the loan was undone: nothing of it is left but the journal
        fate = "prêt annulé" if line.verb == "renew" else _cancelled(line.verb)
        family = _told_apart(families.get(key))
        return Operation(
            line.verb, key, line.at, line.actor_name, line.subject_name, family=family, fate=fate
        )
    copy = loan.copy
    family = whose(loan.member) if loan.member else ""
    # a loan whose family has been cut from it can no longer be opened again
    fate = _fate(line, loan) or ("" if family else "plus à annuler")
    return Operation(
        line.verb, key, line.at, line.actor_name, copy.record.title, copy.barcode, family, fate=fate
    )


def _fate(line: JournalEntry, loan: Loan) -> str:
    """What became of the act since, empty while it stands."""
    if line.verb == "checkin":
        if loan.returned_at is None or loan.returned_at.isoformat() != line.after.get("returned_at"):
            return _cancelled(line.verb)
        return "boîte prêtée depuis" if loan.lent_since else ""
    if loan.returned_at is not None:
        return "boîte rendue depuis"
    if line.verb == "renew" and loan.renewals != line.after.get("renewals"):
        again = loan.renewals > line.after.get("renewals", 0)
        return "prolongé depuis" if again else _cancelled(line.verb)
    return ""


def _cancelled(verb: str) -> str:
    return "annulé" if verb in ("checkout", "checkin") else "annulée"


def _play(line: JournalEntry, plays: dict[int, OnSitePlay]) -> Operation:
    key = line.after.get("play", 0)
    play = plays.get(key)
    if play is None:
        fate = _cancelled(line.verb)
        return Operation(line.verb, key, line.at, line.actor_name, line.subject_name, fate=fate)
    return Operation(line.verb, key, line.at, line.actor_name, play.copy.record.title, play.copy.barcode)


def _families_of_undone(loans: set[int | None], moment: datetime.datetime) -> dict[int, Household]:
    """Whose the loans were of which only the journal still knows; asks nothing where there are none."""
    if not loans:
        return {}
    undone = JournalEntry.objects.filter(at__gte=moment, subject_type="copy", verb="undo-checkout")
    had = {line.before.get("loan"): line.before.get("household") for line in undone}
    families = Household.objects.in_bulk({had[loan] for loan in loans if had.get(loan)})
    return {loan: families[household] for loan, household in had.items() if household in families}


def _told_apart(family: Household | None) -> str:
    return ", ".join(filter(None, (family.name, family.apart))) if family else ""


def _loans(keys: Iterable[int | None]) -> dict[int, Loan]:
    loans = Loan.objects.with_lent_since().select_related("copy__record", "member__household")
    return loans.in_bulk({key for key in keys if key})


def _plays(keys: Iterable[int | None]) -> dict[int, OnSitePlay]:
    return OnSitePlay.objects.select_related("copy__record").in_bulk({key for key in keys if key})
