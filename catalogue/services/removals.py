"""Families removed when nothing hangs on them, and put back, as members are, from what the journal has."""

import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import ProtectedError

from catalogue.models import (
    Household,
    JournalEntry,
    Member,
    MemberCategory,
    Subscription,
    SubscriptionType,
    User,
)
from catalogue.policy import Refusal, Refused
from catalogue.services import households, journal
from catalogue.services.copies import barcode_refusal
from ludotheque.writing import writing

Kind = TypeVar("Kind", MemberCategory, SubscriptionType)


def remove(*, household_id: int, actor: User | None) -> JournalEntry:
    """Removes a family with its members and cards, unless loans, money, holds or an account are its own."""
    with writing():
        family = Household.objects.select_for_update().get(pk=household_id)
        if family.users.exists():
            raise Refused(_stays(family, "Elle a un compte en ligne.", "Un responsable le ferme d’abord."))
        entry = journal.write(actor=actor, verb="delete", subject=family, before=_whole(family))
        try:
            with transaction.atomic():
                family.delete()
        except ProtectedError as error:
            why = "Elle a des prêts, des réservations ou des lignes sur son compte."
            raise Refused(_stays(family, why, "Ce qui est passé s’efface avec le temps.")) from error
    return entry


def put_back(*, entry_id: int, actor: User | None) -> Household:
    """The family, or the member, that this line of the journal removed; once."""
    with writing():
        entry = JournalEntry.objects.select_for_update().get(
            pk=entry_id, verb="delete", subject_type__in=["household", "member"]
        )
        again = {"subject_type": entry.subject_type, "verb": "put-back", "after__removed": entry.pk}
        if JournalEntry.objects.filter(**again).exists():
            raise Refused(_not_back(entry, "C’est déjà fait."))
        if not entry.before:
            raise Refused(_not_back(entry, "Ce que l’on en savait est effacé."))
        if entry.subject_type == "member":
            family = Household.objects.select_for_update().filter(pk=entry.before["household"]).first()
            if family is None:
                raise Refused(_not_back(entry, "Son foyer n’existe plus."))
            subject: Household | Member = _member_back(family, entry.before, actor)
        else:
            subject = family = _family_back(entry.before, actor)
        journal.write(actor=actor, verb="put-back", subject=subject, after={"removed": entry.pk})
    return family


def _whole(family: Household) -> dict:
    """All that `_family_back` needs."""
    members = family.members.prefetch_related("cards")
    return {
        "facts": households.facts(family),
        "members": [
            households.facts(one) | {"cards": [card.barcode for card in one.cards.all()]} for one in members
        ],
        "subscriptions": [
            {"type": one.type_id, "starts_on": _said(one.starts_on), "ends_on": _said(one.ends_on)}
            for one in family.subscriptions.all()
        ],
    }


def _family_back(before: dict, actor: User | None) -> Household:
    facts = dict(before["facts"])
    family = households.create(actor=actor, category=_still(MemberCategory, facts.pop("category")), **facts)
    for member in before["members"]:
        _member_back(family, member, actor)
    for one in before["subscriptions"]:
        days = {name: _day(one[name]) for name in ("starts_on", "ends_on")}
        Subscription.objects.create(household=family, type=_still(SubscriptionType, one["type"]), **days)
    return family


def _still(model: type[Kind], pk: int | None) -> Kind | None:
    """The kind that it was of, unless that is gone since."""
    return model._default_manager.filter(pk=pk or 0).first()


def _member_back(family: Household, before: dict, actor: User | None) -> Member:
    """With the cards that nobody has taken since."""
    facts = {name: value for name, value in before.items() if name not in ("household", "cards")}
    for name in ("birth_date", "adult_seen_on"):
        facts[name] = _day(facts[name])
    member = households.add_member(household_id=family.pk, actor=actor, **facts)
    Member.objects.filter(pk=member.pk).update(adult_seen_on=facts["adult_seen_on"])
    for barcode in before["cards"]:
        if barcode_refusal(barcode) is None:
            households.give_card(member_id=member.pk, barcode=barcode, actor=actor, again=True)
    return member


def _said(day: datetime.date | None) -> str | None:
    return day.isoformat() if day else None


def _day(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


def _stays(family: Household, why: str, then: str) -> Refusal:
    return Refusal("household-in-use", f"« {family} » reste.", why, then)


def _not_back(entry: JournalEntry, why: str) -> Refusal:
    return Refusal("not-put-back", f"« {entry.subject_name} » n’est pas remis.", why, "")
