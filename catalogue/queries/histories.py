"""What has happened to a box: the journal's lines and its loans as one list."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.fields.json import KT
from django.utils import timezone

from catalogue.models import Copy, JournalEntry, Loan
from catalogue.templatetags.said import day

ACTS = {
    "create": "Entré dans les collections",
    "update": "Fiche modifiée",
    "batch": "Fiche modifiée par lot",
    "undo-batch": "Lot annulé",
    "undo-checkout": "Prêt annulé",
    "checkin": "Rendu",
    "undo-checkin": "Retour annulé",
    "renew": "Prêt prolongé",
    "undo-renew": "Prolongation annulée",
    "play": "Joué sur place",
    "undo-play": "Partie sur place annulée",
    "print-label": "Étiquette imprimée",
    "send": "Envoyé vers un autre site",
    "receive": "Reçu d’un autre site",
    "send-off": "Envoi abandonné",
    "state": "État noté",
    "counted": "Pièces comptées",
    "count-asked": "À compter",
    "count-dropped": "Plus à compter",
    "piece-missing": "Pièce manquante",
    "piece-found": "Pièce retrouvée",
    "piece-replaced": "Pièce remplacée",
    "piece-written-off": "La boîte fait sans",
    "piece-reopened": "Pièce manquante de nouveau",
    "piece-needed": "Indispensable pour jouer",
    "piece-not-needed": "On peut jouer sans",
    "piece-forgotten": "Noté par erreur",
    "piece-since": "Depuis un autre prêt",
}
TOLD_BY_LOANS = ("checkout", "checkin")
_UNSAID = ("id", "created_at", "label_printed_at")
_FIELDS = {field.name: field for field in Copy._meta.concrete_fields if field.name not in _UNSAID}


@dataclass(frozen=True, slots=True)
class Change:
    label: str
    before: str
    after: str


@dataclass(slots=True)
class Event:
    """`who` did it; `family` as far as the loan still says; `changes` of the form."""

    at: datetime.datetime
    what: str
    who: str = ""
    family: str = ""
    household_id: int | None = None
    changes: list[Change] = field(default_factory=list)
    pieces: str = ""

    @property
    def day(self) -> datetime.date:
        return timezone.localdate(self.at)

    @property
    def time(self) -> datetime.time:
        return timezone.localtime(self.at).time()


def of_copy(copy: Copy) -> QuerySet:
    """(kind, at, id) of each event, the latest first."""

    def rows(found: QuerySet, kind: str, at: str) -> QuerySet:
        kinds = found.order_by().annotate(kind=Value(kind, output_field=CharField()))
        return kinds.values_list("kind", at, "id")

    lines = JournalEntry.objects.filter(subject_type="copy", subject_id=copy.pk)
    noted = rows(lines.filter(~Q(verb__in=TOLD_BY_LOANS) | Q(pk__in=_undone_returns(lines))), "noted", "at")
    lent = rows(Loan.objects.filter(copy=copy), "lent", "lent_at")
    back = rows(Loan.objects.filter(copy=copy, returned_at__isnull=False), "back", "returned_at")
    return noted.union(lent, back, all=True).order_by("-at", "-id")


def _undone_returns(lines: QuerySet) -> QuerySet:
    """Returns that were taken back: the loan knows nothing of them any more."""
    undoing = lines.filter(verb="undo-checkin").annotate(back=KT("before__returned_at"))
    returns = lines.filter(verb="checkin").annotate(back=KT("after__returned_at"))
    return returns.filter(back__in=undoing.values("back")).order_by().values("pk")


def told(page: Iterable[tuple]) -> list[Event]:
    """The events of a page, in two queries."""
    page = list(page)
    entries = JournalEntry.objects.in_bulk([pk for kind, _, pk in page if kind == "noted"])
    returns = {entry.after.get("loan", 0) for entry in entries.values() if entry.verb == "checkin"}
    loans = Loan.objects.select_related("member__household", "lent_by", "returned_by").in_bulk(
        returns.union(pk for kind, _, pk in page if kind != "noted")
    )
    return [
        _noted(entries[pk], loans) if kind == "noted" else _of_loan(loans[pk], kind, at)
        for kind, at, pk in page
        if pk in (entries if kind == "noted" else loans)  # gone a moment ago
    ]


def _of_loan(loan: Loan, kind: str, at: datetime.datetime) -> Event:
    who = loan.lent_by if kind == "lent" else loan.returned_by
    event = Event(at, "Prêté" if kind == "lent" else "Rendu", str(who or ""))
    _say_whose(event, loan)
    return event


def _say_whose(event: Event, loan: Loan) -> None:
    if loan.member:  # cut from it some months after its return
        event.family, event.household_id = loan.member.household.name, loan.member.household_id


def _noted(entry: JournalEntry, loans: dict[int, Loan]) -> Event:
    event = Event(entry.at, ACTS.get(entry.verb, entry.verb), entry.actor_name)
    loan = loans.get(entry.after.get("loan", 0)) if entry.verb == "checkin" else None
    if loan:
        _say_whose(event, loan)
    if entry.verb == "update" and entry.after.get("state") == "retire":
        event.what = "Retiré des collections"
    elif entry.verb == "update" and entry.before.get("state") == "retire":
        event.what = "Remis en rayon"
    elif entry.verb == "send":
        event.what = f"Envoyé vers {entry.after.get('to')}"
    event.pieces = entry.after.get("piece", "")
    if entry.verb == "counted":
        lacks, back = entry.after.get("lacks"), entry.after.get("back")
        told = [
            f"il manque {', '.join(lacks)}" if lacks else "",
            f"retrouvé : {', '.join(back)}" if back else "",
        ]
        event.pieces = " ; ".join(filter(None, told)) or "tout est là"
    if entry.verb != "create":
        changes = [
            Change(
                str(one.verbose_name), said(name, entry.before.get(name)), said(name, entry.after.get(name))
            )
            for name, one in _FIELDS.items()
            if name in entry.before or name in entry.after
        ]
        # what an act writes down to be undone by is not always changed by it
        event.changes = [one for one in changes if one.before != one.after]
    return event


def said(name: str, value) -> str:
    """A value of the journal as a page says it."""
    if value in (None, ""):
        return "rien"
    if isinstance(value, bool):
        return "oui" if value else "non"
    if name == "price_cents":
        return f"{value / 100:.2f} €".replace(".", ",")
    if name in ("withdrawn_on", "acquired_on", "state_since"):
        return day(_FIELDS[name].to_python(value))
    return str(dict(_FIELDS[name].flatchoices).get(value, value))
