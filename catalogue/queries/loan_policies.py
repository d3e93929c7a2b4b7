"""The rules of lending as sentences: what holds in each case that a rule speaks of."""

import datetime
from dataclasses import dataclass
from itertools import combinations

from catalogue import house_rules
from catalogue.models import LoanPolicy
from catalogue.policy import Case, Terms
from catalogue.policy.terms import NAMES
from ludotheque.money import euros

MOST = 60  # cases where rules meet; a page of them is more than anybody reads

FREE = "gratuit"


@dataclass(frozen=True, slots=True)
class Said:
    """What holds in one case; `rule` says it, or None where rules meet."""

    whom: str
    what: tuple[tuple[str, bool], ...]  # (words, whether the rule itself says so)
    rule: LoanPolicy | None = None

    @property
    def sentence(self) -> str:
        return ", ".join(words for words, _ in self.what)


def cases(today: datetime.date) -> tuple[Said, list[Said], list[Said]]:
    """What holds where no rule says otherwise; by rule; and where two rules meet."""
    rules = list(LoanPolicy.objects.select_related("category", "section", "site"))
    rules.sort(key=lambda rule: (_whom(rule.category, rule.section, rule.site), rule.pk))
    house = house_rules.read(since=today)
    known = {_case(rule) for rule in rules}
    by_rule = [
        Said(
            _whom(rule.category, rule.section, rule.site),
            _what(house.terms(_case(rule)), {name for name in NAMES if getattr(rule, name) is not None}),
            rule,
        )
        for rule in rules
    ]
    meeting: dict[Case, Said] = {}
    for one, other in combinations(rules, 2):
        both = _met(one, other)
        if both is None or both in known or both in meeting or len(meeting) == MOST:
            continue
        names = (one.category or other.category, one.section or other.section, one.site or other.site)
        meeting[both] = Said(_whom(*names), _what(house.terms(both), set()))
    usual = _what(house.usual, set(NAMES))
    if house.usual.subscription_required:
        usual = (("adhésion exigée pour emprunter", True), *usual)
    return Said("Partout ailleurs", usual), by_rule, list(meeting.values())


def exceptions(today: datetime.date) -> list[tuple[str, str]]:
    """What each rule says, for the families: whom or what it is for, and what is other than usual there."""
    told = ((one.whom, ", ".join(words for words, own in one.what if own)) for one in cases(today)[1])
    return [(whom, words) for whom, words in told if words]


def _case(rule: LoanPolicy) -> Case:
    return Case(rule.category_id, rule.section_id, rule.site_id)


def _met(one: LoanPolicy, other: LoanPolicy) -> Case | None:
    """The case of both rules at once, where there is such a case."""
    met: list[int | None] = []
    for name in ("category_id", "section_id", "site_id"):
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine is not None and theirs is not None and mine != theirs:
            return None
        met.append(theirs if mine is None else mine)
    return Case(*met)


def _whom(category, section, site) -> str:
    parts = [f"« {category} »" if category else "", f"section « {section} »" if section else ""]
    parts.append(f"à « {site} »" if site else "")
    said = ", ".join(part for part in parts if part)
    return said[0].upper() + said[1:] if said and said[0] != "«" else said


def _what(terms: Terms, own: set[str]) -> tuple[tuple[str, bool], ...]:
    lines: list[tuple[str, bool]] = []
    total = "autant de jeux qu’on veut" if terms.max_loans is None else _games(terms.max_loans)
    if terms.max_here is not None:
        whole = "" if terms.max_loans is None else f", {total} en tout"
        total = f"{_games(terms.max_here)} de cette sorte{whole}"
    lines.append((total, "max_loans" in own))
    lines.append((_count(terms.loan_days, "jour"), "loan_days" in own))
    renewals = "prolongations sans limite"
    if terms.max_renewals is not None:
        renewals = _count(terms.max_renewals, "prolongation") if terms.max_renewals else "pas de prolongation"
    lines.append((renewals, "max_renewals" in own))
    holds = "réservations sans limite"
    if terms.max_holds is not None:
        holds = _count(terms.max_holds, "réservation") if terms.max_holds else "pas de réservation"
    lines.append((holds, "max_holds" in own))
    price = f"{euros(terms.price_cents)} le prêt" if terms.price_cents else FREE
    lines.append((price, "price_cents" in own))
    late = "retard gratuit"
    if terms.late_cents:
        late = f"{euros(terms.late_cents)} par jour d’ouverture en retard"
        if terms.late_cap_cents is not None:
            late += f" ({euros(terms.late_cap_cents)} au plus)"
    lines.append((late, "late_cents" in own or "late_cap_cents" in own))
    return tuple(lines)


def _games(number: int) -> str:
    return "aucun jeu" if number == 0 else f"{number} jeu{'x' * (number > 1)}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number > 1)}"
