"""Mail to families: the texts, and the queue that an act writes into its own transaction."""

from django.db import models
from django.db.models import Q

from catalogue.models.member import Household


class MailKind(models.TextChoices):
    """Every mail that the house sends."""

    INVITATION = "invitation", "Invitation à ouvrir un compte"
    RESET = "mot-de-passe", "Nouveau mot de passe"
    NEW_ADDRESS = "adresse", "Confirmer une adresse"
    HOLD_READY = "reservation", "Réservation mise de côté"
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


class Mail(models.Model):
    """One mail, written when the act was done, sent by the worker; kept for a while to see that it went."""

    kind = models.CharField(max_length=24, choices=MailKind)
    to = models.EmailField("à")
    subject = models.CharField("objet", max_length=150)
    body = models.TextField("texte")
    household = models.ForeignKey(
        Household, null=True, blank=True, on_delete=models.CASCADE, related_name="mails"
    )
    queued_at = models.DateTimeField("écrit le", auto_now_add=True)
    sent_at = models.DateTimeField("envoyé le", null=True, blank=True)
    tries = models.PositiveSmallIntegerField("essais", default=0)
    error = models.CharField("dernier échec", max_length=300, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = "courriel"
        indexes = [models.Index(fields=["queued_at"], condition=Q(sent_at=None), name="mails_to_send")]

    def __str__(self):
        return f"{self.kind} → {self.to}"
