"""Work that happens beside the pages, by the worker that `manage.py db_worker` is."""

import datetime

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, transaction
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from catalogue.kinds import KINDS, touched
from catalogue.models import Batch, BatchState, LoginFailure, User
from catalogue.search import index
from catalogue.services import forgetting, holds, labels, mails, posting, sweeping
from catalogue.services.imports import steps, work

HOUR = datetime.time(4, 0)
FAILURES_KEPT = datetime.timedelta(days=1)
BATCHES_LOOKED_AT = datetime.timedelta(days=2)  # prepared, and left there
SHEET_DRAWN_WITHIN = datetime.timedelta(hours=1)
SHEETS_KEPT = datetime.timedelta(days=30)
RESULTS_KEPT = datetime.timedelta(days=14)
_LOCK = 0x10D0  # a number of our own among PostgreSQL's advisory locks


@task()
def housekeeping() -> dict[str, int]:
    """Throws away what nobody needs any more, and puts the next time on the list."""
    schedule_housekeeping(after=timezone.localdate())
    now = timezone.now()
    SessionStore.clear_expired()
    failures, _ = LoginFailure.objects.filter(at__lt=now - FAILURES_KEPT).delete()
    results, _ = DBTaskResult.objects.finished().filter(finished_at__lt=now - RESULTS_KEPT).delete()
    Batch.objects.filter(state=BatchState.PREPARED, created_at__lt=now - BATCHES_LOOKED_AT).delete()
    labels.tidy(before=now - SHEETS_KEPT)
    labels.take_up(before=now - SHEET_DRAWN_WITHIN)
    index.tidy()
    expired = holds.expire(now=now)
    mails.tidy(now=now)
    mails.schedule()
    files = steps.throw_old_files_away()
    media = sweeping.sweep()
    forgotten = forgetting.forget(now=now)
    others = {name: import_string(name)() for name in settings.HOUSEKEEPING}
    return {
        "login_failures": failures,
        "task_results": results,
        "holds": expired,
        "import_files": files,
        "media_files": media,
        "forgotten": forgotten,
        **others,
    }


@task()
def work_on_import(import_id: int) -> None:
    """The next step of an import: its trial, its run, or taking it back."""
    work.work(import_id)


@task()
def run_batch(batch_id: int) -> None:
    """Goes on with a batch too large to wait for."""
    from catalogue.services import batches  # which puts this on the list

    batches.run(batch_id=batch_id)


@task()
def index_uses(kind: str, pk: int) -> None:
    """Writes the index of all records that bear a name, too many to wait for."""
    row = KINDS[kind].model._default_manager.filter(pk=pk).first()
    if row is not None:
        index.update(touched(KINDS[kind], row))


@task()
def merge_names(kind: str, source_id: int, target_id: int, actor_id: int | None) -> None:
    """Goes on with a merge that moves too many to wait for."""
    from catalogue.services import merging  # which puts this on the list

    actor = User.objects.filter(pk=actor_id).first() if actor_id else None
    merging.go_on(kind=KINDS[kind], source_id=source_id, target_id=target_id, actor=actor)


@task()
def draw_labels(sheet_id: int) -> None:
    """Makes the PDF of a large sheet of labels."""
    labels.draw(sheet_id=sheet_id)


@task()
def send_mails() -> int:
    """Sends the mails that wait, and comes back for those that failed."""
    return posting.send_waiting()


@task()
def send_reset(account_id: int) -> None:
    """Writes to who forgot a password; 0 is nobody."""
    from catalogue.services import own_account  # which puts this on the list

    own_account.send_reset(account_id=account_id)


def take_up() -> int:
    """Puts on the list again what was under way when the worker was killed or the machine switched off: each
    task goes on where it stood. For when nothing is served; how many."""
    lately = timezone.now() - RESULTS_KEPT
    begun = DBTaskResult.objects.running().filter(started_at__gte=lately)
    return begun.update(status="READY", started_at=None)


def schedule_housekeeping(*, after: datetime.date | None = None) -> bool:
    """Puts the next housekeeping on the list, unless one is waiting there: now, or the night after a day."""
    with transaction.atomic():
        # SQLite's transactions are exclusive by themselves (settings: IMMEDIATE)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        waiting = DBTaskResult.objects.filter(task_path=housekeeping.module_path, status="READY")
        if waiting.exists():
            return False
        due = timezone.now() if after is None else _night_after(after)
        housekeeping.using(run_after=due).enqueue()
    return True


def _night_after(day: datetime.date) -> datetime.datetime:
    return timezone.make_aware(datetime.datetime.combine(day + datetime.timedelta(days=1), HOUR))
