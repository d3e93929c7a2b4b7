"""An invented past of the desk, written in bulk past the services: for trials and measures only.

Families of one to six people with their cards, subscriptions and payments; loans by popularity, that never
overlap on one copy; now and then one renewed, late, waited for, or come back without a piece. The same seed,
day, families and boxes make the same past.
"""

import datetime
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.db import transaction
from django.utils import timezone

from catalogue.benchmark.invention import Inventor
from catalogue.benchmark.synthetic import SOURCE
from catalogue.models import (
    Card,
    Component,
    Copy,
    CopyState,
    Hold,
    HoldState,
    Household,
    JournalEntry,
    LedgerEntry,
    LedgerKind,
    Loan,
    Member,
    MissingOutcome,
    MissingPiece,
    PaymentMethod,
    Subscription,
)
from catalogue.search import index
from ludotheque import bulk, found_by
from ludotheque.text import sort_key

BATCH = 5000
LOAN_DAYS = 21
YEAR = datetime.timedelta(days=365)
PRICE = 2500  # of a year, in cents
OPEN_DAYS = (2, 5)  # Wednesday and Saturday, when families come


class NoBoxes(Exception):
    """There is nothing that could have been lent."""


def make(
    households: int,
    loans: int,
    *,
    until: datetime.date,
    seed: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> None:
    """Adds so many families and so many loans that end, or still run, on the day `until`."""
    boxes = list(
        Copy.objects.filter(state=CopyState.IN_SERVICE, on_site_only=False, loans__isnull=True)
        .order_by("pk")
        .values_list("pk", "record_id", "barcode")
    )
    if loans and not boxes:
        raise NoBoxes
    invent = Inventor(seed)
    families: list[Member] = []
    for size in _sizes(households):
        with transaction.atomic():
            families += _families(invent, size, until, seed + len(families))
    borrowers = families or list(Member.objects.order_by("pk")[:1000])
    if loans and not borrowers:
        raise NoBoxes
    done = 0
    for some in _batched(_shared_out(invent.random, boxes, loans), 200):
        with transaction.atomic():
            done += _lend(invent.random, some, borrowers, until)
        progress(done)


def _sizes(total: int) -> Iterator[int]:
    for first in range(0, total, BATCH):
        yield min(BATCH, total - first)


def _batched(rows: Iterable[Any], size: int) -> Iterator[list[Any]]:
    rows = iter(rows)
    while some := list(itertools.islice(rows, size)):
        yield some


# --- families


def _families(invent: Inventor, count: int, until: datetime.date, salt: int) -> list[Member]:
    """New families; of each the one who borrows."""
    chance = invent.random
    names = [invent.name() for _ in range(count)]
    households = bulk.insert(
        [
            Household(
                name=f"Famille {name}",
                sort_key=sort_key(f"Famille {name}"),
                found_by=found_by.key(f"Famille {name}", phones=phone),
                phone=phone,
                notes=SOURCE,
            )
            for name in names
            for phone in [f"06 {chance.randrange(10**8):08}"]
        ]
    )
    people: list[Member] = []
    heads = []
    for household, name in zip(households, names, strict=True):
        adults, children = chance.choice((1, 2, 2)), chance.choice((0, 1, 1, 2, 2, 3, 4))
        heads.append(len(people))
        for place in range(adults + children):
            years = chance.uniform(24, 60) if place < adults else chance.uniform(0.2, 17.9)
            first = invent.person().split(" ", 1)[0]
            people.append(
                Member(
                    household_id=household.pk,
                    first_name=first,
                    last_name=name,
                    sort_key=sort_key(f"{name} {first}"),
                    found_by=found_by.key(f"{name} {first}"),
                    birth_date=until - datetime.timedelta(days=int(years * 365.25)),
                    adult_seen_on=until if place < adults else None,
                )
            )
    bulk.insert(people)
    borrowers = [people[head] for head in heads]
    # past all cards that there are: their keys only grow
    bulk.insert([Card(member_id=member.pk, barcode=f"F{member.pk:08}") for member in borrowers])
    _subscribe(chance, households, until)
    return borrowers


def _subscribe(chance: random.Random, households: Iterable[Household], until: datetime.date) -> None:
    """From one to four years each, the last one of some over by now, nearly all of them paid."""
    entries: list[list[LedgerEntry]] = []
    years = []
    for household in households:
        end = until + datetime.timedelta(days=chance.randint(-120, 364))
        for back in range(chance.randint(1, 4)):
            last = end - back * YEAR
            first = last - YEAR + datetime.timedelta(days=1)
            years.append(Subscription(household_id=household.pk, starts_on=first, ends_on=last))
            entries.append(_paid(chance, household.pk, min(first, until)))
    bulk.insert(years)
    for year, of_year in zip(years, entries, strict=True):
        for entry in of_year:
            entry.subscription_id = year.pk
    bulk.insert([entry for of_year in entries for entry in of_year])


def _paid(chance: random.Random, household_id: int, day: datetime.date) -> list[LedgerEntry]:
    """What a year costs, and that it was paid."""
    at = _moment(chance, day)
    owed = LedgerEntry(
        household_id=household_id, kind=LedgerKind.SUBSCRIPTION, amount_cents=PRICE, note="Un an", at=at
    )
    if chance.random() > 0.97:
        return [owed]
    method = chance.choice(list(PaymentMethod))
    paid = LedgerEntry(
        household_id=household_id, kind=LedgerKind.PAYMENT, amount_cents=-PRICE, method=method, at=at
    )
    return [owed, paid]


# --- loans


def _shared_out(chance: random.Random, boxes: list[tuple], loans: int) -> list[tuple[tuple, int]]:
    """How often each box was lent: a few very often, most now and then, as on every shelf."""
    if not loans:
        return []
    weights = [1 / (rank + 5 + len(boxes) / 20) for rank in range(len(boxes))]
    chance.shuffle(weights)
    counted = Counter(chance.choices(range(len(boxes)), weights=weights, k=loans))
    return [(boxes[place], times) for place, times in sorted(counted.items())]


def _lend(
    chance: random.Random, some: list[tuple[tuple, int]], borrowers: list[Member], until: datetime.date
) -> int:
    """The loans of these boxes, each from the last one back into the past; how many."""
    loans, boxes = [], []
    for box, times in some:
        day = until
        for turn in range(times):
            running = turn == 0 and chance.random() < 0.25
            kept = chance.randint(0, LOAN_DAYS + 14) if running else max(1, int(chance.gauss(17, 6)))
            back = None if running else _open_day(day - datetime.timedelta(days=chance.randint(0, 20)))
            lent = _open_day((until if back is None else back) - datetime.timedelta(days=kept))
            loans.append(_loan(chance, box, chance.choice(borrowers), lent, back))
            boxes.append(box)
            day = lent - datetime.timedelta(days=1)
    pairs = sorted(zip(loans, boxes, strict=True), key=lambda pair: (pair[0].lent_at, pair[1]))
    loans, boxes = [loan for loan, _ in pairs], [box for _, box in pairs]
    bulk.insert(loans)
    _tell(loans, boxes)
    _wait_for(chance, loans, boxes, borrowers)
    _lose_pieces(chance, loans, boxes)
    index.update_availability(sorted({record for _, record, _ in boxes}))
    return len(loans)


def _loan(
    chance: random.Random, box: tuple, member: Member, lent: datetime.date, back: datetime.date | None
) -> Loan:
    renewals = int(chance.random() < 0.1)
    lent_at = _moment(chance, lent)
    return Loan(
        copy_id=box[0],
        member_id=member.pk,
        lent_at=lent_at,
        due_on=_open_day(lent + datetime.timedelta(days=LOAN_DAYS * (1 + renewals) + 3)),
        renewals=renewals,
        returned_at=None if back is None else max(lent_at, _moment(chance, back)),
    )


def _tell(loans: Iterable[Loan], boxes: list[tuple]) -> None:
    """The lines of the journal, as the desk writes them."""
    bulk.insert_values(
        JournalEntry,
        [
            {
                "at": at,
                "actor_id": None,
                "actor_name": "système",
                "verb": verb,
                "subject_type": "copy",
                "subject_id": box[0],
                "subject_name": box[2],
                "before": {},
                "after": {"loan": loan.pk},
            }
            for loan, box in zip(loans, boxes, strict=True)
            for verb, at in (("checkout", loan.lent_at), ("checkin", loan.returned_at))
            if at is not None
        ],
    )


def _wait_for(
    chance: random.Random, loans: Iterable[Loan], boxes: list[tuple], borrowers: list[Member]
) -> None:
    """Holds: served at a loan, and waiting for some boxes that are out."""
    holds, waiting = [], set()
    for loan, (copy_id, record_id, _) in zip(loans, boxes, strict=True):
        at = loan.lent_at
        if loan.returned_at is None and chance.random() < 0.2:
            member = chance.choice(borrowers)
            if member.pk != loan.member_id and (record_id, member.household_id) not in waiting:
                waiting.add((record_id, member.household_id))
                line = {"household_id": member.household_id, "member_id": member.pk}
                holds.append(Hold(record_id=record_id, placed_at=at, **line))
        elif chance.random() < 0.03:
            placed = at - datetime.timedelta(days=chance.randint(2, 30))
            holds.append(
                Hold(
                    record_id=record_id,
                    household_id=None,  # cut from it since
                    state=HoldState.SERVED,
                    placed_at=placed,
                    copy_id=copy_id,
                    ready_at=at - datetime.timedelta(days=1),
                    closed_at=at,
                )
            )
    bulk.insert(holds)


def _lose_pieces(chance: random.Random, loans: Iterable[Loan], boxes: list[tuple]) -> None:
    """One return in a hundred lacks a piece; most are found again."""
    parts: dict[int, list[Component]] = {}
    for part in Component.objects.filter(record__in={record for _, record, _ in boxes}).order_by("pk"):
        parts.setdefault(part.record_id, []).append(part)
    missing = []
    for loan, (copy_id, record_id, _) in zip(loans, boxes, strict=True):
        if loan.returned_at is None or record_id not in parts or chance.random() > 0.01:
            continue
        part, found = chance.choice(parts[record_id]), chance.random() < 0.7
        missing.append(
            MissingPiece(
                copy_id=copy_id,
                component_id=part.pk,
                name=part.name,
                since_loan_id=loan.pk,
                noted_at=loan.returned_at,
                outcome=MissingOutcome.FOUND if found else MissingOutcome.OPEN,
                closed_at=loan.returned_at + datetime.timedelta(days=7) if found else None,
            )
        )
    bulk.insert(missing)


# --- days


def _open_day(day: datetime.date) -> datetime.date:
    """That day, or the last before it on which families come."""
    while day.weekday() not in OPEN_DAYS:
        day -= datetime.timedelta(days=1)
    return day


def _moment(chance: random.Random, day: datetime.date) -> datetime.datetime:
    """Some minute of the opening hours."""
    time = datetime.time(14 + chance.randrange(4), chance.randrange(60), chance.randrange(60))
    return timezone.make_aware(datetime.datetime.combine(day, time))
