"""What may be borrowed, for how long and at what price: the rules that meet in one case."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

NAMES = (
    "max_loans",
    "loan_days",
    "max_renewals",
    "max_holds",
    "price_cents",
    "late_cents",
    "late_cap_cents",
)


@dataclass(frozen=True, slots=True)
class Case:
    """Who borrows, from which shelf, at which place; None: it has none."""

    category: int | None = None
    section: int | None = None
    site: int | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of rules: for whom, where (None: for all, everywhere), and what it says (None: nothing)."""

    category: int | None = None
    section: int | None = None
    site: int | None = None
    max_loans: int | None = None
    loan_days: int | None = None
    max_renewals: int | None = None
    max_holds: int | None = None
    price_cents: int | None = None
    late_cents: int | None = None
    late_cap_cents: int | None = None

    def applies(self, case: Case) -> bool:
        return (
            self.category in (None, case.category)
            and self.section in (None, case.section)
            and self.site in (None, case.site)
        )

    @property
    def weight(self) -> tuple[int, bool, bool, bool]:
        """The more a row names the more it counts; then category before section before site."""
        named = (self.category is not None, self.section is not None, self.site is not None)
        return (sum(named), *named)

    @property
    def is_local(self) -> bool:
        """Whether it speaks of some boxes only; its number of loans then counts those boxes only."""
        return self.section is not None or self.site is not None


@dataclass(frozen=True, slots=True)
class Terms:
    """How long, how many and at what price in one case. None: no limit.

    `max_loans` counts all that the household has. `max_here` is a limit for some boxes only, those of
    `here`: (section, site), where None stands for all; it holds besides `max_loans`, never instead.
    """

    loan_days: int = 21
    max_loans: int | None = None
    max_here: int | None = None
    here: tuple[int | None, int | None] = (None, None)
    max_renewals: int | None = None
    max_holds: int | None = None
    price_cents: int = 0
    late_cents: int = 0
    late_cap_cents: int | None = None
    subscription_required: bool = False


def terms_for(case: Case, rules: Iterable[Rule], usual: Terms) -> Terms:
    """What holds in the case: field by field the weightiest rule that says something, else what is usual."""
    weighty = sorted(
        (rule for rule in rules if rule.applies(case)), key=lambda rule: rule.weight, reverse=True
    )
    said: dict[str, Any] = {field.name: getattr(usual, field.name) for field in fields(usual)}
    for name in NAMES:
        among = [rule for rule in weighty if not (name == "max_loans" and rule.is_local)]
        values = [getattr(rule, name) for rule in among]
        said[name] = next((value for value in values if value is not None), said[name])
    local = next((rule for rule in weighty if rule.is_local and rule.max_loans is not None), None)
    if local is not None:
        said |= {"max_here": local.max_loans, "here": (local.section, local.site)}
    return Terms(**said)
