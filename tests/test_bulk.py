"""Rows that are inserted many at once are as `bulk_create` would have made them."""

import pytest
from django.db import DatabaseError, transaction

from catalogue.models import Record, SearchWord, Site
from catalogue.models.authority import Family
from ludotheque import bulk

pytestmark = pytest.mark.django_db


def said(record: Record) -> dict:
    aside = {"id", "slug", "created_at", "updated_at"}
    return {
        one.name: getattr(record, one.attname)
        for one in Record._meta.concrete_fields
        if one.name not in aside
    }


def test_rows_come_back_with_their_keys_and_say_the_same():
    values = {
        "title": "L'Œuf", "sort_key": "oeuf", "languages": ["fre"], "game_options": {"a": "é"}, "draft": True,
        "motif": Family.CHANCE, "year": 1998,
    }  # fmt: skip
    first, second = bulk.insert([Record(slug="a", **values), Record(slug="b", **values)])
    (third,) = Record.objects.bulk_create([Record(slug="c", **values)])
    assert first.pk < second.pk < third.pk
    rows = list(Record.objects.order_by("pk"))
    assert [row.slug for row in rows] == ["a", "b", "c"]
    assert said(rows[0]) == said(rows[1]) == said(rows[2])
    assert first.created_at == rows[0].created_at
    assert Record.objects.create(slug="d", **values).pk > third.pk


def test_a_model_of_one_field_and_no_rows_at_all():
    assert bulk.insert([]) == []
    (site,) = bulk.insert([Site(name="Centre")])
    assert Site.objects.get(pk=site.pk).name == "Centre"


def test_what_a_constraint_forbids_is_an_error_of_the_database():
    Site.objects.create(name="Centre")
    with pytest.raises(DatabaseError), transaction.atomic():
        bulk.insert([Site(name="Centre")])


def test_what_a_row_does_not_name_has_its_default():
    (pk,) = bulk.insert_values(Record, [{"slug": "a", "title": "Uno", "sort_key": "uno"}])
    (said_so,) = bulk.insert([Record(slug="b", title="Uno", sort_key="uno")])
    made = Record.objects.get(pk=pk)
    assert said(made) == said(said_so)
    assert made.created_at == made.updated_at


def word(form: str, weight: int) -> dict:
    return {
        "word": form.lower(),
        "form": form,
        "weight": weight,
        "length": len(form),
        "head": "u",
        "tail": "o",
    }


def test_rows_that_are_there_become_those_given_and_only_where_that_is_asked():
    bulk.upsert(SearchWord, [word("uno", 1), word("duo", 1)], key="word")
    before = dict(SearchWord.objects.values_list("word", "pk"))
    bulk.upsert(SearchWord, [word("UNO", 3), word("trio", 2)], key="word", changes=["weight"])
    assert sorted(SearchWord.objects.values_list("form", "weight")) == [("duo", 1), ("trio", 2), ("uno", 3)]
    bulk.upsert(SearchWord, [word("Duo", 2)], key="word")
    assert SearchWord.objects.get(word="duo").form == "Duo"
    assert dict(SearchWord.objects.exclude(word="trio").values_list("word", "pk")) == before
    bulk.upsert(SearchWord, [], key="word")
