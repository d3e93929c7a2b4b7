"""Rules of lending that the manager writes: for some families, some shelves or some place."""

from django.db import IntegrityError, transaction

from catalogue.models import LoanPolicy, User
from catalogue.policy import Refusal, Refused
from catalogue.services import journal, versions
from ludotheque.writing import writing


def keep(*, rule: LoanPolicy, actor: User | None, seen: str | None = None) -> LoanPolicy:
    """The rule as a form has made or changed it; a second one for the same case is refused."""
    with writing():
        there = LoanPolicy.objects.select_for_update().filter(pk=rule.pk).first()
        if there is not None:
            versions.check(there, seen)
        before, after = (journal.facts(there) if there else {}), journal.facts(rule)
        if before == after:
            return rule
        try:
            with transaction.atomic():
                rule.save()
        except IntegrityError as error:
            raise Refused(
                Refusal(
                    "rule-exists",
                    "La règle n’est pas enregistrée.",
                    "Une règle existe déjà pour ce cas.",
                    "Changez-la plutôt.",
                )
            ) from error
        verb = "update" if there else "create"
        journal.write(actor=actor, verb=verb, subject=rule, before=before, after=journal.facts(rule))
    return rule


def remove(*, rule_id: int, actor: User | None) -> LoanPolicy:
    """Taking it out; more general rules hold from the next loan on."""
    with writing():
        rule = LoanPolicy.objects.select_for_update(of=("self",)).get(pk=rule_id)
        journal.write(actor=actor, verb="delete", subject=rule, before=journal.facts(rule))
        rule.delete()
    return rule
