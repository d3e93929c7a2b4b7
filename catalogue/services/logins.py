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
    name = username.casefold()
    here = _key("try", f"{address}:{name}")
    limits = {
        here: policy.TRY_FAILURES,
        _key("address", address): policy.ADDRESS_FAILURES,
        _key("account", name): policy.ACCOUNT_FAILURES,
    }
    wait = _wait(limits)
    if wait:
        raise TooManyFailures(wait)
    user = authenticate(request, username=username, password=password)
    with writing():
        if user is None:
            LoginFailure.objects.bulk_create(LoginFailure(key=key) for key in limits)
        else:
            LoginFailure.objects.filter(key=here).delete()
    return user


def count_asking(limits: dict[str, int]) -> None:
    """Notes that somebody asks for a mail; `TooManyFailures` once it is enough for one of these."""
    keyed = {_key("asking", what): allowed for what, allowed in limits.items()}
    wait = _wait(keyed)
    if wait:
        raise TooManyFailures(wait)
    LoginFailure.objects.bulk_create(LoginFailure(key=key) for key in keyed)


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


def _wait(limits: dict[str, int]) -> datetime.timedelta:
    """The longest of the waits; so many failures are allowed for each key."""
    now = timezone.now()
    failures: dict[str, list[datetime.datetime]] = {key: [] for key in limits}
    recent = LoginFailure.objects.filter(key__in=limits, at__gt=now - policy.LOGIN_WINDOW)
    for key, at in recent.values_list("key", "at"):
        failures[key].append(at)
    return max(policy.login_wait(failures[key], allowed=allowed, now=now) for key, allowed in limits.items())
