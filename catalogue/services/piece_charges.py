"""What a family is asked for a piece that it lost."""

from catalogue.models import LedgerEntry, LedgerKind, MissingPiece, User
from catalogue.policy import Refusal, Refused
from catalogue.services import ledger
from ludotheque.money import euros
from ludotheque.writing import writing

MOST_CENTS = 100_000


def charge(*, piece_id: int, amount_cents: int, actor: User | None) -> LedgerEntry:
    """Asks the family that had the box for it, once; taken back, it may be asked anew."""
    with writing():
        piece = MissingPiece.objects.select_related("copy__record", "since_loan__member").get(pk=piece_id)
        what = f"Rien n’est demandé pour « {piece.name} »."
        loan = piece.since_loan
        if loan is None or loan.member is None:
            why = "On ne sait pas quelle famille l’a perdue."
            then = "Dites depuis quel prêt elle manque, ou écrivez la ligne dans le compte de la famille."
            raise Refused(Refusal("nobody-to-charge", what, why, then))
        if not 0 < amount_cents <= MOST_CENTS:
            why = f"Un montant va de {euros(1)} à {euros(MOST_CENTS)}."
            raise Refused(Refusal("no-amount", what, why, "Corrigez le montant."))
        entry = ledger.charge(
            household_id=loan.member.household_id,
            kind=LedgerKind.PIECE,
            amount_cents=amount_cents,
            actor=actor,
            note=f"{piece}, {piece.copy.record.title}",
            loan_id=loan.pk,
        )
        # the household is locked since: nobody else asks it at the same time
        asked = LedgerEntry.objects.filter(piece=piece, corrected_by=None).first()
        if asked:
            why = f"La famille l’a déjà au compte, pour {euros(asked.amount_cents)}."
            raise Refused(Refusal("charged-already", what, why, ""))
        MissingPiece.objects.filter(pk=piece.pk).update(charge=entry)
    return entry


def uncharge(*, piece_id: int, actor: User | None) -> LedgerEntry:
    """Takes back what the family was asked; its account shows both lines."""
    with writing():
        piece = MissingPiece.objects.get(pk=piece_id)
        if piece.charge_id is None:
            raise Refused(Refusal("not-charged", "Rien n’est annulé.", "Rien n’a été demandé.", ""))
        return ledger.correct(entry_id=piece.charge_id, actor=actor, note=f"{piece.name} : annulé")
