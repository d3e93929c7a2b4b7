"""What we say of a game, as UNIMARC and as rows of a table: the same words that reading understands."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from catalogue.interchange import columns, texts
from catalogue.interchange.item import Item
from catalogue.interchange.marc import Marc
from catalogue.interchange.unimarc import DOCUMENT_TYPES, NOTED, OWN, PLAIN_BOX

# as PMB names them, so that it takes them back
LOCAL = {
    "min_players": ("nb_joueurs_min", "Nombre minimum de joueurs"),
    "max_players": ("nb_joueurs_max", "Nombre maximum de joueurs"),
    "min_age": ("age_min", "Age minimum"),
    "max_age": ("age_max", "Age maximum"),
    "duration": ("duree", "Durée moyenne (minutes)"),
}
# what UNIMARC has no place for goes by its own name
ASIDE = (
    "components",
    "rules_text",
    "warnings",
    "base_game",
    "source",
    "motif",
    "game",
    "game_options",
    "completed",
    "draft",
)
_ROLES = {"auteur": "070", "illustrateur": "440", "traducteur": "730", "autre": "570"}
_TYPES = {name: letter for letter, name in DOCUMENT_TYPES.items()}
# of a copy, beside what 995 has subfields for
_BOX = tuple(name for name in columns.COPY_FIELDS if name not in ("call_number", "condition"))


def marc(item: Item, *, library: str, today: str) -> Marc:
    """The UNIMARC record of a game; `today` as 20261130."""
    said = item.values
    kind = said.get("document_type", "")
    record = Marc(leader=f"00000n{_TYPES.get(kind, 'r')}m0 2200000   450 ")
    record.controls.append(("001", dict(item.identifiers).get(OWN, "")))
    notes = dict.fromkeys(NOTED, "")
    rest = []
    for line in said.get("notes", "").split("\n"):
        field = next((field for field, begins in NOTED.items() if line.startswith(begins)), None)
        if field and not notes[field]:
            notes[field] = line.removeprefix(NOTED[field])
        else:
            rest.append(line)
    record.add("010", ("a", said.get("ean", "")), ("d", notes["010", "d"]))
    for system, value in item.identifiers:
        if system != OWN:
            record.add("035", ("a", f"({system}){value}"))
    record.add("073", ("a", said.get("ean", "")), indicators=" 0")
    record.add("100", ("a", _general(said, today)))
    record.add("101", *(("a", code) for code in said.get("languages", ())), indicators="0 ")
    record.add(
        "200",
        ("a", item.title),
        ("b", said.get("designation", "")),
        ("f", said.get("responsibility", "")),
        indicators="1 ",
    )
    record.add("205", ("a", notes["205", "a"]))
    published = (
        ("a", said.get("place", "")),
        ("c", said.get("publisher", "")),
        ("d", said.get("date_text") or str(said.get("year") or "")),
    )
    record.add("210", *published)
    record.add("214", *published, indicators=" 0")
    record.add("215", ("a", notes["215", ""] or PLAIN_BOX))
    record.add("225", ("a", notes["225", "a"]), indicators="2 ")
    record.add("300", ("a", "\n".join(rest)))
    record.add("327", ("a", said.get("contents", "")), indicators="1 ")
    record.add("330", ("a", said.get("description", "")))
    record.add("333", ("a", audience(said)))
    record.add("517", ("a", said.get("parallel_title", "")), indicators="1 ")
    _subjects(record, said.get("categories", ()))
    _people(record, said.get("people", ()))
    record.add("801", ("a", "FR"), ("b", library), ("c", today), indicators=" 0")
    for name, kind in said.get("documents", ()):
        record.add("856", ("f", name), ("q", kind), indicators="4 ")
    for label, url, kind in said.get("links", ()):
        record.add(
            "856", ("u", url), ("z", label), ("q", "video" if kind == "video" else ""), indicators="4 "
        )
    _local(record, said, exact_notes=any(notes.values()))
    for box in item.copies:
        _box(record, box, library)
    record.fields.sort(key=lambda field: field[0])
    return record


def _general(said: dict[str, Any], today: str) -> str:
    """Field 100 $a, 36 signs: when, of what year, for whom, and that it is in UTF-8."""
    year = said.get("year")
    age = said.get("min_age")
    for_whom = "u" if age is None else "b" if age < 5 else "c" if age < 10 else "d" if age < 14 else "m"
    dated = f"d{year:04}    " if year else "u        "
    return f"{said.get('created', today)}{dated}{for_whom}  y0frey50      ba"


def audience(said: dict[str, Any]) -> str:
    """« De 2 à 4 joueurs, à partir de 10 ans, 45 minutes »."""
    parts = []
    low, high = said.get("min_players"), said.get("max_players")
    if low and high and low != high:
        parts.append(f"de {low} à {high} joueurs")
    elif low or high:
        count = low or high
        parts.append(f"{count} joueur{'s' if count != 1 else ''}{' et plus' if not high else ''}")
    low, high = said.get("min_age"), said.get("max_age")
    if low is not None:
        parts.append(f"de {low} à {high} ans" if high is not None else f"à partir de {low} ans")
    if said.get("duration"):
        parts.append(f"{said['duration']} minutes")
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def _subjects(record: Marc, lines: Iterable[str]) -> None:
    """ESAR as PMB has it in 610, other schemes in 606, a free index in 676."""
    for line in sorted(lines):
        scheme = re.match(r"\[([^\]]+)\] (.*)", line, re.DOTALL)
        if scheme is None:
            record.add("610", ("a", line), indicators="0 ")
        elif scheme[1] == "Indice":
            record.add("676", ("a", scheme[2]))
        else:
            record.add("606", ("a", scheme[2]), ("2", scheme[1]))


def _people(record: Marc, people: Iterable[tuple[str, str]]) -> None:
    """The first author in 700, other authors in 701, the others in 702."""
    ordered: list[tuple[str, str, str]] = []
    for name, role in people:
        tag = "702" if role != "auteur" else "701" if any(one[0] == "700" for one in ordered) else "700"
        ordered.append((tag, name, _ROLES.get(role, "570")))
    for tag, name, code in sorted(ordered, key=lambda one: one[0]):
        record.add(tag, ("a", name), ("4", code), indicators=" 1")


def _local(record: Marc, said: dict[str, Any], *, exact_notes: bool) -> None:
    def local(name: str, label: str, text: str) -> None:
        record.add("900", ("a", text), ("l", label), ("n", name), ("t", "text"))

    local(OWN, "Export de Ludothèque", "1")
    for name, (known_as, label) in LOCAL.items():
        if said.get(name) is not None:
            local(known_as, label, str(said[name]))
    for name in ASIDE:
        if said.get(name):
            column = columns.BY_NAME[name]
            local(f"ludo_{name}", column.label, column.write(said[name]))
    # where the fields of UNIMARC would be read as something else
    year, date = said.get("year"), said.get("date_text", "")
    found = re.search(r"\b(1[89]|20)\d\d\b", date or str(year or ""))
    if year != (int(found[0]) if found else None):
        local("ludo_year", columns.label("year"), str(year or "-"))
    if year and not date:
        local("ludo_date_text", columns.label("date_text"), "-")
    if said.get("document_type", "") not in _TYPES:
        local("ludo_document_type", columns.label("document_type"), said.get("document_type") or "-")
    if exact_notes:
        local("ludo_notes", columns.label("notes"), said["notes"])


def _box(record: Marc, box: dict[str, Any], library: str) -> None:
    pairs = [
        ("9", f"ludo_{name}:{columns.BY_NAME[name].write(box[name])}")
        for name in _BOX
        if box.get(name) not in (None, "", False)
    ]
    record.add(
        "995",
        ("a", library),
        ("c", box.get("site", "")),
        ("e", box.get("section", "")),
        ("f", box["barcode"]),
        ("k", box.get("call_number", "")),
        ("u", box.get("condition", "")),
        ("r", "r"),
        *pairs,
    )


# --- tables


def heading_row() -> list[str]:
    return [column.label for column in columns.EXPORTED]


def rows(item: Item) -> Iterator[list[str]]:
    """A row for each box, and one for a game without any."""
    of_record = dict(item.values)
    of_record["slug"] = dict(item.identifiers).get(OWN, "")
    people = of_record.pop("people", [])
    for name in columns.PEOPLE:
        of_record[name] = people
    for box in item.copies or [{}]:
        yield [_cell(column, box if column.of == columns.COPY else of_record) for column in columns.EXPORTED]


def _cell(column: columns.Column, said: dict[str, Any]) -> str:
    value = said.get(column.name)
    if value in (None, "", [], {}):
        return ""
    return texts.cleaned(column.write(value))
