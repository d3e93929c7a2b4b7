"""Pictures of a game: of its box, or of one of its parts. The files are catalogue/media.py's."""

from django.db import models
from django.db.models import Q

from catalogue.models.record import Component, Record

MOST = 40  # of one record


class Picture(models.Model):
    """A picture of a record; the first that shows no single part is the record's cover."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="pictures")
    # what of the box it shows; null: the box itself
    component = models.OneToOneField(
        Component, null=True, blank=True, on_delete=models.CASCADE, related_name="picture"
    )
    name = models.CharField(max_length=32, unique=True)
    alt = models.CharField("ce qu’on y voit", max_length=200, blank=True)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "id"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="picture_named")]

    def __str__(self):
        return self.alt or self.name
