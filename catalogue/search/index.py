"""The index that search reads; services write it in the transaction of the change itself."""

from collections.abc import Iterable


def update(record_ids: Iterable[int]) -> None:
    """Writes the index rows of these records anew."""


def update_availability(record_ids: Iterable[int]) -> None:
    """Counts anew the copies on the shelf of these records; cheaper than `update`."""
