"""From a query to a page of records with every count, in three queries (see docs/search.md)."""

from collections import Counter
from dataclasses import dataclass, field, replace

from catalogue.models import Record
from catalogue.models.copy import GONE
from catalogue.search import corrections, facets, letters, names
from catalogue.search.backend import backend, rows
from catalogue.search.conditions import Condition, conditions
from catalogue.search.facets import Facets
from catalogue.search.letters import Tally
from catalogue.search.query import AGE, DURATION, NEWEST, RELEVANCE, TITLE, Query
from catalogue.search.shown import COLUMNS, Shown
from catalogue.search.words import Sought, joined

PER_PAGE = 20

_NONE = Tally()

# each key with its direction; those that do not say come last in all of them
ORDERS: dict[str, tuple[tuple[str, str], ...]] = {
    TITLE: (("e.title_key", ""), ("e.record_id", "")),
    NEWEST: (("e.record_id", "DESC"),),
    DURATION: (("COALESCE(e.duration, 32767)", ""), ("e.title_key", ""), ("e.record_id", "")),
    AGE: (("COALESCE(e.min_age, 32767)", ""), ("e.title_key", ""), ("e.record_id", "")),
}


@dataclass(frozen=True, slots=True)
class Results:
    """One page of what was found."""

    query: Query
    total: int
    records: list[Shown]
    page: int
    pages: int
    facets: Facets
    unsaid: int = 0  # hits that do not say a filtered fact; they come after those known to fit
    did_you_mean: str | None = None  # what was searched instead, because the query as typed finds nothing
    exact: Record | None = None  # whose barcode or EAN the query is
    first: int = field(default=0)  # number of the first record shown, from 1

    @property
    def last(self) -> int:
        return self.first + len(self.records) - 1 if self.records else 0


@dataclass(frozen=True, slots=True)
class _Counts:
    """The hits counted: those that meet every filter, and for each filter those that miss only it."""

    total: int
    unsaid: int
    met: Tally
    missed: dict[str, Tally]

    def tally_for(self, field: str) -> Tally:
        return self.met + self.missed[field] if field in self.missed else self.met


