"""What the catalogue knows of the games of a chunk, asked once for all of them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.db.models import Model, Prefetch, Q, prefetch_related_objects

from catalogue.interchange.item import Item
from catalogue.interchange.unimarc import OWN
from catalogue.models import (
    Card,
    Category,
    CategoryVariant,
    Component,
    Contribution,
    Copy,
    Document,
    Identifier,
    Link,
    Loan,
    Person,
    PersonVariant,
    Publisher,
    PublisherVariant,
    Record,
    Section,
    SectionVariant,
    Site,
    SiteVariant,
)
from catalogue.services import authorities
from ludotheque.text import fold, sort_key


@dataclass(slots=True)
class Names:
    """Names that are known by any of their forms; `made` are those that came with this chunk."""

    publishers: dict[str, Publisher] = field(default_factory=dict)  # by folded form
    people: dict[str, Person] = field(default_factory=dict)
    categories: dict[tuple[str, str], Category] = field(default_factory=dict)  # by (scheme, code)
    sections: dict[str, Section] = field(default_factory=dict)
    sites: dict[str, Site] = field(default_factory=dict)
    # model name → keys of the rows that were made
    made: dict[str, list[int]] = field(default_factory=dict)

    def note(self, row: Model) -> None:
        self.made.setdefault(str(row._meta.model_name), []).append(row.pk)


@dataclass(slots=True)
class Known:
    records: dict[int, Record] = field(default_factory=dict)
    by_slug: dict[str, int] = field(default_factory=dict)
    by_identifier: dict[tuple[str, str], int] = field(default_factory=dict)
    by_ean: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    by_title: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    copies: dict[str, Copy] = field(default_factory=dict)  # by barcode
    # of the records: their barcodes that begin with zeros, by what a spreadsheet leaves of them
    zeros: dict[tuple[int, str], str] = field(default_factory=dict)
    cards: set[str] = field(default_factory=set)
    lent: set[int] = field(default_factory=set)  # keys of copies on loan
    names: Names = field(default_factory=Names)
    # of the records: what hangs on them
    people: dict[int, list[Contribution]] = field(default_factory=lambda: defaultdict(list))
    categories: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    components: dict[int, dict[str, Component]] = field(default_factory=lambda: defaultdict(dict))
    documents: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    links: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    identifiers: dict[int, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    return fold(name) or name


def title_key(item: Item) -> str:
    return sort_key(item.title)[:300]


def about(items: list[Item], *, lock: bool = False) -> Known:
    """All that judging these games needs, in some twenty queries for any number of them.

    `lock`: in the caller's transaction nobody changes these records and boxes before they are written."""
    known = Known()
    wanted: set[int] = set()
    identifiers = {pair for item in items for pair in item.identifiers}
    slugs = {value for system, value in identifiers if system == OWN}
    for pk, slug in _rows(Record, "slug", slugs, "pk", "slug"):
        known.by_slug[slug] = pk
    others = {value for system, value in identifiers if system != OWN}
    for system, value, pk in _rows(Identifier, "value", others, "system", "value", "record_id"):
        if (system, value) in identifiers:
            known.by_identifier[system, value] = pk
    for pk, ean in _rows(Record, "ean", {item.values.get("ean") for item in items}, "pk", "ean"):
        known.by_ean[ean].append(pk)
    barcodes = {box["barcode"] for item in items for box in item.copies}
    for batch in _batches(barcodes):
        found_copies = Copy.objects.select_related("section", "site").filter(barcode__in=batch)
        known.copies |= {copy.barcode: copy for copy in found_copies}
        known.cards |= set(Card.objects.filter(barcode__in=batch).values_list("barcode", flat=True))
    found = [*known.by_slug.values(), *known.by_identifier.values()]
    wanted.update(found, *known.by_ean.values(), (copy.record_id for copy in known.copies.values()))
    # by their words only those that nothing else names
    nameless = [item for item in items if item.title and not _named(item, known)]
    for pk, key in _rows(Record, "sort_key", {title_key(item) for item in nameless}, "pk", "sort_key"):
        known.by_title[key].append(pk)
    wanted.update(*known.by_title.values())
    _details(known, wanted, lock)
    known.names = names_of(items)
    return known


def _named(item: Item, known: Known) -> bool:
    return (
        any(pair in known.by_identifier or pair[1] in known.by_slug for pair in item.identifiers)
        or item.values.get("ean") in known.by_ean
        or any(box["barcode"] in known.copies for box in item.copies)
    )


