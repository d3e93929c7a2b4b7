"""Taking back the last change of a record, from what the journal has of it."""

import json

from catalogue.models import JournalEntry, Record, User
from catalogue.services import authorities, records
from catalogue.services.parts import Part
from catalogue.services.versions import Changed
from ludotheque.writing import writing


def undo(*, record_id: int, entry_id: int, actor: User | None) -> Record:
    """Makes the record what it was before that line of the journal, its last, if nothing has changed since;
    else raises `Changed`. It is a change itself, and may be undone in turn."""
    with writing():
        record = Record.objects.select_for_update().get(pk=record_id)
        entry = (
            JournalEntry.objects.filter(subject_type="record", subject_id=record_id).order_by("-id").first()
        )
        if entry is None or entry.pk != entry_id or entry.verb != "update":
            raise Changed
        now = json.loads(json.dumps(records.facts(record)))
        if any(name not in now or now[name] != value for name, value in entry.after.items()):
            raise Changed
        return records.update(record_id=record_id, actor=actor, **_values(entry.before, actor))


def _values(before: dict, actor: User | None) -> dict:
    """What the journal wrote down, as the service takes it; a name that is gone is made again."""
    values = dict(before)
    if values.get("publisher"):
        values["publisher"] = authorities.publisher(form=values["publisher"], actor=actor)
    if values.get("base_game"):
        values["base_game"] = Record.objects.filter(slug=values["base_game"]).first()
    if "people" in values:
        values["people"] = [
            (authorities.person(form=name, actor=actor), role) for name, role in values["people"]
        ]
    if "categories" in values:
        values["categories"] = [
            authorities.category_of_line(text=line, actor=actor) for line in values["categories"]
        ]
        if None in values["categories"]:
            raise Changed
    if "components" in values:
        values["components"] = [Part(*part) for part in values["components"]]
    return values
