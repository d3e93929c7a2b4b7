"""Making, changing and removing records; the search index is written in the same transaction."""

import datetime
from collections.abc import Iterable, Sequence

from django.db import models

from catalogue.models import Category, Contribution, Document, JournalEntry, Link, Person, Record, User
from catalogue.models.record import LinkKind, SafetyWarning
from catalogue.policy import Refusal, Refused
from catalogue.search import index
from catalogue.services import holds, journal, parts, summaries
from catalogue.services.slugs import create_with_slug
from catalogue.services.versions import Changed
from ludotheque.text import sort_key
from ludotheque.writing import writing

People = Iterable[tuple[Person, str]]
Components = Iterable[parts.Part | tuple[str, int | None]]
Links = Iterable[tuple[str, str] | tuple[str, str, str]]

# what the record itself keeps, by name; the rest hangs on it
_OWN = [
    field.name
    for field in Record._meta.concrete_fields
    if field.name not in ("id", "slug", "sort_key", "cover", "created_at", "updated_at")
]


_LATEST = 50  # records made by one person, among which a form sent twice is looked for


class SentTwice(Exception):
    """The form has made a record already: `record`."""

    def __init__(self, record: Record) -> None:
        super().__init__(record.title)
        self.record = record


def create(
    *,
    actor: User | None,
    slug: str | None = None,
    sent: str = "",
    people: People = (),
    categories: Iterable[Category] = (),
    components: Components = (),
    documents: Iterable[tuple[str, str]] = (),
    links: Links = (),
    **values,
) -> Record:
    """A new record. `people`: (person, role); `components`: (name, quantity or None) or `parts.Part`;
    `documents`: (name, media type), without a file; `links`: (label, address) or (label, address, kind).

    `sent` is the mark of the form that asks: one form makes one record; sent again it raises `SentTwice`."""
    _check(values)
    with writing():
        if sent and actor:
            _once(actor, sent)
        values["sort_key"] = sort_key(values["title"])[:300]
        if slug is None:
            record = create_with_slug(Record, text=values["title"], **values)
        else:
            record = Record.objects.create(slug=slug, **values)
        _set_related(record, actor, people, categories, components, documents, links)
        after = facts(record) | ({"sent": sent} if sent else {})
        journal.write(actor=actor, verb="create", subject=record, after=after)
        index.update([record.pk])
    return record


def _once(actor: User, sent: str) -> None:
    User.objects.select_for_update().get(pk=actor.pk)  # of two at once the second waits, then sees the first
    lines = JournalEntry.objects.filter(actor=actor, subject_type="record", verb="create").order_by("-id")
    for pk, before in lines.values_list("subject_id", "after__sent")[:_LATEST]:
        if pk and before == sent and (record := Record.objects.filter(pk=pk).first()):
            raise SentTwice(record)


def update(
    *,
    record_id: int,
    actor: User | None,
    seen: datetime.datetime | None = None,
    people: People | None = None,
    categories: Iterable[Category] | None = None,
    components: Components | None = None,
    documents: Iterable[tuple[str, str]] | None = None,
    links: Links | None = None,
    **values,
) -> Record:
    """Changes what is given and leaves the rest; the address stays. With `seen`, the `updated_at` that the
    writer had before her, it raises `Changed` instead of writing over somebody else's work."""
    _check(values)
    with writing():
        record = _locked(record_id, values.get("base_game"))
        if seen is not None and record.updated_at != seen:
            raise Changed
        before = facts(record)
        for name, value in values.items():
            setattr(record, name, value)
        record.sort_key = sort_key(record.title)[:300]
        _set_related(record, actor, people, categories, components, documents, links)
        if journal.write_change(actor=actor, subject=record, before=before, after=facts(record)):
            record.save()
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
        holds.forget_record(record=record)
        if record.has_summary:
            summaries.delete(record_id=record_id, actor=actor)
        journal.write(actor=actor, verb="delete", subject=record, before=facts(record))
        record.delete()
        index.update([record_id])  # which finds nothing more to index


def _check(values: dict) -> None:
    unknown = values.keys() - set(_OWN)
    if unknown:
        raise TypeError(f"no such field of a record: {', '.join(sorted(unknown))}")
    if "warnings" in values:  # in their own order, each once
        given = {SafetyWarning(one) for one in values["warnings"]}
        values["warnings"] = [one.value for one in SafetyWarning if one in given]


def _locked(record_id: int, base: Record | None) -> Record:
    """The record to change; with a base game, which may not itself rest on the record."""
    wanted = {record_id, base.pk} if base else {record_id}
    # both, always in the same order: two desks cannot make a circle of two, nor wait for each other
    found = {row.pk: row for row in Record.objects.select_for_update().filter(pk__in=wanted).order_by("pk")}
    if record_id not in found:
        raise Record.DoesNotExist
    passed, step = set(), base.pk if base else None
    while step is not None and step not in passed:
        if step == record_id:
            raise Refused(
                Refusal(
                    "base-circle",
                    f"« {base} » ne peut pas être le jeu de base de « {found[record_id]} ».",
                    "Ce serait son extension et son jeu de base à la fois.",
                    "Choisissez un autre jeu de base, ou videz la case.",
                )
            )
        passed.add(step)
        step = Record.objects.filter(pk=step).values_list("base_game", flat=True).first()
    return found[record_id]


def facts(record: Record) -> dict:
    """All that the record says, as plain values for the journal."""
    facts: dict = {}
    for name in _OWN:
        value = getattr(record, name)
        facts[name] = str(value) if isinstance(value, models.Model) else value
    facts["base_game"] = record.base_game.slug if record.base_game else None
    facts["people"] = [
        [contribution.person.name, contribution.role]
        for contribution in record.contributions.select_related("person")
    ]
    facts["categories"] = sorted(category.line for category in record.categories.all())
    facts["components"] = parts.facts(record)
    facts["documents"] = [[document.name, document.media_type] for document in record.documents.all()]
    facts["links"] = [[link.label, link.url, link.kind] for link in record.links.all()]
    return facts


def _set_related(record, actor, people, categories, components, documents, links) -> None:
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
        parts.replace(record, components, actor)
    if documents is not None:
        # a document whose file is here goes by services/documents.py only
        with_file = [(one.name, one.media_type) for one in record.documents.exclude(file="")]
        wanted_documents = dict([*documents, *with_file])
        rows = [((name,), {"media_type": kind}) for name, kind in wanted_documents.items()]
        _replace(Document, record, ("name",), rows)
    if links is not None:
        _replace(Link, record, ("url",), [_link(*link) for link in links])


def _link(label: str, url: str, kind: str | None = None) -> tuple[tuple, dict]:
    """Of a link that is known, its kind stays where none is given."""
    return (url,), {"label": label} | ({"kind": LinkKind(kind)} if kind else {})


def _replace(model, record: Record, key: Sequence[str], rows: list[tuple[tuple, dict]]) -> None:
    """The rows of `model` under `record` become exactly `rows`: (values of the key, other values)."""
    kept = []
    for values, others in rows:
        row, _ = model.objects.update_or_create(
            record=record, **dict(zip(key, values, strict=True)), defaults=others
        )
        kept.append(row.pk)
    model.objects.filter(record=record).exclude(pk__in=kept).delete()
