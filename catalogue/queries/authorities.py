"""Publishers, people and categories, and the records that bear their name."""

from typing import TypeVar

from django.db.models import Count, QuerySet

from catalogue.models import Category, Contribution, Person, Publisher, Record
from catalogue.models.record import ContributionRole

A = TypeVar("A", Publisher, Person)


def publisher(slug: str) -> Publisher | None:
    return _by_slug(Publisher, slug)


def person(slug: str) -> Person | None:
    return _by_slug(Person, slug)


def category(scheme: str, code: str) -> Category | None:
    """Also by a notation it had before."""
    known = Category.objects.filter(scheme=scheme, code=code).first()
    return known or Category.objects.filter(variants__scheme=scheme, variants__code=code).first()


def _by_slug(model: type[A], slug: str) -> A | None:
    """By its address, or by one that it has taken over."""
    rows = model._default_manager.prefetch_related("variants")
    return rows.filter(slug=slug).first() or rows.filter(addresses__slug=slug).first()


def roles(person: Person) -> list[tuple[str, int]]:
    """What that person did, and for how many records: « Auteur », 2."""
    parts = Contribution.objects.filter(person=person, record__draft=False).order_by().values_list("role")
    counted = dict(parts.annotate(n=Count("record")))
    return [(role.label, counted[role.value]) for role in ContributionRole if role.value in counted]


def records_of_publisher(publisher: Publisher) -> QuerySet[Record]:
    return Record.objects.shown().filter(publisher=publisher)


def records_of_person(person: Person) -> QuerySet[Record]:
    """Each record once, whatever that person did for it."""
    return Record.objects.shown().filter(pk__in=Contribution.objects.filter(person=person).values("record"))


def records_of_category(category: Category) -> QuerySet[Record]:
    return Record.objects.shown().filter(categories=category)


def drafts(**of) -> QuerySet[Record]:
    """What the public does not see yet."""
    return Record.objects.filter(draft=True, **of).order_by()
