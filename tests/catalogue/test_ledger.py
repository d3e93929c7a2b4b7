"""The account of a family, and its subscriptions: what the services do, and what the database refuses."""

import datetime

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from catalogue.models import JournalEntry, LedgerEntry, LedgerKind, Subscription
from catalogue.policy import Refused
from catalogue.queries import ledger as accounts
from catalogue.queries import takings
from catalogue.services import ledger, subscriptions
from ludotheque.money import cents, euros
from tests.make import make_charge, make_household, make_payment, make_subscription, make_subscription_type

pytestmark = pytest.mark.django_db
TODAY = datetime.date(2026, 3, 14)


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


def refused(act) -> bool:
    try:
        with transaction.atomic():
            act()
    except IntegrityError:
        return True
    return False


def test_amounts_are_read_and_said_in_french():
    said = {1250: "12,50\u00a0€", 5: "0,05\u00a0€", -300: "−3,00\u00a0€", 125000: "1\u202f250,00\u00a0€"}
    assert {amount: euros(amount) for amount in said} == said
    read = {"12,50": 1250, "12.5 €": 1250, " 1 250 ": 125000, "0,05": 5, "3€": 300}
    assert {text: cents(text) for text in read} == read
    assert [cents(text) for text in ("", "-3", "1,234", "douze", "1e3", "٣", "12,5,0")] == [None] * 7


def test_what_is_owed_and_paid_adds_up_and_a_mistake_is_taken_back_once(librarian):
    family = make_household()
    make_charge(family, 2500, kind=LedgerKind.SUBSCRIPTION)
    wrong = make_charge(family, 300, kind=LedgerKind.LATE)
    ledger.pay(household_id=family.pk, amount_cents=2000, method="especes", actor=librarian)
    assert accounts.balance(family.pk) == 800
    taken_back = ledger.correct(entry_id=wrong.pk, actor=librarian, note="Jour férié")
    assert (taken_back.amount_cents, taken_back.corrects) == (-300, wrong)
    assert accounts.balance(family.pk) == 500
    assert [entry.verb for entry in JournalEntry.objects.all()[:2]] == ["correct-ledger", "pay"]
    for entry in (wrong, taken_back):
        with pytest.raises(Refused, match="Rien n’est corrigé"):
            ledger.correct(entry_id=entry.pk, actor=librarian, note="")
    assert accounts.balance(family.pk) == 500
    assert list(accounts.owing()) == [{"household_id": family.pk}]
    assert accounts.balance(make_household("Famille Durand").pk) == 0


def test_a_button_pressed_twice_takes_money_once(librarian):
    family = make_household()
    seen = ledger.last_line(family.pk)
    paid = {"household_id": family.pk, "amount_cents": 500, "method": "cheque", "actor": librarian}
    ledger.pay(**paid, seen=seen)
    with pytest.raises(Refused, match="entre-temps"):
        ledger.pay(**paid, seen=seen)
    assert accounts.balance(family.pk) == -500


def test_an_advance_is_given_back_once_and_no_more_than_there_is(librarian):
    family = make_household()
    make_payment(family, 2000)
    seen = ledger.last_line(family.pk)
    given = {"household_id": family.pk, "method": "especes", "actor": librarian}
    with pytest.raises(Refused, match="20,00"):
        ledger.refund(**given, amount_cents=2001)
    line = ledger.refund(**given, amount_cents=500, seen=seen)
    with pytest.raises(Refused, match="entre-temps"):
        ledger.refund(**given, amount_cents=500, seen=seen)
    assert accounts.balance(family.pk) == -1500
    assert JournalEntry.objects.filter(
        verb="refund", after__method="especes", after__amount_cents=500
    ).exists()
    today = timezone.localdate()
    assert dict(takings.totals(takings.lines(today, today)))["Espèces"] == 1500
    assert sum(accounts.left_to_pay(family.pk).values()) == 0
    ledger.correct(entry_id=line.pk, actor=librarian, note="")
    ledger.refund(**given, amount_cents=2000)
    with pytest.raises(Refused, match="pas d’avance"):
        ledger.refund(**given, amount_cents=1)


def test_what_makes_no_sense_is_no_line(librarian):
    family = make_household()
    for amount in (0, -5, 10**9):
        with pytest.raises(ValueError, match="cents"):
            make_charge(family, amount)
    with pytest.raises(ValueError, match="nothing that is owed"):
        make_charge(family, 5, kind=LedgerKind.PAYMENT)
    with pytest.raises(ValueError, match="troc"):
        ledger.pay(household_id=family.pk, amount_cents=5, method="troc", actor=librarian)
    assert not LedgerEntry.objects.exists()


def test_the_database_changes_and_erases_no_line():
    family, other = make_household(), make_household("Famille Durand")
    line = make_charge(family, 500, note="Boîte abîmée")
    lines = LedgerEntry.objects.filter(pk=line.pk)
    assert refused(lines.delete)
    assert refused(lambda: lines._raw_delete(lines.db))
    changes = [
        {"amount_cents": 1},
        {"kind": LedgerKind.LATE},
        {"household": other},
        {"note": "Autre"},
        {"at": line.at + datetime.timedelta(days=1)},
    ]
    for change in changes:
        assert refused(lambda change=change: lines.update(**change)), change
    assert lines.update(household=None, note="") == 1  # a family that is forgotten leaves its figures


