"""What a page of results shows beside its entries, in one query: the names of its facets, what stands on its
boxes."""

import datetime
from collections.abc import Sized
from functools import cache

from catalogue.models import Copy
from catalogue.models.authority import Family
from catalogue.models.standing import NONE, summed_up
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
        f" UNION ALL SELECT 'copy', {', '.join(_COPY)} FROM ({_standing(pks)}) s"
    )
    params = [*query.publisher, *query.section, *(part for pair in classes for part in pair)]
    names: dict[str, list[Named]] = {kind: [] for kind in ("publisher", "section", "site", "category", "new")}
    families: dict[int, tuple[str, str, str]] = {}  # of the categories that have one of their own
    has: list[tuple[int, int]] = []
    boxes: list[tuple] = []
    for kind, pk, one, two, three, label, family, facet in rows(sql, params):
        if kind == "copy":
            due_on = datetime.date.fromisoformat(facet) if facet else None
            boxes.append((pk, int(one), two, three, label == "1", family, due_on))
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
    standing = summed_up(boxes)
    for record in records:
        if record.pk in first:
            record.family = first[record.pk][2]
        stands = standing.get(record.pk, NONE)
        record.call_number, record.next_due_on = stands.call_number, stands.next_due_on
        record.why_not = stands.why_not
    return names


# the columns of `Copy.objects.standing()`, as all rows of names are: texts
_COPY = (
    "s.record_id",
    "CAST(s.id AS text)",
    "s.call_number",
    "s.state",
    "CASE WHEN s.on_site_only THEN '1' ELSE '' END",
    "s.aside",
    "CAST(s.current__due_on AS text)",
)


def _standing(pks: list[int]) -> str:
    return _standing_of().format(", ".join(map(str, pks)) or "NULL")


@cache
def _standing_of() -> str:
    """Its SQL with a blank for the records' keys, put together once, for it takes long."""
    sql, params = Copy.objects.standing().filter(record__in=[-1]).query.sql_with_params()
    values = (str(value) if value == -1 else f"'{value}'" for value in params)
    filled = sql.replace("{", "{{").replace("}", "}}") % tuple(values)
    return filled.replace("(-1)", "({0})")


def _in(column: str, keys: list[int]) -> str:
    # keys are numbers of our own, and there are few
    return f"{column} IN ({', '.join(map(str, keys)) or 'NULL'})"


def _or(condition: str, values: Sized) -> str:
    return f" OR ({condition})" * len(values)
