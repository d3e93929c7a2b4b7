"""The lists of the staff, searched."""

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Value, When

from catalogue.models import Copy, CopyState, Record, Role, User
from catalogue.queries.families import named
from games import registry
from ludotheque import scanner
from ludotheque.text import fold, words

SHOWN_AFTER = 11  # boxes that one act made


def records(text: str, *, without: str = "") -> QuerySet[Record]:
    """By words of title and publisher, EAN, barcode or call number; `without` copies or rules."""
    found = Record.objects.select_related("publisher").annotate(copy_count=Count("copies"))
    found = found.defer("rules_text", "description", "contents", "notes", "source")
    for word in words(text):
        found = found.filter(
            Q(sort_key__contains=word) | Q(publisher__sort_key__contains=word) | _exactly(text)
        )
    if without == "exemplaire":
        found = found.filter(~Exists(Copy.objects.filter(record=OuterRef("pk"))))
    elif without == "publication":
        found = found.filter(draft=True)
    elif without == "regle":
        found = found.filter(rules_text="", summary=None).exclude(game__in=registry.books())
    return found.order_by("sort_key", "id")


def _exactly(text: str) -> Q:
    code = text.strip()
    here = Copy.objects.filter(Q(barcode=code) | Q(call_number__iexact=code), record=OuterRef("pk"))
    return Q(ean=code) | Q(Exists(here))


def copies(text: str, *, state: str = "") -> QuerySet[Copy]:
    """By barcode, call number or words of the title; `state` as the staff has found it."""
    found = Copy.objects.with_loans().select_related("record", "section", "site")
    found = found.defer("record__rules_text", "record__description", "record__contents", "record__source")
    if text.strip():
        title = Q()
        for word in words(text):
            title &= Q(record__sort_key__contains=word)
        code = text.strip()
        by_code = (
            Q(barcode__startswith=code) | Q(barcode=scanner.code(code)) | Q(call_number__istartswith=code)
        )
        found = found.filter(by_code | title if title else by_code)
    if state in CopyState.values:
        found = found.filter(state=state)
    return found.order_by("record__sort_key", "record_id", "barcode")


def copies_from(record: Record, code: str) -> list[Copy]:
    """The box of the record that bears this code, and a few of those made after it; none if it has none."""
    first = record.copies.filter(barcode=code).first()
    return list(record.copies.filter(pk__gte=first.pk).order_by("pk")[:SHOWN_AFTER]) if first else []


def accounts(text: str) -> QuerySet[User]:
    """By username, e-mail, name of the person or of the family; the team first, then families."""
    found = User.objects.select_related("household")
    typed = text.strip()
    if typed:
        sought = words(typed)
        # names of accounts have no folded key; the team is a handful
        team = User.objects.exclude(role=Role.MEMBER).only("first_name", "last_name")
        named_so = [
            one.pk for one in team if sought and all(word in fold(one.get_full_name()) for word in sought)
        ]
        families = named(typed).values("pk")
        found = found.filter(
            Q(username__icontains=typed)
            | Q(email__iexact=typed)
            | Q(pk__in=named_so)
            | Q(household__in=families)
        )
    ranks = [When(role=role, then=Value(-role.rank)) for role in Role]
    return found.order_by(Case(*ranks), "household__sort_key", "id")
