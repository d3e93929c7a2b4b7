"""A copy in a family's hands (« prêt »)."""

import datetime

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from catalogue.models.copy import Copy
from catalogue.models.library import Site
from catalogue.models.member import Member


class LoanQuerySet(models.QuerySet):
    def open(self):
        """Loans whose copy has not come back."""
        return self.filter(returned_at=None)

    def late(self, *, on: datetime.date):
        """Open loans whose due date lies before `on`."""
        return self.open().filter(due_on__lt=on)

    def due(self, *, on: datetime.date):
        """Open loans that are due on that very day."""
        return self.open().filter(due_on=on)

    def with_lent_since(self):
        """With `lent_since`: whether the copy has gone out again since it came back."""
        later = Loan.objects.filter(copy=OuterRef("copy"), lent_at__gte=OuterRef("returned_at"))
        return self.annotate(lent_since=Exists(later.exclude(pk=OuterRef("pk"))))


class Loan(models.Model):
    """One loan; a copy has at most one that is open, and the database says so."""

    copy = models.ForeignKey(Copy, on_delete=models.PROTECT, related_name="loans")
    # empty once the loan is history and its member has been cut from it
    member = models.ForeignKey(Member, null=True, blank=True, on_delete=models.PROTECT, related_name="loans")
    lent_at = models.DateTimeField("prêté le")
    lent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    due_on = models.DateField("à rendre le")
    renewals = models.PositiveSmallIntegerField("prolongations", default=0)
    # where it was lent; empty where the library has one place
    site = models.ForeignKey(Site, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    # why it was lent against the rules
    override_note = models.CharField("passé outre", max_length=200, blank=True)
    returned_at = models.DateTimeField("rendu le", null=True, blank=True)
    returned_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    objects = LoanQuerySet.as_manager()

    class Meta:
        ordering = ["due_on", "id"]
        verbose_name = "prêt"
        indexes = [
            models.Index(fields=["due_on"], condition=Q(returned_at=None), name="open_loans_by_due_date"),
            models.Index(fields=["member", "returned_at"], name="loans_by_member"),
            models.Index(fields=["-returned_at"], name="loans_by_return"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["copy"], condition=Q(returned_at=None), name="one_open_loan_per_copy"
            ),
            models.CheckConstraint(
                condition=Q(returned_at__gte=F("lent_at")), name="loan_returned_after_lent"
            ),
            models.CheckConstraint(
                condition=Q(member__isnull=False) | Q(returned_at__isnull=False), name="open_loan_has_member"
            ),
        ]

    def __str__(self):
        return f"{self.copy} → {self.due_on}"

    def is_late(self, on: datetime.date) -> bool:
        return self.returned_at is None and self.due_on < on
