"""What the worker does at night, and what becomes of its work when it is killed."""

import datetime

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from catalogue.kinds import KINDS
from catalogue.models import LoginFailure, Publisher, Record
from catalogue.services import merging
from catalogue.tasks import housekeeping, schedule_housekeeping
from tests.make import make_publisher, make_record

# the worker opens and closes connections, as it does in real life
pytestmark = pytest.mark.django_db(transaction=True)


def work():
    call_command("db_worker", batch=True, startup_delay=False, reload=False, interval=0, verbosity=0)


def ago(**delta):
    return timezone.now() - datetime.timedelta(**delta)


def test_it_throws_away_what_is_old_and_keeps_the_rest():
    Session.objects.create(session_key="old", session_data="", expire_date=ago(days=1))
    Session.objects.create(session_key="new", session_data="", expire_date=ago(days=-1))
    for key, age in (("old", 2), ("new", 0)):
        failure = LoginFailure.objects.create(key=key)
        LoginFailure.objects.filter(pk=failure.pk).update(at=ago(days=age))
    housekeeping.call()
    assert [session.session_key for session in Session.objects.all()] == ["new"]
    assert [failure.key for failure in LoginFailure.objects.all()] == ["new"]


def test_never_are_two_waiting():
    assert schedule_housekeeping() is True
    assert schedule_housekeeping() is False
    assert DBTaskResult.objects.count() == 1


def test_a_start_takes_up_what_the_worker_was_at_when_it_was_killed(monkeypatch, settings, tmp_path):
    right, wrong = make_publisher("Gigamic"), make_publisher("Gigamique")
    for n in range(2):
        make_record(f"Jeu {n}", publisher=wrong)
    monkeypatch.setattr(merging, "AT_ONCE", 1)
    asked = {"kind": KINDS["editeurs"], "source_id": wrong.pk, "target_id": right.pk, "actor": None}
    assert merging.merge(**asked) is False, "it goes on as a task"
    DBTaskResult.objects.get().claim("killed")
    work()
    assert Publisher.objects.count() == 2, "nobody is at it any more"

    settings.STATIC_ROOT = tmp_path / "static"
    call_command("prepare", real=True)
    work()
    assert Publisher.objects.get() == right
    assert Record.objects.filter(publisher=right).count() == 2


def test_what_was_due_while_the_machine_was_off_runs_at_start():
    schedule_housekeeping(after=datetime.date(2020, 1, 1))
    schedule_housekeeping()
    work()
    done, waiting = DBTaskResult.objects.order_by("enqueued_at")
    assert done.status == "SUCCESSFUL"
    assert waiting.status == "READY"
    assert waiting.run_after.astimezone(timezone.get_current_timezone()).hour == 4
    assert waiting.run_after > timezone.now()


def test_finished_tasks_are_forgotten_after_two_weeks():
    schedule_housekeeping()
    work()
    DBTaskResult.objects.finished().update(finished_at=ago(days=15))
    housekeeping.call()
    assert not DBTaskResult.objects.finished().exists()


def test_it_comes_back_after_a_failure(monkeypatch):
    schedule_housekeeping()
    monkeypatch.setattr("catalogue.tasks.SessionStore.clear_expired", lambda: 1 / 0)
    work()
    assert sorted(DBTaskResult.objects.values_list("status", flat=True)) == ["FAILED", "READY"]
