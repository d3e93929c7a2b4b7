"""What a UNIMARC record says of a game, with the habits of PMB."""

import re
from collections.abc import Callable
from typing import Any

from catalogue.interchange import boxes, columns, texts
from catalogue.interchange.iso2709 import joined_texts
from catalogue.interchange.item import Fault, Item, Unreadable
from catalogue.interchange.marc import Marc, Subfields
from ludotheque.text import fold

OWN = "ludotheque"  # the system that identifiers of our own exports belong to
OBJECT = "objet à 3 dimensions, artefacts, ..."
# letter 6 of the leader, as French catalogues name it
DOCUMENT_TYPES = {
    "a": "texte imprimé",
    "b": "texte manuscrit",
    "c": "musique imprimée",
    "e": "document cartographique imprimé",
    "g": "document projeté ou vidéo",
    "i": "enregistrement sonore non musical",
    "j": "enregistrement sonore musical",
    "k": "document graphique à deux dimensions",
    "l": "document électronique",
    "m": "document multimédia",
    "r": OBJECT,
}
ROLES = {"440": "illustrateur", "040": "illustrateur", "730": "traducteur"}
# a line of the notes for what records have no field for: (tag, code) → how the line begins
NOTED = {
    ("225", "a"): "Collection : ",
    ("010", "d"): "Prix public : ",
    ("205", "a"): "Mention d’édition : ",
    ("215", ""): "Description matérielle : ",
}
PLAIN_BOX = "1 jeu"  # which says nothing
_SORTING = re.compile("[\x88\x89\x98\x9c]")
_EMPTY_DATE = re.compile(r"^[0\-/ :.]*$")


def item(record: Marc, number: int, mapping: dict[str, str]) -> Item:
    """`mapping`: what becomes of fields that UNIMARC leaves free, as `sources` names them."""
    made = Item(number, f"notice {number}")
    joined_texts(record)
    system = _system(record)
    for tag, text in record.controls:
        if tag == "001" and text.strip():
            made.identifiers.append((system, text.strip()[:80]))
    copies: dict[str, dict[str, Any]] = {}
    for tag, _, subfields in record.fields:
        handler = _HANDLERS.get(tag)
        try:
            if handler is not None:
                handler(made, subfields)
            elif tag in ("995", "996"):
                boxes.box(copies, tag, subfields, made)
            elif tag[0] == "9" or tag in mapping:
                _local(made, tag, subfields, mapping)
        except Unreadable as error:
            shown = " ".join(f"${code} {text}" for code, text in subfields)
            made.faults.append(Fault(f"champ {tag}", shown[:200], str(error)))
    made.copies = list(copies.values())
    _conclude(made, record)
    return made


def _system(record: Marc) -> str:
    """Whose number 001 is: the agency of 801."""
    agency = record.first("801", "a"), record.first("801", "b")
    if record.first("900", "n") == "ludotheque" or any(
        tag == "900" and ("n", OWN) in subfields for tag, _, subfields in record.fields
    ):
        return OWN
    return " ".join(part.strip() for part in agency if part.strip())[:60] or "unimarc"


def sources(record: Marc) -> dict[str, tuple[str, str]]:
    """The fields of a record that a mapping may give a meaning: key → (what it is called, an example)."""
    found: dict[str, tuple[str, str]] = {}
    for tag, _, subfields in record.fields:
        if tag in _HANDLERS or tag in _PASSED_OVER or tag in ("995", "996"):
            continue
        key, label, text = _source(tag, subfields)
        if key != f"900:{OWN}" and not key.startswith("900:ludo_"):
            found.setdefault(key, (label, text[:120]))
    return found


def _source(tag: str, subfields: Subfields) -> tuple[str, str, str]:
    """Its key, what it is called, what it says."""
    said = dict(reversed(subfields))
    if tag == "900" and (said.get("n") or said.get("l")):
        return f"900:{said.get('n') or said['l']}", said.get("l") or said["n"], said.get("a", "")
    return tag, f"champ {tag}", said.get("a") or " ".join(text for _, text in subfields)


def likely(found: dict[str, tuple[str, str]]) -> dict[str, str]:
    """What free fields seem to mean, by their name or their label."""
    mapping = {}
    for key, (label, _) in found.items():
        if key.startswith("900:"):
            name = columns.named(key[4:]) or columns.named(label)
            if name:
                mapping[key] = name
    return mapping


