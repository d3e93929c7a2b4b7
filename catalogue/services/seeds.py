"""Loading the seed catalogue: what is missing is made, what is there is left as it is."""

from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Q

from catalogue.models import (
    Category,
    Copy,
    Library,
    OpeningPeriod,
    Person,
    Publisher,
    Record,
    Section,
    Site,
)
from catalogue.models.library import Weekday
from catalogue.search import index
from catalogue.services import journal
from ludotheque.text import fold, sort_key

# what a seed file holds besides plain fields of the record
RELATED = {"publisher", "categories", "contributions", "components", "documents", "copies"}


@dataclass
class Loaded:
    """What loading one record did: `made` or there before; barcodes that other boxes bear already."""

    made: bool
    taken_barcodes: list[str] = field(default_factory=list)


def load_library(data: dict) -> bool:
    """Makes the sample library with its hours and sections, unless this installation has a library."""
    weekdays = {day.label: day for day in Weekday}
    with transaction.atomic():
        library, made = Library.objects.get_or_create(defaults={"name": data["name"], "sample_data": True})
        if not made:
            return False
        OpeningPeriod.objects.bulk_create(
            OpeningPeriod(library=library, **period | {"weekday": weekdays[period["weekday"]]})
            for period in data["opening_periods"]
        )
        for name in data["sites"]:
            _site(name)
        for name in data["sections"]:
            _section(name)
        journal.write(actor=None, verb="load_seeds", subject=library)
    return True


def load_record(data: dict, authorities: dict) -> Loaded:
    """Makes the record with all that belongs to it, in one transaction, unless its slug is there already."""
    if Record.objects.filter(slug=data["slug"]).exists():
        return Loaded(made=False)
    with transaction.atomic():
        record = Record.objects.create(
            sort_key=sort_key(data["title"]),
            publisher=_authority(Publisher, data["publisher"], authorities["publishers"])
            if "publisher" in data
            else None,
            **{name: value for name, value in data.items() if name not in RELATED},
        )
        record.categories.set(
            _category(text, authorities["categories"]) for text in data.get("categories", ())
        )
        for position, row in enumerate(data.get("contributions", ())):
            person = _authority(Person, row["person"], authorities["people"])
            record.contributions.create(person=person, role=row["role"], position=position)
        for position, row in enumerate(data.get("components", ())):
            record.components.create(position=position, **row)
        for row in data.get("documents", ()):
            record.documents.create(**row)
        taken = [row["barcode"] for row in data.get("copies", ()) if not _load_copy(record, row)]
        index.update([record.pk])
        journal.write(actor=None, verb="load_seeds", subject=record, after={"slug": record.slug})
    return Loaded(made=True, taken_barcodes=taken)


def _load_copy(record: Record, row: dict) -> bool:
    """Makes the copy unless another box bears its barcode."""
    if Copy.objects.filter(barcode=row["barcode"]).exists():
        return False
    places = {"section": _section(row["section"]), "site": _site(row["site"])}
    Copy.objects.create(record=record, **row | places)
    return True


def _authority(model, name: str, entries: list[dict]):
    """The publisher or person of that name, known by any of its forms, else made with its variants."""
    known = model.objects.filter(Q(name=name) | Q(slug=_slug(name)) | Q(variants__folded=fold(name))).first()
    if known:
        return known
    authority = model.objects.create(name=name, slug=_slug(name), sort_key=fold(name))
    for form in next(entry["variants"] for entry in entries if entry["name"] == name):
        if not authority.variants.model.objects.filter(folded=fold(form)).exists():
            authority.variants.create(form=form, folded=fold(form))
    return authority


def _category(text: str, entries: list[dict]) -> Category:
    """The category that `scheme:notation` names, made if it is missing."""
    scheme, notation = text.split(":")
    entry = next(e for e in entries if (e["scheme"], e["notation"]) == (scheme, notation))
    return Category.objects.get_or_create(scheme=scheme, code=Category.code_of(notation), defaults=entry)[0]


def _section(name: str) -> Section:
    return Section.objects.get_or_create(name=name, defaults={"slug": _slug(name)})[0]


def _site(name: str) -> Site:
    return Site.objects.get_or_create(name=name)[0]


def _slug(name: str) -> str:
    return fold(name).replace(" ", "-")
