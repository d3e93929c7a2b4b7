"""The module that speaks the language of the database in use."""

from types import ModuleType

from django.db import connection

from catalogue.search import postgres, sqlite


def backend() -> ModuleType:
    return {"sqlite": sqlite, "postgresql": postgres}[connection.vendor]
