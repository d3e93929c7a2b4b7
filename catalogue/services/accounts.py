"""Accounts of the team and of families: invited, given another role, closed, opened again.

No password is ever made, shown or mailed: who gets an account chooses one by a link.
"""

from itertools import count
from typing import NamedTuple

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from catalogue.models import Mail, MailKind, Role, User
from catalogue.policy import Refusal, Refused, french_date
from catalogue.services import journal, links, mails
from catalogue.services.links import Link
from ludotheque.french import of
from ludotheque.text import words
from ludotheque.writing import writing


class Invited(NamedTuple):
    """An account, the link that opens it, and the mail that bears the link, if one goes."""

    account: User
    link: Link
    mail: Mail | None


def invite(
    *,
    role: Role,
    actor: User | None,
    username: str = "",
    first_name: str = "",
    last_name: str = "",
    email: str = "",
    household_id: int | None = None,
    by_mail: bool = True,
) -> Invited:
    """A new account that opens with the link; `household_id` for a family's, and only for that.

    Without a username it is called by the person's name.
    """
    username = User.normalize_username(username.strip())
    with writing():
        refusal = taken(username=username, email=email)
        if refusal:
            raise Refused(refusal)
        username = username or _free_username(first_name, last_name)
        try:
            with transaction.atomic():
                account = User.objects.create_user(
                    username,
                    email,
                    None,
                    first_name=first_name,
                    last_name=last_name,
                    role=role,
                    household_id=household_id,
                )
        except IntegrityError as error:  # made by somebody else a moment ago
            refusal = taken(username=username, email=email)
            if refusal is None:
                raise
            raise Refused(refusal) from error
        after = {"username": username, "role": role.value, "household": household_id}
        journal.write(actor=actor, verb="invite", subject=account, after=after)
        return _send(account, by_mail)


def send_link(*, account_id: int, actor: User, by_mail: bool = True) -> Invited:
    """A new link to choose a password, for who has lost the first one or forgot the password.

    The password of before serves until another is chosen: who did not ask loses nothing.
    """
    with writing():
        account = User.objects.select_for_update().get(pk=account_id)
        if account.pk == actor.pk:
            raise Refused(
                Refusal(
                    "own-account",
                    "Aucun lien n’est fait.",
                    "C’est votre propre compte.",
                    "Changez votre mot de passe dans « Mon compte ».",
                )
            )
        if not account.is_active:
            raise Refused(
                Refusal(
                    "closed",
                    "Aucun lien n’est fait.",
                    f"Le compte {of(str(account))} est fermé.",
                    "Rouvrez-le d’abord.",
                )
            )
        journal.write(actor=actor, verb="send-link", subject=account)
        return _send(account, by_mail)


def change_role(*, account_id: int, role: Role, actor: User) -> User:
    """Another role in the team; neither one's own nor the last manager's."""
    with writing():
        account = _others(account_id, actor, "Votre rôle reste le même.", "Personne ne change le sien.")
        if account.household_id is not None or role == Role.MEMBER:
            raise Refused(
                Refusal(
                    "family",
                    "Le rôle reste le même.",
                    "Le compte d’une famille n’entre pas dans l’équipe, ni l’inverse.",
                    "Invitez la personne une seconde fois, avec une autre adresse.",
                )
            )
        before = account.role
        if before != role:
            account.role = role
            account.save(update_fields=["role"])
            journal.write(
                actor=actor,
                verb="change-role",
                subject=account,
                before={"role": before},
                after={"role": role.value},
            )
    return account


def change_email(*, account_id: int, email: str, actor: User) -> User:
    """The address of an account whose owner cannot change it: the invitation went to a wrong one."""
    with writing():
        account = User.objects.select_for_update().get(pk=account_id)
        before = account.email
        if email == before:
            return account
        save_email(account, email)
        journal.write(
            actor=actor,
            verb="change-email",
            subject=account,
            before={"email": before},
            after={"email": email},
        )
        tell_old_address(account, before)
    return account


