"""Two names that are one: what bears the first goes over to the second, and its forms with it."""

from django.db import models
from django.utils import timezone

from catalogue.kinds import Kind, touched
from catalogue.models import (
    Category,
    Contribution,
    Copy,
    JournalEntry,
    Person,
    Publisher,
    Record,
    Section,
    Site,
    User,
)
from catalogue.policy import Refusal, Refused
from catalogue.search import index
from catalogue.services import headings, journal, place_rules
from ludotheque.text import fold
from ludotheque.writing import writing

AT_ONCE = 500  # records or boxes moved while one waits; more are a task
_CHUNK = 200


def merge(*, kind: Kind, source_id: int, target_id: int, actor: User | None) -> bool:
    """Moves all that bears the source to the target and ends the source; false: it goes on as a task."""
    if source_id == target_id:
        raise Refused(
            Refusal(
                "same", "Rien n’est fusionné.", "C’est deux fois la même forme.", "Choisissez-en une autre."
            )
        )
    with writing():
        source, target = _both(kind, source_id, target_id)
        if kind.uses(source).count() > AT_ONCE:
            from catalogue.tasks import merge_names

            merge_names.enqueue(kind.slug, source_id, target_id, actor.pk if actor else None)
            return False
        moved: list[int] = []
        while some := _move(kind, source, target):
            moved += some
        _end(kind, source, target, moved, actor)
    return True


def go_on(*, kind: Kind, source_id: int, target_id: int, actor: User | None) -> None:
    """All of a large merge, by chunks of a short transaction each; what is moved already is not again.

    Each chunk notes what it has moved, so that the end can tell of all, however often it was begun."""
    while True:
        with writing():
            if not kind.model._default_manager.filter(pk=source_id).exists():
                return  # ended already
            source, target = _both(kind, source_id, target_id)
            some = _move(kind, source, target)
            if not some:
                _end(kind, source, target, _moved(source, target), actor)
                return
            before = {"id": source.pk, "records": some}
            journal.write(actor=actor, verb="merge-part", subject=target, before=before)


def _moved(source: models.Model, target: models.Model) -> list[int]:
    """What all chunks have moved."""
    parts = JournalEntry.objects.filter(
        verb="merge-part", subject_type=target._meta.model_name, subject_id=target.pk, before__id=source.pk
    )
    return [pk for said in parts.order_by("pk").values_list("before", flat=True) for pk in said["records"]]


def _both(kind: Kind, source_id: int, target_id: int):
    """Locked in one order, whichever way two people merge them."""
    rows = kind.model._default_manager.select_for_update().filter(pk__in=[source_id, target_id])
    found = {row.pk: row for row in rows.order_by("pk")}
    if len(found) < 2:
        why, then = "L’une des deux formes n’existe plus.", "Revenez à la liste."
        raise Refused(Refusal("gone", "Rien n’est fusionné.", why, then))
    return found[source_id], found[target_id]


def _move(kind: Kind, source: models.Model, target: models.Model) -> list[int]:
    """Moves a chunk and writes its index; the records it touched, none when all are moved."""
    ids = list(touched(kind, source)[:_CHUNK])
    if ids:
        _MOVES[kind.slug](ids, source, target)
        if not kind.of_copies:
            Record.objects.filter(pk__in=ids).update(updated_at=timezone.now())
        index.update(ids)
    return ids


def _publishers(ids, source, target):
    Record.objects.filter(pk__in=ids, publisher=source).update(publisher=target)


def _people(ids, source, target):
    """Once for each role of a record: who has it under both names has it once."""
    theirs = Contribution.objects.filter(record__in=ids)
    doubled = set(theirs.filter(person=target).values_list("record_id", "role"))
    for pk, record_id, role in list(theirs.filter(person=source).values_list("pk", "record_id", "role")):
        if (record_id, role) in doubled:
            theirs.filter(pk=pk).delete()
    theirs.filter(person=source).update(person=target)


def _categories(ids, source, target):
    links = Record.categories.through.objects.filter(record__in=ids)
    doubled = list(links.filter(category=target).values_list("record_id", flat=True))
    links.filter(category=source, record__in=doubled).delete()
    links.filter(category=source).update(category=target)


def _sections(ids, source, target):
    Copy.objects.filter(record__in=ids, section=source).update(section=target)


def _sites(ids, source, target):
    Copy.objects.filter(record__in=ids, site=source).update(site=target)


_MOVES = {
    "editeurs": _publishers,
    "personnes": _people,
    "categories": _categories,
    "sections": _sections,
    "sites": _sites,
}


def _end(kind: Kind, source, target, moved: list[int], actor: User | None) -> None:
    """The source is no more: its forms and its address lead to the target."""
    before = headings.facts(source)
    if isinstance(source, Category):
        forms = [(v.scheme, v.code, v.form) for v in source.variants.all()]
        source.variants.all().delete()
        for scheme, code, form in [*forms, (source.scheme, source.code, str(source)[:200])]:
            target.variants.get_or_create(scheme=scheme, code=code, defaults={"form": form})
    else:
        source.variants.update(**{target.variants.field.name: target})
        if fold(source.name):
            target.variants.get_or_create(folded=fold(source.name), defaults={"form": source.name})
        if isinstance(source, Publisher | Person):
            here = {target.addresses.field.name: target}
            source.addresses.update(**here)
            # it may have led elsewhere before a new name took it
            target.addresses.field.model.objects.update_or_create(slug=source.slug, defaults=here)
    if isinstance(source, Site | Section):
        place_rules.move(source, target, actor)
    journal.write(
        actor=actor,
        verb="merge",
        subject=target,
        before={**before, "id": source.pk, "records": moved},
        after={"forms": headings.facts(target)["forms"]},
    )
    source.delete()
    headings.reindex(kind, target)