def search(query: Query) -> Results:
    """Finds a page of records and counts everything; a query that finds nothing is corrected if it can be."""
    exact = _identified(query.text)
    counts = _counts(query)
    meant = None
    if not counts.total and not exact and query.sought:
        meant = corrections.corrected(query.text, exists=lambda one: _any(replace(query, text=one)))
        if meant:
            query = replace(query, text=meant)
            counts = _counts(query)
    pages = max(1, -(-counts.total // PER_PAGE))
    page = min(query.page, pages)
    records = _page(query, page) if counts.total else []
    tally = {one: counts.tally_for(one) for one in ("category", "publisher", "section", "site")}
    called = names.load(
        query,
        categories=facets.most_common(tally["category"].categories(), facets.MOST_CATEGORIES),
        publishers=facets.most_common(tally["publisher"].publishers(), facets.MOST_PUBLISHERS),
        sections=facets.most_common(tally["section"].sections(), facets.MOST_SECTIONS),
        sites=facets.most_common(tally["site"].sites(), facets.MOST_SITES),
        records=records,
    )
    return Results(
        query=query,
        total=counts.total,
        records=records,
        page=page,
        pages=pages,
        facets=facets.of(query, counts.tally_for, called),
        unsaid=counts.unsaid,
        did_you_mean=meant,
        exact=exact,
        first=(page - 1) * PER_PAGE + 1 if records else 0,
    )


def newest(most: int) -> list[Shown]:
    """The latest in the catalogue, at most a page of them."""
    query = Query(sort=NEWEST)
    records = _page(query, 1)[:most]
    names.load(query, categories=[], publishers=[], sections=[], sites=[], records=records)
    return records


def _identified(text: str) -> Record | None:
    """The one record that bears this barcode, or else this EAN."""
    code = joined(text)
    if not any(c.isdigit() for c in code) or len(text) > 40:
        return None
    sql = (
        "SELECT r.id, r.slug, r.title, 0 AS by_ean FROM catalogue_copy c"
        " JOIN catalogue_record r ON r.id = c.record_id"
        " WHERE c.barcode IN (%s, %s) AND c.state NOT IN (%s, %s) AND NOT r.draft"
        " UNION ALL SELECT r.id, r.slug, r.title, 1 FROM catalogue_record r WHERE r.ean = %s AND NOT r.draft"
        " ORDER BY by_ean LIMIT 3"
    )
    ean = code if code.isdigit() else None
    found = list(Record.objects.raw(sql, [text, code, *GONE, ean]))
    if len(found) > 1 and found[0].by_ean:
        return None
    return found[0] if found else None


def _hits(sought: Sought | None) -> tuple[str, str, list]:
    """FROM, WHERE and parameters of all records that have the words."""
    if sought is None:
        return "catalogue_searchentry e", "TRUE", []
    speaks = backend()
    whole = [sought.tiers[0], sought.tiers[1], sought.tiers[-1]]  # the tiers between lie within the last
    return speaks.HITS, speaks.MATCHES, [speaks.expression(whole)]


def _counts(query: Query) -> _Counts:
    if query.is_wordless:
        return _Counts(total=0, unsaid=0, met=_NONE, missed={})
    if query.sought is None and not query.filters:
        return _all_counts()
    speaks = backend()
    tables, where, params = _hits(query.sought)
    asked = conditions(query.filters)
    missed = _sum(f"CASE WHEN {one.misfit} THEN {1 << place} ELSE 0 END" for place, one in enumerate(asked))
    missed_params = [value for one in asked for value in one.misfit_params]
    unsaid = " OR ".join(one.unsaid for one in asked) or "FALSE"
    concatenated = speaks.CONCATENATED.format("letters")
    sql = (
        f"SELECT {'missed' if asked else '0'}, COUNT(*), SUM(CASE WHEN unsaid THEN 1 ELSE 0 END),"
        f" SUM(CASE WHEN available_count > 0 THEN 1 ELSE 0 END), {concatenated}"
        f" FROM (SELECT {missed} AS missed, ({unsaid}) AS unsaid, e.available_count, e.letters"
        f" FROM {tables} WHERE {where}) hits"
    )
    if asked:  # else all are in one group, and a database might sort them for nothing
        wanted = ["0", *(str(1 << place) for place in range(len(asked)))]
        sql += f" WHERE missed IN ({', '.join(wanted)}) GROUP BY missed"
    groups: dict[int, tuple] = {}
    for row in rows(sql, [*missed_params, *params]):
        groups[row[0]] = row[1:]
    total, said_not, _, _ = groups.get(0, (0, 0, 0, ""))
    return _Counts(
        total=total,
        unsaid=said_not or 0,
        met=_tally(groups.get(0)),
        missed={one.field: _tally(groups.get(1 << place)) for place, one in enumerate(asked)},
    )


def _tally(group: tuple | None) -> Tally:
    if group is None:
        return _NONE
    counted = Counter(group[3])
    counted[letters.AVAILABLE] = group[2]
    return Tally(counted)


def _all_counts() -> _Counts:
    """Of the whole catalogue: nothing is read but the counters."""
    sql = "SELECT letters, SUM(delta) FROM catalogue_searchcounter GROUP BY letters"
    tally = Tally.of_rows((text, int(times)) for text, times in rows(sql, []))
    return _Counts(total=tally[letters.RECORD], unsaid=0, met=tally, missed={})


def _page(query: Query, page: int) -> list[Shown]:
    """The records of a page in their order, each with what its entry counts."""
    asked = conditions(query.filters)
    fits = " AND ".join(f"NOT {one.misfit}" for one in asked) or "TRUE"
    fits_params = [value for one in asked for value in one.misfit_params]
    unsaid = " OR ".join(one.unsaid for one in asked if one.unsaid != "FALSE")
    said = f"CASE WHEN {unsaid} THEN 1 ELSE 0 END" if unsaid else "0"
    until = page * PER_PAGE
    columns = f"e.record_id, e.available_count, e.copy_count, {said} AS unsaid"
    sought = query.sought
    if query.order == RELEVANCE and sought:
        keys = "{0}.unsaid, {0}.tier, {0}.record_id DESC"
        inner, params = _by_tier(sought, columns, bool(unsaid), fits, fits_params, until)
    else:
        order = ORDERS[query.order]
        terms = [f"{said} AS k", *(f"{key} AS k{number}" for number, (key, _) in enumerate(order))]
        keys = ", ".join(["{0}.k", *(f"{{0}}.k{number} {way}" for number, (_, way) in enumerate(order))])
        # without a constant in front, so that browsing by title walks its index
        ways = ", ".join([said] * bool(unsaid) + [f"{key} {way}" for key, way in order])
        tables, where, words = _hits(sought)
        inner = (
            f"SELECT {columns}, {', '.join(terms)} FROM {tables} WHERE {where} AND {fits}"
            f" ORDER BY {ways} LIMIT {until}"
        )
        params = [*words, *fits_params]
    sql = (
        f"SELECT {COLUMNS} FROM (SELECT * FROM ({inner}) AS h"
        f" ORDER BY {keys.format('h')} LIMIT {PER_PAGE} OFFSET {until - PER_PAGE}) AS p"
        f" JOIN catalogue_record r ON r.id = p.record_id ORDER BY {keys.format('p')}"
    )
    return [Shown(*row) for row in rows(sql, params)]


def _by_tier(
    sought: Sought, columns: str, says: bool, fits: str, fits_params: list, until: int
) -> tuple[str, list]:
    """The hits, each in the best tier it reaches; as many of each as the page could show."""
    speaks = backend()
    newest = f"{speaks.NEWEST} DESC"
    hits = speaks.HITS if fits_params or fits != "TRUE" else speaks.NEWEST_HITS.format(most=until)
    parts, params = [], []
    for tier, conjunction in enumerate(sought.tiers):
        parts.append(
            f"SELECT * FROM (SELECT {columns}, {tier} AS tier FROM {hits}"
            f" WHERE {speaks.MATCHES} AND {fits}"
            f" ORDER BY {'unsaid, ' if says else ''}{newest} LIMIT {until}) AS t{tier}"
        )
        params += [speaks.expression([conjunction], sought.tiers[:tier]), *fits_params]
    return " UNION ALL ".join(parts), params


def _any(query: Query) -> bool:
    """Whether anything meets the words and the filters."""
    tables, where, params = _hits(query.sought)
    asked: list[Condition] = conditions(query.filters)
    fits = "".join(f" AND NOT {one.misfit}" for one in asked)
    for one in asked:
        params += one.misfit_params
    return bool(rows(f"SELECT 1 FROM {tables} WHERE {where}{fits} LIMIT 1", params))


def _sum(terms) -> str:
    return " + ".join(terms) or "0"


def keys(query: Query) -> list[int]:
    """All records that meet the words and the filters, in no order: for an export."""
    if query.is_wordless:
        return []
    tables, where, params = _hits(query.sought)
    asked = conditions(query.filters)
    fits = "".join(f" AND NOT {one.misfit}" for one in asked)
    for one in asked:
        params += one.misfit_params
    return [pk for (pk,) in rows(f"SELECT e.record_id FROM {tables} WHERE {where}{fits}", params)]
