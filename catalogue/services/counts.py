"""Counting the pieces of a box: which boxes wait for it, who is at it, and what came of it."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from catalogue.models import (
    Component,
    Copy,
    CopyState,
    Library,
    Loan,
    MissingOutcome,
    MissingPiece,
    PieceCount,
    Site,
    User,
)
from catalogue.models.piece import TAKEN_FOR
from catalogue.policy import Refusal, Refused
from catalogue.services import holds, journal, missing, states
from ludotheque.writing import writing


@dataclass(slots=True)
class Counted:
    """What a count has found: pieces that lack now, pieces that are back, and where the box goes."""

    copy: Copy
    lacks: list[MissingPiece] = field(default_factory=list)
    back: list[MissingPiece] = field(default_factory=list)
    arrival: holds.Arrival = field(default_factory=holds.Arrival)


def with_what_to_ask(loans: QuerySet[Loan]) -> QuerySet[Loan]:
    """With what `ask` needs to know of the box, read by the query that fetches the loan."""
    return loans.annotate(
        count_first=Coalesce(Subquery(Library.objects.values("count_first")[:1]), False),
        has_parts=Exists(Component.objects.filter(record=OuterRef("copy__record"))),
        waits_already=Exists(PieceCount.objects.filter(copy=OuterRef("copy"), done_at=None)),
    )


def ask(*, loan: Loan, waits_already: bool, now: datetime.datetime) -> PieceCount | None:
    """The box that came back is to be counted, and stays in until then; what keeps it in for another reason
    goes on doing so. In the caller's transaction, with the copy locked; its line is the return's."""
    copy = loan.copy
    if copy.state == CopyState.IN_SERVICE:
        copy.state, copy.state_reason = CopyState.TO_COUNT, ""
        copy.state_since = timezone.localdate(now)
        copy.save(update_fields=states.FIELDS)
    if waits_already:
        # out and back before anybody had counted: what lacks may lack since either loan
        waiting = PieceCount.objects.filter(copy=copy, done_at=None)
        waiting.update(loan=None, taken_by=None, taken_at=None)
        return waiting.first()
    return PieceCount.objects.create(copy=copy, loan=loan, asked_at=now)


def later(
    *, copy_id: int, loan_id: int | None = None, actor: User | None, now: datetime.datetime
) -> PieceCount:
    """Puts the box among those that wait; it may go out meanwhile, unless the library counts first."""
    with writing():
        copy = missing.locked(copy_id)
        if copy.open_loan:
            raise Refused(_on_loan(copy))
        waiting = PieceCount.objects.filter(copy=copy, done_at=None).first()
        if waiting:  # asked twice is asked once
            return waiting
        count = PieceCount.objects.create(copy=copy, loan=_ended(loan_id, copy), asked_at=now)
        journal.write(actor=actor, verb="count-asked", subject=copy)
        if copy.state == CopyState.IN_SERVICE and Library.objects.filter(count_first=True).exists():
            states.move(copy, CopyState.TO_COUNT, "", actor=actor, now=now)
    return count


def drop(
    *, copy_id: int, actor: User | None, now: datetime.datetime, site: Site | None = None
) -> tuple[Copy, holds.Arrival]:
    """Nobody will count it: the box goes back on the shelf as it is, or to whoever waits for it."""
    with writing():
        copy = missing.locked(copy_id)
        PieceCount.objects.filter(copy=copy, done_at=None).delete()
        journal.write(actor=actor, verb="count-dropped", subject=copy)
        arrival = states.counted(copy, actor=actor, now=now, worse=False, site=site)
    return copy, arrival


def take(*, copy_id: int, actor: User, now: datetime.datetime, anyway: bool = False) -> None:
    """This volunteer counts the box now; raises `Refused` where another is at it, unless told `anyway`."""
    with writing():
        copy = missing.locked(copy_id)
        count = PieceCount.objects.select_related("taken_by").filter(copy=copy, done_at=None).first()
        if count is None:
            return
        if not anyway and taken_by_another(count, actor, now):
            what = f"« {copy.record.title} » est déjà en main."
            why = f"{count.taken_by} compte la boîte depuis {_clock(count.taken_at)}."
            raise Refused(Refusal("taken", what, why, "Prenez-en une autre."))
        count.taken_by, count.taken_at = actor, now
        count.save(update_fields=["taken_by", "taken_at"])


def taken_by_another(count: PieceCount, actor: User, now: datetime.datetime) -> bool:
    """Whether somebody else is at it; after a while nobody is."""
    return (
        count.taken_by_id is not None
        and count.taken_by_id != actor.pk
        and count.taken_at is not None
        and now - count.taken_at < TAKEN_FOR
    )


def finish(
    *,
    copy_id: int,
    found: Mapping[int, int],
    seen: int,
    loan_id: int | None = None,
    since_unknown: bool = False,
    actor: User | None,
    now: datetime.datetime,
    site: Site | None = None,
) -> Counted:
    """What is in the box: part → how many were found; parts that are not told are as they were known.

    `seen`: the last count that whoever counted knew of, 0 for none; if another has been finished since, it
    raises `Refused` and changes nothing. `loan_id`: the loan it came back from, if nobody had asked for a
    count before. `site`: where it is counted.
    """
    with writing():
        copy = missing.locked(copy_id)
        if copy.open_loan:
            raise Refused(_on_loan(copy))
        last = PieceCount.objects.filter(copy=copy, done_at__isnull=False).order_by("-done_at", "-pk")
        latest = last.select_related("done_by").first()
        if latest and latest.pk != seen:
            raise Refused(_counted_already(copy, latest))
        count = PieceCount.objects.select_related("loan").filter(copy=copy, done_at=None).first()
        count = count or PieceCount(copy=copy, asked_at=now, loan=_ended(loan_id, copy))
        count.done_at, count.done_by = max(now, count.asked_at), actor
        count.save()
        told = _compare(copy, count, found, None if since_unknown else count.loan, actor=actor, now=now)
        worse = any(piece.important for piece in told.lacks)
        after = {"lacks": [str(one) for one in told.lacks], "back": [str(one) for one in told.back]}
        journal.write(actor=actor, verb="counted", subject=copy, after={"count": count.pk, **after})
        told.arrival = states.counted(copy, actor=actor, now=now, worse=worse, site=site)
    return told


def undo(*, loan: Loan, actor: User | None) -> None:
    """The return of the loan is undone: what its count asked and found is undone with it. In the caller's
    transaction, with the copy locked; the state of the box is the caller's."""
    pieces = MissingPiece.objects.filter(copy=loan.copy_id)
    for piece in pieces.filter(closed_in__loan=loan):
        missing.open_again(piece)
    noted = Q(noted_in__loan=loan) | Q(since_loan=loan, noted_at__gte=loan.returned_at)
    for piece in pieces.filter(noted).select_related("charge__corrected_by"):
        piece.copy = loan.copy
        missing.never_was(piece, actor=actor)
    PieceCount.objects.filter(loan=loan).delete()


