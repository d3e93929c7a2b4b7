"""What a scan at the desk means: a card, a box, or a family's name."""

from dataclasses import dataclass, field

from django.db.models import Q

from catalogue.models import Card, Copy, Household, Member
from ludotheque import scanner
from ludotheque.text import fold, words

CHOICES = 20


@dataclass
class Found:
    """What answers to a scan: a copy, a member by card, or households by name."""

    copy: Copy | None = None
    member_id: int | None = None
    households: list[Household] = field(default_factory=list)
    more: bool = False  # there are more households than these
    certain: bool = False  # the one household, by a name long enough to be sure


def box(typed: str) -> Copy | None:
    """The copy that bears the code, as typed or as a French keyboard has garbled it."""
    for code in _codes(typed):
        copy = Copy.objects.at_desk(barcode=code)
        if copy is not None:
            return copy
    return None


def card(typed: str) -> int | None:
    """The member whose card bears the code."""
    for code in _codes(typed):
        member_id = Card.objects.filter(barcode=code).values_list("member_id", flat=True).first()
        if member_id:
            return member_id
    return None


def anything(typed: str, *, box_first: bool) -> Found:
    """A box, a card or families by name; with a family at the desk a box is what comes next."""
    for look_for_box in (box_first, not box_first):
        if look_for_box and (copy := box(typed)):
            return Found(copy=copy)
        if not look_for_box and (member_id := card(typed)):
            return Found(member_id=member_id)
    return by_name(typed)


def by_name(typed: str) -> Found:
    """Families one of whose names begins so; codes are no names, whatever letters they hold."""
    if scanner.only_digit_keys(typed) or not any(character.isalpha() for character in typed):
        return Found()
    households = list(named(typed).prefetch_related("members")[: CHOICES + 1])
    return Found(
        households=households[:CHOICES],
        more=len(households) > CHOICES,
        certain=len(households) == 1
        and bool(households[0].members.all())
        and all(len(word) > 1 for word in fold(typed).split()),
    )


def named(text: str):
    """Households one of whose names has words that begin so, in any case and without accents."""
    sought = words(text)
    if not sought:
        return Household.objects.none()
    theirs, someones = Q(), Q()
    for word in sought:
        begins = Q(sort_key__startswith=word) | Q(sort_key__contains=f" {word}")
        theirs &= begins
        someones &= begins
    members = Member.objects.filter(someones).values("household_id")
    return Household.objects.filter(theirs | Q(pk__in=members))


def _codes(typed: str) -> list[str]:
    """As typed, as it would be kept, and with every digit key read as its digit."""
    codes = [typed, scanner.code(typed), scanner.repaired(typed)]
    return list(dict.fromkeys(one for one in codes if one))
