"""Passing over the rules of the house: a librarian may, with a note; facts stand."""

from collections.abc import Sequence

from catalogue.models import Loan, Role, User
from catalogue.policy import Refusal, Refused

_LONGEST = Loan._meta.get_field("override_note").max_length


def passed_over(refusals: Sequence[Refusal], actor: User | None, note: str) -> str:
    """The note under which these refusals are set aside, empty when there are none; else they are raised."""
    if not refusals:
        return ""
    refused, note = Refused(*refusals), " ".join(note.replace("\0", "").split())[:_LONGEST]
    if not note or not refused.overridable or actor is None or not actor.may_act_as(Role.LIBRARIAN):
        raise refused
    return note


def said(refusals: Sequence[Refusal], note: str) -> dict:
    """What the journal keeps of an act against the rules."""
    return {"override": note, "over": [refusal.code for refusal in refusals]} if note else {}
