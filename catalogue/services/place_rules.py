"""What lending notes of a site or a section, besides the boxes that stand there: loans, calendar, rules."""

from django.db.models import Q

from catalogue.models import (
    Closure,
    ExceptionalOpening,
    Hold,
    Loan,
    LoanPolicy,
    OpeningPeriod,
    Section,
    Site,
    Transit,
    User,
)
from catalogue.policy import Refusal
from catalogue.services import journal

_PAST = ((Loan, "site"), (Hold, "pickup_site"), (Transit, "from_site"), (Transit, "to_site"))


def move(source: Site | Section, target: Site | Section, actor: User | None) -> None:
    """All of it goes over when two names are one. Where both have a week, or a rule for one case, the
    target's stays."""
    name = "site" if isinstance(source, Site) else "section"
    if isinstance(source, Site):
        for model, field in _PAST:
            model._default_manager.filter(**{field: source}).update(**{field: target})
        # what was on its way from the one to the other has arrived
        Transit.objects.open().filter(from_site=target, to_site=target).delete()
        for days in (Closure, ExceptionalOpening):
            days._default_manager.filter(site=source).update(site=target)
        if not OpeningPeriod.objects.filter(Q(site=target)).exists():
            OpeningPeriod.objects.filter(Q(site=source)).update(site=target)
    theirs = {_case(rule, but=name) for rule in LoanPolicy.objects.filter(**{name: target})}
    for rule in LoanPolicy.objects.filter(**{name: source}):
        if _case(rule, but=name) in theirs:
            journal.write(actor=actor, verb="delete", subject=rule, before={"merged": str(target)})
            rule.delete()
        else:
            setattr(rule, name, target)
            rule.save(update_fields=[name])


def refusal(row: Site | Section) -> Refusal | None:
    """Why the name stays although no box bears it any more."""
    name = "site" if isinstance(row, Site) else "section"
    why = ""
    if LoanPolicy.objects.filter(**{name: row}).exists():
        why = "Une règle de prêt en parle."
    elif isinstance(row, Site) and any(
        model._default_manager.filter(**{field: row}).exists() for model, field in _PAST
    ):
        why = "Des prêts, des réservations ou des transferts y sont notés."
    if not why:
        return None
    return Refusal("used", f"« {row} » n’est pas supprimé.", why, "Fusionnez plutôt.", {"uses": 0})


def _case(rule: LoanPolicy, *, but: str) -> tuple:
    return tuple(getattr(rule, f"{name}_id") for name in ("category", "section", "site") if name != but)
