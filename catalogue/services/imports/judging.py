"""The fate of a game of a file: which record it is, what it adds, what it corrects, why it is refused.

Decides only: what it needs to know comes as `Known`, what it finds is a `Plan`.
"""

from dataclasses import dataclass, field
from typing import Any

from rapidfuzz import fuzz

from catalogue.interchange.columns import COPY_FIELDS, RECORD_FIELDS, label
from catalogue.interchange.item import Fault, Item
from catalogue.interchange.unimarc import OWN
from catalogue.models import Copy, CopyState, Fate, Policy, Record
from catalogue.models.record import SafetyWarning
from catalogue.services.imports.known import Known, category_key, category_parts, folded, title_key
from ludotheque.french import singular
from ludotheque.text import fold

ALIKE = 75  # of 100: « Les colons de Catane » and « Catane : les colons »
NO_REASON = "Motif non indiqué dans le fichier"

# what they list is added to
LISTS = ("languages", "warnings", "completed")


@dataclass(slots=True)
class Plan:
    """What writing has to do for one item."""

    item: Item
    said: dict[str, Any] = field(default_factory=dict)  # of what the file says, what counts
    fate: Fate = Fate.SAME
    record: Record | None = None  # None: a new one
    faults: list[Fault] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)  # fields of the record that change
    publisher: str = ""
    base_game: str = ""
    people: list[tuple[str, str]] = field(default_factory=list)  # (name, role), those that are added
    categories: list[str] = field(default_factory=list)
    components: list[tuple] = field(default_factory=list)
    counted: dict[str, dict[str, Any]] = field(default_factory=dict)  # parts that are known, and change
    documents: list[tuple[str, str]] = field(default_factory=list)
    links: list[tuple[str, str, str]] = field(default_factory=list)
    identifiers: list[tuple[str, str]] = field(default_factory=list)
    new_copies: list[dict[str, Any]] = field(default_factory=list)
    copies: list[tuple[Copy, dict[str, Any]]] = field(default_factory=list)  # known ones, and what changes

    @property
    def changes_record(self) -> bool:
        """Whether the record itself, or what hangs on it, becomes another."""
        return bool(
            self.values or self.publisher or self.people or self.categories or self.components or self.counted
            or self.documents or self.links or self.base_game
        )  # fmt: skip


def judge(item: Item, known: Known, policy: str) -> Plan:
    plan = Plan(item, faults=list(item.faults))
    pk = _target(item, known, plan)
    plan.record = known.records.get(pk) if pk else None
    if plan.record is None and not item.title and not plan.faults:
        plan.faults.append(Fault("Titre", "", "Le jeu n’a pas de titre."))
    plan.said = _whole(plan)
    _boxes(plan, known, policy)
    _values(plan, known, policy)
    _order(plan)
    _lists(plan, known)
    if plan.faults:
        plan.fate = Fate.REFUSED
    elif plan.record is None:
        plan.fate = Fate.NEW
    elif plan.changes_record or plan.new_copies or plan.copies:
        plan.fate = Fate.CHANGED
    return plan


# --- which record it is


def alike(one: str, other: str) -> bool:
    """Whether two titles may name one game."""
    first, second = fold(one), fold(other)
    return first == second or fuzz.token_sort_ratio(first, second) >= ALIKE or _begins(first, second)


def _begins(first: str, second: str) -> bool:
    short, long = sorted((first, second), key=len)
    return bool(short) and long.startswith(f"{short} ")


