"""Readers of what people type in a cell: numbers, ranges, durations, dates, lists."""

import datetime
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator

from catalogue.interchange.item import Unreadable
from catalogue.models.record import NUMBERS
from ludotheque import languages, scanner
from ludotheque.text import fold

# what no database keeps and no XML may hold; ends of lines and tabs stay
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_NOTHING = {"", "-", "--", "?", "n/a", "nc", "n c", "null", "none", "#n/a", "neant"}
YES = {"oui", "o", "vrai", "true", "1", "x", "yes", "y"}
NO = {"non", "n", "faux", "false", "0", "no"}


def cleaned(text: str) -> str:
    """Composed accents, no control characters, ends of lines of one kind."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if text.isprintable() else _CONTROLS.sub("", text)


def line(most: int) -> Callable[[str], str]:
    """One line of at most so many letters."""

    def read(text: str) -> str:
        text = " ".join(cleaned(text).split())
        if len(text) > most:
            raise Unreadable(f"{most} caractères au plus, il y en a {len(text)}.")
        return text

    return read


def long_text(text: str) -> str:
    return cleaned(text).strip()


def number(name: str) -> Callable[[str], int | None]:
    """A whole number within the bounds that a record keeps."""
    unknown_zero = NUMBERS[name][0] == 1  # a zero where there is none: the other system's way to say nothing

    def read(text: str) -> int | None:
        if nothing(text):
            return None
        found = re.fullmatch(r"\D*?(\d{1,6})(?:[.,]0+)?\s*(?:\D*)", text.strip())
        if found is None or re.search(r"[-−]\s*\d", text):
            raise Unreadable("Ce n’est pas un nombre.")
        value = int(found[1])
        if value == 0 and unknown_zero:
            return None
        return within(name, value)

    return read


def within(name: str, value: int) -> int:
    least, most = NUMBERS[name]
    if not least <= value <= most:
        raise Unreadable(f"Entre {least} et {most}.")
    return value


def nothing(text: str) -> bool:
    return text.strip().casefold() in _NOTHING


def players(text: str) -> dict[str, int]:
    """« 2-4 », « de 2 à 4 joueurs », « 2+ », « 4 »."""
    if nothing(text):
        return {}
    found = [int(digits) for digits in re.findall(r"\d{1,4}", text)]
    if not found:
        raise Unreadable("Aucun nombre de joueurs.")
    _rising(found)
    low, high = min(found), max(found)
    values = {"min_players": within("min_players", low)} if low else {}
    if len(found) > 1 or not _open_ended(text):
        values["max_players"] = within("max_players", high)
    if "au plus" in text or "maximum" in text or "jusqu" in text:
        values = {"max_players": high} if len(found) == 1 else values
    return values


def ages(text: str) -> dict[str, int]:
    """« 7+ », « dès 7 ans », « 7-99 », « 18 mois »."""
    if nothing(text):
        return {}
    found = [int(digits) for digits in re.findall(r"\d{1,3}", text)]
    if not found:
        raise Unreadable("Aucun âge.")
    if "mois" in text.casefold() and "an" not in fold(text).split():
        found = [months // 12 for months in found] if "ans" not in text else found
    _rising(found)
    values = {"min_age": within("min_age", min(found))}
    if len(found) > 1:
        values["max_age"] = within("max_age", max(found))
    return values


def _rising(found: Sequence[int]) -> None:
    if len(found) == 2 and found[1] < found[0]:
        raise Unreadable("Le maximum est sous le minimum.")


def _open_ended(text: str) -> bool:
    folded = fold(text)
    return "+" in text or folded.startswith(("a partir", "des ", "min")) or "et plus" in folded


def duration(text: str) -> int | None:
    """« 45 », « 45 min », « 1h30 », « 20-30 min » (their middle), in minutes."""
    if nothing(text):
        return None
    said = text.casefold().replace("½", "30")
    clock = re.fullmatch(r"\s*(\d{1,2}):(\d{2})(?::\d{2})?\s*", said)
    if clock:
        found = [int(clock[1]) * 60 + int(clock[2])]
    else:
        if re.match(r"\s*[-−]\s*\d", said):
            raise Unreadable("Une durée n’est pas négative.")
        if re.search(r"\d{7}", said):
            raise Unreadable("Entre {} et {}.".format(*NUMBERS["duration"]))
        hours = re.findall(r"(\d+)\s*h(?:eures?)?\s*(\d{1,2})?", said)
        found = [int(whole) * 60 + int(rest or 0) for whole, rest in hours]
        if not found:
            found = [int(digits) for digits in re.findall(r"(\d+)(?:[.,]0+\b)?", said)]
    if not found:
        raise Unreadable("Aucune durée.")
    minutes = (min(found) + max(found)) // 2
    return within("duration", minutes) if minutes else None


def year(text: str) -> int | None:
    if nothing(text):
        return None
    found = re.search(r"\d{4}", text)
    if found is None:
        raise Unreadable("Une année a quatre chiffres.")
    return None if found[0] == "0000" else within("year", int(found[0]))


def ean(text: str) -> str:
    """The digits of the code; a sheet may have made a number of it."""
    digits = re.sub(r"[\s\u00a0-]", "", text)
    if re.fullmatch(r"\d+[.,]\d+E\+\d+", digits, re.IGNORECASE):
        raise Unreadable("Le tableur en a fait un nombre arrondi : mettez la colonne au format texte.")
    digits = re.sub(r"[.,]0+$", "", digits)
    if not digits or set(digits) == {"0"}:
        return ""
    if not re.fullmatch(r"\d{8}|\d{12,13}", digits):
        raise Unreadable("Un EAN a 8, 12 ou 13 chiffres.")
    return digits


def barcode(text: str) -> str:
    """As the desk will read it; the zeros at its beginning are part of it."""
    if re.fullmatch(r"\s*\d+[.,]\d+E\+\d+\s*", text, re.IGNORECASE):
        raise Unreadable("Le tableur en a fait un nombre arrondi : mettez la colonne au format texte.")
    code = scanner.code(text)
    if not code:
        return ""
    if not scanner.can_be_code(code):
        raise Unreadable("Un code n’a que des lettres, des chiffres et - . / _ + $ % :")
    if len(code) > 40:
        raise Unreadable("Un code a 40 signes au plus.")
    return code


_DATES = (
    (r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T].*)?", (1, 2, 3)),
    (r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: .*)?", (3, 2, 1)),
    (r"(\d{4})(\d{2})(\d{2})", (1, 2, 3)),
)


def date(text: str) -> datetime.date | None:
    """A day as French sheets, ISO and PMB write it; days of zeros are none."""
    text = text.strip()
    if nothing(text) or not text.strip("0-/. :"):
        return None
    for pattern, order in _DATES:
        found = re.fullmatch(pattern, text)
        if found:
            try:
                day = datetime.date(*(int(found[group]) for group in order))
            except ValueError:
                break
            if 1900 <= day.year <= 2100:
                return day
            raise Unreadable("L’année est entre 1900 et 2100.")
    raise Unreadable("Ce n’est pas une date : jour/mois/année.")


def yes_or_no(text: str) -> bool:
    folded = fold(text)
    if folded in YES:
        return True
    if folded in NO or nothing(text):
        return False
    raise Unreadable("Répondez oui ou non.")


def price(text: str) -> int | None:
    """In cents."""
    if nothing(text):
        return None
    found = re.fullmatch(
        r"\D{0,4}?(\d[\d\s\u00a0\u202f]*)(?:[.,](\d{1,2})\d*)?\s*(?:€|eur|euros?)?\.?", text.strip(), re.I
    )
    if found is None:
        raise Unreadable("Ce n’est pas un prix en euros.")
    cents = int(re.sub(r"\D", "", found[1])) * 100 + int((found[2] or "0").ljust(2, "0"))
    if cents > 10_000_000:
        raise Unreadable("100 000 € au plus.")
    return cents


def choice(choices: Any, synonyms: Mapping[str, str]) -> Callable[[str], str]:
    """One of the choices, by its value, its label or a word that stands for it."""
    known = {fold(one.value): one.value for one in choices} | {fold(one.label): one.value for one in choices}
    known |= {fold(word): value for word, value in synonyms.items()}

    def read(text: str) -> str:
        if nothing(text):
            return ""
        value = known.get(fold(text))
        if value is None:
            labels = ", ".join(one.label.lower() for one in choices)
            raise Unreadable(f"Au choix : {labels}.")
        return value

    return read


def several(text: str) -> list[str]:
    """What a cell lists: one a line, or parted by semicolons."""
    text = cleaned(text)
    parts = text.split("\n") if "\n" in text else re.split(r"\s*;\s*|\s+\|\s+", text)
    return list(dict.fromkeys(filter(None, (" ".join(part.split()) for part in parts))))


def listed(parts: Sequence[str]) -> str:
    """The cell that `several` reads back."""
    text = "\n".join(parts)
    # an end of line says that semicolons part nothing
    return text + "\n" if len(parts) == 1 and (";" in text or "|" in text) else text


def language_codes(text: str) -> list[str]:
    by_name = {fold(name): code for code, name in languages.NAMES.items()} | {
        "fr": "fre",
        "fra": "fre",
        "en": "eng",
    }
    text = cleaned(text)
    # as `language_names` ends its list where other signs part nothing
    words = text.split("\n") if text.endswith("\n") else re.split(r"\s*[,;/\n]\s*", text)
    return list(dict.fromkeys(by_name.get(fold(word), word) for word in words if word))


def language_names(codes: Sequence[str]) -> str:
    """The cell that `language_codes` reads back."""
    names = [languages.named(code) for code in codes]
    return "\n".join([*names, ""]) if any(re.search("[,;/]", name) for name in names) else ", ".join(names)


def address(text: str) -> str:
    try:
        URLValidator(schemes=["http", "https"])(text)
    except ValidationError as error:
        raise Unreadable("Une adresse commence par https://") from error
    if len(text) > 200:
        raise Unreadable("Une adresse a 200 caractères au plus.")
    return text
