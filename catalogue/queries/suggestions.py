"""What a form proposes while somebody types a name."""

from dataclasses import dataclass

from django.db.models import Case, Q, QuerySet, Value, When

from catalogue.models import Category, Person, Publisher, Record
from ludotheque.text import fold, sort_key

SHOWN = 8
READ = 3000  # categories at most: a scheme has some hundreds


@dataclass(frozen=True, slots=True)
class Suggestion:
    """`value` goes into the input; `hint` tells why, or which one it is; `new`: nobody bears it yet."""

    value: str
    hint: str = ""
    new: bool = False


def publishers(typed: str) -> list[Suggestion]:
    return _names(Publisher.objects.all(), typed)


def people(typed: str) -> list[Suggestion]:
    return _names(Person.objects.all(), typed)


def categories(typed: str) -> list[Suggestion]:
    """By words of notation, label or facet, those whose notation begins so first."""
    words, code = fold(typed).split(), Category.code_of(typed)
    if not words:
        return []
    found = []
    for category in Category.objects.order_by("scheme", "code")[:READ]:
        said = fold(category.line)
        if category.code.startswith(code) or all(word in said for word in words):
            found.append((not category.code.startswith(code), category.line))
    found.sort(key=lambda pair: pair[0])
    return [Suggestion(line) for _, line in found[:SHOWN]]


def games(typed: str) -> list[Suggestion]:
    """Records by words of their title; with the address where two bear the same title."""
    words = fold(typed).split()
    if not words:
        return []
    found = Record.objects.select_related("publisher").only(
        "title", "slug", "sort_key", "year", "publisher__name"
    )
    for word in words:
        found = found.filter(sort_key__contains=word)
    first = list(found.order_by(_begins("sort_key", sort_key(typed)), "sort_key", "pk")[:SHOWN])
    keys = list(
        Record.objects.filter(sort_key__in=[one.sort_key for one in first]).values_list("sort_key", flat=True)
    )
    return [
        Suggestion(
            f"{one.title} [{one.slug}]" if keys.count(one.sort_key) > 1 else one.title,
            ", ".join(str(fact) for fact in (one.publisher, one.year) if fact),
        )
        for one in first
    ]


def _names(among: QuerySet, typed: str) -> list[Suggestion]:
    """By words of any form; a name that nobody bears may be made."""
    name, folded = " ".join(typed.split()), fold(typed)
    if not folded:
        return [Suggestion(name, new=True)] if name else []
    of_name, of_form = Q(), Q()
    for word in folded.split():
        of_name &= Q(sort_key__contains=word)
        of_form &= Q(variants__folded__contains=word)
    found = among.filter(of_name | of_form).distinct().prefetch_related("variants")
    shown = [
        Suggestion(one.name, _why(one, folded))
        for one in found.order_by(_begins("sort_key", folded), "sort_key", "pk")[:SHOWN]
    ]
    known = among.filter(Q(sort_key=folded) | Q(variants__folded=folded) | Q(name=name)).exists()
    return shown if known else [*shown, Suggestion(name, new=True)]


def _why(authority, folded: str) -> str:
    """The other form by which it was found, if its name does not have the words."""
    if all(word in authority.sort_key for word in folded.split()):
        return ""
    forms = [v.form for v in authority.variants.all() if all(word in v.folded for word in folded.split())]
    return f"aussi : {forms[0]}" if forms else ""


def _begins(field: str, text: str) -> Case:
    return Case(When(**{f"{field}__startswith": text}, then=Value(0)), default=Value(1))
