"""One change to many records or copies at once (« lot »): asked, looked at, done, undone."""

import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class BatchKind(models.TextChoices):
    """What is changed; the value is the one in addresses."""

    RECORDS = "notices", "notices"
    COPIES = "exemplaires", "exemplaires"


class BatchState(models.TextChoices):
    PREPARED = "prepare", "À vérifier"
    RUNNING = "en-cours", "En cours"
    DONE = "fait", "Fait"
    UNDOING = "retour", "Annulation en cours"
    UNDONE = "annule", "Annulé"


class BatchFate(models.TextChoices):
    """What has become of a line."""

    WAITING = "attend", "À changer"
    DONE = "fait", "Changés"
    LEFT = "laisse", "Laissés de côté"
    UNDONE = "annule", "Remis comme avant"
    KEPT = "garde", "Non remis"


class Batch(models.Model):
    """A change as it was asked, in the words of the page; what it does to each stands in its lines."""

    kind = models.CharField(max_length=12, choices=BatchKind)
    state = models.CharField(max_length=10, choices=BatchState, default=BatchState.PREPARED)
    asked = models.JSONField(default=list)  # [label, value] of each change
    same_count = models.PositiveIntegerField(default=0)  # those chosen that were so already
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    actor_name = models.CharField(max_length=160)
    # who last had it applied or undone
    runner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    applied_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = "lot"
        constraints = [
            models.CheckConstraint(
                condition=Q(state=BatchState.PREPARED, applied_at=None)
                | (~Q(state=BatchState.PREPARED) & Q(applied_at__isnull=False)),
                name="batch_applied_at_a_moment",
            ),
        ]

    def __str__(self):
        return f"lot {self.pk}"

    @property
    def day(self) -> datetime.date:
        return timezone.localdate(self.created_at)


class BatchLine(models.Model):
    """One record or copy: the fields that change, as they were and as they become."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="lines")
    subject_id = models.BigIntegerField()
    subject_name = models.CharField(max_length=300)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    fate = models.CharField(max_length=8, choices=BatchFate, default=BatchFate.WAITING)
    why = models.CharField(max_length=300, blank=True)  # left out or not undone

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["batch", "fate"], name="batch_lines_by_fate")]
        constraints = [models.UniqueConstraint(fields=["batch", "subject_id"], name="batch_line_once")]

    def __str__(self):
        return self.subject_name
