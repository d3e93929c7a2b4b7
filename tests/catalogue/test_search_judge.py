"""Search against a judge that reads every record: on small random catalogues both agree on everything.

The judge is written from the promise in docs/search.md and shares no code with search but `fold`.
"""

import dataclasses
import random

import pytest

from catalogue.models import Record
from catalogue.search import Query, search
from ludotheque.text import fold
from tests.make import make_copy, make_loan, make_member, make_publisher, make_record, make_section

pytestmark = pytest.mark.django_db

WORDS = ["café", "cartes", "carton", "dés", "jeux", "Œuf", "loup-garou", "l'île", "uno", "unis", "été", "7"]
LANGUAGES = {"fre": "français", "eng": "anglais"}
SMALL = {"d", "de", "des", "du", "l", "la", "le", "les", "un", "une"}


def invent(chance, size):
    """A catalogue, and what the judge knows of each record."""
    publishers = [
        make_publisher(name, forms=forms) for name, forms in (("Matel", ("Mattel",)), ("Asmodee", ()))
    ]
    section = make_section("Jeux de règles")
    member = make_member()
    known = []
    for _ in range(size):
        title = " ".join(chance.choices(WORDS, k=chance.randint(1, 3)))
        publisher = chance.choice([*publishers, None])
        low, high = sorted(chance.sample(range(1, 9), 2))
        facts = {
            "min_players": chance.choice([low, low, None]),
            "max_players": chance.choice([high, high, None]),
            "min_age": chance.choice([3, 7, 10, None]),
            "max_age": chance.choice([12, 99, None, None]),
            "duration": chance.choice([10, 30, 90, None]),
        }
        rules = " ".join(chance.choices(WORDS, k=chance.randint(0, 4)))
        categories = chance.sample(["A 401 association", "A 407 hasard"], chance.randint(0, 2))
        languages = chance.choice([[], ["fre"], ["fre", "eng"]])
        record = make_record(
            title,
            publisher=publisher,
            rules_text=rules,
            categories=categories,
            languages=languages,
            **facts,
        )
        available = 0
        for number in range(chance.randint(0, 2)):
            copy = make_copy(record, call_number=f"C{number}", section=section)
            if chance.random() < 0.4:
                make_loan(copy, member)
            else:
                available += 1
        names = [publisher.name, *(one.form for one in publisher.variants.all())] if publisher else []
        names += [piece for line in categories for piece in (line, "a401" if "401" in line else "a407")]
        copies = [(copy.barcode, copy.call_number) for copy in record.copies.all()]
        names += [piece for pair in copies for piece in pair] + (["Jeux de règles"] if copies else [])
        known.append(
            {
                "pk": record.pk,
                "title": title,
                "words": set(
                    fold(
                        " ".join([title, rules, *names, *(f"{code} {LANGUAGES[code]}" for code in languages)])
                    ).split()
                ),
                "whole": {fold(one).replace(" ", "") for one in (title, record.sort_key)}
                | {fold(one).replace(" ", "") for pair in copies for one in pair}
                | {"a401" if "401" in line else "a407" for line in categories},
                "categories": {"esar:a401" if "401" in line else "esar:a407" for line in categories},
                "publisher": publisher.slug if publisher else None,
                "available": available > 0,
                "section": bool(copies),
                "languages": languages,
                **facts,
            }
        )
    return known


def singular(word):
    return word[:-1] if len(word) > 3 and word[-1] in "sx" else word


def has_words(one, text):
    asked = fold(text).split()
    needed = [word for word in asked if word not in SMALL] or asked
    if fold(text).replace(" ", "") in one["whole"]:
        return True
    for word in needed:
        found = singular(word) in {singular(own) for own in one["words"]}
        if word == asked[-1] and len(word) > 1 and not found:
            found = any(own.startswith(word) for own in {singular(own) for own in one["words"]})
        if not found:
            return False
    return True


