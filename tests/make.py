"""Makes what a test needs and nothing else; each function fills in what the test does not care about."""

import datetime
from itertools import count
from unittest.mock import patch

from django.utils import timezone

from catalogue.labels.grids import USUAL
from catalogue.models import (
    Batch,
    BatchKind,
    Card,
    Category,
    Copy,
    CopyState,
    Hold,
    Household,
    LabelGrid,
    LabelSheet,
    LedgerEntry,
    Library,
    Loan,
    Mail,
    MailKind,
    Member,
    MemberCategory,
    MissingPiece,
    OpeningPeriod,
    Person,
    Publisher,
    Record,
    Role,
    Section,
    Site,
    Subscription,
    SubscriptionType,
    Summary,
    User,
)
from catalogue.services import (
    authorities,
    batches,
    copies,
    holds,
    households,
    labels,
    ledger,
    loans,
    mails,
    missing,
    records,
    returns,
    subscriptions,
    summaries,
)
from ludotheque.text import fold

PASSWORD = "un mot de passe assez long"
_number = count(1)


def make_library(*, open_on: tuple[int, ...] = (), **values) -> Library:
    """The library's row; `open_on` are weekdays, open from 14 to 18. On holidays it opens, unless a test is
    about them: the others must not depend on the day they run."""
    usual = {"name": "Ludothèque du Moulin", "closed_on_holidays": False}
    library = Library.objects.create(**usual | values)
    for weekday in open_on:
        OpeningPeriod.objects.create(
            library=library, weekday=weekday, opens_at=datetime.time(14), closes_at=datetime.time(18)
        )
    return library


def make_publisher(name: str = "Matel", *, forms: tuple[str, ...] = ()) -> Publisher:
    publisher = authorities.publisher(form=name, actor=None)
    for form in forms:
        authorities.add_form(authority=publisher, form=form, actor=None)
    return publisher


def make_person(name: str = "Rudi Hoffmann", *, forms: tuple[str, ...] = ()) -> Person:
    person = authorities.person(form=name, actor=None)
    for form in forms:
        authorities.add_form(authority=person, form=form, actor=None)
    return person


def make_category(line: str = "A 407 jeu de hasard (jeu de règles)") -> Category:
    """A category from its line: `[COL] …` for another scheme than ESAR."""
    category = authorities.category_of_line(text=line, actor=None)
    assert category is not None, f"cannot read {line!r} as a category"
    return category


def make_record(title: str = "Uno", **values) -> Record:
    """A record, indexed for search; `publisher`, `people` and `categories` may be names or lines."""
    if isinstance(values.get("publisher"), str):
        values["publisher"] = make_publisher(values["publisher"])
    values["people"] = [
        (make_person(who), "auteur") if isinstance(who, str) else who for who in values.get("people", ())
    ]
    values["categories"] = [
        make_category(line) if isinstance(line, str) else line for line in values.get("categories", ())
    ]
    return records.create(title=title, actor=None, **values)


def make_question(
    text: str = "Qui commence ?", *, right: str = "Le plus jeune", wrong: str = "Personne"
) -> summaries.Asked:
    return summaries.Asked(text, (right, wrong), 0, f"C’est la règle : {right.lower()}.")


def make_summary(record: Record | str = "Dobble", *, questions: int | list = 1, **texts: str) -> Summary:
    """A summary with so many questions, or these; it says at least the goal."""
    if not isinstance(record, Record):
        record = make_record(record)
    if isinstance(questions, int):
        questions = [make_question(f"Question {n} ?", right=f"Oui {n}") for n in range(1, questions + 1)]
    texts = texts or {"goal": "Prendre **toutes** les cartes."}
    return summaries.write(record_id=record.pk, actor=None, texts=texts, questions=questions)


def make_section(name: str = "A 401 jeu d'association") -> Section:
    return Section.objects.get_or_create(name=name, defaults={"slug": fold(name).replace(" ", "-")})[0]


def make_site(name: str = "Ludothèque") -> Site:
    return Site.objects.get_or_create(name=name)[0]


def make_copy(record: Record | str | None = None, *, barcode: str | None = None, **values) -> Copy:
    """A box in service; a text is the title of a new record."""
    if not isinstance(record, Record):
        record = make_record(record or "Uno")
    barcode = barcode or f"{90000 + next(_number):06}"
    if values.get("state") == CopyState.WITHDRAWN:
        values.setdefault("withdrawn_reason", "abîmé")
    return copies.create(record_id=record.pk, barcode=barcode, actor=None, **values)


def make_household(
    name: str = "Famille Martin",
    *,
    subscribed_from: datetime.date | None = None,
    subscribed_until: datetime.date | None = None,
    **values,
) -> Household:
    household = households.create(name=name, actor=None, **values)
    if subscribed_from or subscribed_until:
        make_subscription(household, starts_on=subscribed_from, ends_on=subscribed_until)
    return household


def make_subscription(
    household: Household,
    *,
    starts_on: datetime.date | None = None,
    ends_on: datetime.date | None = None,
    type: SubscriptionType | None = None,
) -> Subscription:
    """Of these days, owed nothing for; a type by itself is in `make_subscription_type`."""
    return subscriptions.grant(
        household_id=household.pk,
        starts_on=starts_on,
        ends_on=ends_on,
        type_id=type.pk if type else None,
        actor=None,
    )