def close(*, account_id: int, actor: User) -> User:
    """Nobody gets in with it any more, at once; neither one's own nor the last manager's."""
    with writing():
        account = _others(account_id, actor, "Votre compte reste ouvert.", "Personne ne ferme le sien.")
        _set_active(account, False, actor)
    return account


def reopen(*, account_id: int, actor: User) -> User:
    """It opens again with the password it had."""
    with writing():
        account = User.objects.select_for_update().get(pk=account_id)
        _set_active(account, True, actor)
    return account


def taken(*, username: str = "", email: str = "", but: int | None = None, what: str = "") -> Refusal | None:
    """One logs in by name or by e-mail: neither may mean two accounts."""
    what = what or "Le compte n’est pas créé."

    def bearer(name: str) -> User | None:
        same = Q(username__iexact=name) | Q(email__iexact=name)
        return User.objects.filter(same).exclude(pk=but or 0).first() if name else None

    if other := bearer(username):
        why = f"« {username} » ouvre déjà celui {of(str(other))}."
        return Refusal("username-taken", what, why, "Prenez un autre identifiant.")
    if other := bearer(email):
        why = f"{email} ouvre déjà celui {of(str(other))}."
        return Refusal("email-taken", what, why, "Prenez une autre adresse, ou aucune.")
    return None


def save_email(account: User, email: str) -> None:
    """The locked account has this address, or `Refused` where it opens another."""
    account.email = email
    what = "L’adresse n’est pas changée."
    refusal = taken(email=email, but=account.pk, what=what)
    if refusal:
        raise Refused(refusal)
    try:
        with transaction.atomic():
            account.save(update_fields=["email"])
    except IntegrityError as error:  # taken by somebody else a moment ago
        then = "Prenez une autre adresse."
        raise Refused(
            Refusal("email-taken", what, "Elle vient de servir pour un autre compte.", then)
        ) from error


def tell_old_address(account: User, address: str) -> None:
    """A word to the address that was the account's: it may have been somebody else who changed it."""
    facts = {"nom": str(account), "identifiant": account.username}
    mails.queue(kind=MailKind.ADDRESS_CHANGED, to=address, household_id=account.household_id, facts=facts)


def _send(account: User, by_mail: bool) -> Invited:
    link = links.make(links.INVITATION, account)
    mail = None
    if by_mail and account.email:
        mail = mails.queue(
            kind=MailKind.RESET if account.has_usable_password() else MailKind.INVITATION,
            to=account.email,
            household_id=account.household_id,
            until=link.until,
            facts={
                "nom": str(account),
                "identifiant": account.username,
                "lien": f"{settings.SITE_URL}{link.path}",
                "date": french_date(timezone.localdate(link.until)),
            },
        )
    return Invited(account, link, mail if mail and mail.next_try_at else None)


def _others(account_id: int, actor: User, what: str, why: str) -> User:
    """The account, locked with all managers, so that two of them cannot undo each other."""
    managers = list(
        User.objects.filter(role=Role.MANAGER, is_active=True)
        .select_for_update()
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    account = User.objects.select_for_update().get(pk=account_id)
    if account.pk == actor.pk:
        raise Refused(Refusal("own-account", what, why, "Demandez-le à une autre personne responsable."))
    if managers == [account.pk]:
        raise Refused(
            Refusal(
                "last-manager",
                f"Le compte {of(str(account))} reste comme il est.",
                "C’est le dernier compte responsable.",
                "Invitez d’abord une autre personne responsable.",
            )
        )
    return account


def _set_active(account: User, active: bool, actor: User) -> None:
    if account.is_active == active:
        return
    account.is_active = active
    account.save(update_fields=["is_active"])
    verb = "reopen" if active else "close"
    journal.write(
        actor=actor, verb=verb, subject=account, before={"active": not active}, after={"active": active}
    )


def _free_username(first_name: str, last_name: str) -> str:
    """`samira.benali`, or `samira.benali2` where there is one."""
    base = ".".join(words(f"{first_name} {last_name}"))[:140] or "compte"
    used = {
        name.lower()
        for name in User.objects.filter(username__istartswith=base).values_list("username", flat=True)
    }
    return next(name for n in count(1) if (name := base if n == 1 else f"{base}{n}") not in used)