def _target(item: Item, known: Known, plan: Plan) -> int | None:
    """By identifier, by EAN, by barcode; by the same words only where nothing contradicts."""
    boxes = {known.copies[box["barcode"]].record_id for box in item.copies if box["barcode"] in known.copies}
    ean = item.values.get("ean", "")
    for system, value in item.identifiers:
        pk = known.by_slug.get(value) if system == OWN else known.by_identifier.get((system, value))
        if pk is None:
            continue
        record = known.records[pk]
        if not item.title or alike(item.title, record.title) or pk in boxes or (ean and record.ean == ean):
            return pk
        plan.faults.append(
            Fault(
                "Identifiant",
                value,
                f"C’est celui de « {record.title} ». Si ces numéros viennent d’ailleurs, "
                "donnez-leur une autre origine.",
            )
        )
        return None
    same_ean = known.by_ean.get(ean, []) if ean else []
    if len(same_ean) > 1:
        titled = [pk for pk in same_ean if alike(item.title, known.records[pk].title)]
        if len(titled) != 1:
            plan.faults.append(Fault("EAN", ean, f"{len(same_ean)} notices le portent déjà."))
            return None
        return titled[0]
    if same_ean:
        return same_ean[0]
    if len(boxes) == 1:
        (pk,) = boxes
        if not item.title or alike(item.title, known.records[pk].title):
            return pk
        return None  # the boxes say why it is refused
    for pk in known.by_title.get(title_key(item), ()) if item.title and not boxes else ():
        if _same_edition(item, known, pk):
            return pk
    return None


def _same_edition(item: Item, known: Known, pk: int) -> bool:
    """Whether nothing that both say differs."""
    record, values = known.records[pk], item.values
    publisher = known.names.publishers.get(folded(values.get("publisher", "")))
    if (
        values.get("publisher")
        and record.publisher_id
        and (not publisher or publisher.pk != record.publisher_id)
    ):
        return False
    if any(
        values.get(name) and getattr(record, name) and values[name] != getattr(record, name)
        for name in ("ean", "year")
    ):
        return False
    mine = dict(item.identifiers)
    return all(mine.get(system, value) == value for system, value in known.identifiers.get(pk, ()))


# --- what it says


def _whole(plan: Plan) -> dict[str, Any]:
    """The values, without those of which the file has only the beginning and the catalogue may have more."""
    item, record = plan.item, plan.record
    kept = {name for name in item.cut if record is not None and getattr(record, name, True)}
    for name in sorted(item.cut):
        rest = "ce que dit le catalogue reste" if name in kept else "complétez sa fin dans la notice"
        remark = f"{label(name)} : le tableur l’a coupé à 32 767 lettres, {rest}."
        if remark not in item.remarks:
            item.remarks.append(remark)
    return {name: value for name, value in item.values.items() if name not in kept}


def _values(plan: Plan, known: Known, policy: str) -> None:
    record, said = plan.record, plan.said
    for name in RECORD_FIELDS:
        if name not in said:
            continue
        value = said[name]
        if record is None:
            plan.values[name] = value
            continue
        before = getattr(record, name)
        if name in LISTS:
            value = [*before, *(one for one in value if one not in before)]
        elif name == "game_options":
            value = before | value
        if _differs(before, value) and (policy == Policy.UPDATE or before in ("", None, [], {})):
            plan.values[name] = value
    if "warnings" in plan.values:
        plan.values["warnings"] = [one.value for one in SafetyWarning if one.value in plan.values["warnings"]]
    name = said.get("publisher", "")
    if name:
        row = known.names.publishers.get(folded(name))
        here = record.publisher_id if record else None
        if here is None or (policy == Policy.UPDATE and (row is None or row.pk != here)):
            plan.publisher = name
    if said.get("base_game") and (record is None or record.base_game_id is None):
        plan.base_game = said["base_game"]


def _differs(before: Any, value: Any) -> bool:
    if isinstance(before, str) and isinstance(value, str):
        return before.replace("\r\n", "\n").strip() != value.strip()
    return before != value


def _order(plan: Plan) -> None:
    """A maximum under its minimum, of the file's own or with what the record says."""
    for low, high, what in (("min_players", "max_players", "Joueurs"), ("min_age", "max_age", "Âge")):
        least, most = (plan.values.get(name, getattr(plan.record, name, None)) for name in (low, high))
        if least is not None and most is not None and most < least:
            plan.faults.append(Fault(what, f"{least} à {most}", "Le maximum est sous le minimum."))


