"""Making, changing and removing records; the search index is written in the same transaction."""

import datetime
from collections.abc import Iterable, Sequence

from django.db import models

from catalogue.models import Category, Component, Contribution, Document, Link, Person, Record, User
from catalogue.policy import Refusal, Refused
from catalogue.search import index
from catalogue.services import journal
from catalogue.services.slugs import create_with_slug
from catalogue.services.versions import Changed
from ludotheque.text import sort_key
from ludotheque.writing import writing

People = Iterable[tuple[Person, str]]
Components = Iterable[tuple[str, int | None]]

# what the record itself keeps, by name; the rest hangs on it
_OWN = [
    field.name
    for field in Record._meta.concrete_fields
    if field.name not in ("id", "slug", "sort_key", "created_at", "updated_at")
]


def create(
    *,
    actor: User | None,
    slug: str | None = None,
    people: People = (),
    categories: Iterable[Category] = (),
    components: Components = (),
    documents: Iterable[tuple[str, str]] = (),
    links: Iterable[tuple[str, str]] = (),
    **values,
) -> Record:
    """A new record. `people`: (person, role); `components`: (name, quantity or None);
    `documents`: (name, media type), without a file; `links`: (label, address)."""
    _check_names(values)
    with writing():
        values["sort_key"] = sort_key(values["title"])[:300]
        if slug is None:
            record = create_with_slug(Record, text=values["title"], **values)
        else:
            record = Record.objects.create(slug=slug, **values)
        _set_related(record, people, categories, components, documents, links)
        journal.write(actor=actor, verb="create", subject=record, after=_facts(record))
        index.update([record.pk])
    return record


def update(
    *,
    record_id: int,
    actor: User | None,
    seen: datetime.datetime | None = None,
    people: People | None = None,
    categories: Iterable[Category] | None = None,
    components: Components | None = None,
    documents: Iterable[tuple[str, str]] | None = None,
    links: Iterable[tuple[str, str]] | None = None,
    **values,
) -> Record:
    """Changes what is given and leaves the rest; the address stays. With `seen`, the `updated_at` that the
    writer had before her, it raises `Changed` instead of writing over somebody else's work."""
    _check_names(values)
    with writing():
        record = Record.objects.select_for_update().get(pk=record_id)
        if seen is not None and record.updated_at != seen:
            raise Changed
        before = _facts(record)
        for name, value in values.items():
            setattr(record, name, value)
        record.sort_key = sort_key(record.title)[:300]
        _set_related(record, people, categories, components, documents, links)
        after = _facts(record)
        changed = [name for name in after if before[name] != after[name]]
        if changed:
            record.save()
            journal.write(
                actor=actor,
                verb="update",
                subject=record,
                before={name: before[name] for name in changed},
                after={name: after[name] for name in changed},
            )
            index.update([record.pk])
    return record


def delete(*, record_id: int, actor: User | None) -> None:
    """Removes a record that no copy hangs on; what it said stays in the journal."""
    with writing():
        record = Record.objects.select_for_update().get(pk=record_id)
        copies = record.copies.count()
        if copies:
            have = (
                "Un exemplaire y est rattaché." if copies == 1 else f"{copies} exemplaires y sont rattachés."
            )
            raise Refused(
                Refusal(
                    "has-copies",
                    f"La notice « {record.title} » n’est pas supprimée.",
                    have,
                    "Passez plutôt les exemplaires à l’état « Retiré ».",
                    {"copies": copies},
                )
            )
        journal.write(actor=actor, verb="delete", subject=record, before=_facts(record))
        record.delete()
        index.update([record_id])  # which finds nothing more to index


def _check_names(values: dict) -> None:
    unknown = values.keys() - set(_OWN)
    if unknown:
        raise TypeError(f"no such field of a record: {', '.join(sorted(unknown))}")


def _facts(record: Record) -> dict:
    """All that the record says, as plain values for the journal."""
    facts: dict = {}
    for name in _OWN:
        value = getattr(record, name)
        facts[name] = str(value) if isinstance(value, models.Model) else value
    facts["people"] = [
        [contribution.person.name, contribution.role]
        for contribution in record.contributions.select_related("person")
    ]
    facts["categories"] = sorted(str(category) for category in record.categories.all())
    facts["components"] = [[part.name, part.quantity] for part in record.components.all()]
    facts["documents"] = [[document.name, document.media_type] for document in record.documents.all()]
    facts["links"] = [[link.label, link.url] for link in record.links.all()]
    return facts


def _set_related(record, people, categories, components, documents, links) -> None:
    """Makes what hangs on the record as given; None leaves it as it is, rows that stay keep their id."""
    if people is not None:
        wanted = [(person.pk, str(role)) for person, role in dict.fromkeys(people)]
        _replace(
            Contribution,
            record,
            ("person_id", "role"),
            [(row, {"position": n}) for n, row in enumerate(wanted)],
        )
    if categories is not None:
        record.categories.set(categories)
    if components is not None:
        rows = [
            ((name,), {"quantity": quantity, "position": n}) for n, (name, quantity) in enumerate(components)
        ]
        _replace(Component, record, ("name",), rows)
    if documents is not None:
        _replace(Document, record, ("name",), [((name,), {"media_type": kind}) for name, kind in documents])
    if links is not None:
        _replace(Link, record, ("url",), [((url,), {"label": label}) for label, url in links])


def _replace(model, record: Record, key: Sequence[str], rows: list[tuple[tuple, dict]]) -> None:
    """The rows of `model` under `record` become exactly `rows`: (values of the key, other values)."""
    kept = []
    for values, others in rows:
        row, _ = model.objects.update_or_create(
            record=record, **dict(zip(key, values, strict=True)), defaults=others
        )
        kept.append(row.pk)
    model.objects.filter(record=record).exclude(pk__in=kept).delete()
