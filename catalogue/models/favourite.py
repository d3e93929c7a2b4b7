"""What somebody would like to play: kept in the account of who has one, else in the session."""

from django.db import models

from catalogue.models.record import Record
from catalogue.models.user import User

MOST = 200  # of one account, or one session


class Favourite(models.Model):
    """A game in the list of an account; the latest comes first."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="favourites")
    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["user", "record"], name="favourite_once")]

    def __str__(self):
        return f"{self.user} : {self.record}"
