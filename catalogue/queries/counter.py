"""What the counter shows of a family: its boxes, and what one should know before lending it more."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import CharField, Max, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat
from django.utils import timezone

from catalogue.membership import age
from catalogue.models import Copy, Hold, Household, Loan, Member, MissingPiece
from catalogue.models.piece import MissingOutcome, said
from catalogue.queries import loans, renewals
from catalogue.queries.households import of_age
from catalogue.queries.ledger import balance_of
from catalogue.queries.listed import PART, Listed, Texts

_CELL = "\x1e"  # a sign that no name has
YOUNG = 3  # years; a box « not under 36 months » is not for them


class _Lacks(CharField):
    """« 2 dé », parted by a sign, as one says it: « 2 dés, 1 pion rouge »."""

    def from_db_value(self, value, expression, connection):
        rows = [line.partition(" ") for line in (value or "").split(PART) if line]
        return ", ".join(said(int(quantity), name) for quantity, _, name in rows)


@dataclass(frozen=True, slots=True)
class Aside:
    """A box that lies aside for the family."""

    title: str
    barcode: str
    until: datetime.date | None


class _Asides(CharField):
    """« 2026-12-04 00123 Uno », parted by a sign: day and code have no spaces, or none that matter."""

    def from_db_value(self, value, expression, connection):
        found = []
        for line in (value or "").split(PART):
            if line:
                day, barcode, title = line.split(_CELL, 2)
                found.append(Aside(title, barcode, datetime.date.fromisoformat(day) if day else None))
        return sorted(found, key=lambda box: (box.until or datetime.date.max, box.barcode))


@dataclass(frozen=True, slots=True)
class Counter:
    """A family's open loans, what has just passed first; what it owes in cents; when its youngest member was
    born; the boxes that lie aside for it; the children who came of age and nobody has seen it."""

    loans: Sequence[Loan]
    owed: int = 0
    youngest: datetime.date | None = None
    ready: Sequence[Aside] = ()
    grown: Sequence[str] = ()

    @property
    def credit(self) -> int:
        """What it has paid in advance."""
        return max(0, -self.owed)

    def loan(self, loan_id: int | None) -> Loan | None:
        return next((loan for loan in self.loans if loan.pk == loan_id), None)

    def has_baby(self, on: datetime.date) -> bool:
        """Whether a child of the family is not three years old on that day."""
        return self.youngest is not None and age(self.youngest, on) < YOUNG


def of(household_id: int) -> Counter:
    """One query where the family has boxes, two where it has none."""
    rows = renewals.with_who_waits(loans.open_of(household_id), household_id).order_by("-pk")
    found = list(rows.annotate(lacks=lacks_of("copy"), **_facts("member__household"))[: loans.SHOWN])
    if found:
        return Counter(found, *_told(found[0]))
    household = Household.objects.filter(pk=household_id).annotate(**_facts("pk")).first()
    return Counter([], *_told(household)) if household else Counter([])


def _told(row: Any) -> tuple:
    return row.owed, row.youngest, row.ready, row.grown or ()


def others_on_shelf(copy: Copy) -> QuerySet[Copy]:
    """Other boxes of the same game that could go out now."""
    same = Copy.objects.on_shelf().filter(record=copy.record_id)
    return same.exclude(pk=copy.pk).order_by("call_number", "barcode")


def returned_just_before(loan: Loan) -> Loan | None:
    """The loan of the same box that the same tap ended so that this one could be made: « rendre d’abord »."""
    tap = (loan.lent_at - datetime.timedelta(seconds=30), loan.lent_at)
    return Loan.objects.filter(copy=loan.copy_id, returned_at__range=tap).order_by("-returned_at").first()


def lacks_of(copy: str):
    """What is known to be missing of the copy named so beside each row: « 1 dé, 2 pions »; or nothing."""
    pieces = MissingPiece.objects.filter(copy=OuterRef(copy), outcome=MissingOutcome.OPEN).order_by()
    row = Concat(Cast("quantity", CharField()), Value(" "), "name", output_field=CharField())
    return Coalesce(
        Subquery(pieces.values("copy").annotate(all=Listed(row, output_field=_Lacks())).values("all")),
        Value(""),
        output_field=_Lacks(),
    )


def _facts(household: str) -> dict:
    """Facts of the household named so, as expressions beside each row: they cost no query of their own."""
    key = OuterRef(household)
    people = Member.objects.filter(household=key).order_by().values("household")
    grown = of_age(timezone.localdate()).filter(household=key).order_by().values("household")
    aside = Hold.objects.ready().filter(household=key).order_by().values("household")
    until = Coalesce(Cast("expires_on", CharField()), Value(""))
    row = Concat(until, Value(_CELL), "copy__barcode", Value(_CELL), "record__title")
    return {
        "owed": balance_of(household),
        "youngest": Subquery(people.annotate(born=Max("birth_date")).values("born")),
        "ready": Subquery(aside.annotate(all=Listed(row, output_field=_Asides())).values("all")),
        "grown": Subquery(grown.annotate(all=Listed("first_name", output_field=Texts())).values("all")),
    }
