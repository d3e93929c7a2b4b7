"""Changing many at once: prepared and looked at, then applied by chunks, and undone as a whole."""

from catalogue.services.batches.preparing import MOST, Changes, drop, prepare
from catalogue.services.batches.running import AT_ONCE, apply, go_on, run, undo
from catalogue.services.batches.subjects import CATEGORIES, OF, Names, names

__all__ = [
    "AT_ONCE",
    "CATEGORIES",
    "MOST",
    "OF",
    "Changes",
    "Names",
    "apply",
    "drop",
    "go_on",
    "names",
    "prepare",
    "run",
    "undo",
]
