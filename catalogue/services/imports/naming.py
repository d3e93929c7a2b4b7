"""Names that a chunk needs and the catalogue lacks, made together; each leaves its line in the journal."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model

from catalogue.models import Category, Person, Publisher, Section, Site, User
from catalogue.services import authorities, journal
from catalogue.services.imports.judging import Plan
from catalogue.services.imports.known import Names, category_key, category_parts, folded
from catalogue.services.slugs import free_slugs
from ludotheque import bulk
from ludotheque.text import fold


def make(plans: list[Plan], names: Names, actor: User | None) -> None:
    """Completes `names` with all that these plans name."""
    publishers = [plan.publisher for plan in plans if plan.publisher]
    people = [name for plan in plans for name, _ in plan.people]
    boxes = [box for plan in plans for box in plan.new_copies]
    boxes += [changes for plan in plans for _, changes in plan.copies]
    lines: list[tuple[Model, dict[str, Any]]] = []
    for model, forms, known in (
        (Publisher, publishers, names.publishers),
        (Person, people, names.people),
    ):
        lines += _made(model, forms, known, names, sort=True)
    lines += _made(Section, (box.get("section", "") for box in boxes), names.sections, names, slug=True)
    lines += _made(Site, (box.get("site", "") for box in boxes), names.sites, names)
    lines += _categories((text for plan in plans for text in plan.categories), names)
    journal.write_many(actor=actor, verb="create", lines=lines)


def _made(
    model: Any,
    forms: Iterable[str],
    known: dict[str, Any],
    names: Names,
    *,
    sort: bool = False,
    slug: bool = False,
) -> list[tuple[Model, dict[str, Any]]]:
    wanted = {folded(form): form for form in forms if form and folded(form) not in known}
    if not wanted:
        return []
    fields: list[dict[str, Any]] = [{"name": form} for form in wanted.values()]
    if sort or slug:
        for one, free in zip(fields, free_slugs(model, wanted.values()), strict=True):
            one["slug"] = free
    if sort:
        for one, key in zip(fields, wanted, strict=True):
            one["sort_key"] = key[:200]
    rows = bulk.insert([model(**one) for one in fields])
    for key, row in zip(wanted, rows, strict=True):
        row.all_variants = []  # what the index reads of a name
        known[key] = row
        names.note(row)
    return [(row, {"name": row.name}) for row in rows]


def _categories(texts: Iterable[str], names: Names) -> list[tuple[Model, dict[str, Any]]]:
    wanted: dict[tuple[str, str], Category] = {}
    for text in texts:
        parts = category_parts(text)
        if parts is None:
            continue
        code = Category.code_of(parts.notation)
        if (parts.scheme, code) not in names.categories:
            row = Category(
                scheme=parts.scheme,
                code=code,
                notation=parts.notation,
                label=parts.label[:160],
                facet=parts.facet[:80],
                family=authorities.likely_family(parts.label or parts.notation),
            )
            wanted.setdefault((parts.scheme, code), row)
    rows = bulk.insert(list(wanted.values()))
    for key, row in zip(wanted, rows, strict=True):
        row.all_variants = []
        names.categories[key] = row
        names.note(row)
    return [(row, {"notation": row.notation, "label": row.label}) for row in rows]


def category(text: str, names: Names) -> Category:
    key = category_key(text)
    assert key is not None, f"judging lets no unreadable category pass: {text!r}"
    return names.categories[key]


def base_game(text: str) -> Any:
    """The record that is meant by its address or, when only one is called so, by its title."""
    from catalogue.models import Record
    from ludotheque.text import sort_key

    found = Record.objects.filter(slug=text).first()
    if found is None:
        titled = list(Record.objects.filter(sort_key=sort_key(text)[:300])[:2])
        found = titled[0] if len(titled) == 1 and fold(text) else None
    return found
