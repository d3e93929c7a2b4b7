"""What a scan at the desk means: a card, a box, or a family's name."""

from dataclasses import dataclass, field

from django.db.models import Case, OuterRef, Q, QuerySet, Subquery, When

from catalogue.models import Card, Copy, Household, Site
from catalogue.queries.families import WITH_PEOPLE, named, reached, tell_apart
from ludotheque import scanner
from ludotheque.text import fold

CHOICES = 20
LONGEST = 14  # figures of a code that is filled up with zeros
SAME = 3  # boxes of one number that are shown


@dataclass
class Found:
    """What answers to a scan: a copy, a member by card, or households by name.

    A code that a box and a card bear means the one that can come next; `also` is then the other's name."""

    copy: Copy | None = None
    member_id: int | None = None
    households: list[Household] = field(default_factory=list)
    more: bool = False  # there are more households than these
    also: str = ""
    certain: bool = False  # the one household, by a name long enough to be sure


def box(typed: str, *, here: int | None = None) -> Copy | None:
    """The copy that bears the code, as typed or as a scanner or a French keyboard has garbled it.

    `also_card` is the family whose card bears the very same code, if there is one; `desk_name` the name of
    the site `here`, where the desk stands, if that site is still there."""
    codes = scanner.readings(typed)
    holder = Card.objects.filter(barcode=OuterRef("barcode")).values("member__household__name")[:1]
    name = Site.objects.filter(pk=here or 0).values("name")[:1]
    copies = Copy.objects.annotate(also_card=Subquery(holder), desk_name=Subquery(name))
    return copies.bearing(codes).at_desk()


def zeros_apart(typed: str) -> list[Copy]:
    """Boxes whose code is the same number, but for the zeros at its front: meant perhaps, never surely."""
    number = scanner.code(scanner.unprefixed(typed))
    if not (number.isascii() and number.isdigit()) or len(number) > LONGEST:
        return []
    bare = number.lstrip("0") or "0"
    codes = {bare.zfill(length) for length in range(len(bare), LONGEST + 1)} - {number}
    found = Copy.objects.filter(barcode__in=codes).select_related("record")
    return list(found.order_by("barcode")[:SAME])


def card(typed: str) -> int | None:
    """The member whose card bears the code."""
    held = _card(typed)
    return held.member_id if held else None


def anything(typed: str, *, box_first: bool, here: int | None = None) -> Found:
    """A box, a card or families by name; with a family at the desk a box is what comes next."""
    for look_for_box in (box_first, not box_first):
        if look_for_box and (copy := box(typed, here=here)):
            return Found(copy=copy, also=copy.also_card or "")
        if not look_for_box and (held := _card(typed)):
            return _by_card(held, typed)
    return by_name(typed)


def family(typed: str) -> Found:
    """A card, or families by name."""
    held = _card(typed)
    return _by_card(held, typed) if held else by_name(typed)


def by_name(typed: str) -> Found:
    """Families one of whose names begins so, or whose telephone or e-mail it is.

    Codes are no names, whatever letters they hold; and a code may look like a telephone, so that nothing but
    a name or an e-mail is certain."""
    if "@" not in typed and not any(character.isalpha() for character in typed):
        return _choice(reached(typed), certain=False)
    if scanner.only_digit_keys(typed):
        return Found()
    whose = reached(typed) if "@" in typed else named(typed)
    return _choice(whose, certain=any(len(word) > 1 for word in fold(typed).split()))


def _by_card(held: Card, typed: str) -> Found:
    """Its member; but a code without a figure may have been typed as the name of others: all are offered."""
    if not any(character.isdigit() for character in held.barcode):
        holder = Q(members=held.member_id)
        whose = Household.objects.filter(Q(pk__in=named(typed).values("pk")) | holder).distinct()
        found = _choice(whose, certain=False)
        if len(found.households) > 1:
            return found
    return Found(member_id=held.member_id, also=held.also_box or "")


def _choice(whose: QuerySet[Household], *, certain: bool) -> Found:
    households = list(whose.prefetch_related(*WITH_PEOPLE)[: CHOICES + 1])
    tell_apart(households)
    return Found(
        households=households[:CHOICES],
        more=len(households) > CHOICES,
        certain=certain and len(households) == 1 and bool(households[0].members.all()),
    )


def _card(typed: str) -> Card | None:
    """The card that bears the code, with its member; `also_box` is the title of the box that bears it too."""
    codes = scanner.readings(typed)
    title = Copy.objects.filter(barcode=OuterRef("barcode")).values("record__title")[:1]
    likeliest = Case(
        *(When(barcode=code, then=place) for place, code in enumerate(codes)), default=len(codes)
    )
    cards = Card.objects.annotate(also_box=Subquery(title))
    return cards.filter(barcode__in=codes).order_by(likeliest).first()
