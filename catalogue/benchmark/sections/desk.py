"""The desk: from a scan to its answer, over HTTP from the server as it is started, against an empty answer's.

What a browser adds (putting the part in its place) is not counted.
"""

import random
from statistics import quantiles
from time import perf_counter
from typing import Any

from django.urls import reverse
from django.utils import timezone

from catalogue.benchmark import circulation, desks, synthetic
from catalogue.benchmark.server import Server
from catalogue.benchmark.visitor import Visitor
from catalogue.models import Copy, Role, User
from catalogue.search import index
from ludotheque.benchmark.frame import Bar, Found

SIZES = (10_000,)
SCANS, WARM = 200, 40
EMPTY = "/sante"
NAME, PASSWORD = "banc-d-essai", "Le banc d’essai"


def prepare(size: int) -> None:
    """A catalogue, and some years of loans at its desk."""
    synthetic.make(size)
    circulation.make(size // 10, size * 2, until=timezone.localdate())
    index.tidy()


def measure(size: int) -> dict[str, Any]:
    """Boxes are lent and taken back: each a scan, answered by the part of the page that shows it."""
    User.objects.create_user(NAME, password=PASSWORD, role=Role.VOLUNTEER)
    member = desks.make_members(1)[0]
    boxes = desks.make_boxes(SCANS + WARM)
    codes = list(Copy.objects.filter(pk__in=boxes).values_list("barcode", flat=True))
    times: dict[str, list[float]] = {"checkout": [], "checkin": [], "empty": []}
    server = Server()
    server.start()
    try:
        visitor = Visitor(server.port, random.Random(1))
        visitor.log_in(NAME, PASSWORD)
        for code in codes:
            for verb in ("checkout", "checkin"):
                started = perf_counter()
                answer = visitor.post(reverse(verb), {"code": code, "adherent": member}, part=True)
                times[verb].append(perf_counter() - started)
                if answer.status != 200:
                    raise RuntimeError(f"{verb}: {answer.status}")
            started = perf_counter()
            visitor.get(EMPTY)
            times["empty"].append(perf_counter() - started)
    finally:
        server.kill()
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
