"""The life of a missing piece: noted, found again, replaced from the spares, or done without."""

import datetime

from django.db.models import F

from catalogue.models import (
    Component,
    Copy,
    Loan,
    MissingOutcome,
    MissingPiece,
    PieceCount,
    User,
)
from catalogue.policy import Refusal, Refused
from catalogue.services import journal, ledger, states
from ludotheque.writing import writing

MOST = 10_000  # of one piece


def note(
    *,
    copy_id: int,
    component_id: int | None = None,
    name: str = "",
    quantity: int = 1,
    important: bool = False,
    since_loan_id: int | None = None,
    actor: User | None,
    now: datetime.datetime,
) -> MissingPiece:
    """So many of a part of the box are missing, since a loan of this box or nobody knows when; something that
    is on no list is told by its name. Its `arrival` says where the box goes, if that has changed."""
    with writing():
        copy = locked(copy_id)
        part = Component.objects.filter(pk=component_id or 0, record_id=copy.record_id).first()
        name = part.name if part else " ".join(name.split())
        what = f"Rien n’est noté pour « {copy.record.title} »."
        if not name:
            raise Refused(Refusal("no-piece", what, "Il manque le nom de la pièce.", "Choisissez-la."))
        if not 1 <= quantity <= MOST:
            raise Refused(Refusal("no-number", what, "Dites combien il en manque.", ""))
        if part and part.quantity is not None:
            here = part.quantity - sum(one.quantity for one in copy.missing.open().filter(component=part))
            if quantity > here:
                why = (
                    f"La boîte n’en a que {part.quantity}, dont {part.quantity - here} déjà notés manquants."
                )
                raise Refused(Refusal("more-than-there-are", what, why, "Corrigez le nombre."))
        loan = Loan.objects.filter(pk=since_loan_id, copy=copy).first() if since_loan_id else None
        important = part.important if part else important
        piece = add(copy, part, name, quantity, important, loan=loan, actor=actor, now=now)
        piece.arrival = states.by_pieces(copy, actor=actor, now=now, worse=important)
    return piece


def found(
    *, piece_id: int, quantity: int | None = None, actor: User | None, now: datetime.datetime
) -> MissingPiece:
    """So many of them are back in the box; without a number, all."""
    with writing():
        piece = _open(piece_id, quantity)
        piece = close(piece, MissingOutcome.FOUND, quantity, actor=actor, now=now)
        piece.arrival = states.by_pieces(piece.copy, actor=actor, now=now)
    return piece


def replace(
    *, piece_id: int, quantity: int | None = None, actor: User | None, now: datetime.datetime
) -> MissingPiece:
    """So many are replaced from the spares of the game, which are then fewer."""
    with writing():
        piece = _open(piece_id, quantity)
        number = quantity or piece.quantity
        spares = Component.objects.filter(pk=piece.component_id or 0, spare__gte=number)
        if not spares.update(spare=F("spare") - number):
            here = piece.component.spare if piece.component else 0
            why = f"La réserve n’en a que {here}." if here else "La réserve n’en a pas."
            then = "Notez ce qu’elle contient dans la notice, ou remplacez moins de pièces."
            raise Refused(Refusal("no-spare", f"Rien n’est remplacé : {piece.name}.", why, then))
        piece = close(piece, MissingOutcome.REPLACED, number, actor=actor, now=now)
        piece.arrival = states.by_pieces(piece.copy, actor=actor, now=now)
    return piece


def write_off(*, piece_id: int, actor: User | None, now: datetime.datetime) -> MissingPiece:
    """Nobody looks for it any more: the box goes on without."""
    with writing():
        piece = close(_open(piece_id), MissingOutcome.WRITTEN_OFF, None, actor=actor, now=now)
        piece.arrival = states.by_pieces(piece.copy, actor=actor, now=now)
    return piece


def playable(*, piece_id: int, important: bool, actor: User | None, now: datetime.datetime) -> MissingPiece:
    """Whether one can play without: a box that lacks only such pieces may go out."""
    with writing():
        piece = _open(piece_id)
        if piece.important != important:
            piece.important = important
            piece.save(update_fields=["important"])
            _write(piece, "piece-needed" if important else "piece-not-needed", actor)
            piece.arrival = states.by_pieces(piece.copy, actor=actor, now=now, worse=important)
    return piece


def since(*, piece_id: int, loan_id: int | None, actor: User | None) -> MissingPiece:
    """Since which loan of the box it is missing, noted anew; None: nobody knows. Not while the family of the
    loan noted so far is asked for it."""
    with writing():
        piece = _open(piece_id)
        loan = Loan.objects.filter(pk=loan_id, copy=piece.copy).first() if loan_id else None
        what = f"Rien n’est changé : {piece.name}."
        if loan_id and loan is None:
            then = "Choisissez-le dans la liste."
            raise Refused(Refusal("other-loan", what, "Ce prêt n’est pas de cette boîte.", then))
        if loan == piece.since_loan:
            return piece
        if is_charged(piece):
            why = "Elle a été demandée à la famille de ce prêt."
            raise Refused(Refusal("charged", what, why, "Annulez d’abord ce montant."))
        before = {"since_loan": piece.since_loan_id}
        piece.since_loan = loan
        piece.save(update_fields=["since_loan"])
        _write(piece, "piece-since", actor, before, since_loan=loan.pk if loan else None)
    return piece


