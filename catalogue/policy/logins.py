"""Logging in: so many failures within the window, then one waits."""

import datetime
from collections.abc import Collection

LOGIN_WINDOW = datetime.timedelta(minutes=15)
TRY_FAILURES = 5  # of one account from one address
ADDRESS_FAILURES = 20  # a library and its families may share one address
ACCOUNT_FAILURES = 50  # from anywhere: few enough against guessing, too many to lock somebody out in passing

# asking for a mail: within the same window
ASKS_ABOUT = 3  # one account, or a name that is none
ASKS_FROM = 15  # one address


def login_wait(
    failures: Collection[datetime.datetime], *, allowed: int, now: datetime.datetime
) -> datetime.timedelta:
    """How long until fewer than `allowed` failures lie within the window before."""
    recent = sorted(at for at in failures if at > now - LOGIN_WINDOW)
    if len(recent) < allowed:
        return datetime.timedelta(0)
    return recent[-allowed] + LOGIN_WINDOW - now
