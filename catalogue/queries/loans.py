"""Reading loans: what a family has, what came back, what is late."""

import datetime

from django.db.models import Count, Q, QuerySet

from catalogue.models import CopyState, Loan

SHOWN = 100  # of one family; far more than a family carries


def of_household(household_id: int) -> QuerySet[Loan]:
    """The boxes a family has, the next due first."""
    return open_of(household_id)[:SHOWN]


def open_of(household_id: int) -> QuerySet[Loan]:
    loans = Loan.objects.open().filter(member__household_id=household_id)
    return loans.select_related("copy__record__summary", "member").order_by("due_on", "id")


def counts(today: datetime.date, day_begins: datetime.datetime) -> dict[str, int]:
    """How many boxes are out, due today, late, noted lost while out, and back today."""
    counted = Loan.objects.open().aggregate(
        out=Count("id"),
        due=Count("id", filter=Q(due_on=today)),
        late=Count("id", filter=Q(due_on__lt=today)),
        lost=Count("id", filter=Q(copy__state=CopyState.LOST)),
    )
    return {**counted, "back": back_since(day_begins).count()}


def back_since(moment: datetime.datetime) -> QuerySet[Loan]:
    return Loan.objects.filter(returned_at__gte=moment)
