"""How a cell of each kind is read and written: what `texts` reads, put together as records keep it."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from catalogue import partlist
from catalogue.interchange import texts
from catalogue.interchange.item import Unreadable
from catalogue.models import CopyState
from catalogue.models.record import ContributionRole, SafetyWarning
from ludotheque import money
from ludotheque.text import fold


def _people(role: str, text: str) -> list[tuple[str, str]]:
    return [(texts.line(200)(name), role) for name in texts.several(text)]


def of_role(role: ContributionRole) -> tuple[Callable[[str], Any], Callable[[Any], str]]:
    def write(people: Iterable[tuple[str, str]]) -> str:
        return texts.listed([name for name, kind in people if kind == role.value])

    return partial(_people, role.value), write


_FLAGS = re.compile(r"\s*\[(?:(facultatif)|réserve (\d{1,6}))\]$")
_EXACT = re.compile(r"^(\d{1,6}|\?) × (.+)$")

Part = tuple[str, int | None, bool, int]  # name, quantity, important, spare


def components(text: str) -> list[Part]:
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


def components_text(parts: Iterable[Part]) -> str:
    return "\n".join(
        f"{quantity or '?'} × {name}"
        + ("" if important else " [facultatif]")
        + (f" [réserve {spare}]" if spare else "")
        for name, quantity, important, spare in parts
    )


def documents(text: str) -> list[tuple[str, str]]:
    found = []
    for part in texts.several(text):
        match = re.fullmatch(r"(.+?)\s*\[([^\]]{1,80})\]", part)
        found.append((texts.line(200)(match[1] if match else part), match[2] if match else ""))
    return found


def links(text: str) -> list[tuple[str, str, str]]:
    """« [vidéo] https://… ce qu’on y trouve », one a line: (label, address, kind)."""
    found = []
    for part in texts.several(text):
        kind = "video" if part.startswith("[vidéo]") else "page"
        url, _, label = part.removeprefix("[vidéo]").strip().partition(" ")
        found.append((texts.line(160)(label or url[:160]), texts.address(url), kind))
    return found


def links_text(links: Iterable[tuple[str, str, str]]) -> str:
    return texts.listed(
        [f"{'[vidéo] ' if kind == 'video' else ''}{url} {label}".strip() for label, url, kind in links]
    )


_WARNING_SIGNS = {
    SafetyWarning.UNDER_36_MONTHS: ("36", "moins de 3 ans"),
    SafetyWarning.SMALL_PARTS: ("petites pieces", "petits elements", "etouffement"),
    SafetyWarning.MAGNETS: ("aimant",),
    SafetyWarning.BUTTON_CELLS: ("bouton",),
}


def warnings(text: str) -> list[str]:
    if texts.nothing(text) or fold(text) in ("non", "aucun", "aucune"):
        return []
    folded = fold(text)
    found = [one.value for one, signs in _WARNING_SIGNS.items() if any(sign in folded for sign in signs)]
    if not found:
        raise Unreadable("Au choix : moins de 36 mois, petites pièces, aimants, piles bouton.")
    return found


def options(text: str) -> dict[str, dict[str, str]]:
    pairs = [part.partition("=") for part in re.split(r"[,;\n]", text) if part.strip()]
    if not all(key.strip() and equals and value.strip() for key, equals, value in pairs):
        raise Unreadable("Écrivez nom=valeur.")
    return {"game_options": {key.strip(): value.strip() for key, _, value in pairs}} if pairs else {}


def comma_list(text: str) -> list[str]:
    return [word for word in re.split(r"[,;\s]+", text) if word]


def slug(text: str) -> str:
    text = text.strip()
    if not re.fullmatch(r"[-a-zA-Z0-9_]{0,120}", text):
        raise Unreadable("Un identifiant n’a que des lettres sans accent, des chiffres et des tirets.")
    return text


def documents_text(documents: Iterable[tuple[str, str]]) -> str:
    return texts.listed([f"{name} [{kind}]" if kind else name for name, kind in documents])


def warning_labels(codes: Iterable[str]) -> str:
    return texts.listed([SafetyWarning(code).label for code in codes])


def options_text(options: dict[str, Any]) -> str:
    return ", ".join(f"{key}={value}" for key, value in options.items())


def label_of(choices: Any) -> Callable[[str], str]:
    return lambda value: choices(value).label if value else ""


def yes(value: bool) -> str:
    return "oui" if value else "non"


def maybe(value: Any) -> str:
    return "" if value is None else str(value)


STATES = {
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
WEARS = {
    "très bon": "bon",
    "bon état": "bon",
    "correct": "bon",
    "usagé": "use",
    "moyen": "use",
    "mauvais": "abime",
}
WAYS = {"acheté": "achat", "cadeau": "don", "offert": "don", "donné": "don", "prêt": "depot"}


def price_text(cents: int | None) -> str:
    return "" if cents is None else money.plain(cents)
