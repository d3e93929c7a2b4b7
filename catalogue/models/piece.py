"""Counting the pieces of a box, and what is known to be missing."""

import datetime
from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from catalogue.models.copy import Copy
from catalogue.models.loan import Loan
from catalogue.models.record import Component
from ludotheque.french import counted, singular

# who took a box to count longer ago than this has gone home
TAKEN_FOR = datetime.timedelta(minutes=30)


class PieceCount(models.Model):
    """A box whose pieces wait to be counted, or were; a copy waits once."""

    copy = models.ForeignKey(Copy, on_delete=models.CASCADE, related_name="counts")
    # the loan it came back from; empty: asked for by hand
    loan = models.ForeignKey(Loan, null=True, blank=True, on_delete=models.SET_NULL, related_name="counts")
    asked_at = models.DateTimeField("demandé le")
    # who counts it just now, so that a second volunteer is told
    taken_at = models.DateTimeField("pris le", null=True, blank=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    done_at = models.DateTimeField("compté le", null=True, blank=True)
    done_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["asked_at", "id"]
        verbose_name = "comptage"
        constraints = [
            models.UniqueConstraint(
                fields=["copy"], condition=Q(done_at=None), name="copy_waits_once_for_counting"
            ),
            models.CheckConstraint(
                condition=Q(done_at__gte=F("asked_at")), name="pieces_counted_after_asking"
            ),
        ]

    def __str__(self):
        return f"{self.copy} {self.asked_at:%Y-%m-%d}"


class MissingOutcome(models.TextChoices):
    OPEN = "manque", "Manque"
    FOUND = "retrouvee", "Retrouvée"
    REPLACED = "remplacee", "Remplacée"
    WRITTEN_OFF = "abandonnee", "On fait sans"


class MissingPieceQuerySet(models.QuerySet):
    def open(self):
        """What is missing still."""
        return self.filter(outcome=MissingOutcome.OPEN)


class MissingPiece(models.Model):
    """So many of a piece that a box lacks since a loan, or nobody knows when."""

    copy = models.ForeignKey(Copy, on_delete=models.CASCADE, related_name="missing")
    # the part as the record has it; it may go from the record, so its name stays here
    component = models.ForeignKey(
        Component, null=True, blank=True, on_delete=models.SET_NULL, related_name="missing"
    )
    name = models.CharField("pièce", max_length=160)
    quantity = models.PositiveIntegerField("nombre", default=1)
    important = models.BooleanField("indispensable pour jouer", default=False)
    since_loan = models.ForeignKey(
        Loan, null=True, blank=True, on_delete=models.SET_NULL, related_name="missing"
    )
    noted_at = models.DateTimeField("noté le")
    noted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    outcome = models.CharField("suite", max_length=12, choices=MissingOutcome, default=MissingOutcome.OPEN)
    closed_at = models.DateTimeField("réglé le", null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    # the counts that noted and closed it; empty: done by hand
    noted_in = models.ForeignKey(
        PieceCount, null=True, blank=True, on_delete=models.SET_NULL, related_name="noted"
    )
    closed_in = models.ForeignKey(
        PieceCount, null=True, blank=True, on_delete=models.SET_NULL, related_name="closed"
    )
    # what the family was asked for it
    charge = models.OneToOneField(
        "catalogue.LedgerEntry", null=True, blank=True, on_delete=models.PROTECT, related_name="piece"
    )

    objects = MissingPieceQuerySet.as_manager()

    class Meta:
        ordering = ["noted_at", "id"]
        verbose_name = "pièce manquante"
        indexes = [models.Index(fields=["copy"], condition=Q(outcome="manque"), name="missing_now")]
        constraints = [
            models.CheckConstraint(condition=Q(quantity__gte=1), name="missing_some"),
            models.CheckConstraint(condition=~Q(name=""), name="missing_piece_named"),
            models.CheckConstraint(
                condition=Q(outcome=MissingOutcome.OPEN, closed_at=None)
                | (~Q(outcome=MissingOutcome.OPEN) & Q(closed_at__gte=F("noted_at"))),
                name="missing_piece_closed_with_a_date",
            ),
        ]

    def __str__(self):
        return said(self.quantity, self.name)


def said(quantity: int, name: str) -> str:
    """« 1 carte rouge », whatever the list says of them all."""
    return counted(quantity, singular(name) if quantity == 1 else name)


def lacking(pieces: Iterable[MissingPiece]) -> str:
    """« Il manque 2 dés et 1 pion rouge. », each piece once; nothing where nothing is missing."""
    sums: dict[str, int] = {}
    for piece in pieces:
        sums[piece.name] = sums.get(piece.name, 0) + piece.quantity
    told = [said(quantity, name) for name, quantity in sums.items()]
    if not told:
        return ""
    return f"Il manque {' et '.join(filter(None, [', '.join(told[:-1]), told[-1]]))}."


class OnSitePlay(models.Model):
    """A box that was played on the spot: counted, by whom is not asked."""

    copy = models.ForeignKey(Copy, on_delete=models.CASCADE, related_name="plays")
    at = models.DateTimeField("joué le", db_index=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name = "partie sur place"

    def __str__(self):
        return f"{self.copy} {self.at:%Y-%m-%d}"
