"""What the staff did: who, what, when, before and after."""

from django.conf import settings
from django.db import models


class JournalEntry(models.Model):
    """One act. It outlives its actor and its subject, so it keeps their names as text."""

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    actor_name = models.CharField(max_length=160)
    verb = models.CharField(max_length=40)
    subject_type = models.CharField(max_length=40)
    subject_id = models.BigIntegerField(null=True)
    subject_name = models.CharField(max_length=300)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["subject_type", "subject_id"], name="journal_by_subject")]

    def __str__(self):
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor_name} {self.verb} {self.subject_name}"
