"""Who waits for which title, and what becomes of a box when it is in hand (docs/holds.md)."""

from catalogue.services.holds.boxes import Arrival, box_came_in, box_left, boxes_changed, scan_in
from catalogue.services.holds.lending import claims, served, unserved
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

__all__ = [
    "Arrival",
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
    "scan_in",
    "served",
    "settle_errand",
    "unserved",
]