def make_subscription_type(name: str = "Famille, un an", **values) -> SubscriptionType:
    values = {"price_cents": 2500, "months": 12, **values}
    return SubscriptionType.objects.get_or_create(name=name, defaults=values)[0]


def make_member_category(name: str = "Assistante maternelle") -> MemberCategory:
    return MemberCategory.objects.get_or_create(name=name)[0]


def make_payment(household: Household, amount_cents: int = 500, *, method: str = "especes") -> LedgerEntry:
    return ledger.pay(household_id=household.pk, amount_cents=amount_cents, method=method, actor=None)


def make_charge(
    household: Household, amount_cents: int = 500, *, kind: str = "autre", **values
) -> LedgerEntry:
    return ledger.charge(
        household_id=household.pk, kind=kind, amount_cents=amount_cents, actor=None, **values
    )


def make_member(household: Household | None = None, *, first_name: str = "Nour", **values) -> Member:
    household = household or make_household()
    values.setdefault("last_name", household.name.removeprefix("Famille "))
    return households.add_member(household_id=household.pk, first_name=first_name, actor=None, **values)


def make_card(member: Member | None = None, *, barcode: str | None = None) -> Card:
    member = member or make_member()
    barcode = barcode or f"{70000 + next(_number):06}"
    return households.give_card(member_id=member.pk, barcode=barcode, actor=None)


def make_user(username: str = "nadia", *, role: Role = Role.LIBRARIAN, **values) -> User:
    if role == Role.MEMBER:
        values.setdefault("household", make_member().household)
    return User.objects.create_user(username=username, password=PASSWORD, role=role, **values)


def make_mail(household: Household, **values) -> Mail:
    """A mail to the family, which does not go: tests have no SITE_URL unless they say so."""
    facts = {"jeu": "Uno", "date": "12 mars 2026"}
    values = {"kind": MailKind.HOLD_EXPIRED, "facts": facts, "to": "famille@example.org"} | values
    mail = mails.queue(household_id=household.pk, **values)
    assert mail is not None
    return mail


def make_loan(
    copy: Copy | None = None,
    member: Member | None = None,
    *,
    due_on: datetime.date | None = None,
    returned: bool = False,
) -> Loan:
    """A loan by the service's own way; `due_on` moves its due date, `returned` closes it."""
    copy, member = copy or make_copy(), member or make_member()
    loan = loans.checkout(copy_id=copy.pk, member_id=member.pk, actor=None, today=timezone.localdate())
    if due_on:
        Loan.objects.filter(pk=loan.pk).update(due_on=due_on)
        loan.due_on = due_on
    if returned:
        return returns.checkin(copy_id=copy.pk, actor=None, now=timezone.now()).loan
    return loan


def make_hold(
    record: Record | None = None, household: Household | None = None, *, site: Site | None = None, **values
) -> Hold:
    """A hold by the service's own way; `ready=copy` has that copy scanned in for it."""
    ready = values.pop("ready", None)
    values.setdefault("now", timezone.now())
    record = record or (ready.record if ready else make_copy().record)
    household = household or make_household(f"Famille {next(_number)}")
    hold = holds.place(
        record_id=record.pk,
        household_id=household.pk,
        site_id=site.pk if site else None,
        actor=None,
        **values,
    )
    if ready:
        holds.scan_in(copy_id=ready.pk, actor=None, now=timezone.now())
        hold.refresh_from_db()
    return hold


def make_missing(copy: Copy | None = None, name: str = "dé", quantity: int = 1, **values) -> MissingPiece:
    """So many of a piece that the box lacks, nobody knows since when."""
    values = {"copy_id": (copy or make_copy()).pk, "actor": None, "now": timezone.now()} | values
    return missing.note(name=name, quantity=quantity, **values)


def make_batch(rows: list[Copy] | list[Record], *, actor: User | None = None, **values) -> Batch:
    """A batch prepared for these; without values it notes copies as worn, and hides records as drafts."""
    copies_given = isinstance(rows[0], Copy)
    values = values or ({"wear": "use"} if copies_given else {"draft": True})
    return batches.prepare(
        kind=BatchKind.COPIES if copies_given else BatchKind.RECORDS,
        ids=[row.pk for row in rows],
        changes=batches.Changes(values=values, asked=(("Lot", "d’essai"),)),
        actor=actor,
    )


def make_grid(name: str | None = None, **values) -> LabelGrid:
    """Eight large labels to the page."""
    sizes = {"columns": 2, "rows": 4, "width": 99, "height": 67, "left": 4.5, "top": 14, "gap_x": 3}
    return labels.keep_grid(actor=None, name=name or f"Feuille {next(_number)}", **(sizes | values))


def make_sheet(boxes: list[Copy], *, kind: str = "codes", **values) -> LabelSheet:
    """A sheet of labels that is not drawn yet."""
    asked = {"grid": USUAL["24"], "start": 1, "symbology": "code128", "actor": None, **values}
    with patch.object(labels, "draw"):
        return labels.make(kind=kind, ids=[box.pk for box in boxes], **asked)
