"""Signed links that serve once: to choose a password, to confirm an address. Nothing of them is stored.

A link bears a mark of the account as it was; choosing a password, another address or a login with the old one
change the mark, and with it every link made before is dead.
"""

import datetime
from typing import NamedTuple

from django.core import signing
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from catalogue.models import User
from ludotheque.writing import writing

INVITATION, RESET, ADDRESS = "invitation", "mot-de-passe", "adresse"
LIVES = {
    INVITATION: datetime.timedelta(days=14),
    RESET: datetime.timedelta(days=1),
    ADDRESS: datetime.timedelta(days=1),
}
_VIEWS = {INVITATION: "choose_password", RESET: "choose_password", ADDRESS: "confirm_address"}
_SALT = "catalogue.links"


class Dead(Exception):
    """The link has served, or its time is over, or it never was one."""


class Link(NamedTuple):
    path: str
    until: datetime.datetime


class Read(NamedTuple):
    """What a live link says; `email`: the address that it confirms."""

    purpose: str
    account: User
    email: str


def make(purpose: str, account: User, *, email: str = "") -> Link:
    until = timezone.now() + LIVES[purpose]
    said = [purpose[0], account.pk, _mark(purpose, account), int(until.timestamp())]
    token = _signer().sign_object([*said, email] if email else said)
    return Link(reverse(_VIEWS[purpose], args=[token]), until)


def read(token: str, *purposes: str, locked: bool = False) -> Read:
    """What the link says, or `Dead`; `locked`: within a transaction that is to use it up."""
    try:
        first, pk, mark, until, *email = _signer().unsign_object(token)
        purpose = next(one for one in purposes if one[0] == first)
    except (signing.BadSignature, ValueError, TypeError, StopIteration) as error:
        raise Dead from error
    accounts = User.objects.select_for_update() if locked else User.objects
    account = accounts.filter(pk=pk, is_active=True).first()
    live = until > timezone.now().timestamp()
    if account is None or not live or not constant_time_compare(mark, _mark(purpose, account)):
        raise Dead
    return Read(purpose, account, email[0] if email else "")


def choose_password(*, token: str, password: str) -> User:
    """Uses a link up: the account has this password, its sessions and its other links end."""
    from catalogue.services import logins

    with writing():
        account = read(token, INVITATION, RESET, locked=True).account
        logins.change_password(user=account, password=password)
    return account


def _signer() -> signing.Signer:
    return signing.Signer(salt=_SALT)


def _mark(purpose: str, account: User) -> str:
    said = [purpose, account.pk, account.password, account.email, account.last_login]
    return salted_hmac(_SALT, repr(list(map(str, said))), algorithm="sha256").hexdigest()[:16]
