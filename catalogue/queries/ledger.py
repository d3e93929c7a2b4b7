"""Reading the account of a family."""

from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from catalogue import policy
from catalogue.models import LedgerEntry


def balance(household_id: int) -> int:
    """What the family owes, in cents; below zero it has paid in advance."""
    return (
        LedgerEntry.objects.filter(household_id=household_id).aggregate(sum=Sum("amount_cents"))["sum"] or 0
    )


def balance_of(household: str = "pk"):
    """The balance as an expression beside each row; `household` names its key there."""
    lines = LedgerEntry.objects.filter(household_id=OuterRef(household)).order_by()
    return Coalesce(Subquery(lines.values("household").annotate(sum=Sum("amount_cents")).values("sum")), 0)


def owing() -> QuerySet:
    """The keys of the households that owe something."""
    sums = LedgerEntry.objects.order_by().values("household_id").annotate(sum=Sum("amount_cents"))
    return sums.filter(sum__gt=0, household_id__isnull=False).values("household_id")


def lines(household_id: int) -> QuerySet[LedgerEntry]:
    """The last line first, each with the one that takes it back."""
    found = LedgerEntry.objects.filter(household_id=household_id)
    return found.select_related("by", "corrected_by", "corrects").order_by("-at", "-id")


def left_to_pay(household_id: int) -> dict[int, int]:
    """For each line that is owed and stands, what of it is still to be paid, in cents."""
    found = LedgerEntry.objects.filter(household_id=household_id, corrects=None, corrected_by=None)
    rows = found.order_by("at", "id").values_list("pk", "amount_cents", "loan_id", "subscription_id")
    return policy.left_to_pay(
        policy.Line(pk, cents, (loan, subscription) if loan or subscription else None)
        for pk, cents, loan, subscription in rows
    )
