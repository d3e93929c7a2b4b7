"""What families pay for: kinds of member, subscriptions, and the ledger that keeps every cent."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from catalogue.models.library import MemberCategory
from catalogue.models.loan import Loan
from catalogue.models.member import Household


class SubscriptionType(models.Model):
    """A subscription that the library sells (« Famille, un an »)."""

    name = models.CharField("nom", max_length=80, unique=True)
    price_cents = models.PositiveIntegerField("prix (centimes)", default=0)
    months = models.PositiveSmallIntegerField("durée (mois)", default=12)
    # families that take it become of this kind
    category = models.ForeignKey(
        MemberCategory, verbose_name="catégorie", null=True, blank=True, on_delete=models.PROTECT
    )
    # one that is sold no more stays for those who have it
    offered = models.BooleanField("proposé", default=True)

    class Meta:
        ordering = ["name"]
        verbose_name = "formule d’adhésion"
        constraints = [
            models.CheckConstraint(
                condition=~Q(name=""),
                name="subscription_type_named",
                violation_error_message="Donnez un nom à la formule.",
            ),
            models.CheckConstraint(
                condition=Q(months__range=(1, 120)),
                name="subscription_type_for_a_while",
                violation_error_message="Une adhésion dure de 1 à 120 mois.",
            ),
        ]

    def __str__(self):
        return self.name


class Subscription(models.Model):
    """A time during which a household is a member (« adhésion »); both days count. No end: for good."""

    household = models.ForeignKey(Household, on_delete=models.CASCADE, related_name="subscriptions")
    type = models.ForeignKey(SubscriptionType, null=True, blank=True, on_delete=models.PROTECT)
    starts_on = models.DateField("du", null=True, blank=True)
    ends_on = models.DateField("au", null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["starts_on", "id"]
        verbose_name = "adhésion"
        indexes = [models.Index(fields=["household", "ends_on"], name="subscriptions_of_household")]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")),
                name="subscription_in_order",
                violation_error_message="L’adhésion finit avant de commencer.",
            ),
        ]

    def __str__(self):
        return f"{self.household} {self.starts_on} – {self.ends_on}"


class LedgerKind(models.TextChoices):
    """What an entry is for; amounts owed are positive, payments negative."""

    SUBSCRIPTION = "adhesion", "Adhésion"
    LOAN = "pret", "Prêt"
    LATE = "retard", "Retard"
    PIECE = "piece", "Pièce manquante"
    DAMAGE = "degat", "Dégât"
    OTHER = "autre", "Autre"
    PAYMENT = "paiement", "Paiement"
    REFUND = "rendu", "Avance rendue"
    CORRECTION = "correction", "Correction"


class PaymentMethod(models.TextChoices):
    CASH = "especes", "Espèces"
    CHEQUE = "cheque", "Chèque"
    CARD = "carte", "Carte bancaire"


class LedgerEntry(models.Model):
    """One line of a household's account; it is never changed and never erased, only corrected by another."""

    household = models.ForeignKey(
        Household, null=True, blank=True, on_delete=models.PROTECT, related_name="ledger"
    )
    kind = models.CharField("nature", max_length=12, choices=LedgerKind)
    amount_cents = models.IntegerField("montant (centimes)")  # owed: positive; paid: negative
    method = models.CharField("moyen de paiement", max_length=8, choices=PaymentMethod, blank=True)
    at = models.DateTimeField("le")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    note = models.CharField("libellé", max_length=200, blank=True)
    subscription = models.ForeignKey(
        Subscription, null=True, blank=True, on_delete=models.SET_NULL, related_name="ledger"
    )
    loan = models.ForeignKey(Loan, null=True, blank=True, on_delete=models.SET_NULL, related_name="ledger")
    # the entry that this one takes back, with the opposite amount; each is taken back once
    corrects = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="corrected_by"
    )

    class Meta:
        ordering = ["at", "id"]
        verbose_name = "écriture"
        indexes = [models.Index(fields=["household", "at"], name="ledger_of_household")]
        constraints = [
            models.CheckConstraint(condition=~Q(amount_cents=0), name="ledger_amount_says_something"),
            models.CheckConstraint(
                condition=Q(kind=LedgerKind.CORRECTION, corrects__isnull=False, method="")
                | Q(kind=LedgerKind.PAYMENT, corrects=None, amount_cents__lt=0) & ~Q(method="")
                | Q(kind=LedgerKind.REFUND, corrects=None, amount_cents__gt=0) & ~Q(method="")
                | Q(corrects=None, amount_cents__gt=0, method="")
                & ~Q(kind__in=[LedgerKind.CORRECTION, LedgerKind.PAYMENT, LedgerKind.REFUND]),
                name="ledger_entry_makes_sense",
            ),
        ]

    def __str__(self):
        return f"{self.get_kind_display()} {self.amount_cents}"
