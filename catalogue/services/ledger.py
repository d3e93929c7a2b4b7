"""The account of a family: what it owes and what it pays. Nothing is changed or erased, only corrected."""

from django.db import IntegrityError, transaction
from django.db.models import Max, Sum
from django.utils import timezone

from catalogue.models import Household, LedgerEntry, LedgerKind, PaymentMethod, User
from catalogue.policy import Refusal, Refused
from catalogue.services import journal
from ludotheque.money import MOST, euros
from ludotheque.writing import writing

_MONEY = (LedgerKind.PAYMENT, LedgerKind.REFUND, LedgerKind.CORRECTION)
CHARGES = tuple(kind for kind in LedgerKind if kind not in _MONEY)
_VERBS: dict[str, str] = {LedgerKind.PAYMENT: "pay", LedgerKind.REFUND: "refund"}


def charge(
    *,
    household_id: int,
    kind: str,
    amount_cents: int,
    actor: User | None,
    note: str = "",
    loan_id: int | None = None,
    subscription_id: int | None = None,
    seen: int | None = None,
    within: Household | None = None,
) -> LedgerEntry:
    """The family owes so much more; `kind` says what for. `seen` as for a payment.

    `within`: the household, locked by an act whose own line in the journal says what it charges; a scan at
    the desk has few queries.
    """
    if kind not in CHARGES:
        raise ValueError(f"{kind!r} is nothing that is owed")
    if within is not None:
        return LedgerEntry.objects.create(
            household=within,
            kind=kind,
            amount_cents=_sensible(amount_cents),
            at=timezone.now(),
            by=actor,
            note=note[:200],
            loan_id=loan_id,
        )
    return _write(
        household_id,
        actor,
        seen,
        kind=kind,
        amount_cents=_sensible(amount_cents),
        note=note[:200],
        loan_id=loan_id,
        subscription_id=subscription_id,
    )


def pay(
    *,
    household_id: int,
    amount_cents: int,
    method: str,
    actor: User | None,
    note: str = "",
    loan_id: int | None = None,
    subscription_id: int | None = None,
    seen: int | None = None,
    advance: bool = True,
) -> LedgerEntry:
    """The family has paid so much; more than it owes only where an `advance` is meant. With `seen`, the last
    line that the writer had before her, it is refused when there are newer ones: a button pressed twice takes
    money once."""
    return _write(
        household_id,
        actor,
        seen,
        advance,
        kind=LedgerKind.PAYMENT,
        amount_cents=-_sensible(amount_cents),
        method=PaymentMethod(method),
        note=note[:200],
        loan_id=loan_id,
        subscription_id=subscription_id,
    )


def refund(
    *,
    household_id: int,
    amount_cents: int,
    method: str,
    actor: User | None,
    note: str = "",
    seen: int | None = None,
) -> LedgerEntry:
    """Gives back what was paid in advance, or a part of it; never more. `seen` as for a payment."""
    return _write(
        household_id,
        actor,
        seen,
        kind=LedgerKind.REFUND,
        amount_cents=_sensible(amount_cents),
        method=PaymentMethod(method),
        note=note[:200],
    )


def correct(*, entry_id: int, actor: User | None, note: str) -> LedgerEntry:
    """Takes a line back by another with the opposite amount, once."""
    with writing():
        wrong = LedgerEntry.objects.get(pk=entry_id)
        if wrong.household_id is not None:
            Household.objects.select_for_update().get(pk=wrong.household_id)
        if wrong.kind == LedgerKind.CORRECTION:
            raise Refused(_not_corrected("C’est une correction : écrivez une nouvelle ligne."))
        try:
            with transaction.atomic():
                entry = LedgerEntry.objects.create(
                    household_id=wrong.household_id,
                    kind=LedgerKind.CORRECTION,
                    amount_cents=-wrong.amount_cents,
                    at=timezone.now(),
                    by=actor,
                    note=note[:200],
                    loan_id=wrong.loan_id,
                    subscription_id=wrong.subscription_id,
                    corrects=wrong,
                )
        except IntegrityError as error:  # taken back before, here or in another tab
            raise Refused(_not_corrected("Cette ligne est déjà corrigée.")) from error
        _journal(entry, "correct-ledger", actor)
    return entry


def correct_all(*, actor: User | None, note: str, **of: object) -> list[LedgerEntry]:
    """Takes back every line `of` a loan or a subscription that still counts (`loan_id=…`)."""
    with writing():
        left = LedgerEntry.objects.filter(corrects=None, corrected_by=None, **of)
        return [correct(entry_id=one, actor=actor, note=note) for one in left.values_list("pk", flat=True)]


def _write(
    household_id: int, actor: User | None, seen: int | None, advance: bool = True, **values
) -> LedgerEntry:
    with writing():
        household = Household.objects.select_for_update().get(pk=household_id)
        if seen is not None and seen != last_line(household.pk):
            raise Refused(
                Refusal(
                    "ledger-moved",
                    "Rien n’est écrit.",
                    "Le compte a changé entre-temps.",
                    "Voyez ses dernières lignes : c’est peut-être déjà fait.",
                )
            )
        if not advance:
            _check_owed(household.pk, -values["amount_cents"])
        if values["kind"] == LedgerKind.REFUND:
            _check_advance(household.pk, values["amount_cents"])
        entry = LedgerEntry.objects.create(household=household, at=timezone.now(), by=actor, **values)
        _journal(entry, _VERBS.get(entry.kind, "charge"), actor)
    return entry


def _check_owed(household_id: int, paid: int) -> None:
    owed = max(0, _balance(household_id))
    if paid > owed:
        why = f"C’est {euros(paid - owed)} de plus que ce qui est dû, {euros(owed)}."
        if not owed:
            why = "Rien n’est dû."
        then = f"Corrigez le montant, ou confirmez que {euros(paid - owed)} restent en avance."
        raise Refused(Refusal("more-than-owed", "Rien n’est écrit.", why, then))


def _check_advance(household_id: int, given: int) -> None:
    advance = max(0, -_balance(household_id))
    if given > advance:
        why = f"La famille n’a que {euros(advance)} d’avance." if advance else "La famille n’a pas d’avance."
        raise Refused(Refusal("more-than-advance", "Rien n’est rendu.", why, ""))


def _balance(household_id: int) -> int:
    lines = LedgerEntry.objects.filter(household_id=household_id)
    return lines.aggregate(sum=Sum("amount_cents"))["sum"] or 0


def last_line(household_id: int) -> int:
    """What `seen` is compared with."""
    return LedgerEntry.objects.filter(household_id=household_id).aggregate(last=Max("pk"))["last"] or 0


def _journal(entry: LedgerEntry, verb: str, actor: User | None) -> None:
    said = {"entry": entry.pk, "kind": entry.kind, "amount_cents": entry.amount_cents}
    if entry.method:
        said["method"] = entry.method
    if entry.corrects_id:
        said["corrects"] = entry.corrects_id
    journal.write(actor=actor, verb=verb, subject=entry.household or entry, after=said)


def _sensible(amount_cents: int) -> int:
    if not 0 < amount_cents <= MOST:
        raise ValueError(f"{amount_cents} cents: between 1 and {MOST}")
    return amount_cents


def _not_corrected(why: str) -> Refusal:
    return Refusal("not-corrected", "Rien n’est corrigé.", why, "")


def words(cents: int) -> str:
    """« doit 12,50 € », « a 3,00 € d’avance », « est à jour »."""
    if cents > 0:
        return f"doit {euros(cents)}"
    return f"a {euros(-cents)} d’avance" if cents else "est à jour"
