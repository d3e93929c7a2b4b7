"""The desk: from a scan to its answer through the whole stack, in process and warm, against an empty answer.

What a browser adds (the network, putting the part in its place) is the same for both, and not counted.
"""

from statistics import quantiles
from time import perf_counter
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.urls import reverse
from django.utils import timezone

from catalogue.benchmark import circulation, desks, synthetic
from catalogue.models import Copy, Role, User
from ludotheque.benchmark.frame import Bar, Found
from ludotheque.benchmark.stack import EMPTY, Stack

SIZES = (10_000,)
SCANS, WARM = 200, 20


def prepare(size: int) -> None:
    """A catalogue, and some years of loans at its desk."""
    synthetic.make(size)
    circulation.make(size // 10, size * 2, until=timezone.localdate())


def measure(size: int) -> dict[str, Any]:
    """Boxes are lent and taken back: each a scan, answered by the part of the page that shows it."""
    stack = Stack()
    token = "a" * 32
    headers = {
        "hx-request": "true",
        "cookie": f"sessionid={_signed_in()}; csrftoken={token}",
        "x-csrftoken": token,
    }
    member = desks.make_members(1)[0]
    times: dict[str, list[float]] = {"checkout": [], "checkin": [], "empty": []}
    for copy_id in desks.make_boxes(SCANS + WARM):
        code = Copy.objects.values_list("barcode", flat=True).get(pk=copy_id)
        for verb in ("checkout", "checkin"):
            fields = {"code": code, "adherent": str(member)}
            started = perf_counter()
            stack.post(reverse(verb), fields, headers)
            times[verb].append(perf_counter() - started)
        started = perf_counter()
        stack.get(EMPTY)
        times["empty"].append(perf_counter() - started)
    return {name: quantiles(spent[WARM:], n=20)[-1] for name, spent in times.items()}


def bars(found: Found) -> list[Bar]:
    return [
        Bar(
            f"scan to answer, {title}: p95 ÷ an empty answer's",
            database,
            one[verb] / one["empty"],
            60,
            25,
            note=f"{one[verb] * 1000:.2f} ms ÷ {one['empty'] * 1000:.2f} ms",
        )
        for (database, _), one in sorted(found.items())
        for verb, title in (("checkout", "a loan"), ("checkin", "a return"))
    ]


def _signed_in() -> str:
    """The session of a volunteer."""
    user = User.objects.create_user("banc-d-essai", role=Role.VOLUNTEER)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)
