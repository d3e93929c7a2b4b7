"""What a page of results shows beside its entries, in one query: the names of its facets, what stands on its
boxes."""

import datetime
from collections.abc import Sized

from catalogue.models.authority import Family
from catalogue.models.copy import GONE
from catalogue.search.backend import rows
from catalogue.search.facets import Named
from catalogue.search.query import Query
from catalogue.search.shown import Shown


def load(
    query: Query,
    *,
    categories: list[int],
    publishers: list[int],
    sections: list[int],
    sites: list[int],
    records: list[Shown],
) -> dict[str, list[Named]]:
    """Names for these keys and for what the query has chosen; gives the records their family,
    call number and what their boxes are doing."""
    pks = [record.pk for record in records]
    borne = f"SELECT category_id FROM catalogue_record_categories WHERE {_in('record_id', pks)}"
    classes = [value.split(":", 1) for value in query.category]
    chosen_sites = [*sites, *map(int, query.site)]
    sql = (
        "SELECT 'publisher', id, slug, name, '', '', '', '' FROM catalogue_publisher"
        f" WHERE {_in('id', publishers)}{_or('slug = %s', query.publisher)}"
        " UNION ALL SELECT 'section', id, slug, name, '', '', '', '' FROM catalogue_section"
        f" WHERE {_in('id', sections)}{_or('slug = %s', query.section)}"
        " UNION ALL SELECT 'site', id, CAST(id AS text), name, '', '', '', '' FROM catalogue_site"
        f" WHERE {_in('id', chosen_sites)}"
        " UNION ALL SELECT 'category', id, scheme, code, notation, label, family, facet"
        f" FROM catalogue_category WHERE {_in('id', categories)} OR id IN ({borne})"
        f"{_or('scheme = %s AND code = %s', classes)}"
        # for how many days a record is new
        " UNION ALL SELECT 'new', new_days, '', '', '', '', '', '' FROM catalogue_library"
        " UNION ALL SELECT 'has', record_id, CAST(category_id AS text), '', '', '', '', ''"
        f" FROM catalogue_record_categories WHERE {_in('record_id', pks)}"
        " UNION ALL SELECT 'copy', copy.record_id, copy.call_number, CAST(loan.due_on AS text),"
        " CAST(copy.id AS text), '', '', ''"
        " FROM catalogue_copy copy"
        " LEFT JOIN catalogue_loan loan ON loan.copy_id = copy.id AND loan.returned_at IS NULL"
        f" WHERE {_in('copy.record_id', pks)} AND copy.state NOT IN (%s, %s)"
    )
    params = [*query.publisher, *query.section, *(part for pair in classes for part in pair), *GONE]
    names: dict[str, list[Named]] = {kind: [] for kind in ("publisher", "section", "site", "category", "new")}
    families: dict[int, tuple[str, str, str]] = {}  # of the categories that have one of their own
    has: list[tuple[int, int]] = []
    boxes: dict[int, list[tuple]] = {}
    for kind, pk, one, two, three, label, family, facet in rows(sql, params):
        if kind == "copy":
            boxes.setdefault(pk, []).append((int(three), one, two))
        elif kind == "has":
            has.append((pk, int(one)))
        elif kind == "category":
            names[kind].append(Named(pk, f"{one}:{two}", f"{three} {label}".strip(), facet))
            if family != Family.OTHER.value:
                families[pk] = one, two, family
        else:
            names[kind].append(Named(pk, one, two))

    first: dict[int, tuple[str, str, str]] = {}  # of each record, the first of them
    for pk, category in has:
        if category in families:
            first[pk] = min(families[category], first.get(pk, families[category]))
    for record in records:
        if record.pk in first:
            record.family = first[record.pk][2]
        _set_place(record, boxes.get(record.pk, []))
    return names


def _set_place(record: Shown, boxes: list[tuple]) -> None:
    """Sets the `call_number` of its first copy that has one, and `next_due_on`, when the first returns."""
    record.call_number = min(((pk, number) for pk, number, _ in boxes if number), default=(0, ""))[1]
    back = min((due_on for _, _, due_on in boxes if due_on), default=None)
    record.next_due_on = datetime.date.fromisoformat(back) if back else None


def _in(column: str, keys: list[int]) -> str:
    # keys are numbers of our own, and there are few
    return f"{column} IN ({', '.join(str(int(key)) for key in keys) or 'NULL'})"


def _or(condition: str, values: Sized) -> str:
    return f" OR ({condition})" * len(values)
