"""The invented past: the same each time, never against what the database holds true, refused on real data."""

import datetime
import itertools

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from catalogue.benchmark import circulation
from catalogue.models import Copy, Hold, LedgerEntry, Loan, Member, MissingPiece, Subscription
from tests.make import make_copy, make_household, make_record

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 3, 14)


def boxes(number):
    made = []
    for n in range(number):
        record = make_record(f"Jeu {n}")
        record.components.create(name="dé", quantity=2)
        made.append(make_copy(record))
    return made


def told():
    """The past without keys."""
    return (
        list(Member.objects.order_by("pk").values_list("household__name", "first_name", "birth_date")),
        list(Loan.objects.order_by("pk").values_list("copy__barcode", "lent_at", "due_on", "returned_at")),
        list(Hold.objects.order_by("pk").values_list("record__title", "state", "placed_at")),
        list(Subscription.objects.order_by("pk").values_list("starts_on", "ends_on")),
        list(LedgerEntry.objects.order_by("pk").values_list("kind", "amount_cents", "method", "at")),
        list(MissingPiece.objects.order_by("pk").values_list("copy__barcode", "noted_at", "outcome")),
    )


def test_the_same_seed_and_day_make_the_same_past():
    boxes(20)
    pasts = []
    for _ in range(2):
        with transaction.atomic():
            circulation.make(30, 500, until=DAY, seed=7)
            pasts.append(told())
            assert Loan.objects.count() == 500
            assert Loan.objects.open().exists()
            assert MissingPiece.objects.exists()
            transaction.set_rollback(True)
    assert pasts[0] == pasts[1]


def test_nothing_in_it_happens_after_its_day_and_no_box_is_at_two_places():
    boxes(20)
    circulation.make(30, 500, until=DAY, seed=7)
    for copy in Copy.objects.prefetch_related("loans"):
        loans = sorted(copy.loans.all(), key=lambda loan: loan.lent_at)
        for one, next_one in itertools.pairwise(loans):
            assert one.returned_at <= next_one.lent_at
    assert all(loan.lent_at.date() <= DAY for loan in Loan.objects.all())
    assert all((loan.returned_at or loan.lent_at).date() <= DAY for loan in Loan.objects.all())


def test_real_families_and_empty_shelves_are_told(capsys):
    with pytest.raises(CommandError, match="make_catalogue"):
        call_command("make_circulation", households=3, loans=3)
    make_household()
    with pytest.raises(CommandError, match="vraies familles"):
        call_command("make_circulation", households=3, loans=3)
    boxes(2)
    call_command("make_circulation", households=3, loans=9, force=True)
    assert Loan.objects.count() == 9
    assert "9 prêts" in capsys.readouterr().out