def says(one, field, value):
    """True, False, or None where the record does not say."""
    if isinstance(value, tuple):
        each = [says(one, field, single) for single in value]
        return True if True in each else None if None in each else False
    if field == "players":
        low, high = int(value.split("-")[0]), int(value.split("-")[-1])
        if (one["min_players"] or 0) > low or (one["max_players"] or 999) < high:
            return False
        return None if None in (one["min_players"], one["max_players"]) else True
    if field == "age":
        value = int(value)
        if (one["min_age"] or 0) > value or (one["max_age"] or 999) < value:
            return False
        return None if one["min_age"] is None else True
    if field == "duration":
        return None if one["duration"] is None else one["duration"] <= int(value)
    if field == "category":
        return any(own == value or (len(value) == 7 and own.startswith(value)) for own in one["categories"])
    if field in ("section", "site"):
        return one[field]
    if field == "language":
        return value in one["languages"]
    return one[field] == value


def expected(known, query):
    hits = [one for one in known if has_words(one, query.text)]
    filters = query.filters
    return [
        one for one in hits if all(says(one, field, value) is not False for field, value in filters.items())
    ]


def random_query(chance):
    words = [*WORDS, "cart", "œu", "mattel", "A 407", "a401", "C0", "règle", "zzz", "les", "un"]
    values = {
        "text": " ".join(chance.choices(words, k=chance.choice((0, 1, 1, 2)))),
        "players": chance.choice([(), (), ("2",), ("5",), ("2", "7"), ("3-5",), ("1-2", "6")]),
        "age": chance.choice([(), (), ("6",), ("10",), ("3", "12")]),
        "duration": chance.choice([(), (), ("30",), ("10", "30")]),
        "category": chance.choice([(), (), ("esar:a407",), ("esar:a4",), ("esar:a401", "esar:a407")]),
        "publisher": chance.choice([(), (), ("matel",), ("matel", "asmodee")]),
        "language": chance.choice([(), (), (), ("fre",), ("fre", "eng")]),
        "section": chance.choice([(), (), (), ("jeux-de-regles",)]),
        "available": chance.choice([False, False, True]),
        "sort": chance.choice([None, "titre", "nouveautes", "duree", "age"]),
    }
    return Query(**values)


@pytest.mark.parametrize("seed", [1, 2])
def test_search_and_judge_agree(seed):
    chance = random.Random(seed)
    known = invent(chance, 30)
    by_pk = {one["pk"]: one for one in known}
    for _ in range(70):
        query = random_query(chance)
        results = search(query)
        if results.did_you_mean:
            assert not expected(known, query), query
            query = Query(**{**_values(query), "text": results.did_you_mean})
        right = expected(known, query)
        assert results.total == len(right), query
        shown = [
            record.pk
            for page in range(1, results.pages + 1)
            for record in search(Query(**{**_values(query), "page": page})).records
        ]
        assert sorted(shown) == sorted(one["pk"] for one in right), query
        filters = query.filters
        unsaid = [
            any(says(by_pk[pk], field, value) is None for field, value in filters.items()) for pk in shown
        ]
        assert unsaid == sorted(unsaid), f"{query}: those that do not say come last"
        assert sum(unsaid) == results.unsaid, query
        _judge_facets(known, query, results.facets)


def _judge_facets(known, query, facets):
    for name, field, convert in (
        ("players", "players", str),
        ("age", "age", str),
        ("duration", "duration", str),
        ("languages", "language", str),
        ("categories", "category", str),
        ("publishers", "publisher", str),
        ("sections", "section", str),
        ("available", "available", bool),
    ):
        for facet in getattr(facets, name):
            value = convert(facet.value)
            others = Query(**{**_values(query), field: False if field == "available" else ()})
            fits = [one for one in expected(known, others) if says(one, field, value) is True]
            assert facet.count == len(fits), f"{query}: {facet}"


def _values(query):
    names = (field.name for field in dataclasses.fields(query))
    return {name: getattr(query, name) for name in names if name not in ("ignored", "page")}


def test_the_judge_can_lose():
    """A judge that agrees with anything would prove nothing."""
    make_record("Uno")
    known = [{"pk": Record.objects.get().pk, "words": {"odin"}, "whole": set()}]
    assert search(Query(text="uno")).total != len([one for one in known if has_words(one, "uno")])
