"""Addresses that are free."""

from itertools import count
from typing import TypeVar

from django.db import IntegrityError, models, transaction

from ludotheque.text import fold

M = TypeVar("M", bound=models.Model)


def create_with_slug(model: type[M], *, text: str, **fields) -> M:
    """A new row whose slug is `text` folded, with a number where that one is taken."""
    base = fold(text).replace(" ", "-")[:100].strip("-") or str(model._meta.model_name)
    manager = model._default_manager
    for number in count(1):
        slug = base if number == 1 else f"{base}-{number}"
        if manager.filter(slug=slug).exists():
            continue
        try:
            with transaction.atomic():
                return manager.create(slug=slug, **fields)
        except IntegrityError:  # taken a moment ago: the next number; anything else is an error
            if not manager.filter(slug=slug).exists():
                raise
    raise AssertionError("numbers never end")
