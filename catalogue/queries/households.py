"""The list of families, searched and filtered."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.http import urlencode

from catalogue import membership
from catalogue.models import Card, Household, HouseholdKind, Loan, Member, Subscription
from catalogue.queries import ledger
from catalogue.queries.families import known_by
from catalogue.queries.listed import Listed, Texts
from ludotheque.numbers import digits

SITUATIONS = {
    "finie": "Adhésion finie",
    "bientot": "Adhésion bientôt finie",
    "jamais": "Jamais adhéré",
    "doit": "Doit de l’argent",
    "majeurs": "Un enfant devenu majeur",
    "sans-carte": "Sans carte",
}


@dataclass(frozen=True)
class Asked:
    """What the list is asked for; what cannot be read asks for nothing."""

    text: str = ""
    situation: str = ""
    kind: str = ""
    category: int | None = None

    @classmethod
    def read(cls, params: Mapping[str, str]) -> "Asked":
        situation, kind = params.get("situation", ""), params.get("genre", "")
        return cls(
            params.get("q", "")[:200],
            situation if situation in SITUATIONS else "",
            kind if kind in HouseholdKind.values else "",
            digits(params.get("categorie")),
        )

    @property
    def params(self) -> dict[str, str]:
        """As an address says it, without what says nothing."""
        said = {
            "q": self.text,
            "situation": self.situation,
            "genre": self.kind,
            "categorie": str(self.category or ""),
        }
        return {name: value for name, value in said.items() if value}

    @property
    def query(self) -> str:
        return urlencode(self.params)


def found(asked: Asked, *, on: datetime.date) -> QuerySet[Household]:
    """By name of the family or of someone in it, by card, telephone or e-mail, and by where they stand."""
    rows = Household.objects.order_by("sort_key", "id")
    if asked.text.strip():
        rows = rows.filter(pk__in=known_by(asked.text).values("pk"))
    if asked.kind:
        rows = rows.filter(kind=asked.kind)
    if asked.category:
        rows = rows.filter(category_id=asked.category)
    return _standing(rows, asked.situation, on)


def listed(rows: QuerySet[Household]) -> QuerySet[Household]:
    """With what a row of the list says; counted for the rows of a page only."""
    first_names = Member.objects.filter(household=OuterRef("pk")).order_by().values("household")
    return rows.annotate(
        people=Subquery(first_names.annotate(all=Listed("first_name", output_field=Texts())).values("all")),
        loan_count=_count(Loan.objects.open().filter(member__household=OuterRef("pk")), "member__household"),
        balance=ledger.balance_of(),
    ).prefetch_related("subscriptions")


def of_age(on: datetime.date) -> QuerySet[Member]:
    """Children who have come of age since they were inscribed, and nobody has seen it yet."""
    return Member.objects.filter(birth_date__lte=membership.born_by(on, membership.ADULT), adult_seen_on=None)


def _standing(rows: QuerySet[Household], situation: str, on: datetime.date) -> QuerySet[Household]:
    theirs = Subscription.objects.filter(household=OuterRef("pk"))
    soon = on + datetime.timedelta(days=membership.SOON)
    match situation:
        case "finie":
            return rows.filter(Exists(theirs), ~Exists(theirs.filter(Q(ends_on=None) | Q(ends_on__gte=on))))
        case "bientot":
            now = theirs.filter(Q(starts_on=None) | Q(starts_on__lte=on), ends_on__range=(on, soon))
            return rows.filter(Exists(now), ~Exists(theirs.filter(Q(ends_on=None) | Q(ends_on__gt=soon))))
        case "jamais":
            return rows.filter(~Exists(theirs))
        case "doit":
            return rows.filter(pk__in=ledger.owing())
        case "majeurs":
            return rows.filter(pk__in=of_age(on).values("household_id"))
        case "sans-carte":
            return rows.filter(~Exists(Card.objects.filter(member__household=OuterRef("pk"))))
    return rows


def _count(theirs: QuerySet, by: str):
    counted = theirs.order_by().values(by).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
