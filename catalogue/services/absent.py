"""Ending the loan of a box that is not there: the family says that it has given it back."""

import datetime

from catalogue.models import Copy, CopyState, Household, Loan, User
from catalogue.models.copy import GONE
from catalogue.policy import Refusal, Refused
from catalogue.services import returns, states
from ludotheque.writing import writing

_THEY_SAY = "La famille dit l’avoir rendue"


def close_loan(*, copy_id: int, actor: User | None, now: datetime.datetime) -> returns.Return:
    """A return in all but the box, which is noted lost, so that nobody waits for it and it goes nowhere;
    raises `Refused` when nobody has it."""
    with writing():
        theirs = Loan.objects.open().filter(copy=copy_id).values("member__household")
        # before the copy, as a return locks them
        list(Household.objects.select_for_update(no_key=True).filter(pk__in=theirs))
        copy = Copy.objects.select_related("record").get(pk=copy_id)
        if copy.open_loan is None:  # a second click, or the box was scanned meanwhile
            what = f"« {copy.record.title} » n’est plus en prêt."
            raise Refused(Refusal("not-on-loan", what, "Le prêt est clos.", "Il n’y a rien d’autre à faire."))
        if copy.state not in GONE:
            states.put(copy_id=copy_id, state=CopyState.LOST, reason=_THEY_SAY, actor=actor, now=now)
        # at no site: a box that is not there is sent nowhere
        told = returns.checkin(copy_id=copy_id, actor=actor, now=now)
        if told.count and told.count.loan_id == told.loan.pk:
            told.count.delete()  # there is nothing to count
    return told
