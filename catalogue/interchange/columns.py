"""The columns of a table, each knowing its headings, how its cell is read and how it is written.

UNIMARC uses the same readers for what local fields say, so that a fact is understood alike in every file.
"""

import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from catalogue import partlist
from catalogue.interchange import texts
from catalogue.interchange.item import Unreadable
from catalogue.models import Acquisition, CopyState, Wear
from catalogue.models.authority import Family
from catalogue.models.record import ContributionRole, SafetyWarning
from ludotheque.text import fold

RECORD, COPY = "record", "copy"


@dataclass(frozen=True, slots=True)
class Column:
    """`read` gives the value, or nothing (None, "", []), or a dict of values of several columns."""

    name: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    of: str = RECORD
    exported: bool = True

    @property
    def label(self) -> str:
        """The heading that we write."""
        return _headings()[self.name]["label"]


def _people(role: str, text: str) -> list[tuple[str, str]]:
    return [(texts.line(200)(name), role) for name in texts.several(text)]


def _role(role: ContributionRole) -> tuple[Callable[[str], Any], Callable[[Any], str]]:
    def write(people: Iterable[tuple[str, str]]) -> str:
        return texts.listed([name for name, kind in people if kind == role.value])

    return partial(_people, role.value), write


_FLAGS = re.compile(r"\s*\[(?:(facultatif)|réserve (\d{1,6}))\]$")
_EXACT = re.compile(r"^(\d{1,6}|\?) × (.+)$")

Part = tuple[str, int | None, bool, int]  # name, quantity, important, spare


def _components(text: str) -> list[Part]:
    """« 4 pions rouges » as people write it, « 4 × pion rouge » as we do, one a line."""
    parts: dict[str, Part] = {}
    for said in texts.cleaned(text).split("\n"):
        important, spare, words = True, 0, said.strip()
        while found := _FLAGS.search(words):
            words = words[: found.start()]
            important = important and not found[1]
            spare = int(found[2] or spare)
        exact = _EXACT.match(words)
        if exact:
            read = [(exact[2], None if exact[1] == "?" else int(exact[1]))]
        else:
            read = [(one.name, one.quantity) for one in partlist.read(words)]
        for name, quantity in read:
            if quantity == 0:
                raise Unreadable("Le nombre de pièces commence à 1.")
            if len(name) > partlist.LONGEST:
                raise Unreadable(f"Un nom de pièce a {partlist.LONGEST} caractères au plus.")
            parts.setdefault(name, (name, quantity, important, spare))
    return list(parts.values())


def _components_text(parts: Iterable[Part]) -> str:
    return "\n".join(
        f"{quantity or '?'} × {name}"
        + ("" if important else " [facultatif]")
        + (f" [réserve {spare}]" if spare else "")
        for name, quantity, important, spare in parts
    )


def _documents(text: str) -> list[tuple[str, str]]:
    found = []
    for part in texts.several(text):
        match = re.fullmatch(r"(.+?)\s*\[([^\]]{1,80})\]", part)
        found.append((texts.line(200)(match[1] if match else part), match[2] if match else ""))
    return found


def _links(text: str) -> list[tuple[str, str, str]]:
    """« [vidéo] https://… ce qu’on y trouve », one a line: (label, address, kind)."""
    found = []
    for part in texts.several(text):
        kind = "video" if part.startswith("[vidéo]") else "page"
        url, _, label = part.removeprefix("[vidéo]").strip().partition(" ")
        found.append((texts.line(160)(label or url[:160]), texts.address(url), kind))
    return found


def _links_text(links: Iterable[tuple[str, str, str]]) -> str:
    return texts.listed(
        [f"{'[vidéo] ' if kind == 'video' else ''}{url} {label}".strip() for label, url, kind in links]
    )


_WARNING_SIGNS = {
    SafetyWarning.UNDER_36_MONTHS: ("36", "moins de 3 ans"),
    SafetyWarning.SMALL_PARTS: ("petites pieces", "petits elements", "etouffement"),
    SafetyWarning.MAGNETS: ("aimant",),
    SafetyWarning.BUTTON_CELLS: ("bouton",),
}


