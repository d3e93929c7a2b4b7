"""Short write transactions that wait for each other in turn (docs/locking.md)."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def writing() -> Iterator[None]:
    """`atomic()`, and on a SQLite file a queue before it: SQLite's own waiting may starve one client."""
    path = _queue()
    if path is None:
        with transaction.atomic():
            yield
        return
    with open(path, "a") as queue:
        fcntl.flock(queue, fcntl.LOCK_EX)  # closing the file lets the next one in, whatever happened
        with transaction.atomic():
            yield


def _queue() -> str | None:
    """The file that writers queue at, or None where there is nothing to queue for."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return None
    if connection.is_in_memory_db():  # SQLite's alone
        return None
    return f"{connection.settings_dict['NAME']}-writers"
