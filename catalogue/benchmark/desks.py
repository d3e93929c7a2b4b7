"""Loans under load: one box wanted by eight, throughput of one and of eight, and a kill in the middle.

All of it in real processes against the database of the settings, which must be one made for the purpose.
"""

import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from unittest import mock

PROCESSES = 8  # desks at once
_spawn = multiprocessing.get_context("spawn")


def contend(*, rounds: int = 300, check: bool = True) -> dict[str, float]:
    """Each round eight processes lend the same box at the same instant; the winner takes it back.

    Without `check` the application decides nothing and only the database refuses.
    """
    copy_id = make_boxes(1)[0]
    members = make_members(PROCESSES)
    barrier, answers = _spawn.Barrier(PROCESSES), _spawn.Queue()
    _together(_contender, [(copy_id, member, rounds, check, barrier, answers) for member in members])
    results = [answers.get(timeout=300) for _ in members]
    waits = [wait for result in results for wait in result["waits"]]
    return {
        "loans": sum(result["loans"] for result in results),
        "refusals": sum(result["refusals"] for result in results),
        "errors": sum(result["errors"] for result in results),
        "longest_wait_s": max(waits),
        "median_wait_s": statistics.median(waits),
    }


def throughput(*, clients: int, loans: int = 400, own_games: bool = False) -> dict[str, float]:
    """Loans per second, each of its own box, shared out among `clients`, and the longest that one waited.

    Boxes of one game go out at the same instant, and wait for each other; or each client has `own_games`.
    """
    boxes, members = make_boxes(loans, of_each=1 if own_games else 4), make_members(clients)
    barrier, answers = _spawn.Barrier(clients), _spawn.Queue()
    _together(_lender, [(boxes[n::clients], members[n], barrier, answers) for n in range(clients)])
    spans = [answers.get(timeout=300) for _ in range(clients)]
    took = max(end for _, end, _ in spans) - min(start for start, _, _ in spans)
    return {"loans_per_s": loans / took, "longest_wait_s": max(wait for _, _, wait in spans)}


