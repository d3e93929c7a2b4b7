"""Writing what judging decided: a chunk in a few statements, with the journal and the index of one by one."""

import json
from typing import Any

from django.db.models import Model
from django.utils import timezone

from catalogue.interchange.unimarc import OWN
from catalogue.models import (
    Component,
    Contribution,
    Copy,
    CopyState,
    Document,
    Fate,
    Identifier,
    Link,
    Record,
    User,
)
from catalogue.models.copy import GONE
from catalogue.policy import Refused
from catalogue.search import index
from catalogue.services import copies, holds, journal, records
from catalogue.services.imports import marks, naming, telling
from catalogue.services.imports.judging import Plan
from catalogue.services.imports.known import Known, folded
from catalogue.services.slugs import free_slugs
from ludotheque import bulk
from ludotheque.text import sort_key

Trace = dict[str, Any]
# of what is hung on a known record: the fields by which undoing sees that somebody has changed it since
SAID = {
    "component": ("name", "quantity", "important", "spare"),
    "link": ("label", "url", "kind"),
    "document": ("name", "media_type"),
}


def apply(plans: list[Plan], known: Known, actor: User | None, words: dict[str, int]) -> list[Trace]:
    """Writes the plans, in the caller's transaction; gives what undoing each will need.

    `words`: those that the index has learnt from earlier chunks."""
    todo = [plan for plan in plans if plan.fate in (Fate.NEW, Fate.CHANGED)]
    traces: dict[int, Trace] = {id(plan): {} for plan in plans}
    if todo:
        names = known.names
        naming.make(todo, names, actor)
        before = {id(plan): _facts_before(plan) for plan in todo}
        _records([plan for plan in todo if plan.fate == Fate.NEW], known)
        _changes([plan for plan in todo if plan.fate == Fate.CHANGED], known, traces)
        _hangers(todo, known, traces)
        made, corrected = _copies(todo, known, actor, traces)
        _base_games(todo, actor, traces)
        _journal(todo, before, made, corrected, actor)
        _index(todo, known, [copy for _, copy in made], words)
        mark = marks.latest()
        for plan in todo:
            traces[id(plan)] |= {"made": plan.fate == Fate.NEW, "mark": mark}
        if names.made:
            traces[id(todo[0])]["names"] = names.made
    return [traces[id(plan)] for plan in plans]


def _index(plans: list[Plan], known: Known, boxes: list[Copy], words: dict[str, int]) -> None:
    """Indexes what was changed by reading it again, and what is new from what is at hand."""
    index.update(plan.record.pk for plan in plans if plan.fate == Fate.CHANGED and plan.record)
    shown = [copy for copy in boxes if copy.state not in GONE]
    of_record: dict[int, list[Copy]] = {}
    for copy in shown:
        of_record.setdefault(copy.record_id, []).append(copy)
    records_made = []
    for plan in plans:
        record = plan.record
        if plan.fate != Fate.NEW or record is None:
            continue
        people = {
            person.pk: person for name, _ in plan.people for person in (known.names.people[folded(name)],)
        }
        categories = {
            one.pk: one for text in plan.categories for one in (naming.category(text, known.names),)
        }
        record.all_people = list(people.values())
        record.all_categories = list(categories.values())
        record.has_questions = False
        record.all_components = [Component(name=part[0]) for part in plan.components]
        record.all_documents = [Document(name=name, media_type=kind) for name, kind in plan.documents]
        record.all_links = [Link(label=said, url=url) for said, url, _ in plan.links]
        record.all_copies = of_record.get(record.pk, [])
        # nobody has written one yet: asking would cost a query for each
        Record.summary.related.set_cached_value(record, None)
        records_made.append(record)
    index.add(records_made, words)


def _hangs(plan: Plan) -> bool:
    """Whether more changes than the record's own fields: then the journal tells whole lists."""
    return bool(
        plan.people
        or plan.categories
        or plan.components
        or plan.counted
        or plan.documents
        or plan.links
        or plan.base_game
    )


def _facts_before(plan: Plan) -> dict[str, Any]:
    """What the journal keeps of a record that changes."""
    if plan.fate == Fate.CHANGED and plan.record is not None and _hangs(plan):
        return json.loads(json.dumps(records.facts(plan.record), default=str))
    return telling.said_before(plan)


