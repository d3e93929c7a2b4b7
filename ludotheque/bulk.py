"""Many new rows at once: what `bulk_create` does, without its cost for each field of each row."""

import json
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeVar

from django.db import connection, models
from django.utils import timezone

M = TypeVar("M", bound=models.Model)
Converter = Callable[[Any], Any]


def insert(rows: Sequence[M]) -> Sequence[M]:
    """Inserts new rows of one model, in the caller's transaction, and gives them their keys."""
    if rows:
        keys, alias = insert_values(type(rows[0]), [row.__dict__ for row in rows]), connection.alias
        for row, key in zip(rows, keys, strict=True):
            row.pk = key
            row._state.adding, row._state.db = False, alias
    return rows


def insert_values(model: type[models.Model], rows: Sequence[dict[str, Any]]) -> Sequence[int]:
    """Inserts rows given as attribute → value, all of the same attributes; gives their keys.

    What they do not name has its default, or the moment of writing."""
    if not rows:
        return []
    keys = _keys(model, len(rows))
    read, moments, converters = _reading(model)
    missing = {field.attname: field.get_default() for field in _fields(model) if field.attname not in rows[0]}
    now = timezone.now()
    written = connection.ops.adapt_datetimefield_value(now)
    values = []
    for said, key in zip(rows, keys, strict=True):
        if missing:
            said = missing | said
        for name in moments:
            if said.get(name) is None:
                said[name] = now
        one = list(read(said))
        one[0] = key
        for place, convert in converters:
            value = one[place]
            if value is now:
                one[place] = written
            elif value is not None:
                one[place] = convert(value)
        values.append(one)
    table = connection.ops.quote_name(model._meta.db_table)
    columns = [str(field.column) for field in _fields(model)]
    names = ", ".join(connection.ops.quote_name(column) for column in (str(model._meta.pk.column), *columns))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with connection.wrap_database_errors, cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for one in values:
                    copy.write_row(one)
        else:
            places = ", ".join(["%s"] * len(values[0]))
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", values)
    return keys


def upsert(
    model: type[models.Model],
    rows: Sequence[Mapping[str, Any]],
    *,
    key: str,
    changes: Sequence[str] = (),
    computed: Mapping[str, tuple[str, str]] | None = None,
) -> None:
    """Writes rows, given as column → value, all but a key that counts by itself; of one whose `key` is there,
    the columns that `changes` names, or all, become those given.

    `computed`: columns of which Django knows nothing → what PostgreSQL is given, and what it makes of it."""
    if not rows:
        return
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
    types = {str(field.column): str(field.db_type(connection)) for field in fields}
    made = {name: name for name in types}
    for name, (kind, expression) in (computed or {}).items():
        types[name], made[name] = kind, expression
    names = ", ".join(types)
    changed = changes or [name for name in types if name != key]
    conflict = f"ON CONFLICT ({key}) DO UPDATE SET " + ", ".join(f"{one} = excluded.{one}" for one in changed)
    into = f"INSERT INTO {model._meta.db_table} ({names})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # one statement, whatever the number of rows: each of its own costs more than its row
            given = ", ".join(f"%s::{kind}[]" for kind in types.values())
            cursor.execute(
                f"{into} SELECT {', '.join(made.values())} FROM unnest({given}) AS row ({names}) {conflict}",
                [[one[name] for one in rows] for name in types],
            )
        else:
            places = ", ".join(["%s"] * len(types))
            values = [[one[name] for name in types] for one in rows]
            cursor.executemany(f"{into} VALUES ({places}) {conflict}", values)


def _fields(model: type[models.Model]) -> list[models.Field]:
    return [field for field in model._meta.concrete_fields if not field.primary_key]


def _keys(model: type[models.Model], count: int) -> range | list[int]:
    """Keys that nobody else will be given."""
    table, column = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                # the sequence's name is asked for once by a query of its own, else for every key
                "SELECT nextval((SELECT pg_get_serial_sequence(%s, %s))) FROM generate_series(1, %s)",
                [f'"{table}"', column, count],
            )
            return [key for (key,) in cursor.fetchall()]
        # the transaction has the only writer's lock; inserting moves the sequence on
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        last = cursor.fetchone()
    start = (last[0] if last else 0) + 1
    return range(start, start + count)


@lru_cache(maxsize=64)
def _reading(
    model: type[models.Model],
) -> tuple[Callable[[dict[str, Any]], tuple], list[str], list[tuple[int, Converter]]]:
    """How a row's values are read; which are the moment of writing; which the database wants otherwise."""
    fields = _fields(model)
    converters = [(place, _converter(field)) for place, field in enumerate(fields, start=1)]
    # asked for twice what comes first: of one name alone, itemgetter gives no tuple
    read = itemgetter(fields[0].attname, *(field.attname for field in fields))
    return (
        read,
        [field.attname for field in fields if _is_moment(field)],
        [(place, convert) for place, convert in converters if convert is not None],
    )


def _is_moment(field: models.Field) -> bool:
    return getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False)


def _json(value: Any) -> str:
    return json.dumps(value) if value or value not in ({}, []) else "{}" if value == {} else "[]"


def _converter(field: models.Field) -> Converter | None:
    if isinstance(field, models.JSONField):
        return _json
    if isinstance(field, models.DateTimeField):
        return connection.ops.adapt_datetimefield_value
    if isinstance(field, models.DateField):
        return connection.ops.adapt_datefield_value
    if isinstance(field, models.CharField) and field.choices:
        return lambda value: value.value if isinstance(value, Enum) else value
    return None
