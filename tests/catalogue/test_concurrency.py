"""Eight desks, eight processes, one database: what only the database can keep in order."""

import multiprocessing

import pytest
from django.db import connection
from django.utils import timezone

from catalogue.models import Copy, HoldState, JournalEntry, Loan, Mail, MailKind, SearchEntry
from tests.catalogue.desk_process import desk
from tests.make import make_copy, make_hold, make_household, make_library, make_loan, make_member, make_record

pytestmark = pytest.mark.django_db(transaction=True)
DESKS = 8
spawn = multiprocessing.get_context("spawn")


def all_at_once(act, arguments):
    """Each of `arguments` in a process of its own; the answers, in the order of the desks."""
    database = {key: value for key, value in connection.settings_dict.items() if key != "TEST"}
    start, answers = spawn.Barrier(len(arguments)), spawn.Queue()
    desks = [
        spawn.Process(target=desk, args=(database, n, act, one, start, answers), daemon=True)
        for n, one in enumerate(arguments)
    ]
    for process in desks:
        process.start()
    try:
        return sorted(answers.get(timeout=300) for _ in desks)
    finally:
        for process in desks:
            process.join(60)
            process.kill()


def families(number):
    return [make_member(make_household(f"Famille {n}")) for n in range(number)]


def test_eight_desks_scan_one_box_and_one_of_them_lends_it():
    copy, today = make_copy("Uno"), timezone.localdate()
    told = all_at_once(
        "checkout",
        [{"copy_id": copy.pk, "member_id": m.pk, "actor": None, "today": today} for m in families(DESKS)],
    )
    outcomes = sorted(outcome for _, outcome, *_ in told)
    assert outcomes == ["already-lent"] * (DESKS - 1) + ["done"], told
    assert all("est déjà prêté" in words for _, outcome, words in told if outcome != "done")
    loan = Loan.objects.open().get()
    assert JournalEntry.objects.filter(verb="checkout").count() == 1
    assert told[int(loan.member.household.name.removeprefix("Famille "))][1] == "done"


def test_eight_desks_take_one_box_back_and_it_comes_back_once():
    loan = make_loan()
    one = {"copy_id": loan.copy_id, "actor": None, "now": timezone.now()}
    told = all_at_once("checkin", [one] * DESKS)
    assert sorted(outcome for _, outcome, *_ in told) == ["done"] + ["not-on-loan"] * (DESKS - 1), told
    assert JournalEntry.objects.filter(verb="checkin").count() == 1
    assert not Loan.objects.open().exists()


def test_a_family_at_eight_desks_gets_no_more_boxes_than_it_may():
    make_library(max_loans=3)
    member, record, today = make_member(), make_record("Uno"), timezone.localdate()
    told = all_at_once(
        "checkout",
        [
            {"copy_id": make_copy(record).pk, "member_id": member.pk, "actor": None, "today": today}
            for _ in range(DESKS)
        ],
    )
    assert sorted(outcome for _, outcome, *_ in told) == ["done"] * 3 + ["too-many"] * 5, told
    assert Loan.objects.open().count() == 3


def test_two_copies_come_back_at_once_and_one_is_set_aside_for_the_family_that_waits():
    record = make_record("Uno")
    boxes = [make_loan(make_copy(record)).copy for _ in range(2)]
    hold = make_hold(record, make_household("Famille Petit", email="petit@example.org"))
    told = all_at_once(
        "checkin", [{"copy_id": box.pk, "actor": None, "now": timezone.now()} for box in boxes]
    )
    assert [outcome for _, outcome, *_ in told] == ["done", "done"], told
    hold.refresh_from_db()
    assert hold.state == HoldState.READY
    assert Copy.objects.on_shelf().filter(record=record).count() == 1
    assert Mail.objects.filter(kind=MailKind.HOLD_READY).count() == 1
    assert SearchEntry.objects.get(pk=record.pk).available_count == 1
