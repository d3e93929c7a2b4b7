"""The whole server killed (-9) at random moments while four desks work over HTTP, and backed up meanwhile."""

import datetime
import random
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection
from django.utils import timezone

from catalogue.benchmark import desks, traces
from catalogue.benchmark.server import Server
from catalogue.benchmark.traces import Act
from catalogue.benchmark.visitor import Answer, Visitor
from catalogue.models import Copy, Library, Member, Role, User
from catalogue.services import households, loans
from ludotheque import backup

DESKS = 4
TURN = 7  # acts with one box
PRICE = 50  # of a loan, in cents
PASSWORD = "un mot de passe d’essai"
BETWEEN = (40, 110)  # acts from one kill to the next


@dataclass
class Desk:
    """One volunteer, with boxes that no other desk touches: so it is known what must be there afterwards."""

    visitor: Visitor
    borrower: Member
    waiting: Member  # of another family, which reserves what the first one has
    boxes: list[Copy]
    old_loans: list[int]  # of the borrower, to be renewed

    def __post_init__(self) -> None:
        self.done: list[Act] = []  # acknowledged by an answer

    def work(self) -> None:
        """Each box: lent, reserved by the other family, back, lent to it, paid, back; an old loan renewed."""
        for box, loan in zip(self.boxes, self.old_loans, strict=True):
            self._lend(box, self.borrower)
            self._renew(loan)
            self._reserve(box)
            self._take_back(box, self.borrower)
            self._lend(box, self.waiting)
            self._pay()
            self._take_back(box, self.waiting)

    def _lend(self, box: Copy, member: Member) -> None:
        answer = self.visitor.insist(
            "/gestion/pret/", {"code": box.barcode, "adherent": member.pk}, part=True
        )
        self._note(answer, ("checkout", box.pk, member.pk), expected=200)

    def _take_back(self, box: Copy, member: Member) -> None:
        answer = self.visitor.insist("/gestion/retour/", {"code": box.barcode}, part=True)
        self._note(answer, ("checkin", box.pk, member.pk), expected=200)

    def _renew(self, loan: int) -> None:
        fields = {"prolonger": loan, "adherent": self.borrower.pk}
        answer = self.visitor.insist("/gestion/pret/", fields, part=True)
        self._note(answer, ("renew", loan, self.borrower.pk), expected=200)

    def _reserve(self, box: Copy) -> None:
        fields = {"notice": box.record_id, "foyer": self.waiting.household_id}
        answer = self.visitor.insist("/gestion/reservations/ajouter/", fields)
        self._note(answer, ("hold", box.record_id, self.waiting.household_id), expected=302)

    def _pay(self) -> None:
        """What the page says is owed, by the form that stands on it."""
        address = f"/gestion/foyers/{self.waiting.household_id}/compte/"
        seen = self.visitor.get(address).split('name="vu" value="', 1)[1].split('"', 1)[0]
        fields = {"vu": seen, "amount": f"0,{PRICE}", "moyen": "especes"}
        answer = self.visitor.insist(address, fields)
        self._note(answer, ("pay", self.waiting.household_id, -PRICE), expected=302)

    def _note(self, answer: Answer, act: Act, *, expected: int) -> None:
        """Done, or refused as done already where that may be so: anything else is amiss."""
        if answer.status == expected or (answer.status == 409 and answer.repeated):
            self.done.append(act)
        else:
            self.visitor.amiss[f"{act[0]}: {answer.status}"] += 1


