"""Decisions, pure: values in, every refusal at once out. Standard library only; no clock, no database."""

from catalogue.policy.calendar import Calendar, Due, days_late, due, due_date, late_fee
from catalogue.policy.dates import french_date
from catalogue.policy.holds import (
    Awaited,
    Claims,
    already_waits,
    claims_on,
    hold_over,
    hold_refusals,
    not_restored,
    still_lent,
)
from catalogue.policy.lending import (
    IN_SERVICE,
    Box,
    Family,
    already_lent,
    already_theirs,
    not_on_loan,
    refusals,
    undo_refused,
)
from catalogue.policy.logins import (
    ACCOUNT_FAILURES,
    ADDRESS_FAILURES,
    ASKS_ABOUT,
    ASKS_FROM,
    LOGIN_WINDOW,
    TRY_FAILURES,
    login_wait,
)
from catalogue.policy.refusals import Refusal, Refused
from catalogue.policy.renewing import Lent, not_open, renewal_refusals
from catalogue.policy.settling import Line, left_to_pay
from catalogue.policy.terms import Case, Rule, Terms, terms_for

__all__ = [
    "ACCOUNT_FAILURES",
    "ADDRESS_FAILURES",
    "ASKS_ABOUT",
    "ASKS_FROM",
    "IN_SERVICE",
    "LOGIN_WINDOW",
    "TRY_FAILURES",
    "Awaited",
    "Box",
    "Calendar",
    "Case",
    "Claims",
    "Due",
    "Family",
    "Lent",
    "Line",
    "Refusal",
    "Refused",
    "Rule",
    "Terms",
    "already_lent",
    "already_theirs",
    "already_waits",
    "claims_on",
    "days_late",
    "due",
    "due_date",
    "french_date",
    "hold_over",
    "hold_refusals",
    "late_fee",
    "left_to_pay",
    "login_wait",
    "not_on_loan",
    "not_open",
    "not_restored",
    "refusals",
    "renewal_refusals",
    "still_lent",
    "terms_for",
    "undo_refused",
]
