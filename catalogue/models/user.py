"""Who may log in, and as what."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from catalogue.models.member import Household


class Role(models.TextChoices):
    """Each staff role may do what the ones before it may."""

    MEMBER = "member", "Famille"
    VOLUNTEER = "volunteer", "Bénévole"
    LIBRARIAN = "librarian", "Ludothécaire"
    MANAGER = "manager", "Responsable"

    @property
    def rank(self) -> int:
        return list(Role).index(self)


class User(AbstractUser):
    """An account: one of the staff, or a family's."""

    role = models.CharField("rôle", max_length=12, choices=Role, default=Role.MEMBER)
    household = models.ForeignKey(
        Household, verbose_name="foyer", null=True, blank=True, on_delete=models.CASCADE, related_name="users"
    )

    class Meta:
        verbose_name = "compte"
        constraints = [
            models.CheckConstraint(
                condition=(Q(role="member") & Q(household__isnull=False))
                | (~Q(role="member") & Q(household__isnull=True)),
                name="members_have_a_household",
            ),
            # one logs in by it
            models.UniqueConstraint(
                Lower("email"), condition=~Q(email=""), name="one_account_for_an_address"
            ),
        ]

    def __str__(self):
        return self.get_full_name() or self.username

    def may_act_as(self, role: Role) -> bool:
        """Whether this account has at least the rights of `role`."""
        return self.is_active and Role(self.role).rank >= role.rank

    @property
    def is_staff_member(self) -> bool:
        return self.may_act_as(Role.VOLUNTEER)

    @property
    def is_librarian(self) -> bool:
        return self.may_act_as(Role.LIBRARIAN)

    @property
    def is_manager(self) -> bool:
        return self.may_act_as(Role.MANAGER)


class LoginFailure(models.Model):
    """A failed login, or a mail asked for, that slows down guessing; `key`: whose or whence, hashed."""

    key = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self):
        return f"{self.key[:8]} {self.at:%H:%M}"