def _local(made: Item, tag: str, subfields: Subfields, mapping: dict[str, str]) -> None:
    key, label, text = _source(tag, subfields)
    own = key.startswith("900:ludo_")
    if own:
        name = key.removeprefix("900:ludo_")
    elif key in mapping:
        name = mapping[key]
    else:  # of a record that the look at the file has not reached
        name = columns.named(key[4:]) or columns.named(label) or "" if key[:4] == "900:" else ""
    column = columns.BY_NAME.get(name)
    if column is None or column.of != columns.RECORD or not text:
        return
    if own:  # what we write so is meant exactly
        made.values.pop(name, None)
        if text == "-":
            made.values[name] = None
            return
    try:
        put(made, column, column.read(text))
    except Unreadable as error:
        made.faults.append(Fault(label, text[:200], str(error)))


def put(made: Item, column: columns.Column, value: Any) -> None:
    """The value that a column's reader gave."""
    if value in (None, "", [], {}):
        return
    if isinstance(value, dict) and column.name in ("players", "ages", "game_options"):
        for name, one in value.items():
            made.values.setdefault(name, one)
    elif column.name == "foreign_id":
        made.identifiers.append(("", value))
    elif column.name in columns.PEOPLE:
        made.add("people", value)
    else:
        made.add(column.name, value)


def _line(made: Item, name: str, text: str) -> None:
    text = columns.BY_NAME[name].read(text)
    if text:
        made.add(name, text)


def _text_of(name: str, codes: str = "a") -> Callable[[Item, Subfields], None]:
    def handle(made: Item, subfields: Subfields) -> None:
        for code, text in subfields:
            if code in codes:
                _line(made, name, text)

    return handle


def _title(made: Item, subfields: Subfields) -> None:
    titles = [text for code, text in subfields if code == "a"]
    # a title for sorting, between the signs of NSB and NSE
    said = _SORTING.sub("", titles[0]) if titles else ""
    _line(made, "title", said)
    others = [text for code, text in subfields if code in "de"] + titles[1:]
    if others:
        _line(made, "parallel_title", " ; ".join(" ".join(text.split()) for text in others))
    _responsible = [" ".join(text.split()) for code, text in subfields if code in "fg"]
    if _responsible:
        _line(made, "responsibility", " ; ".join(_responsible))
    for code, text in subfields:
        if code == "b":
            _line(made, "designation", text.strip("[] "))


def _other_title(made: Item, subfields: Subfields) -> None:
    for code, text in subfields:
        if code == "a" and fold(text) != fold(made.title) and not made.values.get("parallel_title"):
            _line(made, "parallel_title", text)


def _published(made: Item, subfields: Subfields) -> None:
    """210 and 214 say the same twice in files of PMB: the first that speaks is taken."""
    for code, text in subfields:
        text = text.strip(" ,:;")
        if not text or _EMPTY_DATE.match(text):
            continue
        if code == "a" and "place" not in made.values:
            _line(made, "place", text)
        elif code == "c" and "publisher" not in made.values:
            _line(made, "publisher", text)
        elif code == "d" and "date_text" not in made.values:
            _line(made, "date_text", text)
            found = re.search(r"\b(1[89]|20)\d\d\b", text)
            if found:
                made.values.setdefault("year", int(found[0]))


def _ean(made: Item, subfields: Subfields) -> None:
    for code, text in subfields:
        if code == "a" and "ean" not in made.values:
            try:
                value = texts.ean(text)
            except Unreadable:
                # an ISBN of ten signs is a number of a book, not a bar code
                if not re.fullmatch(r"[\d -]{9,}[\dXx]", text.strip()):
                    raise
                made.remarks.append(f"ISBN laissé de côté : {text.strip()[:40]}")
                continue
            if value:
                made.values["ean"] = value
        elif code == "d" and text.strip():
            _note(made, ("010", "d"), text)


def _note(made: Item, field: tuple[str, str], text: str) -> None:
    line = NOTED[field] + " ".join(texts.cleaned(text).split())
    known = made.values.get("notes", "")
    if line not in known.split("\n"):
        made.values["notes"] = f"{known}\n{line}" if known else line


def _noted(tag: str) -> Callable[[Item, Subfields], None]:
    def handle(made: Item, subfields: Subfields) -> None:
        said = " ; ".join(text.strip() for code, text in subfields if text.strip() and code.isalpha())
        if said and said != PLAIN_BOX:
            _note(made, next(field for field in NOTED if field[0] == tag), said)

    return handle


def _languages(made: Item, subfields: Subfields) -> None:
    codes = [text.strip().lower() for code, text in subfields if code == "a" and text.strip()]
    if codes:
        made.add("languages", list(dict.fromkeys(codes)))


