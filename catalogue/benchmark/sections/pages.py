"""Pages through the whole stack, in process and warm: a full page of results against an empty answer."""

import time
from typing import Any
from urllib.parse import quote

from django.db import connection

from catalogue.benchmark import synthetic
from catalogue.benchmark.sections.search import rare_word, word_with
from catalogue.models import Record
from ludotheque.benchmark.frame import Bar, Found, bar_of_pair, in_turn
from ludotheque.benchmark.stack import EMPTY, Stack

SIZES = (10_000,)
prepare = synthetic.make


def measure(size: int) -> dict[str, Any]:
    stack = Stack()
    tenth = word_with(size // 10)
    record = Record.objects.exclude(rules_text="")[0].get_absolute_url()
    addresses = {
        "results": f"/catalogue/?q={quote(rare_word())}",
        "tenth": f"/catalogue/?q={quote(tenth)}",
        "browsing": "/catalogue/",
        "home": "/",
        "record": record,
    }

    # SQLite works in this process: its own time counts, not what others do meanwhile
    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter

    def get(address: str):
        return lambda: stack.get(address)

    def against_empty(address: str) -> dict[str, float]:
        return in_turn(get(address), get(EMPTY), clock=clock).as_dict()

    return {name: against_empty(address) for name, address in addresses.items()} | {
        "results bytes": len(stack.get(addresses["results"])),
        "sheet": in_turn(get(EMPTY), get(f"{record}regles.pdf")).as_dict(),
    }


def bars(found: Found) -> list[Bar]:
    out = []
    for (database, size), one in sorted(found.items()):
        where = f"{database} {size:,}".replace(",", " ")
        for name, title in (
            ("results", "a page of 20 results"),
            ("tenth", "the same of a word that a tenth of the catalogue has"),
            ("browsing", "the catalogue without query"),
            ("home", "home"),
            ("record", "a record"),
        ):
            # the bar is set for results; the others are shown against the same
            out.append(
                bar_of_pair(one, name, name=f"{title} ÷ an empty answer", database=where, must=20, stretch=8)
            )
        name = "a sheet that is there, by its rate ÷ an empty answer's"
        out.append(bar_of_pair(one, "sheet", name=name, database=where, must=0.5, stretch=0.8, floor=True))
        out.append(Bar("results, compressed kB", where, one["results bytes"] / 1000, 15, 8))
    return out
