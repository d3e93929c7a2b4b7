"""How speed is measured: two things in turn in one run, and the bar is their ratio.

A section is a module of `benchmark.sections` in an application, with:

    SIZES            the catalogues it wants, as numbers of records; (0,) if it wants none
    DATABASES        where to measure, unless on both
    prepare(size)    where there is one: fills the scratch database, once for all sections that name it
    measure(size)    runs in a process of its own on that database; gives {name: seconds or any number
                     that JSON keeps}
    bars(found)      runs in the command; `found` is {(database, size): what measure gave}; gives Bars
"""

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"

Found = dict[tuple[str, int], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things timed in turn, in seconds a call."""

    top: float
    bottom: float
    top_best: float
    bottom_best: float

    @property
    def ratio(self) -> float:
        return self.top / self.bottom

    @property
    def best(self) -> float:
        return self.top_best / self.bottom_best

    def as_dict(self) -> dict[str, float]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Bar:
    """A measured bar: `value` must not pass `must` (be at least `must` where `floor`).

    `database` is empty where none has a part in it; `value` None: not measured, and `note` says why."""

    name: str
    database: str
    value: float | None
    must: float
    stretch: float
    best: float | None = None
    floor: bool = False
    note: str = ""

    def reaches(self, limit: float) -> bool:
        assert self.value is not None
        return self.value >= limit if self.floor else self.value <= limit

    @property
    def verdict(self) -> str:
        if self.value is None:
            return "—"
        return "stretch" if self.reaches(self.stretch) else "must" if self.reaches(self.must) else "MISSED"

    def line(self) -> str:
        sign = "≥" if self.floor else "≤"
        best = f" (best {self.best:.3g})" if self.best is not None else ""
        value = "not measured" if self.value is None else f"{self.value:.3g}"
        where = f", {self.database}" if self.database else ""
        return (
            f"{self.verdict:8} {self.name}{where}: {value}{best}"
            f" — must {sign} {self.must:g}, stretch {sign} {self.stretch:g}"
            + (f" — {self.note}" if self.note else "")
        )


def in_turn(
    top: Callable[[], object],
    bottom: Callable[[], object],
    *,
    seconds: float = 3.0,
    clock: Callable[[], float] = time.perf_counter,
) -> Pair:
    """Times both for about so long, alternating, so that a busy moment of the machine hits both.

    `clock`: `time.process_time` for what happens in this process alone, whatever else the machine does."""
    top(), bottom()
    batch = max(1, int(once(top) / max(once(bottom), 1e-9)))
    tops: list[float] = []
    bottoms: list[float] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until or len(tops) < 5:
        tops.append(once(top, clock=clock))
        bottoms.append(once(bottom, min(batch, 50), clock=clock))
    return paired(tops, bottoms)


def paired(tops: Sequence[float], bottoms: Sequence[float]) -> Pair:
    """What was timed in turn, each by its median."""
    return Pair(statistics.median(tops), statistics.median(bottoms), min(tops), min(bottoms))


def once(
    call: Callable[[], object], times: int = 1, *, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Seconds a call, over so many."""
    started = clock()
    for _ in range(times):
        call()
    return (clock() - started) / times


def bar_of_pair(found: dict[str, Any], key: str, **rest: Any) -> Bar:
    """The bar of a Pair that `measure` gave as a dict."""
    pair = Pair(**found[key])
    note = f"{pair.top * 1000:.2f} ms ÷ {pair.bottom * 1000:.2f} ms"
    return Bar(value=pair.ratio, best=pair.best, note=note, **rest)


def machine(databases: Iterable[str]) -> dict[str, str]:
    """What the figures were measured on."""
    processor = platform.processor() or platform.machine()
    information = Path("/proc/cpuinfo")
    if information.exists():
        names = [
            line.split(":", 1)[1].strip()
            for line in information.read_text().splitlines()
            if line.startswith("model name")
        ]
        processor = names[0] if names else processor
    return {
        "processor": processor,
        "cores": str(os.cpu_count()),
        "python": platform.python_version(),
        "databases": ", ".join(databases),
    }
