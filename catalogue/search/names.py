"""What a page of results shows beside its entries, in one query: the names of its facets, what stands on its
boxes."""

import datetime

from django.db import connection

from catalogue.models import Record
from catalogue.models.authority import Family
from catalogue.models.copy import GONE
from catalogue.search.facets import Named
from catalogue.search.query import Query


def load(
    query: Query,
    *,
    categories: list[int],
    publishers: list[int],
    sections: list[int],
    records: list[Record],
) -> dict[str, list[Named]]:
    """Names for these keys and for what the query has chosen; gives the records their family,
    call number and return date."""
    scheme, _, code = (query.category or "").partition(":")
    pks = [record.pk for record in records]
    borne = f"SELECT category_id FROM catalogue_record_categories WHERE {_in('record_id', pks)}"
    sql = (
        "SELECT 'publisher', id, slug, name, '', '', '', '' FROM catalogue_publisher"
        f" WHERE {_in('id', publishers)} OR slug = %s"
        " UNION ALL SELECT 'section', id, slug, name, '', '', '', '' FROM catalogue_section"
        f" WHERE {_in('id', sections)} OR slug = %s"
        " UNION ALL SELECT 'category', id, scheme, code, notation, label, facet, family"
        f" FROM catalogue_category WHERE {_in('id', categories)} OR id IN ({borne})"
        " OR (scheme = %s AND code = %s)"
        " UNION ALL SELECT 'has', record_id, CAST(category_id AS text), '', '', '', '', ''"
        f" FROM catalogue_record_categories WHERE {_in('record_id', pks)}"
        " UNION ALL SELECT 'copy', copy.record_id, copy.call_number, CAST(loan.due_on AS text),"
        " CAST(copy.id AS text), '', '', ''"
        " FROM catalogue_copy copy"
        " LEFT JOIN catalogue_loan loan ON loan.copy_id = copy.id AND loan.returned_at IS NULL"
        f" WHERE {_in('copy.record_id', pks)} AND copy.state NOT IN (%s, %s)"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [query.publisher or "", query.section or "", scheme, code, *GONE])
        rows = cursor.fetchall()
    _set_family(records, rows)
    _set_place(records, rows)
    names: dict[str, list[Named]] = {"publisher": [], "section": [], "category": []}
    for kind, pk, *texts in rows:
        if kind == "category":
            scheme, code, notation, label, _, _ = texts
            names[kind].append(Named(pk, f"{scheme}:{code}", f"{notation} {label}".strip()))
        elif kind in names:
            names[kind].append(Named(pk, texts[0], texts[1]))
    return names


def _set_family(records: list[Record], rows: list[tuple]) -> None:
    """Sets on each record the `family` of its first category that has one of its own."""
    own: dict[int, tuple[str, str, str]] = {}
    for kind, pk, *texts in rows:
        if kind == "category" and texts[5] != Family.OTHER:
            own[pk] = texts[0], texts[1], texts[5]
    found: dict[int, list[tuple[str, str, str]]] = {}
    for kind, pk, category, *_ in rows:
        if kind == "has" and int(category) in own:
            found.setdefault(pk, []).append(own[int(category)])
    for record in records:
        record.family = min(found[record.pk])[2] if record.pk in found else Family.OTHER.value


def _set_place(records: list[Record], rows: list[tuple]) -> None:
    """Sets on each record the `call_number` of its first copy that has one, and `next_due_on`, when the first
    box should come back."""
    called: dict[int, tuple[int, str]] = {}
    back: dict[int, str] = {}
    for kind, pk, call_number, due_on, copy, *_ in rows:
        if kind != "copy":
            continue
        if call_number:
            called[pk] = min((int(copy), call_number), called.get(pk, (int(copy), call_number)))
        if due_on:
            back[pk] = min(due_on, back.get(pk, due_on))
    for record in records:
        record.call_number = called[record.pk][1] if record.pk in called else ""
        record.next_due_on = datetime.date.fromisoformat(back[record.pk]) if record.pk in back else None


def _in(column: str, keys: list[int]) -> str:
    # keys are numbers of our own, and there are few
    return f"{column} IN ({', '.join(str(int(key)) for key in keys) or 'NULL'})"