def _subject(made: Item, subfields: Subfields) -> None:
    """610 and 606: « A 407 jeu de hasard (jeu de règles) »; words without a notation are an index."""
    scheme = next((text for code, text in subfields if code == "2"), "")
    words = [text for code, text in subfields if code in "abxyz" and text.strip()]
    for text in words if all(code == "a" for code, _ in subfields) else [" -- ".join(words)]:
        text = " ".join(texts.cleaned(text).split())
        made.add("categories", [f"[{scheme}] {text}" if scheme else text])


def _index(made: Item, subfields: Subfields) -> None:
    for code, text in subfields:
        if code == "a" and text.strip():
            made.add("categories", [f"[Indice] {' '.join(texts.cleaned(text).split())}"])


def _person(made: Item, subfields: Subfields) -> None:
    said = dict(reversed(subfields))
    surname, name = said.get("a", "").strip(" ,"), said.get("b", "").strip(" ,")
    name = texts.line(200)(f"{name} {surname}" if name else surname)
    if name:
        made.add("people", [(name, ROLES.get(said.get("4", "070").strip(), _plain_role(said.get("4", ""))))])


def _plain_role(code: str) -> str:
    return "auteur" if code.strip() in ("", "070", "040") else "autre"


def _address(made: Item, subfields: Subfields) -> None:
    said = dict(reversed(subfields))
    url, file = said.get("u", "").strip(), said.get("f", "").strip()
    if file:
        made.add("documents", [(texts.line(200)(file), said.get("q", "").strip()[:80])])
    elif url:
        label = said.get("z") or said.get("2") or url
        kind = "video" if said.get("q", "").startswith("video") else "page"
        made.add("links", [(texts.line(160)(label[:160]), texts.address(url), kind)])


def _audience(made: Item, subfields: Subfields) -> None:
    """333 in words: « De 2 à 4 joueurs, à partir de 10 ans, 45 minutes »; local fields speak before it."""
    said = " ".join(text for code, text in subfields if code == "a").casefold()
    for pattern, read in (
        (r"(?:de )?\d+(?: (?:à|ou|-) \d+|-\d+)? joueurs?", texts.players),
        (r"(?:de \d+ à \d+|(?:à partir de|dès) \d+|\d+) (?:ans|mois)", texts.ages),
    ):
        found = re.search(pattern, said)
        if found:
            for name, value in read(found[0]).items():
                made.values.setdefault(f"{name}?", value)
    found = re.search(r"\d+ ?(?:minutes|min\b|h(?:eures?)?\b ?\d*)", said)
    if found:
        made.values.setdefault("duration?", texts.duration(found[0]))


def _other_number(made: Item, subfields: Subfields) -> None:
    """035: « (system)number »."""
    for code, text in subfields:
        found = re.fullmatch(r"\(([^()]{1,60})\)(.{1,80})", text.strip())
        if code == "a" and found:
            made.identifiers.append((found[1], found[2].strip()))


def _conclude(made: Item, record: Marc) -> None:
    for name in ("min_players", "max_players", "min_age", "max_age", "duration"):
        guessed = made.values.pop(f"{name}?", None)
        if guessed is not None:
            made.values.setdefault(name, guessed)
    if "document_type" not in made.values and record.leader[6:7] in DOCUMENT_TYPES:
        made.values["document_type"] = DOCUMENT_TYPES[record.leader[6:7]]
    for name in [name for name, value in made.values.items() if value is None]:
        del made.values[name]


_HANDLERS: dict[str, Callable[[Item, Subfields], None]] = {
    "010": _ean,
    "035": _other_number,
    "073": _ean,
    "101": _languages,
    "200": _title,
    "205": _noted("205"),
    "210": _published,
    "214": _published,
    "215": _noted("215"),
    "225": _noted("225"),
    "300": _text_of("notes"),
    "327": _text_of("contents"),
    "330": _text_of("description"),
    "333": _audience,
    "500": _other_title,
    "510": _other_title,
    "517": _other_title,
    "606": _subject,
    "608": _subject,
    "610": _subject,
    "676": _index,
    "686": _subject,
    "700": _person,
    "701": _person,
    "702": _person,
    "856": _address,
}
# read elsewhere, or the same thing twice, or numbers that mean nothing outside the system they come from
_PASSED_OVER = {"009", "039", "100", "102", "105", "106", "181", "182", "410", "801", "830", "999"}
