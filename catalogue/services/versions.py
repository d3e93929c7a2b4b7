"""What a form had before it: two people who change the same row do not write over each other."""

import datetime
import hashlib
import json

from django.db import models

_ASIDE = {"id", "sort_key", "found_by", "created_at", "label_printed_at"}


class Changed(Exception):
    """Somebody else has changed the row since it was read."""


def moment(text: str) -> datetime.datetime:
    """When a form was opened, as it says itself; an unreadable moment is before every change."""
    try:
        return datetime.datetime.fromisoformat(text)
    except ValueError:
        return datetime.datetime.min.replace(tzinfo=datetime.UTC)


def version(row: models.Model) -> str:
    """A short mark of all that the row says; it changes when the row does."""
    return mark(
        {
            field.attname: getattr(row, field.attname)
            for field in row._meta.concrete_fields
            if field.name not in _ASIDE
        }
    )


def mark(said: dict) -> str:
    """A short mark of these words and numbers."""
    return hashlib.sha256(json.dumps(said, sort_keys=True, default=str).encode()).hexdigest()[:32]


def check(row: models.Model, seen: str | None) -> None:
    """Raises `Changed` when the writer had another version before her; None: she does not say."""
    if seen is not None and seen != version(row):
        raise Changed