def run(*, operations: int = 1000, seed: int = 1) -> dict[str, Any]:
    """So many acts, the server killed again and again; then what is there, and what a backup made of it."""
    chance = random.Random(seed)
    server = Server()
    at_desks = _prepare(server.port, chance, -(-operations // (DESKS * TURN)))
    before = traces.in_tables()
    outage: dict[str, Any] = {"kills": 0, "longest_start_s": 0.0}
    server.start()
    try:
        for number, desk in enumerate(at_desks):
            desk.visitor.log_in(_name(number), PASSWORD)
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(DESKS) as threads:
            working = [threads.submit(desk.work) for desk in at_desks]
            archive, known = _watch(server, at_desks, working, chance, Path(folder), outage)
            for one in working:
                one.result()
            server.kill()
            outage |= _found(at_desks, before)
            after = traces.in_tables()
            backup.restore(archive, replace=True)
            outage["restored"] = _compared(known, traces.in_tables() - before, after - before)
    finally:
        server.kill()
    return outage


def _watch(server, at_desks, working, chance, folder, outage) -> tuple[Path, Counter[Act]]:
    """Kills and starts until the desks are done; half-way a backup, and what was acknowledged before it."""
    all_acts = sum(len(desk.boxes) * TURN for desk in at_desks)
    archive, known = None, Counter[Act]()
    while not all(one.done() for one in working):
        goal = _acknowledged(at_desks) + chance.randint(*BETWEEN)
        while _acknowledged(at_desks) < goal and not all(one.done() for one in working):
            if archive is None and _acknowledged(at_desks) > all_acts / 2:
                known = Counter(act for desk in at_desks for act in list(desk.done))
                archive = backup.back_up(folder)
                outage["during_backup"] = _acknowledged(at_desks) - known.total()
            time.sleep(0.005)
        time.sleep(chance.random() / 10)  # anywhere in an act
        if all(one.done() for one in working):
            break
        server.kill()
        outage["kills"] += 1
        started = time.perf_counter()
        server.start()
        outage["longest_start_s"] = max(outage["longest_start_s"], time.perf_counter() - started)
    assert archive is not None
    return archive, known


def _acknowledged(at_desks: list[Desk]) -> int:
    return sum(len(desk.done) for desk in at_desks)


def _found(at_desks: list[Desk], before: Counter[Act]) -> dict[str, Any]:
    acknowledged = Counter(act for desk in at_desks for act in desk.done)
    there = traces.in_tables() - before
    return {
        "acknowledged": acknowledged.total(),
        "by_verb": Counter(verb for verb, *_ in acknowledged.elements()),
        "lost": (acknowledged - there).total(),
        "too_often": (there - acknowledged).total(),
        "half_done": traces.half_done(),
        "amiss": sum((desk.visitor.amiss for desk in at_desks), Counter()),
        "unanswered": sum((desk.visitor.lost for desk in at_desks), Counter()),
    }


def _compared(known: Counter[Act], restored: Counter[Act], after: Counter[Act]) -> dict[str, Any]:
    """Of what a backup gave back: acknowledged before it and lacking, never done, half done."""
    return {
        "acts": restored.total(),
        "lacking": (known - restored).total(),
        "invented": (restored - after).total(),
        "half_done": traces.half_done(),
    }


def _prepare(port: int, chance: random.Random, boxes: int) -> list[Desk]:
    """The library, two families a desk, and boxes of which some have been out for a while."""
    Library.objects.update_or_create(defaults={"name": "Ludothèque d’essai", "price_cents": PRICE})
    at_desks = []
    for number in range(DESKS):
        User.objects.create_user(_name(number), password=PASSWORD, role=Role.VOLUNTEER)
        borrower, waiting = Member.objects.select_related("household").filter(pk__in=desks.make_members(2))
        households.update(household_id=waiting.household_id, email=f"famille{number}@example.org", actor=None)
        visitor = Visitor(port, random.Random(chance.random()))
        old = [_lent_before(pk, borrower) for pk in desks.make_boxes(boxes)]
        new = list(Copy.objects.filter(pk__in=desks.make_boxes(boxes, of_each=1)).order_by("pk"))
        at_desks.append(Desk(visitor, borrower, waiting, new, old))
    connection.close()  # the server begins with a file that nobody holds
    return at_desks


def _lent_before(copy_id: int, member: Member) -> int:
    then = timezone.now() - datetime.timedelta(days=10)
    day = timezone.localdate(then)
    return loans.checkout(copy_id=copy_id, member_id=member.pk, actor=None, today=day, now=then).pk


def _name(number: int) -> str:
    return f"benevole-{number}"
