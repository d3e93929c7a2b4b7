"""Accounts to try the sample library with: one of each role, and a family with its card."""

import secrets
from dataclasses import dataclass

from django.contrib.auth.models import AbstractUser
from django.db import transaction

from catalogue.models import Card, Household, Role, User
from catalogue.services import households

FAMILY = "Famille Benali"
CARD = "0042"  # the zeros are part of it
STAFF = [
    ("responsable", Role.MANAGER, "Claire", "Roussel"),
    ("ludothecaire", Role.LIBRARIAN, "Nadia", "Morel"),
    ("benevole", Role.VOLUNTEER, "Yann", "Le Goff"),
]


@dataclass(frozen=True)
class Account:
    """A demonstration account with the password it has just been given."""

    username: str
    password: str
    role: Role


def accounts_exist() -> bool:
    return User.objects.filter(username__in=[name for name, *_ in STAFF]).exists()


def renew_accounts() -> list[Account]:
    """Makes what is missing of the accounts and gives each a fresh password."""
    with transaction.atomic():
        people = [
            User.objects.get_or_create(
                username=name, defaults={"role": role, "first_name": first, "last_name": last}
            )[0]
            for name, role, first, last in STAFF
        ]
        people.append(
            User.objects.get_or_create(
                username="famille",
                defaults={
                    "role": Role.MEMBER,
                    "household": _family(),
                    "first_name": "Samira",
                    "last_name": "Benali",
                },
            )[0]
        )
        return [Account(user.username, _fresh_password(user), Role(user.role)) for user in people]


def _fresh_password(user: AbstractUser) -> str:
    # four groups of four, without letters or digits that look like another
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    password = "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(4))
    user.set_password(password)
    user.save(update_fields=["password"])
    return password


def _family() -> Household:
    card = Card.objects.filter(barcode=CARD).select_related("member__household").first()
    if card:
        return card.member.household
    family = households.create(name=FAMILY, actor=None)
    samira = households.add_member(
        household_id=family.pk, first_name="Samira", last_name="Benali", actor=None
    )
    households.add_member(household_id=family.pk, first_name="Adam", last_name="Benali", actor=None)
    households.give_card(member_id=samira.pk, barcode=CARD, actor=None)
    return family
