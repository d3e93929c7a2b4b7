"""Sections and sites: found by any spelling of their name, else made."""

from typing import TypeVar

from django.db import IntegrityError, transaction

from catalogue.models import Section, Site, User
from catalogue.services import journal
from catalogue.services.slugs import create_with_slug
from ludotheque.text import fold
from ludotheque.writing import writing

P = TypeVar("P", Section, Site)


def section(*, name: str, actor: User | None) -> Section | None:
    """The section called so, made when there is none; nothing typed is no section."""
    return _found_or_made(Section, name, actor)


def site(*, name: str, actor: User | None) -> Site | None:
    """The site called so, made when there is none; nothing typed is no site."""
    return _found_or_made(Site, name, actor)


def _found_or_made(model: type[P], name: str, actor: User | None) -> P | None:
    name = " ".join(name.split())
    if not name:
        return None
    with writing():
        known = _known(model, name)
        if known is not None:
            return known
        try:
            with transaction.atomic():
                if model is Section:
                    made = create_with_slug(model, text=name, name=name)
                else:
                    made = model._default_manager.create(name=name)
        except IntegrityError:  # made by somebody else a moment ago
            return model._default_manager.get(name=name)
        journal.write(actor=actor, verb="create", subject=made, after={"name": name})
    return made


def _known(model: type[P], name: str) -> P | None:
    """By the exact name first, last by a name it had before; a library has a few dozen of them."""
    places, folded = list(model._default_manager.order_by("pk")), fold(name)
    exact = (place for place in places if place.name == name)
    alike = (place for place in places if folded and fold(place.name) == folded)
    found = next(exact, None) or next(alike, None)
    return found or model._default_manager.filter(variants__folded=folded or None).first()