def test_the_database_knows_what_a_correction_is():
    family, other = make_household(), make_household("Famille Durand")
    line = make_charge(family, 500)
    taken_back = ledger.correct(entry_id=line.pk, actor=None, note="")
    line = make_charge(family, 500)
    values = {"household": family, "kind": LedgerKind.CORRECTION, "at": line.at, "corrects": line}
    for change in (
        {"amount_cents": -400},
        {"household": other},
        {"corrects": taken_back, "amount_cents": 500},
    ):
        wrong = {"amount_cents": -500, **values, **change}
        assert refused(lambda wrong=wrong: LedgerEntry.objects.create(**wrong)), change
    assert not refused(lambda: LedgerEntry.objects.create(amount_cents=-500, **values))


def test_a_new_subscription_follows_the_old_and_is_owed_and_paid(librarian):
    family, year = make_household(), make_subscription_type(price_cents=2500, months=12)
    sold = {"household_id": family.pk, "type_id": year.pk, "actor": librarian}
    first = subscriptions.subscribe(**sold, today=TODAY)
    assert (first.starts_on, first.ends_on) == (TODAY, day("2027-03-13"))
    assert accounts.balance(family.pk) == 2500
    with pytest.raises(Refused, match="entre-temps"):  # pressed twice
        subscriptions.subscribe(**sold, today=TODAY, expected=TODAY)
    second = subscriptions.subscribe(**sold, today=day("2027-02-01"), method="carte")
    assert (second.starts_on, second.ends_on) == (day("2027-03-14"), day("2028-03-13"))
    assert accounts.balance(family.pk) == 2500
    late = subscriptions.subscribe(**sold, today=day("2028-09-01"))
    assert late.starts_on == day("2028-09-01")
    assert family.membership(day("2027-03-13")).ends_on == day("2028-03-13")
    assert family.membership(day("2028-04-01")).state == "ended"


def test_a_subscription_makes_the_family_of_its_kind_and_is_taken_back_with_its_money(librarian):
    family = make_household()
    make_subscription(family, ends_on=day("2025-12-31"))
    year = make_subscription_type()
    sold = {"household_id": family.pk, "type_id": year.pk, "actor": librarian, "today": TODAY}
    new = subscriptions.subscribe(**sold, method="cheque")
    make_charge(family, 100)
    subscriptions.cancel(subscription_id=new.pk, actor=librarian)
    assert accounts.balance(family.pk) == 100
    assert LedgerEntry.objects.filter(household=family).count() == 5
    assert family.membership(TODAY).state == "ended"


def test_the_service_says_why_days_are_refused(librarian):
    family = make_household()
    first = make_subscription(family, starts_on=day("2026-01-01"), ends_on=day("2026-12-31"))
    with pytest.raises(Refused, match="couvre une partie"):
        make_subscription(family, starts_on=day("2026-12-31"))
    with pytest.raises(Refused, match="avant de commencer"):
        subscriptions.change(
            subscription_id=first.pk, starts_on=TODAY, ends_on=day("2026-01-01"), actor=librarian
        )
    subscriptions.change(subscription_id=first.pk, starts_on=TODAY, ends_on=None, actor=librarian)
    with pytest.raises(Refused, match="n’a pas de fin"):
        subscriptions.subscribe(
            household_id=family.pk, type_id=make_subscription_type().pk, actor=librarian, today=TODAY
        )


@pytest.mark.parametrize(
    ("days", "free"),
    [
        (("2026-06-30", "2026-07-31"), False),
        (("2026-07-01", "2026-07-31"), True),
        (("2025-01-01", "2025-12-31"), True),
        (("2025-01-01", "2026-01-01"), False),
        (("2026-02-01", "2026-02-02"), False),
        ((None, "2025-12-31"), True),
        ((None, "2026-01-01"), False),
        (("2026-06-30", None), False),
        (("2026-07-01", None), True),
        ((None, None), False),
    ],
)
def test_the_database_lets_no_two_subscriptions_of_a_family_overlap(days, free):
    family = make_household()
    make_subscription(family, starts_on=day("2026-01-01"), ends_on=day("2026-06-30"))
    starts_on, ends_on = (day(text) if text else None for text in days)
    values = {"starts_on": starts_on, "ends_on": ends_on}
    assert refused(lambda: Subscription.objects.create(household=family, **values)) is not free
    other = Subscription.objects.create(household=make_household("Famille Durand"), **values)
    assert refused(lambda: Subscription.objects.filter(pk=other.pk).update(household=family)) in (
        True,
        not free,
    )


def test_a_subscription_moved_over_another_is_refused_by_the_database():
    family = make_household()
    make_subscription(family, starts_on=day("2026-01-01"), ends_on=day("2026-06-30"))
    later = make_subscription(family, starts_on=day("2026-07-01"))
    found = Subscription.objects.filter(pk=later.pk)
    assert refused(lambda: found.update(starts_on=day("2026-06-30")))
    assert found.update(starts_on=day("2026-07-02"), ends_on=day("2026-07-02")) == 1


def test_the_guards_stand_in_the_table_whatever_was_altered_since():
    """SQLite drops the triggers of a table that a migration makes anew."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        else:
            cursor.execute("SELECT tgname FROM pg_trigger UNION SELECT conname FROM pg_constraint")
        names = {name for (name,) in cursor.fetchall()}
    guards = {
        name for name in names if name.startswith(("catalogue_ledger_", "catalogue_subscription_apart"))
    }
    assert {"catalogue_ledger_unchanged", "catalogue_ledger_kept", "catalogue_ledger_correction"} <= guards
    assert any(name.startswith("catalogue_subscription_apart") for name in guards)
