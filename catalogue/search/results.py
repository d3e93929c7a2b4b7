"""From a query to a page of records with every count, in three queries (see docs/search.md)."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from catalogue.models import Record
from catalogue.search import corrections, facets, letters, lookup, names, phrases, questions
from catalogue.search.backend import backend, rows
from catalogue.search.conditions import Condition, conditions
from catalogue.search.facets import Facets
from catalogue.search.letters import Tally
from catalogue.search.query import AGE, DURATION, NEWEST, RELEVANCE, TITLE, Query
from catalogue.search.shown import COLUMNS, Shown
from catalogue.search.words import Sought

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
class Question:
    """A text in which filters were understood; `taken`: they were set, and are in the query of the results.

    They are not where a title has these words: then `instead` is the search that would take them.
    """

    text: str
    filters: dict[str, Any]
    instead: Query
    taken: bool


@dataclass(frozen=True, slots=True)
class Looser:
    """A search with one demand less, and how many records it finds."""

    field: str  # the filter left out; "text": the words; "filters": every filter
    query: Query
    total: int


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
    question: Question | None = None  # what the text says as families speak
    looser: tuple[Looser, ...] = ()  # where nothing is found: what would find something

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
    nearly: dict[str, int]  # how many miss only that filter

    def tally_for(self, field: str) -> Tally:
        return self.met + self.missed[field] if field in self.missed else self.met


def search(query: Query) -> Results:
    """Finds a page of records and counts everything; a query that finds nothing is corrected if it can be."""
    exact, question = _understood(query)
    if question and question.taken:
        query = question.instead
    within = _within(query)
    counts = _counts(query, within)
    meant = None
    if not counts.total and not exact and query.sought and within is None:
        meant = corrections.corrected(query.text, exists=lambda one: _any(replace(query, text=one)))
        if meant:
            query = replace(query, text=meant)
            counts = _counts(query)
    pages = max(1, -(-counts.total // PER_PAGE))
    page = min(query.page, pages)
    records = _page(query, page, within) if counts.total else []
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
        question=question,
        looser=() if counts.total else _looser(query, counts),
    )


def _understood(query: Query) -> tuple[Record | None, Question | None]:
    """The record that the text names, and the question that it asks."""
    asked = questions.understand(query.text)
    found = lookup.named(query.text, is_question=asked is not None)
    if asked is None:
        return found.exact, None
    # what was chosen beside the text is chosen
    filters = {one: value for one, value in asked.filters.items() if not getattr(query, one)}
    instead = replace(query, text=asked.rest, **filters)
    # « jeu pour 2 joueurs » may be in a title and still be a question; with other words it is the title
    taken = not (found.exact or found.whole_title or (asked.rest and found.in_title))
    return found.exact, Question(query.text, asked.filters, instead, taken)


def _within(query: Query) -> tuple[int, ...] | None:
    """The records that have the quoted words as they stand, or None where nothing is quoted."""
    sought = query.sought
    if sought is None or not sought.phrases:
        return None
    sql, params = _by_tier(sought, "e.record_id, 0 AS unsaid", False, "TRUE", [], phrases.MOST_READ)
    found = rows(f"SELECT record_id FROM ({sql}) AS h ORDER BY tier LIMIT {phrases.MOST_READ}", params)
    return phrases.having(sought.phrases, (pk for (pk,) in found))


def _looser(query: Query, counts: _Counts) -> tuple[Looser, ...]:
    """What a search that finds nothing would find with one filter less, or without its words or filters."""
    if query.is_wordless:
        return ()
    found = [
        Looser(one, replace(query, **{one: query.without_all(one)}, page=1), total)
        for one, total in counts.nearly.items()
    ]
    if query.text and query.filters:
        without = {one: query.without_all(one) for one in query.filters}
        for one, freed in (("text", replace(query, text="")), ("filters", replace(query, **without))):
            freed = replace(freed, page=1)
            found.append(Looser(one, freed, _counts(freed, _within(freed)).total))
    elif len(query.filters) > 1 and not any(one.total for one in found):
        # no single filter is at fault: keep what families settle first
        for one in query.filters:
            alone = Query(**{one: getattr(query, one)}, sort=query.sort)
            found.append(Looser("others", alone, _counts(alone).total))
    return tuple(sorted((one for one in found if one.total), key=lambda one: -one.total))


def newest(most: int) -> list[Shown]:
    """The latest in the catalogue, at most a page of them."""
    query = Query(sort=NEWEST)
    records = _page(query, 1)[:most]
    names.load(query, categories=[], publishers=[], sections=[], sites=[], records=records)
    return records


def _hits(sought: Sought | None) -> tuple[str, str, list]:
    """FROM, WHERE and parameters of all records that have the words."""
    if sought is None:
        return "catalogue_searchentry e", "TRUE", []
    speaks = backend()
    whole = [sought.tiers[0], sought.tiers[1], sought.tiers[-1]]  # the tiers between lie within the last
    return speaks.HITS, speaks.MATCHES, [speaks.expression(whole)]


def _among(within: tuple[int, ...] | None) -> str:
    """A condition that keeps to these records."""
    if within is None:
        return ""
    return f" AND e.record_id IN ({', '.join(map(str, within)) or 'NULL'})"


def _counts(query: Query, within: tuple[int, ...] | None = None) -> _Counts:
    if query.is_wordless:
        return _Counts(total=0, unsaid=0, met=_NONE, missed={}, nearly={})
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
        f" FROM {tables} WHERE {where}{_among(within)}) hits"
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
        nearly={one.field: groups[1 << place][0] for place, one in enumerate(asked) if 1 << place in groups},
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
    return _Counts(total=tally[letters.RECORD], unsaid=0, met=tally, missed={}, nearly={})


def _page(query: Query, page: int, within: tuple[int, ...] | None = None) -> list[Shown]:
    """The records of a page in their order, each with what its entry counts."""
    asked = conditions(query.filters)
    fits = " AND ".join(f"NOT {one.misfit}" for one in asked) or "TRUE"
    fits += _among(within)
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
    """All records that a search finds, in no order: for an export."""
    _, question = _understood(query)
    if question and question.taken:
        query = question.instead
    if query.is_wordless:
        return []
    tables, where, params = _hits(query.sought)
    asked = conditions(query.filters)
    fits = "".join(f" AND NOT {one.misfit}" for one in asked) + _among(_within(query))
    for one in asked:
        params += one.misfit_params
    return [pk for (pk,) in rows(f"SELECT e.record_id FROM {tables} WHERE {where}{fits}", params)]
