"""What boxes are known to lack, and what has become of it."""

from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet

from catalogue.models import Copy, Loan, MissingOutcome, MissingPiece
from ludotheque.text import words

# of the page of missing pieces: slug → label
SHOWN = {
    "": "Toutes",
    "indispensables": "Indispensables",
    "reserve": "En réserve",
    "reglees": "Réglées",
}
LATEST_LOANS = 5


def known(copy_ids: Iterable[int]) -> dict[int, list[MissingPiece]]:
    """Box → what is known to be missing from it, by one query; boxes that lack nothing are left out."""
    found: dict[int, list[MissingPiece]] = {}
    for piece in MissingPiece.objects.open().filter(copy__in=list(copy_ids)):
        found.setdefault(piece.copy_id, []).append(piece)
    return found


def listed(text: str, shown: str) -> QuerySet[MissingPiece]:
    """Missing pieces by words of the game or of the piece, or by the code of the box; by game, the oldest
    first; those that are settled, the latest first."""
    rows = MissingPiece.objects.select_related("copy__record", "component", "closed_by")
    rows = rows.defer("copy__record__rules_text", "copy__record__description", "copy__record__contents")
    rows = rows.exclude(outcome=MissingOutcome.OPEN) if shown == "reglees" else rows.open()
    if shown == "indispensables":
        rows = rows.filter(important=True)
    elif shown == "reserve":
        rows = rows.filter(component__spare__gt=0)
    if text.strip():
        game = Q()
        for word in words(text):
            game &= Q(copy__record__sort_key__contains=word)
        other = Q(name__icontains=text.strip()) | Q(copy__barcode=text.strip())
        rows = rows.filter(other | game if game else other)
    if shown == "reglees":
        return rows.order_by("-closed_at", "-id")
    return rows.order_by("copy__record__sort_key", "copy__record_id", "copy__barcode", "noted_at", "id")


def counts() -> dict[str, int]:
    """How many rows each of `SHOWN` has."""
    still = Q(outcome=MissingOutcome.OPEN)
    found = MissingPiece.objects.aggregate(
        all=Count("pk", filter=still),
        important=Count("pk", filter=still & Q(important=True)),
        spare=Count("pk", filter=still & Q(component__spare__gt=0)),
        closed=Count("pk", filter=~still),
    )
    return dict(zip(SHOWN, (found["all"], found["important"], found["spare"], found["closed"]), strict=True))


def of_copy(copy: Copy) -> tuple[list[MissingPiece], list[MissingPiece]]:
    """What the box lacks, and what it lacked once, the latest first; each with all that its page tells."""
    rows = copy.missing.select_related(
        "component", "since_loan__member__household", "noted_by", "closed_by", "charge__corrected_by"
    )
    pieces = list(rows)
    closed = [one for one in pieces if one.outcome != MissingOutcome.OPEN]
    closed.sort(key=lambda one: one.closed_at or one.noted_at, reverse=True)
    return [one for one in pieces if one.outcome == MissingOutcome.OPEN], closed


def latest_loans(copy: Copy) -> list[Loan]:
    """The loans since which a piece may be missing, the latest first."""
    ended = copy.loans.filter(returned_at__isnull=False)
    return list(ended.select_related("member__household").order_by("-returned_at", "-pk")[:LATEST_LOANS])


def whose(loan: Loan | None) -> str:
    """The family of a loan, until it is cut from it."""
    return loan.member.household.name if loan and loan.member else ""
