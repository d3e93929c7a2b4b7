"""Games being played: the present position, the seats, and every move made, chance included."""

import uuid
from typing import Any

from django.db import models

PERSON = "person"


class Match(models.Model):
    """One game at one table. Whoever knows its address sits at it; no account, nothing else leads there.

    `position` and `seed` are secrets: pages are drawn from what a seat may see, never from them."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.CharField(max_length=40)
    format = models.PositiveSmallIntegerField(help_text="of the position, so that an old one is not misread")
    position = models.JSONField()
    ply = models.PositiveIntegerField(default=0, help_text="how many moves lead to the position")
    version = models.PositiveIntegerField(default=0, help_text="counts every change, taking back included")
    seed = models.BigIntegerField()
    seats = models.JSONField(help_text="a name and a kind each: person, or a bot's name")
    options = models.JSONField(default=dict)
    first = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    updated_at = models.DateTimeField(db_index=True)

    read: tuple[Any, Any] | None = None  # the position as it was last read here: its dict, and its value

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    @property
    def names(self) -> list[str]:
        return [seat["name"] for seat in self.seats]

    @property
    def people(self) -> list[int]:
        """The seats of those in front of the screen."""
        return [number for number, seat in enumerate(self.seats) if seat["kind"] == PERSON]

    @property
    def loner(self) -> int | None:
        """The seat of the only person, if there is only one: then no hand needs covering."""
        return self.people[0] if len(self.people) == 1 else None


class Move(models.Model):
    """One move of a match, and what it made happen."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, help_text="null: chance")
    text = models.TextField()
    events = models.JSONField(default=list)
    version = models.PositiveIntegerField(help_text="of the match, once this was written")

    class Meta:
        ordering = ["ply"]
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="one_move_a_ply")]

    def __str__(self) -> str:
        return f"{self.ply}. {self.text}"
