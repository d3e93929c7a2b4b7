"""What a line of the report shows of a plan."""

from typing import Any

from catalogue.interchange.columns import label
from catalogue.models import Fate
from catalogue.services import journal
from catalogue.services.imports.judging import Plan


def details(plan: Plan) -> dict[str, Any]:
    """What a line of the report shows; asked before anything is written."""
    shown: dict[str, Any] = {}
    if plan.faults:
        shown["faults"] = [fault.as_dict() for fault in plan.faults]
    if plan.item.remarks:
        shown["remarks"] = plan.item.remarks[:20]
    if plan.fate == Fate.CHANGED:
        shown["changes"] = _changes_shown(plan, said_before(plan))
    if plan.new_copies:
        shown["boxes"] = [box["barcode"] for box in plan.new_copies][:50]
    return shown


def _changes_shown(plan: Plan, before: dict[str, Any]) -> list[list[str]]:
    """(what, before, after), each shortened for the screen."""
    rows = [[label(name), _short(before.get(name)), _short(value)] for name, value in plan.values.items()]
    if plan.publisher:
        rows.append([label("publisher"), _short(before.get("publisher")), plan.publisher])
    for name in ("people", "categories", "components", "documents", "links"):
        for one in getattr(plan, name):
            said = (
                one if isinstance(one, str) else " ".join(str(part) for part in one[:2] if part is not None)
            )
            rows.append([label(name), "", _short(said)])
    for name, values in plan.counted.items():
        rows.append([label("components"), name, _short(f"{values['quantity']} {name}")])
    for copy, changes in plan.copies:
        for name, value in changes.items():
            was = getattr(copy, name)
            rows.append([f"{copy.barcode} : {label(name).lower()}", _short(was), _short(value)])
    return rows[:60]


def _short(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, list):
        value = ", ".join(map(str, value))
    elif isinstance(value, dict):
        value = ", ".join(f"{key}={one}" for key, one in value.items())
    text = " ".join(str(journal.plain(value)).split())
    return f"{text[:160]}…" if len(text) > 161 else text


def said_before(plan: Plan) -> dict[str, Any]:
    """What the record says now in the fields that change, by name."""
    record = plan.record
    if record is None:
        return {}
    before = {name: getattr(record, name) for name in plan.values}
    if plan.publisher:
        before["publisher"] = record.publisher.name if record.publisher else None
    return before
