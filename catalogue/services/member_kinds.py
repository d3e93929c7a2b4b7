"""What the library offers to families: categories of members, and subscriptions with price and length."""

from typing import TypeVar

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from catalogue.models import Household, LoanPolicy, MemberCategory, SubscriptionType, User
from catalogue.policy import Refusal, Refused
from catalogue.services import journal, versions
from ludotheque.writing import writing

Kind = TypeVar("Kind", MemberCategory, SubscriptionType)


def keep(*, row: Kind, actor: User | None, seen: str | None = None, **values) -> Kind:
    """Makes a category or a subscription type, or changes one; two of a name are refused."""
    with writing():
        before: dict = {}
        if row.pk:
            row = type(row)._default_manager.select_for_update().get(pk=row.pk)
            versions.check(row, seen)
            before = journal.facts(row)
        for name, value in values.items():
            setattr(row, name, value)
        if before == journal.facts(row):
            return row
        try:
            with transaction.atomic():
                row.save()
        except IntegrityError as error:
            raise Refused(_same_name(row.name)) from error
        journal.write(
            actor=actor,
            verb="update" if before else "create",
            subject=row,
            before=before,
            after=journal.facts(row),
        )
    return row


def drop(*, row: MemberCategory | SubscriptionType, actor: User | None) -> None:
    """Removes one that nothing hangs on."""
    with writing():
        if isinstance(row, MemberCategory) and LoanPolicy.objects.filter(category=row).exists():
            raise Refused(_in_use(row))
        journal.write(actor=actor, verb="delete", subject=row, before=journal.facts(row))
        try:
            with transaction.atomic():
                row.delete()
        except ProtectedError as error:
            raise Refused(_in_use(row)) from error


def uses(row: MemberCategory | SubscriptionType) -> int:
    """How many families are of a category, or how many subscriptions of a type."""
    if isinstance(row, MemberCategory):
        return Household.objects.filter(category=row).count()
    return row.subscription_set.count()


def _same_name(name: str) -> Refusal:
    return Refusal(
        "same-name", "Rien n’est enregistré.", f"« {name} » existe déjà.", "Choisissez un autre nom."
    )


def _in_use(row: MemberCategory | SubscriptionType) -> Refusal:
    if isinstance(row, MemberCategory):
        why = "Des foyers, des formules ou des règles de prêt sont de cette catégorie."
        return Refusal("in-use", f"« {row} » reste.", why, "Donnez-leur d’abord une autre catégorie.")
    why = "Des foyers l’ont prise."
    return Refusal("in-use", f"« {row} » reste.", why, "Ne la proposez plus : elle reste à ceux qui l’ont.")