def _records(plans: list[Plan], known: Known) -> None:
    rows = []
    # a record that was ours already keeps its address where that is free
    slugs = free_slugs(Record, [dict(plan.item.identifiers).get(OWN) or plan.item.title for plan in plans])
    for plan, slug in zip(plans, slugs, strict=True):
        publisher = known.names.publishers[folded(plan.publisher)] if plan.publisher else None
        rows.append(
            Record(
                slug=slug, sort_key=sort_key(plan.values["title"])[:300], publisher=publisher, **plan.values
            )
        )
    for plan, row in zip(plans, bulk.insert(rows), strict=True):
        plan.record = row


def _changes(plans: list[Plan], known: Known, traces: dict[int, Trace]) -> None:
    for plan in plans:
        record, fields = plan.record, {}
        assert record is not None
        for name, value in plan.values.items():
            fields[name] = [getattr(record, name), value]
            setattr(record, name, value)
        if plan.publisher:
            publisher = known.names.publishers[folded(plan.publisher)]
            fields["publisher_id"] = [record.publisher_id, publisher.pk]
            record.publisher = publisher
        if "title" in fields:
            record.sort_key = sort_key(record.title)[:300]
            fields["sort_key"] = [sort_key(fields["title"][0])[:300], record.sort_key]
        if plan.changes_record:
            # also where only what hangs on it changes: a form that is open must notice
            record.save(update_fields=[*fields, "updated_at"])
        if fields:
            traces[id(plan)]["fields"] = fields


def _hangers(plans: list[Plan], known: Known, traces: dict[int, Trace]) -> None:
    """People, categories, parts, documents, links, identifiers."""
    rows: dict[type[Model], list[tuple[Plan, dict[str, Any]]]] = {}

    def add(plan: Plan, model: type[Model], **values: Any) -> None:
        assert plan.record is not None
        rows.setdefault(model, []).append((plan, {"record_id": plan.record.pk} | values))

    for plan in plans:
        pk = plan.record.pk if plan.record else 0
        place = len(known.people.get(pk, ()))
        roles = dict.fromkeys((known.names.people[folded(name)].pk, role) for name, role in plan.people)
        for number, (person, role) in enumerate(roles, start=place):
            add(plan, Contribution, person_id=person, role=role, position=number)
        for category in {naming.category(text, known.names).pk for text in plan.categories}:
            add(plan, Record.categories.through, category_id=category)
        there = known.components.get(pk, {})
        for number, (name, quantity, important, spare) in enumerate(plan.components, start=len(there)):
            counted = {"quantity": quantity, "important": important, "spare": spare}
            add(plan, Component, name=name, position=number, **counted)
        for name, values in plan.counted.items():
            part = there[name]
            was = {field: getattr(part, field) for field in values}
            traces[id(plan)].setdefault("counted", {})[part.pk] = [was, values]
            Component.objects.filter(pk=part.pk).update(**values)
        for name, kind in dict(plan.documents).items():
            add(plan, Document, name=name, media_type=kind)
        for said, url, kind in {one[1]: one for one in plan.links}.values():
            add(plan, Link, label=said, url=url, kind=kind)
        for system, value in plan.identifiers:
            add(plan, Identifier, system=system, value=value)
    for model, added in rows.items():
        keys = bulk.insert_values(model, [values for _, values in added])
        name = str(model._meta.model_name)
        for (plan, values), key in zip(added, keys, strict=True):
            trace = traces[id(plan)]
            trace.setdefault("added", {}).setdefault(name, []).append(key)
            if plan.fate == Fate.CHANGED and name in SAID:
                wrote = {field: values[field] for field in SAID[name]}
                trace.setdefault("said", {}).setdefault(name, {})[key] = wrote


def _placed(box: dict[str, Any], known: Known) -> dict[str, Any]:
    values = dict(box)
    for name, rows in (("section", known.names.sections), ("site", known.names.sites)):
        if name in values:
            values[name] = rows[folded(values[name])] if values[name] else None
    return values


