"""An invented catalogue of any size, written in bulk past the services: for trials and measures only."""

import datetime
from collections.abc import Callable, Iterator

from django.db import transaction
from django.utils import timezone

from catalogue.benchmark.invention import Inventor
from catalogue.models import (
    Category,
    Contribution,
    Copy,
    Household,
    Library,
    Loan,
    Member,
    Person,
    Publisher,
    Record,
    Section,
    Site,
)
from catalogue.models.authority import Family, Scheme
from catalogue.search import index
from ludotheque import found_by
from ludotheque.text import fold, sort_key

SOURCE = "Catalogue d'essai : ce jeu est inventé."
BATCH = 2000
CATEGORIES = (
    ("A 401", "jeu d'association", Family.ASSOCIATION),
    ("A 402", "jeu de séquence", Family.ASSOCIATION),
    ("A 403", "jeu de circuit", Family.CIRCUIT),
    ("A 404", "jeu d'adresse", Family.SKILL),
    ("A 405", "jeu sportif", Family.SKILL),
    ("A 406", "jeu de stratégie", Family.STRATEGY),
    ("A 407", "jeu de hasard", Family.CHANCE),
    ("A 408", "jeu de questionnaire", Family.KNOWLEDGE),
    ("A 409", "jeu mathématique", Family.KNOWLEDGE),
    ("A 410", "jeu de langue", Family.LANGUAGE),
    ("A 411", "jeu d'énigme", Family.KNOWLEDGE),
    ("A 412", "jeu de masque", Family.OTHER),
)


def real_records() -> bool:
    """Whether the database holds a record that was not invented here."""
    return Record.objects.exclude(source=SOURCE).exists()


def make(records: int, *, seed: int = 1, progress: Callable[[int], None] = lambda done: None) -> None:
    """Adds so many invented records with their copies, a twelfth of them on loan, all indexed."""
    Library.objects.get_or_create(defaults={"name": "Ludothèque d'essai", "sample_data": True})
    invent = Inventor(seed + Record.objects.count())
    names = _authorities(invent, records)
    places = _places()
    members = _members(invent, max(5, records // 50))
    start = Record.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    for first in range(0, records, BATCH):
        size = min(BATCH, records - first)
        with transaction.atomic():
            made = _records(invent, start + first, size, names)
            _copies(invent, made, places, members)
            index.update(record.pk for record in made)
        progress(first + size)
    index.compact()
    index.tidy()


def _authorities(invent: Inventor, records: int) -> dict[str, list]:
    def called(model, forms: Iterator[str], prefix: str) -> list:
        count = model.objects.count()
        fresh = dict.fromkeys(forms)
        model.objects.bulk_create(
            [
                model(name=name, slug=f"{prefix}-{count + number}", sort_key=sort_key(name))
                for number, name in enumerate(fresh)
            ],
            ignore_conflicts=True,
        )
        return list(model.objects.order_by("pk"))

    publishers = (invent.publisher(number) for number in range(max(3, min(2000, records // 40))))
    people = (invent.person() for _ in range(max(5, records // 8)))
    Category.objects.bulk_create(
        [
            Category(
                scheme=Scheme.ESAR,
                code=Category.code_of(notation),
                notation=notation,
                label=label,
                facet="jeu de règles",
                family=family,
            )
            for notation, label, family in CATEGORIES
        ],
        ignore_conflicts=True,
    )
    return {
        "publishers": called(Publisher, publishers, "editeur-d-essai"),
        "people": called(Person, people, "personne-d-essai"),
        "categories": list(Category.objects.order_by("pk")),
    }


def _places() -> tuple[list[Section], list[Site]]:
    for name in ("Petite enfance", "Jeux de règles", "Jeux d'adresse", "Jeux géants", "Ados et adultes"):
        Section.objects.get_or_create(name=name, defaults={"slug": fold(name).replace(" ", "-")})
    for name in ("Ludothèque du centre", "Ludothèque des quais"):
        Site.objects.get_or_create(name=name)
    return list(Section.objects.all()), list(Site.objects.all())


def _members(invent: Inventor, count: int) -> list[Member]:
    families = [f"Famille {invent.name()}" for _ in range(count)]
    households = Household.objects.bulk_create(
        Household(name=name, sort_key=sort_key(name), found_by=found_by.key(name), notes=SOURCE)
        for name in families
    )
    people = []
    for household in households:
        first, last = invent.person().split(" ", 1)[0], household.name.removeprefix("Famille ")
        people.append(
            Member(
                household=household,
                first_name=first,
                last_name=last,
                sort_key=sort_key(f"{last} {first}"),
                found_by=found_by.key(f"{last} {first}"),
            )
        )
    return Member.objects.bulk_create(people)


def _records(invent: Inventor, start: int, size: int, names: dict[str, list]) -> list[Record]:
    chance = invent.random
    records = []
    for number in range(start + 1, start + size + 1):
        title = invent.title()
        low = chance.choice((1, 1, 2, 2, 2, 2, 3))
        said = chance.random()
        records.append(
            Record(
                slug=f"{fold(title).replace(' ', '-')[:90]}-{number}",
                title=title,
                sort_key=sort_key(title),
                publisher=chance.choice(names["publishers"]) if chance.random() < 0.95 else None,
                date_text=str(chance.randint(1975, 2025)),
                document_type="objet à 3 dimensions, artefacts, ...",
                languages=["fre"],
                ean=invent.ean() if chance.random() < 0.7 else "",
                min_players=low if said < 0.9 else None,
                max_players=low + chance.choice((1, 2, 2, 3, 4, 6)) if said < 0.9 else None,
                min_age=chance.choice((2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 10, 10, 12, 14))
                if said > 0.05
                else None,
                max_age=99 if said > 0.7 else None,
                duration=chance.choice((10, 15, 20, 20, 30, 30, 45, 60, 90))
                if chance.random() < 0.8
                else None,
                description=invent.text(20, 60),
                contents=f"{chance.randint(20, 110)} cartes, {chance.randint(1, 4)} plateaux, "
                + " ".join(invent.some_words(8)),
                rules_text=invent.text(80, 260) if chance.random() < 0.6 else "",
                source=SOURCE,
            )
        )
    records = Record.objects.bulk_create(records)
    Contribution.objects.bulk_create(
        Contribution(record=record, person=person, position=place)
        for record in records
        for place, person in enumerate(chance.sample(names["people"], chance.choice((0, 1, 1, 2))))
    )
    through = Record.categories.through
    through.objects.bulk_create(
        through(record=record, category=category)
        for record in records
        for category in chance.sample(names["categories"], chance.choice((0, 1, 1, 1, 2)))
    )
    return records


def _copies(
    invent: Inventor, records: list[Record], places: tuple[list, list], members: list[Member]
) -> None:
    chance = invent.random
    sections, sites = places
    now = timezone.now()
    copies = Copy.objects.bulk_create(
        Copy(
            record=record,
            barcode=f"{record.pk:07}{number}",
            call_number=f"{fold(record.sort_key)[:3].upper()} {record.pk % 1000}",
            section=chance.choice(sections),
            site=chance.choice(sites),
        )
        for record in records
        for number in range(chance.choice((1, 1, 1, 2, 3)))
    )
    lent = [copy for copy in copies if chance.random() < 1 / 12]
    Loan.objects.bulk_create(
        Loan(
            copy=copy,
            member=chance.choice(members),
            lent_at=now - datetime.timedelta(days=days),
            due_on=timezone.localdate() + datetime.timedelta(days=21 - days),
        )
        for copy in lent
        for days in (chance.randint(0, 30),)
    )
