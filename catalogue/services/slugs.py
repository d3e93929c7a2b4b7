"""Addresses that are free."""

from collections.abc import Iterable
from itertools import count
from typing import TypeVar

from django.db import IntegrityError, models, transaction

from ludotheque.text import fold

M = TypeVar("M", bound=models.Model)


def create_with_slug(model: type[M], *, text: str, **fields) -> M:
    """A new row whose slug is `text` folded, with a number where that one is taken."""
    base = _base(model, text)
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


def free_slugs(model: type[M], texts: Iterable[str]) -> list[str]:
    """A free slug for each text, as `create_with_slug` would give them one after the other."""
    bases = [_base(model, text) for text in texts]
    manager = model._default_manager
    taken: set[str] = set()
    asked = sorted(set(bases))
    for start in range(0, len(asked), 500):
        taken.update(manager.filter(slug__in=asked[start : start + 500]).values_list("slug", flat=True))
    numbers = dict.fromkeys(bases, 1)
    for base in taken & set(bases):
        known = manager.filter(slug__startswith=f"{base}-").values_list("slug", flat=True)
        taken |= set(known)
    slugs = []
    for base in bases:
        slug = base
        while slug in taken:
            numbers[base] += 1
            slug = f"{base}-{numbers[base]}"
        taken.add(slug)
        slugs.append(slug)
    return slugs


def _base(model: type[models.Model], text: str) -> str:
    return fold(text).replace(" ", "-")[:100].strip("-") or str(model._meta.model_name)
