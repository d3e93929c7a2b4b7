"""What a return has left on a box besides its end, as long as nobody takes it back."""

from dataclasses import dataclass

from django.db.models import Q, Sum

from catalogue.models import Copy, CopyState, JournalEntry, LedgerEntry, Loan, MissingPiece, PieceCount
from ludotheque.money import euros


@dataclass(frozen=True, slots=True)
class Traces:
    """The state the box bears with its reason, and what was said since, in words that stand in a list."""

    state: str = ""
    reason: str = ""
    things: tuple[str, ...] = ()

    def gone_with(self, copy: Copy) -> list[str]:
        """What taking the return back has undone with it; `copy` as it is after that."""
        things = list(self.things)
        if self.state and (self.state, self.reason) != (copy.state, copy.state_reason):
            label = f"l’état « {CopyState(self.state).label} »"
            things.append(f"{label} ({self.reason})" if self.reason else label)
        return [f"Annulé avec lui : {', '.join(things)}."] if things else []


def of(loan_id: int) -> Traces:
    """Nothing where the loan has not ended."""
    loan = Loan.objects.select_related("copy").filter(pk=loan_id, returned_at__isnull=False).first()
    if loan is None:
        return Traces()
    counted = PieceCount.objects.filter(loan=loan).values_list("done_at", flat=True)
    things = ["le compte des pièces" if done else "la demande de compte" for done in counted[:1]]
    pieces = MissingPiece.objects.filter(copy=loan.copy_id).order_by("pk")
    noted = Q(noted_in__loan=loan) | Q(since_loan=loan, noted_at__gte=loan.returned_at)
    lacks = ", ".join(map(str, pieces.filter(noted)))
    back = ", ".join(map(str, pieces.filter(closed_in__loan=loan).exclude(noted)))
    if lacks:
        things.append(f"ce qui y manquait ({lacks})")
    if back:
        things.append(f"ce qui était retrouvé ({back})")
    if fee := _late_fee(loan):
        things.append(f"{euros(fee)} de retard")
    return Traces(loan.copy.state, loan.copy.state_reason, tuple(things))


def _late_fee(loan: Loan) -> int:
    """In cents, what the return itself charged and nobody has corrected since."""
    lines = JournalEntry.objects.filter(subject_type="copy", subject_id=loan.copy_id, verb="checkin")
    after = lines.values_list("after", flat=True).first() or {}
    if after.get("loan") != loan.pk or "entry" not in after:
        return 0
    charges = LedgerEntry.objects.filter(pk=after["entry"], corrected_by=None)
    return charges.aggregate(sum=Sum("amount_cents"))["sum"] or 0
