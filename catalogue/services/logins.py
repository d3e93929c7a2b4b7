"""Who logs in: found by name or e-mail, slowed down after failures, the same for accounts that are none."""

import datetime

from django.contrib.auth import authenticate
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from catalogue import policy
from catalogue.models import LoginFailure, User
from catalogue.services import journal
from ludotheque.writing import writing


class TooManyFailures(Exception):
    """No attempt is looked at before `wait` has passed."""

    def __init__(self, wait: datetime.timedelta):
        super().__init__(wait)
        self.wait = wait


def attempt(*, request: HttpRequest, identifier: str, password: str, address: str) -> User | None:
    """The account, or None for a wrong name or password; `TooManyFailures` without even looking."""
    username = _username(identifier)
    # all forms of one account share a key, and an account that is none has its own
    account_key, address_key = _key("account", username.casefold()), _key("address", address)
    wait = max(
        _wait(account_key, policy.ACCOUNT_FAILURES),
        _wait(address_key, policy.ADDRESS_FAILURES),
    )
    if wait:
        raise TooManyFailures(wait)
    user = authenticate(request, username=username, password=password)
    with writing():
        if user is None:
            LoginFailure.objects.bulk_create([LoginFailure(key=account_key), LoginFailure(key=address_key)])
        else:
            LoginFailure.objects.filter(key=account_key).delete()
    return user


def change_password(*, user: User, password: str) -> None:
    with writing():
        user.set_password(password)
        user.save(update_fields=["password"])
        journal.write(actor=user, verb="change-password", subject=user)


def _username(identifier: str) -> str:
    """The name of the account meant by a name or an e-mail in any case; an unknown one stays as typed."""
    named = Q(username__iexact=identifier) | Q(email__iexact=identifier)
    names = list(User.objects.filter(named).values_list("username", flat=True)[:3])
    return names[0] if len(names) == 1 else identifier


def _key(kind: str, value: str) -> str:
    """A keyed hash: neither names nor addresses are kept."""
    return salted_hmac("catalogue.login", f"{kind}:{value}", algorithm="sha256").hexdigest()


def _wait(key: str, allowed: int) -> datetime.timedelta:
    now = timezone.now()
    failures = LoginFailure.objects.filter(key=key, at__gt=now - policy.LOGIN_WINDOW)
    return policy.login_wait(list(failures.values_list("at", flat=True)), allowed=allowed, now=now)
