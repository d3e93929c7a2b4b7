"""Making and changing copies."""

import datetime

from django.db import IntegrityError, models, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from catalogue.models import Card, Copy, CopyState, User
from catalogue.policy import Refusal, Refused
from catalogue.search import index
from catalogue.services import holds, journal, places, versions
from ludotheque import scanner
from ludotheque.french import of
from ludotheque.writing import writing

LONGEST = 40  # signs of a barcode
_ASIDE = ("id", "created_at", "label_printed_at")
_OWN = [field.name for field in Copy._meta.concrete_fields if field.name not in _ASIDE]


def create(*, record_id: int, barcode: str, actor: User | None, **values) -> Copy:
    """A new box of a record; a section or a site given as text is found or made."""
    with writing():
        copy = Copy(record_id=record_id, barcode=kept_code(barcode), **placed(values, actor))
        save_new(copy)
        journal.write(actor=actor, verb="create", subject=copy, after=facts(copy))
        index.update([record_id])
    return copy


def update(*, copy_id: int, actor: User | None, seen: str | None = None, **values) -> Copy:
    """Changes what is given and leaves the rest; with `seen`, the version that the writer had before her,
    it raises `Changed` instead of writing over somebody else's work."""
    unknown = values.keys() - {*_OWN, "record_id"}
    if unknown:
        raise TypeError(f"no such field of a copy: {', '.join(sorted(unknown))}")
    with writing():
        copy = Copy.objects.select_for_update(no_key=True).get(pk=copy_id)
        versions.check(copy, seen)
        before, records, since = facts(copy), {copy.record_id}, copy.state_since
        for name, value in placed(values, actor).items():
            if name == "barcode" and value != copy.barcode:  # an old one stays as it is on its box
                value = kept_code(value)
            setattr(copy, name, value)
        settle(copy, before["state"], since)
        if journal.write_change(actor=actor, subject=copy, before=before, after=facts(copy)):
            _save(copy)
            holds.boxes_changed(copy_ids=[copy.pk], actor=actor, now=timezone.now())
            index.update(records | {copy.record_id})
    return copy


def delete(*, copy_id: int, actor: User | None) -> None:
    """Removes a box made by mistake, never lent; what it said stays in the journal."""
    with writing():
        copy = Copy.objects.select_for_update().get(pk=copy_id)
        loans = copy.loans.count()
        if loans:
            raise Refused(_was_lent(copy, loans))
        journal.write(actor=actor, verb="delete", subject=copy, before=facts(copy))
        holds.box_left(copy=copy, actor=actor, now=timezone.now(), why="exemplaire supprimé")
        holds.forget_copy(copy=copy)
        try:
            with transaction.atomic():
                copy.delete()
        except ProtectedError as error:  # lent a moment ago
            raise Refused(_was_lent(copy, 1)) from error
        index.update([copy.record_id])


def settle(copy: Copy, state_before: str | None = None, since_before: datetime.date | None = None) -> None:
    """A box leaves when it is at home, for a reason, on a day; one that is put back has neither any more. Any
    other state but « in service » has a date, and may have a reason."""
    if copy.state in (CopyState.IN_SERVICE, CopyState.WITHDRAWN):  # the latter has its own
        copy.state_reason, copy.state_since = "", None
    elif copy.state != state_before and copy.state_since == since_before:
        copy.state_since = timezone.localdate()
    copy.state_reason = " ".join(copy.state_reason.split())
    if copy.state != CopyState.WITHDRAWN:
        copy.withdrawn_reason, copy.withdrawn_on = "", None
        return
    copy.withdrawn_reason = " ".join(copy.withdrawn_reason.split())
    copy.withdrawn_on = copy.withdrawn_on or timezone.localdate()
    what = f"« {copy.record.title} » n’est pas retiré."
    if copy.pk and state_before != CopyState.WITHDRAWN and copy.open_loan:
        raise Refused(
            Refusal("on-loan", what, "La boîte est prêtée.", "Rendez-la d’abord, ou notez-la perdue.")
        )
    if not copy.withdrawn_reason:
        then = "Dites pourquoi la boîte part : abîmée, donnée, en double…"
        raise Refused(Refusal("no-reason", what, "Il manque le motif.", then))


def _was_lent(copy: Copy, loans: int) -> Refusal:
    return Refusal(
        "was-lent",
        f"L’exemplaire {copy.barcode} n’est pas supprimé.",
        "Il a été prêté." if loans == 1 else f"Il a été prêté {loans} fois.",
        "Passez-le plutôt à l’état « Retiré ».",
        {"loans": loans},
    )


def placed(values: dict, actor: User | None) -> dict:
    """The values, with the section and the site that a text names."""
    makers: dict = {"section": places.section, "site": places.site}
    return {
        name: makers[name](name=value, actor=actor) if name in makers and isinstance(value, str) else value
        for name, value in values.items()
    }


def save_new(copy: Copy) -> None:
    settle(copy)
    _save(copy)


def _save(copy: Copy) -> None:
    """Saves, or refuses a barcode that something else bears."""
    refusal = barcode_refusal(copy.barcode, but_copy=copy.pk)
    if refusal:
        raise Refused(refusal)
    try:
        with transaction.atomic():
            copy.save()
    except IntegrityError as error:  # given to another box a moment ago
        refusal = barcode_refusal(copy.barcode, but_copy=copy.pk)
        if refusal is None:
            raise
        raise Refused(refusal) from error


def kept_code(typed: str) -> str:
    """The code of a box or a card as the desk will read it, or a refusal of what it could not read."""
    code = scanner.code(typed)
    refusal = unreadable(code)
    if refusal:
        raise Refused(refusal)
    return code


def unreadable(code: str) -> Refusal | None:
    """Why the desk could not read this code, if it could not."""
    if scanner.can_be_code(code) and len(code) <= LONGEST:
        return None
    return Refusal(
        "barcode-unreadable",
        f"Le code « {code[:LONGEST]} » n’est pas attribué.",
        f"Un code n’a que des lettres, des chiffres et - . / _ + $ % :, et {LONGEST} signes au plus.",
        "Scannez-le de nouveau, ou tapez-le.",
        {"barcode": code},
    )


def barcode_refusal(barcode: str, *, but_copy: int | None = None) -> Refusal | None:
    """Who has this barcode already, box or card: one code means one thing at the desk."""
    copies = Copy.objects.select_related("record").filter(barcode=barcode)
    if but_copy is not None:
        copies = copies.exclude(pk=but_copy)
    copy = copies.first()
    card = Card.objects.select_related("member").filter(barcode=barcode).first()
    return taken(barcode, copy=copy, card=card) if copy or card else None


def taken(barcode: str, *, copy: Copy | None = None, card: Card | None = None) -> Refusal:
    """The refusal of a code that a box, else a card, bears."""
    if copy:
        why = f"La boîte « {copy.record.title} » le porte déjà."
    else:
        assert card is not None
        why = f"C’est déjà celui de la carte {of(str(card.member))}."
    return Refusal(
        "barcode-taken",
        f"Le code {barcode} n’est pas attribué.",
        why,
        "Prenez un autre code.",
        {"barcode": barcode, "copy_id": copy.pk if copy else None, "card_id": card.pk if card else None},
    )


def facts(copy: Copy) -> dict:
    """All that a box says of itself, as plain values for the journal."""
    said: dict = {}
    for name in _OWN:
        value = getattr(copy, name)
        if isinstance(value, models.Model):
            value = str(value)
        said[name] = value.isoformat() if hasattr(value, "isoformat") else value
    return said
