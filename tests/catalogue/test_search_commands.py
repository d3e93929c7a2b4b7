"""The commands around search: reindex, make_catalogue."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from catalogue.benchmark.invention import Inventor
from catalogue.models import Copy, Loan, Record, SearchEntry
from catalogue.search import Query, index, search
from tests.make import make_record

pytestmark = pytest.mark.django_db


def run(name, *args, **options):
    out = StringIO()
    call_command(name, *args, stdout=out, stderr=out, **options)
    return out.getvalue()


def test_reindex_says_how_far_it_is():
    make_record("Uno")
    said = run("reindex")
    assert "█ 1 notices sur 1" in said
    assert "1 notices écrites" in said


def test_reindex_missing_adds_only_what_is_not_there():
    record, other = make_record("Uno"), make_record("Odin")
    SearchEntry.objects.filter(record=record).delete()
    assert search(Query(text="uno")).total == 0
    assert "1 notices écrites" in run("reindex", "--missing")
    assert search(Query(text="uno")).total == 1
    assert search(Query()).total == 2
    assert [one.pk for one in search(Query(text="odin")).records] == [other.pk]


def test_tidying_leaves_the_words_in_one_piece_and_every_answer_as_it_was():
    for number in range(5):
        make_record(f"Uno {number}")
    before = [one.pk for one in search(Query(text="uno")).records]
    index.tidy()
    assert [one.pk for one in search(Query(text="uno")).records] == before
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(DISTINCT segid) FROM catalogue_searchtext_idx")
            assert cursor.fetchone() == (1,)


def test_make_catalogue_invents_a_catalogue_that_search_finds():
    run("make_catalogue", "--records", "60")
    assert Record.objects.count() == search(Query()).total == 60
    assert Copy.objects.count() >= 60
    on_loan = Loan.objects.open().values("copy")
    available = Record.objects.filter(copies__in=Copy.objects.exclude(pk__in=on_loan)).distinct().count()
    assert search(Query(available=True)).total == available
    record = Record.objects.exclude(ean="").first()
    assert search(Query(text=record.ean)).exact == record
    assert search(Query(text=record.title)).total >= 1


def test_the_same_seed_invents_the_same_titles_and_more_may_be_added():
    assert [Inventor(3).title() for _ in range(2)] == [Inventor(3).title() for _ in range(2)]
    run("make_catalogue", "--records", "5")
    run("make_catalogue", "--records", "5")
    assert Record.objects.count() == 10


def test_make_catalogue_refuses_a_real_catalogue_unless_forced():
    make_record("Uno")
    with pytest.raises(CommandError, match="vraies notices"):
        run("make_catalogue", "--records", "5")
    assert Record.objects.count() == 1
    run("make_catalogue", "--records", "5", "--force")
    assert Record.objects.count() == 6