def _warnings(text: str) -> list[str]:
    if texts.nothing(text) or fold(text) in ("non", "aucun", "aucune"):
        return []
    folded = fold(text)
    found = [one.value for one, signs in _WARNING_SIGNS.items() if any(sign in folded for sign in signs)]
    if not found:
        raise Unreadable("Au choix : moins de 36 mois, petites pièces, aimants, piles bouton.")
    return found


def _options(text: str) -> dict[str, dict[str, str]]:
    pairs = [part.partition("=") for part in re.split(r"[,;\n]", text) if part.strip()]
    if not all(key.strip() and equals and value.strip() for key, equals, value in pairs):
        raise Unreadable("Écrivez nom=valeur.")
    return {"game_options": {key.strip(): value.strip() for key, _, value in pairs}} if pairs else {}


def _comma_list(text: str) -> list[str]:
    return [word for word in re.split(r"[,;\s]+", text) if word]


def _slug(text: str) -> str:
    text = text.strip()
    if not re.fullmatch(r"[-a-zA-Z0-9_]{0,120}", text):
        raise Unreadable("Un identifiant n’a que des lettres sans accent, des chiffres et des tirets.")
    return text


def _documents_text(documents: Iterable[tuple[str, str]]) -> str:
    return texts.listed([f"{name} [{kind}]" if kind else name for name, kind in documents])


def _warning_labels(codes: Iterable[str]) -> str:
    return texts.listed([SafetyWarning(code).label for code in codes])


def _options_text(options: dict[str, Any]) -> str:
    return ", ".join(f"{key}={value}" for key, value in options.items())


def _label_of(choices: Any) -> Callable[[str], str]:
    return lambda value: choices(value).label if value else ""


def _yes(value: bool) -> str:
    return "oui" if value else "non"


def _maybe(value: Any) -> str:
    return "" if value is None else str(value)


_STATES = {
    "disponible": CopyState.IN_SERVICE,
    "bon état": CopyState.IN_SERVICE,
    "document en bon état": CopyState.IN_SERVICE,
    "complet": CopyState.IN_SERVICE,
    "nettoyage": CopyState.TO_CLEAN,
    "réparation": CopyState.REPAIR,
    "détérioré": CopyState.REPAIR,
    "abîmé": CopyState.REPAIR,
    "perdue": CopyState.LOST,
    "disparu": CopyState.LOST,
    "manquant": CopyState.LOST,
    "volé": CopyState.LOST,
    "désherbé": CopyState.WITHDRAWN,
    "pilonné": CopyState.WITHDRAWN,
    "sorti": CopyState.WITHDRAWN,
}
_WEARS = {
    "très bon": "bon",
    "bon état": "bon",
    "correct": "bon",
    "usagé": "use",
    "moyen": "use",
    "mauvais": "abime",
}
_WAYS = {"acheté": "achat", "cadeau": "don", "offert": "don", "donné": "don", "prêt": "depot"}


def _price_text(cents: int | None) -> str:
    return "" if cents is None else f"{cents // 100},{cents % 100:02}"


