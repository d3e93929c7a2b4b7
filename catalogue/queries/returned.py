"""Boxes that came back: all that the desk must know to say what to do with each."""

from collections.abc import Iterable

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from catalogue.models import Component, Hold, LedgerEntry, LedgerKind, Loan, PieceCount, Transit
from catalogue.queries.counter import lacks_of
from catalogue.queries.families import tell_apart, whose

LATEST = 10


def latest() -> list[Loan]:
    """The last returns, the latest first, with `whose`: the family, told from others of its name."""
    loans = list(_told().filter(returned_at__isnull=False).order_by("-returned_at", "-id")[:LATEST])
    named = [loan.member for loan in loans if loan.member]
    tell_apart((member.household for member in named), by_card=False)
    for loan in loans:
        loan.whose = whose(loan.member) if loan.member else ""
    return loans


def of_loans(ids: Iterable[int]) -> list[Loan]:
    """These loans, in this order, those that have come back."""
    wanted = list(ids)
    found = {loan.pk: loan for loan in _told().filter(pk__in=wanted, returned_at__isnull=False)}
    return [found[pk] for pk in wanted if pk in found]


def _told() -> QuerySet[Loan]:
    """With `fee` (cents for being late), `lacks`, `has_parts`, `waits` (for a count), `kept_for` (a family)
    and `kept_until`, `sent_to` (a site), the ids of that hold and of that transit, and `still_out`: how many
    boxes the family has."""
    copy = OuterRef("copy")
    fees = LedgerEntry.objects.filter(loan=OuterRef("pk"), kind=LedgerKind.LATE, corrected_by=None).order_by()
    held = Hold.objects.ready().filter(copy=copy)
    theirs = Loan.objects.open().filter(member__household=OuterRef("member__household")).order_by()
    counted = theirs.values("member__household").annotate(n=Count("pk")).values("n")
    return (
        Loan.objects.select_related("copy__record", "copy__section", "member__household")
        .defer(
            "copy__record__rules_text",
            "copy__record__description",
            "copy__record__contents",
            "copy__record__notes",
            "copy__record__source",
        )
        .annotate(
            fee=Coalesce(Subquery(fees.values("loan").annotate(sum=Sum("amount_cents")).values("sum")), 0),
            lacks=lacks_of("copy"),
            has_parts=Exists(Component.objects.filter(record=OuterRef("copy__record"))),
            waits=Exists(PieceCount.objects.filter(copy=copy, done_at=None)),
            hold_id=Subquery(held.values("pk")[:1]),
            kept_for=Subquery(held.values("household__name")[:1]),
            kept_until=Subquery(held.values("expires_on")[:1]),
            transit_id=Subquery(Transit.objects.open().filter(copy=copy).values("pk")[:1]),
            sent_to=Subquery(Transit.objects.open().filter(copy=copy).values("to_site__name")[:1]),
            still_out=Coalesce(Subquery(counted), 0),
        )
    )
