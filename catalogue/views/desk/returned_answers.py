"""What taking back answers: what to do with each box, and what came of what was noted about it."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils import timezone

from catalogue import policy
from catalogue.models import Copy, CopyState, Household, Loan
from catalogue.models.piece import lacking
from catalogue.queries import desk as reading
from catalogue.services.counts import Counted
from catalogue.services.holds import Arrival
from catalogue.views.desk import answers
from catalogue.views.desk.answers import Act, Answer
from catalogue.views.holds import arrived
from ludotheque.money import euros


def came_back(
    loans: Sequence[Loan],
    *,
    refused: Sequence[policy.Refused] = (),
    gone: int = 0,
    arrival: Arrival | None = None,
) -> Answer:
    """Boxes that have just come back, as `queries.returned` tells them; of a single one, also its arrival."""
    races = raced(refused, gone)
    if len(loans) == 1 and not races:
        return _one(loans[0], arrival or Arrival())
    what = "1 boîte rendue" if len(loans) == 1 else f"{len(loans)} boîtes rendues"
    careful = any(_is_special(loan) or days_late(loan) for loan in loans)
    answer = Answer("warn" if careful or races else "ok", what, races, word="Rendu")
    for loan in loans:
        said = " ".join([todo(loan), *_notes(loan)])
        answer.details.append(f"« {loan.copy.record.title} » ({loan.copy.barcode}) : {said}")
    return answer


def raced(refused: Sequence[policy.Refused], gone: int) -> list[str]:
    """What another desk was faster to take back."""
    told = [str(one) for one in refused]
    if gone:
        told.append("1 boîte était déjà rendue." if gone == 1 else f"{gone} boîtes étaient déjà rendues.")
    return told


def _one(loan: Loan, arrival: Arrival) -> Answer:
    copy = loan.copy
    careful = _is_special(loan) or bool(days_late(loan))
    said = arrived.told(arrival, copy)
    # what keeps it in comes before who waits for it
    lines = list(said.lines) if said.word and copy.state == CopyState.IN_SERVICE else [todo(loan)]
    answer = Answer(
        "warn" if careful else "ok",
        f"Rendu : « {copy.record.title} »",
        lines + _notes(loan),
        loan.pk,
        word=_word(loan, said),
    )
    arrived.with_slip(answer, said)
    if copy.state not in (CopyState.IN_SERVICE, CopyState.TO_COUNT, CopyState.WITHDRAWN):
        answer.acts.append(_back_in_service(copy))
    if loan.member and loan.still_out:
        left = "1 autre boîte" if loan.still_out == 1 else f"{loan.still_out} autres boîtes"
        label = f"{left} chez {loan.member.household.name}"
        href = f"{reverse('checkin')}?famille={loan.member.household_id}"
        answer.acts.append(Act(label, href=href, icon="users"))
    return answer


def todo(loan: Loan) -> str:
    """What to do with the box, in one sentence."""
    copy = loan.copy
    if copy.state == CopyState.TO_COUNT:
        return (
            f"À envoyer à {loan.sent_to}, qui la compte." if loan.sent_to else "À compter avant de la ranger."
        )
    if copy.state != CopyState.IN_SERVICE:
        why = f" ({copy.state_reason.rstrip('.')})" if copy.state_reason else ""
        return f"À mettre à part : elle est notée « {copy.get_state_display()} »{why}."
    if loan.kept_for:
        until = f", jusqu’au {policy.french_date(loan.kept_until)}" if loan.kept_until else ""
        return f"À mettre de côté pour {loan.kept_for}{until}."
    if loan.sent_to:
        return f"À envoyer à {loan.sent_to}."
    return _put_away(copy)


def _put_away(copy: Copy) -> str:
    return f"À ranger : {copy.call_number}." if copy.call_number else "À ranger en rayon."


def _notes(loan: Loan) -> list[str]:
    notes = []
    late = days_late(loan)
    if late:
        notes.append(f"En retard de {late} jour{'s' * (late > 1)}.")
        if loan.fee:
            counted = " (seuls les jours d’ouverture comptent)" if late > 1 else ""
            notes.append(f"{euros(loan.fee)} de retard au compte de la famille{counted}.")
    if loan.lacks and loan.copy.state != CopyState.INCOMPLETE:  # which says so itself
        notes.append(f"Il manquait déjà {loan.lacks}.")
    return notes


def days_late(loan: Loan) -> int:
    assert loan.returned_at is not None
    return policy.days_late(loan.due_on, timezone.localdate(loan.returned_at))


def _is_special(loan: Loan) -> bool:
    """Whether the box goes neither to its shelf nor to the count that all boxes have."""
    state = loan.copy.state
    return state not in (CopyState.IN_SERVICE, CopyState.TO_COUNT) or bool(loan.kept_for or loan.sent_to)


def _word(loan: Loan, said: arrived.Said) -> str:
    if loan.copy.state != CopyState.IN_SERVICE:
        return loan.copy.get_state_display()
    return said.word or "À ranger"


def not_lent(copy: Copy, arrival: Arrival) -> Answer:
    """A box that nobody had: found on the shelf for a family, come from elsewhere, or scanned for nothing."""
    said = arrived.told(arrival, copy)
    if not said.word and copy.state != CopyState.IN_SERVICE:
        return _kept_in(copy)
    if not said.word:
        return answers.refusal(policy.Refused(policy.not_on_loan(copy.record.title)))
    return arrived.with_slip(Answer("ok", f"« {copy.record.title} »", list(said.lines), word=said.word), said)


# what to do with a box that nobody had and that does not go to its shelf
_KEPT_IN: dict[str, str] = {
    CopyState.TO_COUNT: "Comptez-la avant de la ranger.",
    CopyState.LOST: "Elle avait été notée perdue. Puisque la voici, remettez-la en service.",
    CopyState.WITHDRAWN: "Elle ne se prête plus : mettez-la à part.",
}


def _kept_in(copy: Copy) -> Answer:
    state = copy.get_state_display()
    what = f"« {copy.record.title} » n’était pas prêté : la boîte est notée « {state} »."
    details = [f"{copy.state_reason.rstrip('.')}."] if copy.state_reason else []
    details.append(_KEPT_IN.get(copy.state, "À mettre à part, pas en rayon."))
    answer = Answer("warn", what, details, status=409, word=state)
    if copy.state == CopyState.TO_COUNT:
        there = reverse("count", args=[copy.pk])
        answer.acts.append(Act("Compter les pièces", href=there, icon="list"))
    elif copy.state != CopyState.WITHDRAWN:
        answer.acts.append(_back_in_service(copy))
    if copy.state == CopyState.INCOMPLETE:
        there = reverse("copy_pieces", args=[copy.pk])
        answer.acts.append(Act("Pièces de la boîte", href=there, icon="list"))
    return answer


def _back_in_service(copy: Copy) -> Act:
    return Act("Remettre en service", "etat", "service", icon="check", more={"boite": copy.pk})


def none_came_back(refused: Sequence[policy.Refused], gone: int) -> Answer:
    if refused or gone:
        details = [str(one) for one in refused] or ["Un autre poste les a reprises."]
        return Answer("warn", "Ces boîtes étaient déjà rendues.", details, status=409, word="Déjà fait")
    return Answer("no", "Aucune boîte n’est cochée.", ["Cochez ce qui revient."], status=422)


# --- families


def family(household: Household, *, left: bool = False) -> Answer:
    """`left`: it has brought what it brings; what is shown is the rest."""
    if left:
        return Answer("ok", household.name, ["Cochez ce qu’elle rapporte encore."], word="Famille")
    details = ["Décochez ce qui manque, puis rendez le reste d’un coup ; ou scannez les boîtes une à une."]
    return Answer("ok", household.name, details, word="Famille")


def which_family(found: reading.Found) -> Answer:
    choices: dict = {"households": found.households, "more": found.more, "word": "À choisir"}
    return Answer("warn", "Quelle famille rend des boîtes ?", **choices)


# --- what is noted of a box right after


def noted(copy: Copy, arrival: Arrival, *, here: bool = True) -> Answer:
    """`here`: told beside the input of the returns."""
    title = f"« {copy.record.title} »"
    if copy.state == CopyState.IN_SERVICE:
        return _goes(Answer("ok", f"{title} est en service.", word="En service"), copy, arrival)
    details = [copy.state_reason] if copy.state_reason else []
    lost = copy.state == CopyState.LOST
    where = "ici" if here else "sous « Rendre »"
    details.append(f"Si elle revient, scannez-la {where}." if lost else "La boîte reste à part.")
    details += arrived.who_waits_again(arrival, copy)
    return Answer("ok", f"{title} est noté « {copy.get_state_display()} ».", details, word="Noté")


def to_count(copy: Copy) -> Answer:
    details = ["Elle est dans la liste des boîtes à compter."]
    if copy.state == CopyState.IN_SERVICE:
        details.append("En attendant, elle peut ressortir.")
    return Answer("ok", f"« {copy.record.title} » sera compté plus tard.", details, word="À compter")


def counted(told: Counted) -> Answer:
    """What a count has found, and where the box goes."""
    copy = told.copy
    details = []
    if told.back:
        found = lacking(told.back).removeprefix("Il manque ").rstrip(".")
        details.append(f"Retrouvé : {found}.")
    if told.lacks:
        what = f"« {copy.record.title} » : {lacking(told.lacks)[0].lower()}{lacking(told.lacks)[1:]}"
        page = Act("Pièces de la boîte", href=reverse("copy_pieces", args=[copy.pk]), icon="list")
        answer = Answer("warn", what, details, word="Incomplet", acts=[page])
    else:
        answer = Answer("ok", f"« {copy.record.title} » est compté.", details, word="Compté")
    return _goes(answer, copy, told.arrival)


def _goes(answer: Answer, copy: Copy, arrival: Arrival) -> Answer:
    """With where a box that has been looked at goes from here."""
    said = arrived.told(arrival, copy)
    if copy.state != CopyState.IN_SERVICE:
        answer.details.append(f"À mettre à part : elle est notée « {copy.get_state_display()} ».")
        answer.details += arrived.who_waits_again(arrival, copy)
    else:
        answer.details += said.lines or [_put_away(copy)]
    return arrived.with_slip(answer, said)


def not_counted(copy: Copy) -> Answer:
    details = ["Un des nombres ne va pas.", "Comptez de nouveau, ou ouvrez la page de la boîte."]
    return Answer("no", f"« {copy.record.title} » n’est pas compté.", details, status=422)


def no_state() -> Answer:
    return Answer("no", "L’état n’est pas noté.", ["Choisissez-le parmi ceux de la liste."], status=422)


def box_gone() -> Answer:
    return Answer("no", "Cette boîte n’existe plus.", ["Scannez-la de nouveau."], status=409)
