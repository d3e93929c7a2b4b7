"""Rows of queries that are written out, as the models they stand for."""

from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model

Row = TypeVar("Row", bound=Model)


def partial(model: type[Row], **known: Any) -> Row:
    """A row of which these fields are known; Django asks for another when it is read."""
    names = [field.attname for field in model._meta.concrete_fields if field.attname in known]
    return model.from_db(DEFAULT_DB_ALIAS, names, [known[name] for name in names])


def prefetched(row: Any, name: str, found: list) -> None:
    """Gives `row.categories` what was found, as `prefetch_related` does: `.all()` asks for nothing more."""
    kept = getattr(row, name).all()
    kept._result_cache, kept._prefetch_done = found, True
    row._prefetched_objects_cache = {**getattr(row, "_prefetched_objects_cache", {}), name: kept}
