"""The names that a page of results shows, in one query: of its facets, and of its records' authorities."""

from django.db import connection
from django.db.models import Model, QuerySet

from catalogue.models import Category, Publisher, Record
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
    """Names for these keys and for what the query has chosen; gives the records publisher and categories."""
    scheme, _, code = (query.category or "").partition(":")
    pks = [record.pk for record in records]
    publishers = [*publishers, *{record.publisher_id for record in records if record.publisher_id}]
    borne = f"SELECT category_id FROM catalogue_record_categories WHERE {_in('record_id', pks)}"
    sql = (
        "SELECT 'publisher', id, slug, name, sort_key, '', '', '' FROM catalogue_publisher"
        f" WHERE {_in('id', publishers)} OR slug = %s"
        " UNION ALL SELECT 'section', id, slug, name, '', '', '', '' FROM catalogue_section"
        f" WHERE {_in('id', sections)} OR slug = %s"
        " UNION ALL SELECT 'category', id, scheme, code, notation, label, facet, family"
        f" FROM catalogue_category WHERE {_in('id', categories)} OR id IN ({borne})"
        " OR (scheme = %s AND code = %s)"
        " UNION ALL SELECT 'has', record_id, CAST(category_id AS text), '', '', '', '', ''"
        f" FROM catalogue_record_categories WHERE {_in('record_id', pks)}"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [query.publisher or "", query.section or "", scheme, code])
        rows = cursor.fetchall()
    _complete(records, rows)
    names: dict[str, list[Named]] = {"publisher": [], "section": [], "category": []}
    for kind, pk, *texts in rows:
        if kind == "category":
            scheme, code, notation, label, _, _ = texts
            names[kind].append(Named(pk, f"{scheme}:{code}", f"{notation} {label}".strip()))
        elif kind != "has":
            names[kind].append(Named(pk, texts[0], texts[1]))
    return names


def _complete(records: list[Record], rows: list[tuple]) -> None:
    """Sets on each record its publisher and its categories, as `prefetch_related` would."""
    has: dict[int, list[int]] = {record.pk: [] for record in records}
    for kind, pk, *texts in rows:
        if kind == "has":
            has[pk].append(int(texts[0]))
    wanted: dict[str, set[int | None]] = {
        "publisher": {record.publisher_id for record in records},
        "category": {pk for pks in has.values() for pk in pks},
    }
    publishers, categories = {}, {}
    for kind, pk, *texts in rows:
        if pk not in wanted.get(kind, ()):
            continue
        if kind == "publisher":
            publishers[pk] = _stored(Publisher, pk, texts[1], texts[0], texts[2])
        else:
            categories[pk] = _stored(Category, pk, *texts)
    for record in records:
        if record.publisher_id:
            record.publisher = publishers[record.publisher_id]
        found: QuerySet[Category] = QuerySet(Category)
        found._result_cache = sorted(
            (categories[pk] for pk in has[record.pk]), key=lambda one: (one.scheme, one.code)
        )
        found._prefetch_done = True
        record._prefetched_objects_cache = {"categories": found}


def _stored(model: type[Model], *values):
    """A row as the database has it."""
    return model.from_db(connection.alias, [field.attname for field in model._meta.concrete_fields], values)


def _in(column: str, keys: list[int]) -> str:
    # keys are numbers of our own, and there are few
    return f"{column} IN ({', '.join(str(int(key)) for key in keys) or 'NULL'})"