def kill(*, operations: int = 1000) -> dict[str, int]:
    """Kills (-9) a process that lends and takes back, over and over, until `operations` are acknowledged.

    An act is acknowledged once its line is written after the service has returned. Afterwards each
    acknowledged act must be in the database, and each act there must be whole: loan and journal line.
    """
    from catalogue.models import JournalEntry, Loan

    first_entry = (JournalEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1
    first_loan = (Loan.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1
    boxes, member = make_boxes(operations), make_members(1)[0]
    acknowledged: list[tuple[str, int]] = []
    kills = 0
    with tempfile.TemporaryDirectory() as folder:
        while len(acknowledged) < operations:
            log = Path(folder) / f"{kills}.log"
            worker = _spawn.Process(target=_killed, args=(_database(), boxes, member, str(log)), daemon=True)
            worker.start()
            wanted = min(operations // 10, operations - len(acknowledged))
            while worker.is_alive() and (not log.exists() or log.read_text().count("\n") < wanted):
                time.sleep(0.002)
            worker.kill()
            worker.join()
            kills += 1
            lines = log.read_text().rpartition("\n")[0].splitlines()
            acknowledged += [(verb, int(loan)) for verb, loan in map(str.split, lines)]
    journal = {
        (entry.verb, (entry.after or entry.before)["loan"])
        for entry in JournalEntry.objects.filter(pk__gte=first_entry, verb__in=["checkout", "checkin"])
    }
    done = set()
    for loan in Loan.objects.filter(pk__gte=first_loan):
        done.add(("checkout", loan.pk))
        if loan.returned_at:
            done.add(("checkin", loan.pk))
    return {
        "kills": kills,
        "acknowledged": len(acknowledged),
        "lost": len(set(acknowledged) - done),
        "half_done": len(done ^ journal),
    }


# --- what the processes do; they start from nothing, so each sets Django up by itself


def _contender(database, copy_id, member_id, rounds, check, barrier, answers):
    _begin(database)
    from django.db import connection
    from django.utils import timezone

    from catalogue import policy
    from catalogue.services import loans, returns

    result = {"loans": 0, "refusals": 0, "errors": 0, "waits": []}
    if not check:
        mock.patch.object(policy, "refusals", return_value=()).start()
    today = timezone.localdate()
    connection.ensure_connection()
    for _ in range(rounds):
        barrier.wait(60)
        begin = time.perf_counter()
        won = False
        try:
            loans.checkout(copy_id=copy_id, member_id=member_id, actor=None, today=today)
            won = True
        except policy.Refused:
            result["refusals"] += 1
        except Exception:  # whatever goes amiss under load is what is counted here
            result["errors"] += 1
        result["waits"].append(time.perf_counter() - begin)
        result["loans"] += won
        barrier.wait(60)
        if won:
            returns.checkin(copy_id=copy_id, actor=None, now=timezone.now())
    answers.put(result)


def _lender(database, boxes, member_id, barrier, answers):
    _begin(database)
    from django.db import connection
    from django.utils import timezone

    from catalogue.services import loans

    today = timezone.localdate()
    connection.ensure_connection()
    barrier.wait(60)
    start, longest = time.time(), 0.0
    for copy_id in boxes:
        begin = time.perf_counter()
        loans.checkout(copy_id=copy_id, member_id=member_id, actor=None, today=today)
        longest = max(longest, time.perf_counter() - begin)
    answers.put((start, time.time(), longest))


def _killed(database, boxes, member_id, log):
    _begin(database)
    from django.utils import timezone

    from catalogue import policy
    from catalogue.services import loans, returns

    with open(log, "a", buffering=1) as acknowledge:
        for copy_id in boxes:
            try:
                loan = loans.checkout(
                    copy_id=copy_id, member_id=member_id, actor=None, today=timezone.localdate()
                )
                acknowledge.write(f"checkout {loan.pk}\n")
            except policy.Refused:
                pass  # lent before the last kill: only to be taken back
            loan = returns.checkin(copy_id=copy_id, actor=None, now=timezone.now()).loan
            acknowledge.write(f"checkin {loan.pk}\n")


def _begin(database: dict) -> None:
    import django
    from django.conf import settings

    settings.DATABASES["default"] = database
    django.setup()


# --- what is needed before


def _together(target: Callable, arguments: list[tuple]) -> None:
    database = _database()
    workers = [_spawn.Process(target=target, args=(database, *args)) for args in arguments]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(300)
        if worker.is_alive():
            worker.kill()
            raise RuntimeError("a process of the benchmark hangs")


def _database() -> dict:
    """The settings of the database in use, so that other processes open the same one."""
    from django.db import connection

    return {key: value for key, value in connection.settings_dict.items() if key != "TEST"}


def make_members(number: int) -> list[int]:
    from catalogue.services import households

    members = []
    for n in range(number):
        household = households.create(name=f"Foyer {n}", actor=None)
        member = households.add_member(
            household_id=household.pk, first_name="Camille", last_name=f"Numéro {n}", actor=None
        )
        members.append(member.pk)
    return members


def make_boxes(number: int, *, of_each: int = 4) -> list[int]:
    """So many boxes, four of each game unless said."""
    from catalogue.models import Copy, Record
    from catalogue.search import index

    start = Copy.objects.count()
    games = Record.objects.bulk_create(
        Record(
            title=f"Jeu très demandé {start + n}", slug=f"jeu-tres-demande-{start + n}", sort_key=f"jeu {n}"
        )
        for n in range(-(-number // of_each))
    )
    index.update(game.pk for game in games)
    copies = Copy.objects.bulk_create(
        Copy(record=games[n // of_each], barcode=f"B{start + n:07}") for n in range(number)
    )
    index.update_availability(game.pk for game in games)
    return [copy.pk for copy in copies]
