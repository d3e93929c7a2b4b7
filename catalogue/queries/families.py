"""Families by what one knows of them: a name, a telephone, an e-mail, a card."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import Q, QuerySet

from catalogue.models import Household, Member
from ludotheque import found_by, scanner

WHOLE = 9  # figures of a telephone that can be nobody else's


def named(text: str) -> QuerySet[Household]:
    """Households one of whose names has words that begin so, in any case, without accents, parted or not."""
    ways = found_by.ways(text)
    if not ways:
        return Household.objects.none()
    theirs = Q()
    for forms in ways:
        theirs &= Q(*(("found_by__contains", form) for form in forms), _connector=Q.OR)
    return Household.objects.filter(theirs | Q(pk__in=Member.objects.filter(theirs).values("household_id")))


def known_by(text: str) -> QuerySet[Household]:
    """By a name, by a card, by an e-mail, or by a telephone, whose last figures may be left out."""
    typed = text.strip()
    holders = Member.objects.filter(cards__barcode__in=scanner.readings(typed)).values("household_id")
    found = Q(pk__in=holders) | Q(pk__in=written_to(typed).values("pk"))
    if number := found_by.sought_phone(typed):
        found |= Q(pk__in=dialled(number).values("pk"))
    return Household.objects.filter(found | Q(pk__in=named(typed).values("pk")))


def reached(text: str) -> QuerySet[Household]:
    """By a whole telephone or a whole e-mail: what cannot be the code of a box that was misread."""
    typed = text.strip()
    if "@" in typed:
        return written_to(typed)
    number = found_by.sought_phone(typed)
    return dialled(number) if len(number) >= WHOLE else Household.objects.none()


def written_to(email: str) -> QuerySet[Household]:
    """Whose e-mail it is, or that of somebody of theirs."""
    members = Member.objects.filter(email__iexact=email).values("household_id")
    return (
        Household.objects.filter(Q(email__iexact=email) | Q(pk__in=members))
        if email
        else Household.objects.none()
    )


def dialled(number: str) -> QuerySet[Household]:
    """Whose telephone begins so, or that of somebody of theirs."""
    begins = Q(found_by__contains=f" {found_by.PHONE}{number}")
    return Household.objects.filter(begins | Q(pk__in=Member.objects.filter(begins).values("household_id")))


WITH_PEOPLE = ("members", "members__cards")  # what telling families apart reads


def tell_apart(households: Iterable[Household], *, by_card: bool = True) -> None:
    """Of families of one name each gets, as `apart`, where it lives; where that says too little a card, or
    without the people read with it a telephone or an e-mail."""
    households = list(households)
    families = {
        one.pk: one for one in households
    }.values()  # a list of loans names one family again and again
    alike = Counter(one.sort_key for one in families)
    homes = Counter((one.sort_key, one.home) for one in families)
    twins = [one for one in households if alike[one.sort_key] > 1]
    unclear = [one for one in twins if not one.home or homes[one.sort_key, one.home] > 1]
    for one in households:
        one.apart = one.home if one in twins else ""
    for one in unclear:
        cards = _card_of(one) if by_card else []
        one.apart = ", ".join(filter(None, [one.home, *(cards or [one.phone or one.email])]))


def whose(member: Member) -> str:
    """The family and who of it borrowed, and what tells it from another of its name in the same list."""
    family = member.household
    person = "" if member.first_name in family.name else member.first_name
    return ", ".join(filter(None, (family.name, person, family.apart)))


def _card_of(household: Household) -> list[str]:
    cards = (card.barcode for member in household.members.all() for card in member.cards.all())
    return [f"carte {code}" for code in cards][:1]
