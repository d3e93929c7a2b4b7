"""What the database refuses of a game, said to a librarian: no word of its own English reaches a report."""

import re
from functools import cache

from django.apps import apps
from django.db import DatabaseError, models

from catalogue.interchange.columns import label
from catalogue.interchange.item import Fault, Item

_TAKEN = "Une autre ligne du catalogue l’a déjà : donnez-en un autre."
_MISSING = "Il en faut un : remplissez la case."
_TOO_MUCH = "La base de données ne peut pas le garder : raccourcissez-le, ou videz la case."
_UNKNOWN = "La base de données ne peut pas la garder : un texte y est trop long, ou un nombre trop grand."


def fault(error: DatabaseError, item: Item) -> Fault:
    """The field and the reason, as far as the database tells them."""
    said, diagnosis = str(error), getattr(error.__cause__, "diag", None)  # which psycopg gives, sqlite3 not
    named = getattr(diagnosis, "constraint_name", None) or ""
    for name in (named, *re.findall(r"\w+", said)):
        if name in _constraints():
            reason = str(_constraints()[name].get_violation_error_message())
            return Fault("notice", item.title, reason)
    field = _field(said, diagnosis)
    if field is None:
        return Fault("notice", item.title, _UNKNOWN)
    reason = _MISSING if "NOT NULL" in said.upper() or "not-null" in said else _TOO_MUCH
    if "UNIQUE" in said.upper():
        reason = _TAKEN
    what = label(field.name)
    if what == field.name:
        what = str(field.verbose_name).capitalize()
    return Fault(what, str(item.values.get(field.name, ""))[:200], reason)


def _field(said: str, diagnosis: object) -> models.Field | None:
    """The field that is named by « catalogue_copy.barcode », « Key (barcode)=(…) », « column title »."""
    told = f"{said} {getattr(diagnosis, 'message_detail', '')} {getattr(diagnosis, 'context', '')}"
    table = getattr(diagnosis, "table_name", None) or ""
    column = getattr(diagnosis, "column_name", None) or ""
    if found := re.search(r"\b(catalogue_\w+)\.(\w+)", told):
        table, column = found.groups()
    if not column and (found := re.search(r"Key \((\w+)\)=|column \"?(\w+)", told)):
        column = found[1] or found[2]
    if not table and (found := re.search(r"COPY (\w+)", told)):
        table = found[1]
    model = next((one for one in _models() if one._meta.db_table == table), None)
    if model is None:
        return None
    return next((field for field in model._meta.concrete_fields if field.column == column), None)


def _models() -> list[type[models.Model]]:
    return list(apps.get_app_config("catalogue").get_models())


@cache
def _constraints() -> dict[str, models.BaseConstraint]:
    """Those with words of their own."""
    return {
        one.name: one
        for model in _models()
        for one in model._meta.constraints
        if one.violation_error_message != models.BaseConstraint.default_violation_error_message
    }