def _copies(
    plans: list[Plan], known: Known, actor: User | None, traces: dict[int, Trace]
) -> tuple[list[tuple[Plan, Copy]], list[tuple[Copy, dict, dict]]]:
    """The boxes that were made, and those that were corrected with what they said before and after."""
    today = timezone.localdate()
    made: list[tuple[Plan, Copy]] = []
    corrected: list[tuple[Copy, dict, dict]] = []
    for plan in plans:
        for box in plan.new_copies:
            values = _placed(box, known)
            if values.get("state") == CopyState.WITHDRAWN:
                values.setdefault("withdrawn_on", today)
            made.append((plan, Copy(record=plan.record, **values)))
        for copy, changes in plan.copies:
            placed = _placed(changes, known)
            if placed.get("state") == CopyState.WITHDRAWN and not copy.withdrawn_on:
                placed.setdefault("withdrawn_on", today)
            if "state" in placed:
                since = None if placed["state"] in (CopyState.IN_SERVICE, CopyState.WITHDRAWN) else today
                placed |= {"state_reason": "", "state_since": since}
            fields, before = {}, copies.facts(copy)
            for name, value in placed.items():
                column = f"{name}_id" if name in ("section", "site") else name
                was = getattr(copy, column)
                setattr(copy, name, value)
                fields[column] = [journal.plain(was), journal.plain(getattr(copy, column))]
            copy.save(update_fields=list(placed))
            corrected.append((copy, *journal.differing(before, copies.facts(copy))))
            traces[id(plan)].setdefault("copies", {})[copy.pk] = fields
    if corrected:
        ids = [copy.pk for copy, _, _ in corrected]
        holds.boxes_changed(copy_ids=ids, actor=actor, now=timezone.now())
    for (plan, _), row in zip(made, bulk.insert([copy for _, copy in made]), strict=True):
        traces[id(plan)].setdefault("added", {}).setdefault("copy", []).append(row.pk)
    return made, corrected


def _base_games(plans: list[Plan], actor: User | None, traces: dict[int, Trace]) -> None:
    for plan in plans:
        if not plan.base_game or plan.record is None:
            continue
        base = naming.base_game(plan.base_game)
        if base is None or base.pk == plan.record.pk:
            plan.item.remarks.append(f"Jeu de base introuvable, laissé vide : {plan.base_game[:80]}")
            continue
        try:
            records.update(record_id=plan.record.pk, actor=actor, base_game=base)
        except Refused as refused:
            plan.item.remarks.append(str(refused))
            continue
        traces[id(plan)].setdefault("fields", {})["base_game_id"] = [None, base.pk]


def _journal(
    plans: list[Plan],
    before: dict[int, dict],
    boxes: list[tuple[Plan, Copy]],
    corrected: list[tuple[Copy, dict, dict]],
    actor: User | None,
) -> None:
    """What was made, then what was changed, as one by one would have noted it."""
    made: list[tuple[Model, dict]] = []
    changed: list[tuple[Model, dict, dict]] = list(corrected)
    for plan in plans:
        record = plan.record
        assert record is not None
        after = plan.values | _listed(plan)
        if plan.fate == Fate.NEW:
            made.append((record, after))
        elif plan.changes_record:
            was = before[id(plan)]
            now = json.loads(json.dumps(records.facts(record), default=str)) if _hangs(plan) else after
            names = [name for name in now if name in was and was[name] != now[name]]
            changed.append((record, {name: was[name] for name in names}, {name: now[name] for name in names}))
    said = [box for plan in plans for box in plan.new_copies]
    made += [(copy, _said(box)) for (_, copy), box in zip(boxes, said, strict=True)]
    journal.write_many(actor=actor, verb="create", lines=made)
    journal.write_many(actor=actor, verb="update", lines=changed)


def _said(values: dict) -> dict:
    return {name: journal.plain(value) for name, value in values.items()}


def _listed(plan: Plan) -> dict[str, Any]:
    listed: dict[str, Any] = {
        "publisher": plan.publisher,
        "people": [list(one) for one in plan.people],
        "categories": plan.categories,
        "components": [list(one) for one in plan.components],
        "documents": [list(one) for one in plan.documents],
        "links": [list(one) for one in plan.links],
    }
    return {name: value for name, value in listed.items() if value}