COLUMNS: tuple[Column, ...] = (
    Column("slug", _slug),
    Column("foreign_id", texts.line(80), exported=False),
    Column("title", texts.line(300)),
    Column("parallel_title", texts.line(300)),
    Column("responsibility", texts.line(300)),
    Column("authors", *_role(ContributionRole.AUTHOR)),
    Column("illustrators", *_role(ContributionRole.ILLUSTRATOR)),
    Column("translators", *_role(ContributionRole.TRANSLATOR)),
    Column("contributors", *_role(ContributionRole.OTHER)),
    Column("publisher", texts.line(200)),
    Column("place", texts.line(120)),
    Column("date_text", texts.line(80)),
    Column("year", texts.year, _maybe),
    Column("ean", texts.ean),
    Column("languages", texts.language_codes, texts.language_names),
    Column("document_type", texts.line(120)),
    Column("designation", texts.line(120)),
    Column("categories", texts.several, texts.listed),
    Column("players", texts.players, exported=False),
    Column("min_players", texts.number("min_players"), _maybe),
    Column("max_players", texts.number("max_players"), _maybe),
    Column("ages", texts.ages, exported=False),
    Column("min_age", texts.number("min_age"), _maybe),
    Column("max_age", texts.number("max_age"), _maybe),
    Column("duration", texts.duration, _maybe),
    Column("warnings", _warnings, _warning_labels),
    Column("base_game", texts.line(300)),
    Column("contents", texts.long_text),
    Column("components", _components, _components_text),
    Column("description", texts.long_text),
    Column("rules_text", texts.long_text),
    Column("notes", texts.long_text),
    Column("source", texts.long_text),
    Column("documents", _documents, _documents_text),
    Column("links", _links, _links_text),
    Column("motif", texts.choice(Family, {})),
    Column("game", _slug),
    Column("game_options", _options, _options_text),
    Column("completed", _comma_list, ", ".join),
    Column("draft", texts.yes_or_no, _yes),
    Column("barcode", texts.barcode, of=COPY),
    Column("call_number", texts.line(60), of=COPY),
    Column("section", texts.line(120), of=COPY),
    Column("site", texts.line(120), of=COPY),
    Column("state", texts.choice(CopyState, _STATES), _label_of(CopyState), of=COPY),
    Column("on_site_only", texts.yes_or_no, _yes, of=COPY),
    Column("wear", texts.choice(Wear, _WEARS), _label_of(Wear), of=COPY),
    Column("condition", texts.long_text, of=COPY),
    Column("acquired_how", texts.choice(Acquisition, _WAYS), _label_of(Acquisition), of=COPY),
    Column("acquired_on", texts.date, _maybe, of=COPY),
    Column("supplier", texts.line(160), of=COPY),
    Column("price_cents", texts.price, _price_text, of=COPY),
    Column("withdrawn_reason", texts.line(200), of=COPY),
    Column("withdrawn_on", texts.date, _maybe, of=COPY),
)

BY_NAME = {column.name: column for column in COLUMNS}
EXPORTED = tuple(column for column in COLUMNS if column.exported)
# those whose values are a field of the row itself, under the same name
RECORD_FIELDS = (
    "draft",
    "title",
    "parallel_title",
    "responsibility",
    "place",
    "date_text",
    "year",
    "document_type",
    "designation",
    "languages",
    "ean",
    "min_players",
    "max_players",
    "min_age",
    "max_age",
    "duration",
    "warnings",
    "description",
    "contents",
    "rules_text",
    "notes",
    "source",
    "completed",
    "motif",
    "game",
    "game_options",
)
COPY_FIELDS = (
    "call_number",
    "state",
    "on_site_only",
    "wear",
    "condition",
    "acquired_how",
    "acquired_on",
    "supplier",
    "price_cents",
    "withdrawn_reason",
    "withdrawn_on",
)
# columns that are kept together: the people of a record are one list
PEOPLE = ("authors", "illustrators", "translators", "contributors")


def label(name: str) -> str:
    """What a person calls the values of that name."""
    return "Personnes" if name == "people" else BY_NAME[name].label if name in BY_NAME else name


def key(heading: str) -> str:
    return fold(heading).replace(" ", "")


@cache
def _headings() -> dict[str, dict[str, Any]]:
    text = Path(__file__).with_name("headings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _by_heading() -> dict[str, str]:
    found: dict[str, str] = {}
    for name, said in _headings().items():
        found.setdefault(key(said["label"]), name)
        found.setdefault(key(name), name)
    for name, said in _headings().items():
        for heading in said.get("headings", ()):
            found.setdefault(key(heading), name)
    return found


def named(heading: str) -> str | None:
    """The column that a heading means: accents, case, signs and a plural do not matter."""
    known, wanted = _by_heading(), key(heading)
    return (
        known.get(wanted) or known.get(wanted.removesuffix("s")) or known.get(re.sub(r"s(?=$)", "", wanted))
    )


def likely(headings: Iterable[str]) -> dict[str, str]:
    """Heading → column, each column once but for those that may be several."""
    mapping: dict[str, str] = {}
    taken: set[str] = set()
    for heading in headings:
        name = named(heading)
        if name and (name not in taken or isinstance(_empty(name), list)):
            mapping[heading] = name
            taken.add(name)
    return mapping


def _empty(name: str) -> Any:
    return [] if name in (*PEOPLE, "categories", "components", "documents", "links") else ""
