"""Reading the account of a family."""

from django.db.models import OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

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
