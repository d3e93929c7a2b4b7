"""Loading the seed catalogue: what is missing is made, what is there is left as it is."""

from collections.abc import Callable
from dataclasses import dataclass, field

from catalogue.models import (
    Category,
    Library,
    OpeningPeriod,
    Person,
    Publisher,
    Record,
    Section,
    Site,
    SubscriptionType,
)
from catalogue.models.library import Weekday
from catalogue.policy import Refused
from catalogue.services import authorities as names
from catalogue.services import copies, journal, member_kinds, records
from ludotheque.text import fold
from ludotheque.writing import writing

# what a seed file holds besides plain fields of the record
RELATED = {"publisher", "categories", "contributions", "components", "documents", "copies"}


@dataclass
class Loaded:
    """What loading one record did: `made` or there before; barcodes that other boxes or cards bear."""

    made: bool
    taken_barcodes: list[str] = field(default_factory=list)


def load_library(data: dict) -> bool:
    """Makes the sample library with hours, sections and what it sells, unless there is a library here."""
    weekdays = {day.label: day for day in Weekday}
    with writing():
        library, made = Library.objects.get_or_create(defaults={"name": data["name"], "sample_data": True})
        if not made:
            return False
        OpeningPeriod.objects.bulk_create(
            OpeningPeriod(library=library, **period | {"weekday": weekdays[period["weekday"]]})
            for period in data["opening_periods"]
        )
        for kind in data["subscription_types"]:
            member_kinds.keep(row=SubscriptionType(), actor=None, **kind)
        for name in data["sites"]:
            _site(name)
        for name in data["sections"]:
            _section(name)
        journal.write(actor=None, verb="create", subject=library, after={"name": library.name})
    return True


def load_record(data: dict, authorities: dict) -> Loaded:
    """Makes the record with all that belongs to it, in one transaction, unless its slug is there already."""
    if Record.objects.filter(slug=data["slug"]).exists():
        return Loaded(made=False)
    with writing():
        record = records.create(
            actor=None,
            publisher=_authority(names.publisher, data.get("publisher"), authorities["publishers"]),
            people=[
                (_authority(names.person, row["person"], authorities["people"]), row["role"])
                for row in data.get("contributions", ())
            ],
            categories=[_category(text, authorities["categories"]) for text in data.get("categories", ())],
            components=[(row["name"], row.get("quantity")) for row in data.get("components", ())],
            documents=[(row["name"], row["media_type"]) for row in data.get("documents", ())],
            **{name: value for name, value in data.items() if name not in RELATED},
        )
        taken = [row["barcode"] for row in data.get("copies", ()) if not _load_copy(record, row)]
    return Loaded(made=True, taken_barcodes=taken)


def _load_copy(record: Record, row: dict) -> bool:
    """Makes the copy unless its barcode is taken."""
    places = {"section": _section(row["section"]), "site": _site(row["site"])}
    try:
        copies.create(record_id=record.pk, actor=None, **row | places)
    except Refused:
        return False
    return True


def _authority(find: Callable[..., Publisher | Person], name: str | None, entries: list[dict]):
    """The publisher or person of that name, known by any form, with the variant forms of the seeds."""
    if name is None:
        return None
    authority = find(form=name, actor=None)
    for form in next(entry["variants"] for entry in entries if entry["name"] == name):
        names.add_form(authority=authority, form=form, actor=None)
    return authority


def _category(text: str, entries: list[dict]) -> Category:
    """The category that `scheme:notation` names, made if it is missing."""
    entry = next(e for e in entries if f"{e['scheme']}:{e['notation']}" == text)
    return names.category(actor=None, **entry)


def _section(name: str) -> Section:
    return Section.objects.get_or_create(name=name, defaults={"slug": fold(name).replace(" ", "-")})[0]


def _site(name: str) -> Site:
    return Site.objects.get_or_create(name=name)[0]