def _details(known: Known, wanted: set[int], lock: bool) -> None:
    """Records first, then boxes, each by their keys: whoever locks in one order waits in no ring."""
    boxes = {copy.pk for copy in known.copies.values()}
    records, copies = (
        Record.objects.select_related("publisher"),
        Copy.objects.select_related("section", "site"),
    )
    if lock:
        records = records.select_for_update(of=("self",))
        copies = copies.select_for_update(of=("self",))
    for batch in _batches(wanted):
        known.records |= {record.pk: record for record in records.filter(pk__in=batch).order_by("pk")}
    if lock:
        _read_again(known, [copies.filter(pk__in=batch).order_by("pk") for batch in _batches(boxes)])
    for batch in _batches(known.records):
        for row in Contribution.objects.filter(record__in=batch):
            known.people[row.record_id].append(row)
        zeros = Copy.objects.filter(record__in=batch, barcode__startswith="0")
        for record_id, code in zeros.values_list("record", "barcode"):
            known.zeros[record_id, code.lstrip("0")] = code
        through = Record.categories.through
        for record_id, category in through.objects.filter(record__in=batch).values_list("record", "category"):
            known.categories[record_id].add(category)
        for part in Component.objects.filter(record__in=batch):
            known.components[part.record_id][part.name] = part
        for record_id, name in Document.objects.filter(record__in=batch).values_list("record", "name"):
            known.documents[record_id].add(name)
        for record_id, url in Link.objects.filter(record__in=batch).values_list("record", "url"):
            known.links[record_id].add(url)
        for record_id, system, value in Identifier.objects.filter(record__in=batch).values_list(
            "record", "system", "value"
        ):
            known.identifiers[record_id].append((system, value))
    for batch in _batches(boxes):
        known.lent |= set(Loan.objects.open().filter(copy__in=batch).values_list("copy", flat=True))


def _read_again(known: Known, copies: Iterable[Iterable[Copy]]) -> None:
    """The boxes as they are now that they are locked; what was removed before that is known no more."""
    known.copies = {
        copy.barcode: copy for batch in copies for copy in batch if copy.record_id in known.records
    }
    here = known.records
    known.by_slug = {slug: pk for slug, pk in known.by_slug.items() if pk in here}
    known.by_identifier = {pair: pk for pair, pk in known.by_identifier.items() if pk in here}
    for found in (known.by_ean, known.by_title):
        for said, keys in found.items():
            found[said] = [pk for pk in keys if pk in here]


def names_of(items: list[Item]) -> Names:
    """The names that these games use and the catalogue has."""
    names = Names()
    publishers = {item.values["publisher"] for item in items if item.values.get("publisher")}
    people = {name for item in items for name, _ in item.values.get("people", ())}
    names.publishers = _by_form(Publisher, PublisherVariant, "publisher", publishers)
    names.people = _by_form(Person, PersonVariant, "person", people)
    lines = {text for item in items for text in item.values.get("categories", ())}
    codes = {key[1] for text in lines if (key := category_key(text))}
    for batch in _batches(codes):
        before = CategoryVariant.objects.filter(code__in=batch).select_related("category")
        names.categories |= {(one.scheme, one.code): one.category for one in before}
        names.categories |= {(one.scheme, one.code): one for one in Category.objects.filter(code__in=batch)}
    _load_variants(names.categories)
    if any(box.get("section") or box.get("site") for item in items for box in item.copies):
        # a library has a few dozen of them; the one made first is meant, as by services.places
        names.sections = {
            one.folded: one.section for one in SectionVariant.objects.select_related("section")
        } | {folded(one.name): one for one in Section.objects.order_by("-pk")}
        names.sites = {one.folded: one.site for one in SiteVariant.objects.select_related("site")} | {
            folded(one.name): one for one in Site.objects.order_by("-pk")
        }
    return names


@lru_cache(maxsize=1024)
def category_parts(text: str) -> authorities.CategoryText | None:
    """The category that a line means; words without a notation are a free index."""
    return authorities.read_category(text) or authorities.read_category(f"[Indice] {text}")


@lru_cache(maxsize=1024)
def category_key(text: str) -> tuple[str, str] | None:
    """(scheme, code) of the category that a line means."""
    parts = category_parts(text)
    return (parts.scheme, Category.code_of(parts.notation)) if parts else None


def _by_form(model: Any, variants: Any, owner: str, forms: set[str]) -> dict[str, Any]:
    keys = {folded(form) for form in forms}
    found: dict[str, Any] = {}
    for batch in _batches(keys):
        through = variants.objects.filter(folded__in=batch).select_related(owner).order_by("-pk")
        found |= {one.folded: getattr(one, owner) for one in through}
    for batch in _batches(keys):
        rows = model.objects.filter(Q(sort_key__in=batch)).order_by("-pk")
        found |= {one.sort_key: one for one in rows}
    _load_variants(found)
    return found


def _load_variants(found: dict[Any, Any]) -> None:
    """What the index reads of a name."""
    prefetch_related_objects(list(found.values()), Prefetch("variants", to_attr="all_variants"))


def _rows(model: Any, name: str, values: Iterable[Any], *columns: str) -> Iterable[tuple]:
    for batch in _batches(value for value in values if value):
        yield from model.objects.filter(**{f"{name}__in": batch}).order_by("pk").values_list(*columns)


def _batches(values: Iterable[Any], size: int = 500) -> Iterable[list]:
    ordered = sorted(set(values))
    for start in range(0, len(ordered), size):
        yield ordered[start : start + size]
