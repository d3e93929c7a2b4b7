"""What was done at the desk today, act by act, and whether each may still be taken back."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace

from catalogue.models import JournalEntry, Loan, OnSitePlay, User

SHOWN = 50
VERBS = ("checkout", "checkin", "renew", "play")


@dataclass(frozen=True, slots=True)
class Operation:
    """One act: `key` is the loan or the play it was about; `undone`: it no longer stands as it was done."""

    verb: str
    key: int
    at: datetime.datetime
    who: str
    title: str
    barcode: str = ""
    family: str = ""
    undone: bool = False


def since(moment: datetime.datetime, *, by: User | None = None) -> list[Operation]:
    """The last act first; `by`: only this person's."""
    lines = JournalEntry.objects.filter(at__gte=moment, subject_type="copy", verb__in=VERBS)
    if by is not None:
        lines = lines.filter(actor=by)
    acts = list(lines.order_by("-id")[:SHOWN])
    loans = _loans(line.after.get("loan") for line in acts)
    plays = _plays(line.after.get("play") for line in acts)
    told = [_play(line, plays) if line.verb == "play" else _loan(line, loans) for line in acts]
    # done, undone and done again: only the last doing stands
    last: set[tuple[str, int]] = set()
    return [one if _first(last, one) else replace(one, undone=True) for one in told]


def _first(seen: set[tuple[str, int]], act: Operation) -> bool:
    known = (act.verb, act.key) in seen
    seen.add((act.verb, act.key))
    return not known


def _loan(line: JournalEntry, loans: dict[int, Loan]) -> Operation:
    key = line.after.get("loan", 0)
    loan = loans.get(key)
    if loan is None:  # the loan was undone: nothing of it is left but the journal
        return Operation(line.verb, key, line.at, line.actor_name, line.subject_name, undone=True)
    stands = {
        "checkout": loan.returned_at is None,
        "checkin": loan.returned_at is not None
        and loan.returned_at.isoformat() == line.after.get("returned_at"),
        "renew": loan.returned_at is None and loan.renewals == line.after.get("renewals"),
    }[line.verb]
    family = loan.member.household.name if loan.member else ""
    copy = loan.copy
    # a loan whose family has been cut from it can no longer be opened again
    undone = not stands or not family
    return Operation(
        line.verb, key, line.at, line.actor_name, copy.record.title, copy.barcode, family, undone=undone
    )


def _play(line: JournalEntry, plays: dict[int, OnSitePlay]) -> Operation:
    key = line.after.get("play", 0)
    play = plays.get(key)
    if play is None:
        return Operation(line.verb, key, line.at, line.actor_name, line.subject_name, undone=True)
    return Operation(
        line.verb, key, line.at, line.actor_name, play.copy.record.title, play.copy.barcode, undone=False
    )


def _loans(keys: Iterable[int | None]) -> dict[int, Loan]:
    loans = Loan.objects.select_related("copy__record", "member__household")
    return loans.in_bulk({key for key in keys if key})


def _plays(keys: Iterable[int | None]) -> dict[int, OnSitePlay]:
    return OnSitePlay.objects.select_related("copy__record").in_bulk({key for key in keys if key})
