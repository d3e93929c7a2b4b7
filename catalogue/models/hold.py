"""A title that a family waits for (« réservation »), and boxes on their way between sites."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from catalogue.models.copy import Copy
from catalogue.models.library import Site
from catalogue.models.member import Household, Member
from catalogue.models.record import Record


class HoldState(models.TextChoices):
    WAITING = "attente", "En attente"
    READY = "prete", "Mise de côté"
    SERVED = "servie", "Servie"
    CANCELLED = "annulee", "Annulée"
    EXPIRED = "expiree", "Non retirée"


ACTIVE = (HoldState.WAITING, HoldState.READY)


class HoldQuerySet(models.QuerySet):
    def active(self):
        """Holds that still wait, for a box or for the family."""
        return self.filter(state__in=ACTIVE)

    def waiting(self):
        """The queue, first come first."""
        return self.filter(state=HoldState.WAITING).order_by("placed_at", "id")

    def ready(self):
        return self.filter(state=HoldState.READY)


class Hold(models.Model):
    """One family waits for any copy of a title; ready means that one copy lies aside for it."""

    record = models.ForeignKey(Record, on_delete=models.PROTECT, related_name="holds")
    # empty once it is history and its household has been cut from it
    household = models.ForeignKey(
        Household, null=True, blank=True, on_delete=models.PROTECT, related_name="holds"
    )
    member = models.ForeignKey(Member, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    state = models.CharField("état", max_length=8, choices=HoldState, default=HoldState.WAITING)
    placed_at = models.DateTimeField("réservé le")
    placed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    pickup_site = models.ForeignKey(
        Site, verbose_name="à retirer à", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    copy = models.ForeignKey(Copy, null=True, blank=True, on_delete=models.PROTECT, related_name="holds")
    ready_at = models.DateTimeField("mise de côté le", null=True, blank=True)
    expires_on = models.DateField("gardée jusqu’au", null=True, blank=True)
    closed_at = models.DateTimeField("close le", null=True, blank=True)

    objects = HoldQuerySet.as_manager()

    class Meta:
        ordering = ["placed_at", "id"]
        verbose_name = "réservation"
        indexes = [
            models.Index(
                fields=["record", "placed_at"], condition=Q(state=HoldState.WAITING), name="holds_waiting"
            ),
            models.Index(fields=["household", "state"], name="holds_of_household"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["household", "record"],
                condition=Q(state__in=ACTIVE),
                name="one_active_hold_per_family_and_title",
                violation_error_message="Cette famille attend déjà ce jeu.",
            ),
            models.UniqueConstraint(
                fields=["copy"], condition=Q(state=HoldState.READY), name="one_ready_hold_per_copy"
            ),
            models.CheckConstraint(
                condition=Q(state=HoldState.WAITING, copy=None, expires_on=None, closed_at=None)
                | Q(state=HoldState.READY, copy__isnull=False, ready_at__isnull=False, closed_at=None)
                | (~Q(state__in=ACTIVE) & Q(closed_at__isnull=False)),
                name="hold_state_makes_sense",
            ),
            models.CheckConstraint(
                condition=Q(household__isnull=False) | ~Q(state__in=ACTIVE), name="active_hold_has_household"
            ),
        ]

    def __str__(self):
        return f"{self.record} → {self.household}"


class Transit(models.Model):
    """A box on its way to another site, until it is scanned in there."""

    copy = models.ForeignKey(Copy, on_delete=models.CASCADE, related_name="transits")
    from_site = models.ForeignKey(Site, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    to_site = models.ForeignKey(Site, on_delete=models.PROTECT, related_name="+")
    sent_at = models.DateTimeField("parti le")
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    received_at = models.DateTimeField("arrivé le", null=True, blank=True)
    received_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-sent_at", "-id"]
        verbose_name = "transfert"
        constraints = [
            models.UniqueConstraint(
                fields=["copy"], condition=Q(received_at=None), name="one_open_transit_per_copy"
            ),
        ]

    def __str__(self):
        return f"{self.copy} → {self.to_site}"
