"""How long, how much, and on which days: loan policies and the calendar."""

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce

from catalogue.models.library import MemberCategory, Section, Site


class LoanPolicy(models.Model):
    """What holds for some families, some shelves or some place; what is empty here a more general row says.

    Without category, section or site it is for all of them. The library's own row is the most general.
    """

    category = models.ForeignKey(
        MemberCategory, verbose_name="catégorie", null=True, blank=True, on_delete=models.CASCADE
    )
    section = models.ForeignKey(
        Section, verbose_name="section", null=True, blank=True, on_delete=models.CASCADE
    )
    site = models.ForeignKey(Site, verbose_name="site", null=True, blank=True, on_delete=models.CASCADE)
    max_loans = models.PositiveSmallIntegerField("prêts à la fois", null=True, blank=True)
    loan_days = models.PositiveSmallIntegerField("durée du prêt (jours)", null=True, blank=True)
    max_renewals = models.PositiveSmallIntegerField("prolongations", null=True, blank=True)
    max_holds = models.PositiveSmallIntegerField("réservations à la fois", null=True, blank=True)
    price_cents = models.PositiveIntegerField("prix par prêt (centimes)", null=True, blank=True)
    late_cents = models.PositiveIntegerField("par jour de retard (centimes)", null=True, blank=True)
    late_cap_cents = models.PositiveIntegerField("retard, au plus (centimes)", null=True, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name = "règle de prêt"
        constraints = [
            models.UniqueConstraint(
                Coalesce("category", Value(0)),
                Coalesce("section", Value(0)),
                Coalesce("site", Value(0)),
                name="one_policy_for_each_case",
                violation_error_message="Une règle existe déjà pour ce cas : changez-la.",
            ),
            models.CheckConstraint(
                condition=Q(loan_days=None) | Q(loan_days__range=(1, 3660)),
                name="policy_loan_days_sensible",
                violation_error_message="Un prêt dure de 1 à 3660 jours.",
            ),
        ]

    def __str__(self):
        return " · ".join(str(one) for one in (self.category, self.section, self.site) if one) or "Tous"


class Closure(models.Model):
    """Days on which a site, or every site, is closed; both days count."""

    site = models.ForeignKey(Site, verbose_name="site", null=True, blank=True, on_delete=models.CASCADE)
    starts_on = models.DateField("du")
    ends_on = models.DateField("au")
    reason = models.CharField("motif", max_length=120, blank=True)

    class Meta:
        ordering = ["starts_on", "id"]
        verbose_name = "fermeture"
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")),
                name="closure_in_order",
                violation_error_message="La fermeture finit avant de commencer.",
            )
        ]

    def __str__(self):
        return f"{self.starts_on} – {self.ends_on}"


class ExceptionalOpening(models.Model):
    """A day on which a site, or every site, opens although it would be closed, or at other hours."""

    site = models.ForeignKey(Site, verbose_name="site", null=True, blank=True, on_delete=models.CASCADE)
    on = models.DateField("le")
    opens_at = models.TimeField("ouvre à")
    closes_at = models.TimeField("ferme à")
    reason = models.CharField("motif", max_length=120, blank=True)

    class Meta:
        ordering = ["on", "opens_at"]
        verbose_name = "ouverture exceptionnelle"
        constraints = [
            models.CheckConstraint(
                condition=Q(closes_at__gt=F("opens_at")),
                name="exceptional_opening_closes_later",
                violation_error_message="L’heure de fermeture vient après celle d’ouverture.",
            ),
        ]

    def __str__(self):
        return f"{self.on} {self.opens_at:%H:%M}-{self.closes_at:%H:%M}"
