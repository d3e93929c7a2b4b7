"""Publishers, people and categories: found by any form of their name, else made."""

import re
from typing import NamedTuple, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Q

from catalogue.models import Category, Person, Publisher, User
from catalogue.models.authority import Authority, Family, Scheme
from catalogue.search import index
from catalogue.services import journal
from catalogue.services.slugs import create_with_slug
from ludotheque.text import fold
from ludotheque.writing import writing

A = TypeVar("A", bound=Authority)


def publisher(*, form: str, actor: User | None) -> Publisher:
    """The publisher known under `form`, made when there is none."""
    return _found_or_made(Publisher, form, actor)


def person(*, form: str, actor: User | None) -> Person:
    """The person known under `form`, made when there is none."""
    return _found_or_made(Person, form, actor)


def known_publisher(form: str) -> Publisher | None:
    """The publisher known under `form`, if there is one."""
    name = " ".join(form.split())
    return _known(Publisher, name, fold(name))


def known_person(form: str) -> Person | None:
    """The person known under `form`, if there is one."""
    name = " ".join(form.split())
    return _known(Person, name, fold(name))


def add_form(*, authority: Publisher | Person, form: str, actor: User | None) -> None:
    """Adds another form of the name, once; a form that is another's already is refused by the database."""
    folded = fold(form)
    if not folded or folded == authority.sort_key:
        return
    with writing():
        if authority.variants.filter(folded=folded).exists():
            return
        authority.variants.create(form=form.strip(), folded=folded)
        journal.write(actor=actor, verb="add-form", subject=authority, after={"form": form.strip()})
        index.update(authority.records.values_list("pk", flat=True))


def _found_or_made(model: type[A], form: str, actor: User | None) -> A:
    name = " ".join(form.split())
    folded = fold(name)
    known = _known(model, name, folded)
    if known is not None:
        return known
    with writing():
        try:
            with transaction.atomic():
                made = create_with_slug(model, text=name, name=name, sort_key=folded or name[:200])
        except IntegrityError:  # made by somebody else a moment ago
            return model._default_manager.get(name=name)
        journal.write(actor=actor, verb="create", subject=made, after={"name": name})
    return made


def _known(model: type[A], name: str, folded: str) -> A | None:
    by_form = Q(name=name)
    if folded:
        by_form |= Q(sort_key=folded) | Q(variants__folded=folded)
    return model._default_manager.filter(by_form).distinct().order_by("pk").first()


# --- categories


class CategoryText(NamedTuple):
    """A category as one writes it in a line: `[ESAR] A 407 jeu de hasard (jeu de règles)`."""

    scheme: str
    notation: str
    label: str
    facet: str


_LINE = re.compile(
    r"^\s*(?:\[\s*(?P<scheme>[^\]]*?)\s*\])?\s*"
    r"(?P<notation>[A-Za-z]\s?\d+(?:[.\-]\d+)*)?\s*(?P<label>[^()]*?)\s*(?:\((?P<facet>[^()]*)\))?\s*$"
)


def read_category(text: str) -> CategoryText | None:
    """The parts of a category's line; without a scheme it is ESAR; None when it has no notation."""
    match = _LINE.match(text)
    if match is None:
        return None
    given = fold(match["scheme"] or "esar")
    scheme = next((s for s in Scheme if given in (s.value, fold(s.label))), None)
    if scheme is None:
        return None
    notation, label = match["notation"] or "", match["label"]
    if scheme != Scheme.ESAR:  # free notations: `R refl AD` is all notation
        notation, label = f"{notation} {label}".strip(), ""
    if not Category.code_of(notation):
        return None
    return CategoryText(scheme.value, " ".join(notation.split()), label, (match["facet"] or "").strip())


def known_category(*, scheme: str, notation: str) -> Category | None:
    """The category that all spellings of `notation` share, also one it had before, if there is one."""
    code = Category.code_of(notation)
    known = Category.objects.filter(scheme=scheme, code=code).first()
    return known or Category.objects.filter(variants__scheme=scheme, variants__code=code).first()


def category(
    *,
    scheme: str,
    notation: str,
    actor: User | None,
    label: str = "",
    facet: str = "",
    family: str | None = None,
) -> Category:
    """The category that all spellings of `notation` share, made when there is none."""
    code = Category.code_of(notation)
    known = known_category(scheme=scheme, notation=notation)
    if known is not None:
        return known
    with writing():
        made, new = Category.objects.get_or_create(
            scheme=scheme,
            code=code,
            defaults={
                "notation": notation,
                "label": label,
                "facet": facet,
                "family": family or likely_family(label),
            },
        )
        if new:
            journal.write(
                actor=actor, verb="create", subject=made, after={"notation": notation, "label": label}
            )
    return made


_FAMILY_WORDS: list[tuple[Family, tuple[str, ...]]] = [
    (Family.ASSOCIATION, ("association", "appariement")),
    (Family.CHANCE, ("hasard", "des")),
    (Family.STRATEGY, ("strategie", "reflexion", "tactique")),
    (Family.CIRCUIT, ("circuit", "parcours", "deplacement")),
    (Family.SKILL, ("adresse", "dexterite", "equilibre")),
    (Family.LANGUAGE, ("langage", "langue", "mots", "lettres", "expression")),
    (Family.KNOWLEDGE, ("questions", "reponses", "connaissances", "savoir", "geographie")),
]


def likely_family(label: str) -> str:
    """The family that the words of a label speak of; it only chooses a colour and a motif."""
    words = set(fold(label).split()) - {"de", "jeu"}
    for family, signs in _FAMILY_WORDS:
        if words & set(signs):
            return family.value
    return Family.OTHER.value


def category_of_line(*, text: str, actor: User | None) -> Category | None:
    """The category that a line of a form names; None when it cannot be read."""
    parts = read_category(text)
    if parts is None:
        return None
    return category(
        scheme=parts.scheme, notation=parts.notation, label=parts.label, facet=parts.facet, actor=actor
    )
