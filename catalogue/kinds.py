"""The lists of names that records and boxes share, and where each is used."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import models
from django.db.models import QuerySet

from catalogue.models import Category, Copy, Person, Publisher, Record, Section, Site


@dataclass(frozen=True)
class Kind:
    """`slug` is its name in addresses; `uses(row)` are the records or the copies that bear it."""

    slug: str
    model: type[models.Model]
    one: str
    many: str
    feminine: bool
    uses: Callable[[models.Model], QuerySet]
    relation: str  # from the row to what counts as its uses
    of_copies: bool = False
    public: bool = True  # whether it has a page of its own


KINDS = {
    kind.slug: kind
    for kind in (
        Kind(
            "editeurs",
            Publisher,
            "éditeur",
            "éditeurs",
            False,
            lambda row: Record.objects.filter(publisher=row.pk),
            "records",
        ),
        Kind(
            "personnes",
            Person,
            "personne",
            "personnes",
            True,
            lambda row: Record.objects.filter(contributions__person=row.pk).distinct(),
            "records",
        ),
        Kind(
            "categories",
            Category,
            "catégorie",
            "catégories",
            True,
            lambda row: Record.objects.filter(categories=row.pk),
            "records",
        ),
        Kind(
            "sections",
            Section,
            "section",
            "sections",
            True,
            lambda row: Copy.objects.filter(section=row.pk),
            "copies",
            of_copies=True,
            public=False,
        ),
        Kind(
            "sites",
            Site,
            "localisation",
            "localisations",
            True,
            lambda row: Copy.objects.filter(site=row.pk),
            "copies",
            of_copies=True,
            public=False,
        ),
    )
}


def touched(kind: Kind, row: models.Model) -> QuerySet:
    """Ids of the records whose index speaks of the row."""
    if kind.of_copies:
        return kind.uses(row).order_by().values_list("record_id", flat=True).distinct()
    return kind.uses(row).order_by().values_list("pk", flat=True)