def reopen(*, piece_id: int, actor: User | None, now: datetime.datetime) -> MissingPiece:
    """What was closed by mistake is missing again; a spare goes back to the spares."""
    with writing():
        piece = _locked(piece_id)
        if piece.outcome == MissingOutcome.OPEN:
            raise Refused(_already(piece))
        open_again(piece)
        _write(piece, "piece-reopened", actor)
        piece.arrival = states.by_pieces(piece.copy, actor=actor, now=now, worse=piece.important)
    return piece


def forget(*, piece_id: int, actor: User | None, now: datetime.datetime) -> Copy:
    """Noted by mistake: as if it never had been; the journal keeps it."""
    with writing():
        piece = _open(piece_id)
        copy = piece.copy
        if is_charged(piece):
            why = "Elle a été demandée à la famille."
            raise Refused(Refusal("charged", "Rien n’est effacé.", why, "Annulez d’abord ce montant."))
        _write(piece, "piece-forgotten", actor)
        piece.delete()
        states.by_pieces(copy, actor=actor, now=now)
    return copy


# --- within a transaction that has the copy locked


def locked(copy_id: int) -> Copy:
    return Copy.objects.select_for_update(no_key=True, of=("self",)).select_related("record").get(pk=copy_id)


def add(
    copy: Copy,
    part: Component | None,
    name: str,
    quantity: int,
    important: bool,
    *,
    loan: Loan | None,
    actor: User | None,
    now: datetime.datetime,
    count: PieceCount | None = None,
) -> MissingPiece:
    piece = MissingPiece.objects.create(
        copy=copy,
        component=part,
        name=name,
        quantity=quantity,
        important=important,
        since_loan=loan,
        noted_at=now,
        noted_by=actor,
        noted_in=count,
    )
    _write(piece, "piece-missing", actor)
    return piece


def close(
    piece: MissingPiece,
    outcome: MissingOutcome,
    quantity: int | None,
    *,
    actor: User | None,
    now: datetime.datetime,
    count: PieceCount | None = None,
) -> MissingPiece:
    """All of them or so many; what is missing still stays in a row of its own, with what was asked for it."""
    rest = piece.quantity - quantity if quantity else 0
    if rest:
        piece.quantity = rest
        piece.save(update_fields=["quantity"])
        piece.pk, piece.charge, piece.quantity = None, None, quantity or 0
        piece._state.adding = True
    piece.outcome, piece.closed_at, piece.closed_by = outcome, max(now, piece.noted_at), actor
    piece.closed_in = count
    piece.save()
    verbs = {MissingOutcome.FOUND: "piece-found", MissingOutcome.REPLACED: "piece-replaced"}
    _write(piece, verbs.get(outcome, "piece-written-off"), actor)
    return piece


def never_was(piece: MissingPiece, *, actor: User | None) -> None:
    """Undoes all that followed from noting it: the spare that replaced it goes back, the row goes."""
    if piece.outcome != MissingOutcome.OPEN:
        open_again(piece)
    if piece.charge and is_charged(piece):
        ledger.correct(entry_id=piece.charge.pk, actor=actor, note="Retour annulé")
    _write(piece, "piece-forgotten", actor)
    piece.delete()


def open_again(piece: MissingPiece) -> None:
    if piece.outcome == MissingOutcome.REPLACED and piece.component_id:
        Component.objects.filter(pk=piece.component_id).update(spare=F("spare") + piece.quantity)
    piece.outcome, piece.closed_at, piece.closed_by, piece.closed_in = MissingOutcome.OPEN, None, None, None
    piece.save(update_fields=["outcome", "closed_at", "closed_by", "closed_in"])


def is_charged(piece: MissingPiece) -> bool:
    """Whether the family owes it; a charge that was taken back is none."""
    return piece.charge is not None and not hasattr(piece.charge, "corrected_by")


def _locked(piece_id: int) -> MissingPiece:
    """The piece, with its box locked before it, as every act on a box does."""
    copy = locked(MissingPiece.objects.values_list("copy_id", flat=True).get(pk=piece_id))
    rows = MissingPiece.objects.select_for_update(of=("self",)).select_related(
        "component", "charge__corrected_by"
    )
    piece = rows.get(pk=piece_id)
    piece.copy = copy
    return piece


def _open(piece_id: int, quantity: int | None = None) -> MissingPiece:
    piece = _locked(piece_id)
    if piece.outcome != MissingOutcome.OPEN:
        raise Refused(_already(piece))
    if quantity is not None and not 1 <= quantity <= piece.quantity:
        why = f"Il en manque {piece.quantity}."
        raise Refused(Refusal("no-number", "Rien n’est changé.", why, "Corrigez le nombre."))
    return piece


def _already(piece: MissingPiece) -> Refusal:
    outcome = piece.get_outcome_display().lower()
    return Refusal(
        "already-closed",
        f"Rien n’est changé : {piece.name}.",
        f"La pièce est déjà notée « {outcome} ».",
        "",
    )


def _write(
    piece: MissingPiece, verb: str, actor: User | None, before: dict | None = None, **more: object
) -> None:
    """A line of the box: what happens to a piece is part of its history."""
    after = {"piece": str(piece), "piece_id": piece.pk, **more}
    journal.write(actor=actor, verb=verb, subject=piece.copy, before=before, after=after)
