"""Who borrows: households, their members, their cards."""

import datetime

from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from catalogue.models.library import MemberCategory


class HouseholdKind(models.TextChoices):
    FAMILY = "famille", "Famille"
    NURSERY = "creche", "Crèche"
    SCHOOL = "ecole", "École"
    ASSOCIATION = "association", "Association"
    OTHER = "autre", "Autre collectivité"


class Household(models.Model):
    """A family (« foyer ») or an organisation: it borrows and answers together."""

    name = models.CharField("nom du foyer", max_length=160)
    kind = models.CharField("genre", max_length=12, choices=HouseholdKind, default=HouseholdKind.FAMILY)
    category = models.ForeignKey(
        MemberCategory,
        verbose_name="catégorie",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="households",
    )
    sort_key = models.CharField(max_length=160, db_index=True, editable=False)
    email = models.EmailField("courriel", blank=True)
    phone = models.CharField("téléphone", max_length=40, blank=True)
    address = models.TextField("adresse", blank=True)
    notes = models.TextField("notes pour l’équipe", blank=True)
    subscribed_from = models.DateField("adhérent depuis le", null=True, blank=True)
    subscribed_until = models.DateField("adhésion jusqu’au", null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sort_key", "id"]
        verbose_name = "foyer"
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="household_named"),
            models.CheckConstraint(
                condition=Q(subscribed_until__gte=F("subscribed_from")),
                name="household_subscription_in_order",
            ),
        ]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return reverse("household", args=[self.pk])

    def is_subscribed(self, on: datetime.date) -> bool:
        """Whether the subscription covers that day; without an end it does not run out."""
        started = self.subscribed_from is None or self.subscribed_from <= on
        return started and (self.subscribed_until is None or on <= self.subscribed_until)


class Member(models.Model):
    """A person of a household (« adhérent »)."""

    household = models.ForeignKey(Household, on_delete=models.CASCADE, related_name="members")
    first_name = models.CharField("prénom", max_length=80)
    last_name = models.CharField("nom", max_length=80)
    sort_key = models.CharField(max_length=170, db_index=True, editable=False)
    birth_date = models.DateField("date de naissance", null=True, blank=True)
    email = models.EmailField("courriel", blank=True)
    phone = models.CharField("téléphone", max_length=40, blank=True)
    # whether the staff has seen that a child of the family has come of age
    adult_seen_on = models.DateField("majorité vue le", null=True, blank=True, editable=False)

    class Meta:
        ordering = ["id"]
        verbose_name = "adhérent"

    def __str__(self):
        return f"{self.first_name} {self.last_name}".strip()


class Card(models.Model):
    """A card that a member shows at the desk."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="cards")
    # text: leading zeros are part of it
    barcode = models.CharField("carte", max_length=40, unique=True)

    class Meta:
        ordering = ["barcode"]
        verbose_name = "carte"
        constraints = [models.CheckConstraint(condition=~Q(barcode=""), name="card_barcoded")]

    def __str__(self):
        return self.barcode
