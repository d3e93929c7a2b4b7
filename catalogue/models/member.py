"""Who borrows: households, their members, their cards."""

import datetime

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.text import Truncator

from catalogue.membership import ADULT, Membership, Period, age, standing
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
    found_by = models.TextField(default="", editable=False)  # name and telephone, as they are looked for
    email = models.EmailField("courriel", blank=True)
    phone = models.CharField("téléphone", max_length=40, blank=True)
    address = models.TextField("adresse", blank=True)
    notes = models.TextField("notes pour l’équipe", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sort_key", "id"]
        verbose_name = "foyer"
        constraints = [
            models.CheckConstraint(
                condition=~Q(name=""),
                name="household_named",
                violation_error_message="Donnez un nom au foyer.",
            )
        ]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return reverse("household", args=[self.pk])

    @property
    def home(self) -> str:
        """The address on one line, as short as a list wants it."""
        return Truncator(
            ", ".join(line.strip(" ,") for line in self.address.splitlines() if line.strip())
        ).chars(60)

    # what tells it from others of its name in a list, where a reading says so
    apart: str = ""

    # the days of its subscriptions, where an act has read them with something else
    known_periods: tuple[Period, ...] | None = None

    def membership(self, on: datetime.date) -> Membership:
        """Where the household stands with its subscription on that day."""
        if self.known_periods is not None:
            return standing(self.known_periods, on)
        return standing(((one.starts_on, one.ends_on) for one in self.subscriptions.all()), on)


class Member(models.Model):
    """A person of a household (« adhérent »)."""

    household = models.ForeignKey(Household, on_delete=models.CASCADE, related_name="members")
    first_name = models.CharField("prénom", max_length=80)
    last_name = models.CharField("nom", max_length=80)
    sort_key = models.CharField(max_length=170, db_index=True, editable=False)
    found_by = models.TextField(default="", editable=False)
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

    def age(self, on: datetime.date) -> int | None:
        """In whole years, where the day of birth is known."""
        return age(self.birth_date, on) if self.birth_date else None

    def came_of_age(self, on: datetime.date) -> bool:
        """Whether a child has grown up since it was inscribed, and nobody has seen it yet."""
        years = self.age(on)
        return years is not None and years >= ADULT and self.adult_seen_on is None


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
