"""Mail to families: the texts, and the queue that an act writes into its own transaction."""

from django.db import models
from django.db.models import Q

from catalogue.models.member import Household


class MailKind(models.TextChoices):
    """Every mail that the house sends."""

    INVITATION = "invitation", "Invitation à ouvrir un compte"
    RESET = "mot-de-passe", "Nouveau mot de passe"
    NEW_ADDRESS = "adresse", "Confirmer une adresse"
    ADDRESS_CHANGED = "adresse-changee", "L’adresse a changé"
    ADDRESS_TAKEN = "adresse-prise", "L’adresse est déjà prise"
    HOLD_READY = "reservation", "Réservation mise de côté"
    HOLD_BACK = "reservation-reprise", "Réservation de nouveau en attente"
    HOLD_EXPIRED = "reservation-expiree", "Réservation non retirée"
    RECEIPT = "recu", "Reçu"


class MailText(models.Model):
    """A mail in the library's own words; without a row the house's words are used."""

    kind = models.CharField("courriel", max_length=24, choices=MailKind, unique=True)
    subject = models.CharField("objet", max_length=150)
    body = models.TextField("texte")

    class Meta:
        ordering = ["kind"]
        verbose_name = "texte de courriel"

    def __str__(self):
        return self.get_kind_display()


class MailState(models.TextChoices):
    """How a mail stands, told from its dates."""

    WAITING = "attente", "En attente"
    SENT = "envoye", "Envoyé"
    FAILED = "echec", "Pas envoyé"


class MailQuerySet(models.QuerySet):
    def in_state(self, state: str):
        """Those that stand so."""
        return self.filter(
            {
                MailState.WAITING: Q(next_try_at__isnull=False),
                MailState.SENT: Q(next_try_at=None, sent_at__isnull=False),
                MailState.FAILED: Q(next_try_at=None, sent_at=None),
            }[MailState(state)]
        )


class Mail(models.Model):
    """One mail, written when the act was done, sent by the worker; kept for a while to see that it went."""

    kind = models.CharField(max_length=24, choices=MailKind)
    to = models.EmailField("à")
    subject = models.CharField("objet", max_length=300)
    # emptied once it is sent, where it held a link that opens an account
    body = models.TextField("texte")
    household = models.ForeignKey(
        Household, null=True, blank=True, on_delete=models.CASCADE, related_name="mails"
    )
    # the reservation that it tells of, so that what it promised can be taken back
    hold = models.ForeignKey(
        "catalogue.Hold", null=True, blank=True, on_delete=models.SET_NULL, related_name="mails"
    )
    queued_at = models.DateTimeField("écrit le", auto_now_add=True)
    # what it tells is over then, and it is not sent any more
    until = models.DateTimeField("utile jusqu’au", null=True, blank=True)
    # empty: sent, or given up
    next_try_at = models.DateTimeField("prochain essai", null=True, blank=True)
    sent_at = models.DateTimeField("envoyé le", null=True, blank=True)
    tries = models.PositiveSmallIntegerField("essais", default=0)
    error = models.CharField("dernier échec", max_length=300, blank=True)

    objects = MailQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        verbose_name = "courriel"
        indexes = [
            models.Index(
                fields=["next_try_at"], condition=Q(next_try_at__isnull=False), name="mails_to_send"
            ),
            models.Index(fields=["queued_at"], name="mails_by_age"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(sent_at=None) | Q(next_try_at=None), name="mail_sent_or_waiting"
            ),
        ]

    def __str__(self):
        return f"{self.get_kind_display()} → {self.to}"

    @property
    def state(self) -> MailState:
        if self.next_try_at:
            return MailState.WAITING
        return MailState.SENT if self.sent_at else MailState.FAILED