def _compare(copy, count, found, loan, *, actor, now) -> Counted:
    told = Counted(copy)
    known: dict[int, list[MissingPiece]] = {}
    for piece in MissingPiece.objects.open().filter(copy=copy, component__isnull=False):
        piece.copy = copy
        known.setdefault(piece.component_id, []).append(piece)
    for part in copy.record.components.all():
        if part.pk not in found:
            continue
        lacked = sum(piece.quantity for piece in known.get(part.pk, ()))
        more = max(0, (part.quantity or 1) - found[part.pk]) - lacked
        if more > 0:
            told.lacks.append(
                missing.add(
                    copy, part, part.name, more, part.important, loan=loan, actor=actor, now=now, count=count
                )
            )
        for piece in known.get(part.pk, ()):
            if more >= 0:
                break
            back = min(-more, piece.quantity)
            more += back
            number = back if back < piece.quantity else None
            told.back.append(
                missing.close(piece, MissingOutcome.FOUND, number, actor=actor, now=now, count=count)
            )
    return told


def _ended(loan_id: int | None, copy: Copy) -> Loan | None:
    """The loan, if it is the last one of this box and has ended."""
    last = copy.loans.filter(returned_at__isnull=False).order_by("-returned_at", "-pk").first()
    return last if last and last.pk == loan_id else None


def _on_loan(copy: Copy) -> Refusal:
    what = f"Les pièces de « {copy.record.title} » ne sont pas comptées."
    return Refusal("on-loan", what, "La boîte est prêtée.", "Rendez-la d’abord.")


def _counted_already(copy: Copy, count: PieceCount) -> Refusal:
    at = _clock(count.done_at)
    who = f" par {count.done_by}" if count.done_by else ""
    return Refusal(
        "counted-already",
        f"« {copy.record.title} » a déjà été compté.",
        f"La boîte a été comptée{who} à {at} : votre compte n’est pas enregistré.",
        "Regardez ce qui est noté, et comptez de nouveau si ce n’est pas juste.",
    )


def _clock(at: datetime.datetime | None) -> str:
    return f"{timezone.localtime(at):%H h %M}" if at else "un moment"
