"""Accounts of the team and of families: made, closed, opened again, given a new password."""

import secrets
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q

from catalogue.models import Role, User
from catalogue.policy import Refusal, Refused
from catalogue.services import journal
from ludotheque.french import of
from ludotheque.writing import writing


class Opened(NamedTuple):
    """An account and the password it has just been given; nobody can read that one again."""

    account: User
    password: str


def create(
    *,
    username: str,
    role: Role,
    actor: User | None,
    first_name: str = "",
    last_name: str = "",
    email: str = "",
    household_id: int | None = None,
) -> Opened:
    """A new account; `household_id` for a family's, and only for that."""
    username, password = User.normalize_username(username.strip()), fresh_password()
    with writing():
        refusal = _taken(username, email)
        if refusal:
            raise Refused(refusal)
        try:
            with transaction.atomic():
                account = User.objects.create_user(
                    username,
                    email,
                    password,
                    first_name=first_name,
                    last_name=last_name,
                    role=role,
                    household_id=household_id,
                )
        except IntegrityError as error:  # made by somebody else a moment ago
            refusal = _taken(username, email)
            if refusal is None:
                raise
            raise Refused(refusal) from error
        after = {"username": username, "role": role.value, "household": household_id}
        journal.write(actor=actor, verb="create", subject=account, after=after)
    return Opened(account, password)


def close(*, account_id: int, actor: User) -> User:
    """Nobody gets in with it any more, at once; neither one's own nor the last manager's."""
    with writing():
        # all managers are locked, so that two of them cannot close each other
        managers = list(_managers().select_for_update().order_by("pk").values_list("pk", flat=True))
        account = User.objects.select_for_update().get(pk=account_id)
        if account.pk == actor.pk:
            raise Refused(
                Refusal(
                    "own-account",
                    "Votre compte reste ouvert.",
                    "Personne ne ferme le sien.",
                    "Demandez-le à une autre personne responsable.",
                )
            )
        if managers == [account.pk]:
            raise Refused(
                Refusal(
                    "last-manager",
                    f"Le compte {of(str(account))} reste ouvert.",
                    "C’est le dernier compte responsable.",
                    "Créez d’abord un autre compte responsable.",
                )
            )
        _set_active(account, False, actor)
    return account


def reopen(*, account_id: int, actor: User) -> User:
    """It opens again with the password it had."""
    with writing():
        account = User.objects.select_for_update().get(pk=account_id)
        _set_active(account, True, actor)
    return account


def renew_password(*, account_id: int, actor: User) -> Opened:
    """A new password for somebody who forgot hers; the old one and its sessions end."""
    password = fresh_password()
    with writing():
        account = User.objects.select_for_update().get(pk=account_id)
        if account.pk == actor.pk:
            raise Refused(
                Refusal(
                    "own-account",
                    "Votre mot de passe n’est pas changé.",
                    "C’est votre propre compte.",
                    "Choisissez-en un vous-même dans « Mon compte ».",
                )
            )
        account.set_password(password)
        account.save(update_fields=["password"])
        journal.write(actor=actor, verb="renew-password", subject=account)
    return Opened(account, password)


def fresh_password() -> str:
    """Four groups of four, without letters or digits that look like another: 79 bits, read out with ease."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(4))


def _managers():
    return User.objects.filter(role=Role.MANAGER, is_active=True)


def _set_active(account: User, active: bool, actor: User) -> None:
    if account.is_active == active:
        return
    account.is_active = active
    account.save(update_fields=["is_active"])
    verb = "reopen" if active else "close"
    journal.write(
        actor=actor, verb=verb, subject=account, before={"active": not active}, after={"active": active}
    )


def _taken(username: str, email: str) -> Refusal | None:
    """One logs in by name or by e-mail: neither may mean two accounts."""

    def bearer(name: str) -> User | None:
        return User.objects.filter(Q(username__iexact=name) | Q(email__iexact=name)).first()

    other = bearer(username)
    if other:
        why = f"« {username} » ouvre déjà celui {of(str(other))}."
        return Refusal("username-taken", "Le compte n’est pas créé.", why, "Prenez un autre identifiant.")
    other = bearer(email) if email else None
    if other:
        why = f"{email} ouvre déjà celui {of(str(other))}."
        return Refusal(
            "email-taken", "Le compte n’est pas créé.", why, "Prenez une autre adresse, ou aucune."
        )
    return None
