"""Two versions of one form: what was typed, and what somebody else has saved meanwhile."""

import datetime

from catalogue.templatetags.said import day


def differing(form, saved) -> list[tuple[str, str]]:
    """(label, what is saved) of each field that says something else than `saved` does."""
    pairs = [(field, saved[field.name]) for field in form if not field.is_hidden]
    return [(typed.label, _shown(other)) for typed, other in pairs if _said(typed) != _said(other)]


def meant(form, version: str) -> None:
    """Saving the form again is meant: its writer has seen `version` now."""
    form.data = form.data.copy()
    form.data["seen"] = version


def _said(field) -> str:
    value = field.value()
    if isinstance(value, bool):
        return "oui" if value else "non"
    return "" if value is None else str(value).replace("\r\n", "\n").strip()


def _shown(field) -> str:
    """As a page says it: a choice by its label, a day in French."""
    value = field.value()
    if isinstance(value, datetime.date):
        return day(value)
    choices = dict(getattr(field.field, "choices", ()))
    return str(choices.get(value, _said(field)))
