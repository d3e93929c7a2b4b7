"""Lending under load, in real processes: one box wanted by eight desks, throughput, and kills."""

import statistics
from typing import Any

from catalogue.benchmark import desks, synthetic
from ludotheque.benchmark.frame import Bar, Found

SIZES = (1_000,)
prepare = synthetic.make
TURNS = 3


def measure(size: int) -> dict[str, Any]:
    one, eight, apart = [], [], []
    for _ in range(TURNS):  # in turn, so that a busy moment of the machine hits both
        one.append(desks.throughput(clients=1, loans=200))
        eight.append(desks.throughput(clients=desks.PROCESSES))
        apart.append(desks.throughput(clients=desks.PROCESSES, own_games=True))
    return {
        "contended": desks.contend(),
        "unchecked": desks.contend(check=False),
        "one": statistics.median(turn["loans_per_s"] for turn in one),
        "eight": statistics.median(turn["loans_per_s"] for turn in eight),
        "apart": statistics.median(turn["loans_per_s"] for turn in apart),
        "longest wait of eight": max(turn["longest_wait_s"] for turn in eight),
        "killed": desks.kill(),
    }


def bars(found: Found) -> list[Bar]:
    out = []
    for (database, _), one in sorted(found.items()):
        for key, what in (("contended", "one box, 8 × 300"), ("unchecked", "the same without our check")):
            run = one[key]
            amiss = abs(run["loans"] - 300) + run["errors"]
            waits = f"{run['refusals']} refusals, median wait {run['median_wait_s'] * 1000:.1f} ms"
            out.append(Bar(f"{what}: loans amiss and errors", database, amiss, 0, 0, note=waits))
            out.append(Bar(f"{what}: longest wait, s", database, run["longest_wait_s"], 1, 0.3))
        must = 1.4 if database == "PostgreSQL" else 0.8
        for key, how in (("eight", "four of them at one game"), ("apart", "each at its own games")):
            rates = f"{one[key]:.0f} ÷ {one['one']:.0f} loans/s"
            what = f"loans/s with 8 clients, {how}, ÷ 1"
            ratio = one[key] / one["one"]
            out.append(Bar(what, database, ratio, must, 2 * must, floor=True, note=rates))
        out.append(Bar("longest wait of 8 clients, s", database, one["longest wait of eight"], 1, 0.3))
        killed = one["killed"]
        what = f"{killed['acknowledged']} acknowledged, {killed['kills']} kills"
        out.append(Bar("kill -9: acknowledged and lost", database, killed["lost"], 0, 0, note=what))
        out.append(Bar("kill -9: half done", database, killed["half_done"], 0, 0))
    return out
