"""The whole server killed in the middle of a thousand acts over HTTP, and backed up while it works.

Four desks lend, take back, renew, reserve and take money through the real pages; now and then a form is cut
on its way, its answer is lost, or it is sent twice at once. Each is sent until it is answered; so each act
must be there afterwards, once and whole. On PostgreSQL the database's own server is not killed.
"""

from typing import Any

from catalogue.benchmark import outage
from ludotheque.benchmark.frame import Bar, Found

SIZES = (0,)


def measure(size: int) -> dict[str, Any]:
    return outage.run()


def bars(found: Found) -> list[Bar]:
    out = []
    for (database, _), one in sorted(found.items()):
        restored = one["restored"]
        broken = restored["lacking"] + restored["invented"] + sum(restored["half_done"].values())
        acts = ", ".join(f"{number} {verb}" for verb, number in one["by_verb"].items())
        repeats = ", ".join(f"{number} {how}" for how, number in one["unanswered"].items())
        lines = (
            ("acknowledged and lost", one["lost"], f"{one['acknowledged']} ({acts}), {one['kills']} kills"),
            ("done more than once", one["too_often"], f"sent again: {repeats}"),
            ("half done", sum(one["half_done"].values()), _told(one["half_done"])),
            (
                "answers that are none",
                sum(one["amiss"].values()),
                _told(one["amiss"]),
            ),
            (
                "restored from a backup made meanwhile: lacking, invented or half done",
                broken,
                f"{restored['acts']} acts in it, {one['during_backup']} done while it was made",
            ),
        )
        out += [Bar(name, database, value, 0, 0, note=note) for name, value, note in lines]
        out.append(Bar("seconds until it serves again", database, one["longest_start_s"], 60, 10))
    return out


def _told(counted: dict[str, int]) -> str:
    return ", ".join(f"{number} {what}" for what, number in counted.items())