def _lists(plan: Plan, known: Known) -> None:
    """What a file lists is added; nothing is ever taken away."""
    said, names, pk = plan.said, known.names, plan.record.pk if plan.record else 0
    there = {(row.person_id, row.role) for row in known.people.get(pk, ())}
    for name, role in said.get("people", ()):
        person = names.people.get(folded(name))
        if (person is None or (person.pk, role) not in there) and (name, role) not in plan.people:
            plan.people.append((name, role))
    has = known.categories.get(pk, set())
    for text in said.get("categories", ()):
        key, parts = category_key(text), category_parts(text)
        if key is None or parts is None or len(parts.notation) > 40 or len(key[1]) > 40:
            plan.item.remarks.append(f"Catégorie laissée de côté, faute d’indice court : {text[:80]}")
            continue
        category = names.categories.get(key)
        if category is None or category.pk not in has:
            plan.categories.append(text)
    parts_there = known.components.get(pk, {})
    in_singular = {singular(name): name for name in parts_there}
    for part in said.get("components", ()):
        name, quantity, important, spare = part
        row = parts_there.get(name) or parts_there.get(in_singular.get(singular(name), ""))
        if row is None:
            plan.components.append(part)
        elif quantity and (row.quantity, row.important, row.spare) != (quantity, important, spare):
            plan.counted[row.name] = {"quantity": quantity, "important": important, "spare": spare}
    plan.documents = [one for one in said.get("documents", ()) if one[0] not in known.documents.get(pk, ())]
    plan.links = [one for one in said.get("links", ()) if one[1] not in known.links.get(pk, ())]
    mine = known.identifiers.get(pk, ())
    plan.identifiers = [
        pair
        for pair in dict.fromkeys(plan.item.identifiers)
        if pair[0] != OWN and pair not in mine and pair not in known.by_identifier
    ]


# --- its boxes


def _boxes(plan: Plan, known: Known, policy: str) -> None:
    names = known.names
    for box in plan.item.copies:
        code = box["barcode"]
        copy = known.copies.get(code)
        if code in known.cards:
            plan.faults.append(Fault("Code-barres", code, "C’est celui d’une carte d’adhérent."))
        if copy is None:
            eaten = known.zeros.get((plan.record.pk, code)) if plan.record else None
            if eaten:
                reason = f"Il ressemble à {eaten}, une boîte de ce jeu : zéros perdus dans un tableur ?"
                plan.faults.append(Fault("Code-barres", code, reason))
            plan.new_copies.append(_settled(box, box.get("state"), box.get("withdrawn_reason")))
            continue
        if plan.record is None or copy.record_id != plan.record.pk:
            other = known.records[copy.record_id].title
            plan.faults.append(Fault("Code-barres", code, f"La boîte « {other} » le porte déjà."))
            continue
        changes = {
            name: box[name]
            for name in COPY_FIELDS
            if name in box
            and not (name in plan.item.cut and getattr(copy, name))
            and _differs(getattr(copy, name), box[name])
            and (policy == Policy.UPDATE or getattr(copy, name) in ("", None))
        }
        for name, rows in (("section", names.sections), ("site", names.sites)):
            here = getattr(copy, f"{name}_id")
            row = rows.get(folded(box.get(name, "")))
            if box.get(name) and (
                here is None or (policy == Policy.UPDATE and (row is None or row.pk != here))
            ):
                changes[name] = box[name]
        state = changes.get("state", copy.state)
        changes = _settled(changes, state, changes.get("withdrawn_reason") or copy.withdrawn_reason)
        if copy.state == CopyState.WITHDRAWN and state != copy.state:
            changes |= {"withdrawn_reason": "", "withdrawn_on": None}
        if "state" in changes and state == CopyState.WITHDRAWN and copy.pk in known.lent:
            plan.faults.append(Fault("État", code, "La boîte est prêtée : elle ne peut pas être retirée."))
        if changes:
            plan.copies.append((copy, changes))


def _settled(box: dict[str, Any], state: str | None, reason: str | None) -> dict[str, Any]:
    """A box that has left has a reason; one that has not has none."""
    if state == CopyState.WITHDRAWN:
        return box if reason else box | {"withdrawn_reason": NO_REASON}
    return {name: value for name, value in box.items() if name not in ("withdrawn_reason", "withdrawn_on")}
