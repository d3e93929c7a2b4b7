"""The lines of a record as a catalogue prints them: label, value, and whether we completed it."""

from collections.abc import Iterable
from dataclasses import dataclass

from catalogue.models import Record
from catalogue.models.authority import Scheme
from catalogue.models.record import ContributionRole
from ludotheque.languages import named


@dataclass(frozen=True, slots=True)
class Value:
    """A text, and where it leads if it has a page of its own."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line; `completed`: from the published rules, not from the source."""

    label: str
    values: tuple[Value, ...]
    completed: bool = False


def lines(record: Record) -> list[Line]:
    """Every line that has something to say; free of queries after `records.find`."""
    told: list[Line] = []

    def tell(fields: str, label: str, *values: Value) -> None:
        kept = tuple(value for value in values if value.text)
        if kept:
            told.append(Line(label, kept, any(name in record.completed for name in fields.split())))

    def number(field: str, label: str, unit: str = "") -> None:
        count = getattr(record, field)
        if count is not None:
            tell(field, label, Value(f"{count}\u00a0{unit}{'s' * (count > 1)}" if unit else str(count)))

    tell("title", "Titre", Value(record.title))
    tell("parallel_title", "Autre titre", Value(record.parallel_title))
    tell("responsibility", "Mention de responsabilité", Value(record.responsibility))
    parts = list(record.contributions.all())
    for role in ContributionRole:
        people = [_linked(part.person) for part in parts if part.role == role]
        tell("people contributions", *_several(str(role.label), people))
    if record.publisher:
        tell("publisher", "Éditeur", _linked(record.publisher))
    tell("place", "Lieu", Value(record.place))
    tell("date_text year", "Date", Value(record.date_text or str(record.year or "")))
    tell("document_type", "Type de document", Value(record.document_type))
    tell("languages", *_several("Langue", map(_language, record.languages)))
    categories = list(record.categories.all())
    classes = [c for c in categories if c.scheme != Scheme.INDEX]
    tell("categories", *_several("Catégorie", map(_linked, classes)))
    tell("categories", *_several("Indice", (_linked(c) for c in categories if c.scheme == Scheme.INDEX)))
    number("min_players", "Nombre minimum de joueurs")
    number("max_players", "Nombre maximum de joueurs")
    number("min_age", "Âge minimum", "an")
    number("max_age", "Âge maximum", "an")
    number("duration", "Durée moyenne", "minute")
    tell("ean", "EAN", Value(record.ean))
    tell("notes", "Notes", Value(record.notes))
    tell("source", "Source de la notice", Value(record.source))
    return told


def _linked(named_thing) -> Value:
    return Value(str(named_thing), named_thing.get_absolute_url())


def _language(code: str) -> Value:
    """« français (fre) »: the word, and the code by which other catalogues know it."""
    name = named(code)
    return Value(name if name == code else f"{name} ({code})")


def _several(label: str, values: Iterable[Value]) -> tuple:
    found = tuple(values)
    return (f"{label}s" if len(found) > 1 else label, *found)
