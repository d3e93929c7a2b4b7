"""All that is kept of a household, for itself: plain values with French names, ready for JSON.

What the team notes for itself is not in it; who asks for that asks the library.
"""

import datetime

from django.db.models import QuerySet

from catalogue.models import (
    Card,
    Favourite,
    Hold,
    Household,
    LedgerEntry,
    Loan,
    Mail,
    Member,
    Subscription,
    User,
)


def of(household: Household, *, today: datetime.date) -> dict:
    return {
        "fait le": today.isoformat(),
        "foyer": _household(household),
        "adhérents": [
            {
                "prénom": one.first_name,
                "nom": one.last_name,
                "né le": _day(one.birth_date),
                "courriel": one.email,
                "téléphone": one.phone,
            }
            for one in Member.objects.filter(household=household).order_by("id")
        ],
        "cartes": list(Card.objects.filter(member__household=household).values_list("barcode", flat=True)),
        "comptes": [_account(one) for one in User.objects.filter(household=household).order_by("id")],
        "adhésions": [
            {"formule": one.type and one.type.name, "du": _day(one.starts_on), "au": _day(one.ends_on)}
            for one in Subscription.objects.filter(household=household).select_related("type")
        ],
        "prêts": [_loan(one) for one in _loans(household)],
        "réservations": [
            {
                "jeu": one.record.title,
                "réservé le": _moment(one.placed_at),
                "état": one.get_state_display(),
                "gardé jusqu’au": _day(one.expires_on),
            }
            for one in Hold.objects.filter(household=household).select_related("record")
        ],
        "comptabilité": [_line(one) for one in LedgerEntry.objects.filter(household=household)],
        "courriels": [_mail(one) for one in Mail.objects.filter(household=household).order_by("id")],
        "liste de jeux": list(
            Favourite.objects.filter(user__household=household)
            .order_by("id")
            .values_list("record__title", flat=True)
        ),
    }


def _household(household: Household) -> dict:
    return {
        "nom": household.name,
        "genre": household.get_kind_display(),
        "catégorie": household.category.name if household.category else None,
        "courriel": household.email,
        "téléphone": household.phone,
        "adresse": household.address,
        "inscrit le": _moment(household.created_at),
    }


def _account(account: User) -> dict:
    return {
        "identifiant": account.username,
        "nom": account.get_full_name(),
        "courriel": account.email,
        "créé le": _moment(account.date_joined),
        "dernière connexion": _moment(account.last_login),
    }


def _line(line: LedgerEntry) -> dict:
    return {
        "le": _moment(line.at),
        "nature": line.get_kind_display(),
        "libellé": line.note,
        "centimes": line.amount_cents,
        "moyen": line.get_method_display() if line.method else "",
    }


def _mail(mail: Mail) -> dict:
    return {
        "écrit le": _moment(mail.queued_at),
        "à": mail.to,
        "objet": mail.subject,
        "envoyé le": _moment(mail.sent_at),
    }


def _loans(household: Household) -> QuerySet[Loan]:
    """Those that still say whose they were."""
    found = Loan.objects.filter(member__household=household).select_related("copy__record", "member")
    return found.order_by("id")


def _loan(loan: Loan) -> dict:
    return {
        "jeu": loan.copy.record.title,
        "code-barres": loan.copy.barcode,
        "par": str(loan.member),
        "prêté le": _moment(loan.lent_at),
        "à rendre le": _day(loan.due_on),
        "prolongations": loan.renewals,
        "rendu le": _moment(loan.returned_at),
    }


def _day(day: datetime.date | None) -> str | None:
    return day.isoformat() if day else None


def _moment(at: datetime.datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None
