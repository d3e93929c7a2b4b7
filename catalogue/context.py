"""What every page of the house knows."""

from functools import cache

from django.conf import settings
from django.db import connection
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from catalogue import liked
from catalogue.models import Library

_last_seen: dict[str, str] = {}


def house(request: HttpRequest) -> dict:
    """`library`: its row, fetched when a template first asks, or None before the first visit;
    `house_name`: as it was last seen here, for pages that may ask nothing of the database;
    `site_url`: the public address, if the installation has one; `in_list`: how many games are in
    the visitor's list."""
    return {
        "library": SimpleLazyObject(_library),
        "house_name": _last_seen.get("name", ""),
        "site_url": settings.SITE_URL,
        "in_list": lambda: len(liked.of(request)),
    }


def _library() -> Library | None:
    # every page asks for it: one row at most, for which Django's own way of asking takes ten times as long
    columns, names = _columns()
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM catalogue_library")
        row = cursor.fetchone()
    library = Library.from_db(connection.alias, names, row) if row else None
    if library is not None:
        _last_seen["name"] = library.name
    return library


@cache
def _columns() -> tuple[str, list[str]]:
    fields = Library._meta.concrete_fields
    return ", ".join(str(field.column) for field in fields), [field.attname for field in fields]
