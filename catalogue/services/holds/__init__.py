"""Who waits for which title, and what becomes of a box when it is in hand (docs/holds.md)."""

from catalogue.services.holds.boxes import Arrival, Seen, box_came_in, box_left, boxes_changed, scan_in
from catalogue.services.holds.lending import claims, served, shelf_changed, unserved
from catalogue.services.holds.nightly import cut_history, expire
from catalogue.services.holds.placing import (
    cancel,
    cancel_all,
    forget_copy,
    forget_record,
    keep,
    place,
    refusals,
    restore,
    settle_errand,
)
from catalogue.services.holds.queue import rules_for

__all__ = [
    "Arrival",
    "Seen",
    "box_came_in",
    "box_left",
    "boxes_changed",
    "cancel",
    "cancel_all",
    "claims",
    "cut_history",
    "expire",
    "forget_copy",
    "forget_record",
    "keep",
    "place",
    "refusals",
    "restore",
    "rules_for",
    "scan_in",
    "served",
    "settle_errand",
    "shelf_changed",
    "unserved",
]
