"""What was taken over the counter: payments of some days, less what was given back and what was corrected."""

import datetime
from typing import Any

from django.db.models import Case, F, Q, QuerySet, Sum, When

from catalogue.models import LedgerEntry, LedgerKind, PaymentMethod
from ludotheque import days


def lines(first: datetime.date, last: datetime.date) -> QuerySet[LedgerEntry]:
    """Payments, advances given back and corrections of both, from day to day; the last first."""
    begins, ends = days.begins(first), days.begins(last + datetime.timedelta(days=1))
    moved = (LedgerKind.PAYMENT, LedgerKind.REFUND)
    paid = Q(kind__in=moved) | Q(corrects__kind__in=moved)
    found = LedgerEntry.objects.filter(paid, at__gte=begins, at__lt=ends)
    # a correction gives the money back the way it came
    way = Case(When(corrects=None, then=F("method")), default=F("corrects__method"))
    return found.annotate(way=way).select_related("household", "by", "corrected_by").order_by("-at", "-id")


def totals(rows: Any) -> list[tuple[str, int]]:
    """(label, cents) of each way of paying, and of all; `rows` as `lines` gives them."""
    sums = dict(rows.order_by().values_list("way").annotate(sum=Sum("amount_cents")))
    found = [(method.label, -sums.get(method.value, 0)) for method in PaymentMethod]
    return [*found, ("En tout", sum(cents for _, cents in found))]
