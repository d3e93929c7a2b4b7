"""Families, their members and their cards."""

import datetime
from collections.abc import Iterable
from itertools import count

from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from catalogue import membership
from catalogue.models import Card, Household, JournalEntry, Member, User
from catalogue.policy import Refusal, Refused
from catalogue.services import journal, versions
from catalogue.services.copies import barcode_refusal, kept_code
from ludotheque import found_by
from ludotheque.text import fold
from ludotheque.writing import writing


def create(*, name: str, actor: User | None, **values) -> Household:
    with writing():
        household = Household(name=name, **values)
        _say_keys(household)
        household.save()
        journal.write(actor=actor, verb="create", subject=household, after=facts(household))
    return household


def update(*, household_id: int, actor: User | None, seen: str | None = None, **values) -> Household:
    """Changes what is given and leaves the rest; with `seen`, the version that the writer had before her,
    it raises `Changed` instead of writing over somebody else's work."""
    with writing():
        household = Household.objects.select_for_update().get(pk=household_id)
        versions.check(household, seen)
        before = facts(household)
        for name, value in values.items():
            setattr(household, name, value)
        _say_keys(household)
        _save_if_changed(household, before, actor)
    return household


def add_member(
    *, household_id: int, first_name: str, last_name: str, actor: User | None, card: str = "", **values
) -> Member:
    """A new person of the family; with a `card`, both or neither."""
    values |= _of_age_already(values.get("birth_date"))
    with writing():
        member = Member(household_id=household_id, first_name=first_name, last_name=last_name, **values)
        _say_keys(member)
        member.save()
        journal.write(actor=actor, verb="create", subject=member, after=facts(member))
        if card:
            give_card(member_id=member.pk, barcode=card, actor=actor)
    return member


def update_member(*, member_id: int, actor: User | None, seen: str | None = None, **values) -> Member:
    """Changes what is given and leaves the rest, or `Changed` as for a household."""
    with writing():
        member = Member.objects.select_for_update().get(pk=member_id)
        versions.check(member, seen)
        before = facts(member)
        if values.get("birth_date", member.birth_date) != member.birth_date:
            values |= _of_age_already(values["birth_date"])
        for name, value in values.items():
            setattr(member, name, value)
        _say_keys(member)
        _save_if_changed(member, before, actor)
    return member


def see_adult(*, member_id: int, today: datetime.date, actor: User | None) -> Member:
    """Somebody knows that this child came of age."""
    return update_member(member_id=member_id, actor=actor, adult_seen_on=today)


def remove_member(*, member_id: int, actor: User | None) -> JournalEntry:
    """Removes a member who has borrowed nothing, with the cards; a loan keeps its member.

    By the line of the journal `removals.put_back` undoes it."""
    with writing():
        member = Member.objects.select_for_update().get(pk=member_id)
        before = {**facts(member), "cards": [card.barcode for card in member.cards.all()]}
        entry = journal.write(actor=actor, verb="delete", subject=member, before=before)
        try:
            with transaction.atomic():
                member.delete()
        except ProtectedError as error:
            raise Refused(
                Refusal(
                    "has-loans",
                    f"{member} reste dans le foyer.",
                    "Des prêts sont à son nom.",
                    "Ils s’effaceront de l’historique avec le temps.",
                )
            ) from error
    return entry


def give_card(*, member_id: int, barcode: str, actor: User | None, again: bool = False) -> Card:
    """A card for a member; one barcode means one thing at the desk, no name. `again`: it had it before."""
    barcode = kept_code(barcode)
    if not again and not any(character.isdigit() for character in barcode):
        raise Refused(
            Refusal(
                "barcode-a-word",
                f"Le code {barcode} n’est pas attribué.",
                "Sans chiffre, il se confondrait à l’accueil avec le nom d’une famille.",
                "Prenez un code qui a un chiffre.",
                {"barcode": barcode},
            )
        )
    with writing():
        member = Member.objects.get(pk=member_id)
        refusal = barcode_refusal(barcode)
        if refusal:
            raise Refused(refusal)
        try:
            with transaction.atomic():
                card = Card.objects.create(member=member, barcode=barcode)
        except IntegrityError as error:  # given to somebody a moment ago
            refusal = barcode_refusal(barcode)
            if refusal is None:
                raise
            raise Refused(refusal) from error
        journal.write(actor=actor, verb="give-card", subject=member, after={"card": barcode})
    return card


def number_card(*, member_id: int, actor: User | None) -> Card:
    """A card with a number of ours: C000123 for the member 123, C000123-2 for a second one."""
    for number in count(1):
        code = f"C{member_id:06}" + (f"-{number}" if number > 1 else "")
        if barcode_refusal(code) is None:
            break
    return give_card(member_id=member_id, barcode=code, actor=actor)


def number_cards(*, household_ids: Iterable[int], actor: User | None) -> list[Card]:
    """A card for the first member of each of these families that has none; who has no member gets none."""
    without = Household.objects.filter(pk__in=household_ids).exclude(members__cards__isnull=False)
    firsts = Member.objects.filter(household__in=without).order_by("household_id", "pk")
    chosen = {member.household_id: member.pk for member in reversed(firsts)}
    with writing():
        return [number_card(member_id=pk, actor=actor) for pk in chosen.values()]


def remove_card(*, card_id: int, actor: User | None) -> Member:
    """A lost card opens nothing any more."""
    with writing():
        card = Card.objects.select_for_update(of=("self",)).select_related("member").get(pk=card_id)
        card.delete()
        journal.write(actor=actor, verb="remove-card", subject=card.member, before={"card": card.barcode})
    return card.member


def _of_age_already(birth_date: datetime.date | None) -> dict:
    """Only who grows up with us is flagged on the day, not who was an adult when we learnt of it."""
    today = timezone.localdate()
    adult = birth_date is not None and membership.age(birth_date, today) >= membership.ADULT
    return {"adult_seen_on": today if adult else None}


def _save_if_changed(row: models.Model, before: dict, actor: User | None) -> None:
    if journal.write_change(actor=actor, subject=row, before=before, after=facts(row)):
        row.save()


def facts(row: models.Model) -> dict:
    """What the row says, as the journal keeps it."""
    return journal.facts(row, but=("id", "sort_key", "found_by", "created_at"))


def _say_keys(row: Household | Member) -> None:
    """By what the row is ordered, and by what it is found."""
    name = row.name if isinstance(row, Household) else f"{row.last_name} {row.first_name}"
    row.sort_key = (fold(name) or name)[: row._meta.get_field("sort_key").max_length]
    row.found_by = found_by.key(name, phones=row.phone)
